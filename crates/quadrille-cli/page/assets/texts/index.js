// The words of the page in the language of the reader. A language is one table; only the one that is needed is loaded.

const page = document.documentElement;

/** The language that is shown: ahead.js has chosen it. */
export const language = page.lang;

/** The languages there are, each in its own words. */
export const languages = () =>
  page.dataset.languages.split(" ").map((value) => {
    const name = new Intl.DisplayNames([value], { type: "language" }).of(value);
    return { value, text: name.charAt(0).toLocaleUpperCase(value) + name.slice(1) };
  });

// English is what the engine speaks; other languages have tables for that too.
const [own, engine] = await Promise.all([
  import(`./${language}.js`),
  language === "en" ? null : import(`./engine-${language}.js`),
]);

/** @type {typeof import("./en.js").default} */
export const text = own.default;

/** The games as search problems, loaded when they are asked for; none in English. @returns {Promise<typeof import("./formulations-pt.js").default | null>} */
export const formulations = async () => (language === "en" ? null : (await import(`./formulations-${language}.js`)).default);

/**
 * What the engine says, by what it is about.
 * @param {"levelNames" | "levelNotes" | "heuristics" | "words"} kind
 * @param {string} what
 * @returns {string | undefined}
 */
export const translated = (kind, what) => engine?.default[kind][what];

/** A message of the engine; as it is where the table does not know it. @param {string} message @returns {string} */
export const said = (message) => engine?.default.said(message) ?? message;

/** Changes the language; the page is loaded anew with it. @param {string} other */
export function setLanguage(other) {
  try {
    localStorage.setItem("quadrille.language", other);
  } catch {
    // It holds for browsers that keep settings.
  }
  location.reload();
}
