// Runs first: chooses the language and the theme, and preloads the modules that the view in the address needs, so
// that no module waits for another one to name it. The lists are in the head of the page.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = document.documentElement;

  /** The language that was chosen, or the first one of the browser that there is. */
  const choose = () => {
    const known = page.dataset.languages.split(" ");
    try {
      const kept = localStorage.getItem("quadrille.language");
      if (kept && known.includes(kept)) return kept;
    } catch {
      // A browser that keeps nothing still says which language it speaks.
    }
    const spoken = (navigator.languages ?? [navigator.language]).map((tag) => tag.toLowerCase().split("-")[0]);
    return spoken.find((language) => known.includes(language)) ?? known[0];
  };

  /** @param {string} file @param {Partial<HTMLLinkElement>} how */
  const ask = (file, how) => document.head.append(Object.assign(document.createElement("link"), how, { href: new URL(file, script.src).href }));

  page.lang = choose();
  for (const name of ["theme", "letters"]) {
    try {
      page.dataset[name] = JSON.parse(localStorage.getItem(`quadrille.${name}`) ?? '""');
    } catch {
      // Nothing is stored, or it is damaged: the default look.
    }
  }
  const embedded = new URLSearchParams(location.search);
  const view = location.hash.split(/[/?]/)[1] || (embedded.has("code") ? (embedded.get("view") ?? "play") : "home");
  const texts = page.lang === "en" ? ["texts/en.js"] : [`texts/${page.lang}.js`, `texts/engine-${page.lang}.js`, `texts/messages-${page.lang}.js`];
  for (const file of [...texts, ...(script.dataset[view]?.match(/\S+/g) ?? [])])
    ask(file, file.endsWith(".js") ? { rel: "modulepreload" } : { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
}
