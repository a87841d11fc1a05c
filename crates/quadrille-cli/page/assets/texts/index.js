// The texts of the page in the language of the user. A language is one table; only the one in use
// is loaded.

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
const [own, engine, messages] = await Promise.all([
  import(`./${language}.js`),
  language === "en" ? null : import(`./engine-${language}.js`),
  language === "en" ? null : import(`./messages-${language}.js`),
]);

/** @type {typeof import("./en.js").default} */
export const text = own.default;

/** The games as search problems, loaded when they are asked for; none in English. @returns {Promise<typeof import("./formulations-pt.js").default | null>} */
export const formulations = async () => (language === "en" ? null : (await import(`./formulations-${language}.js`)).default);

/**
 * What the engine says, by what it is about.
 * @param {"levelNames" | "levelNotes" | "heuristics" | "words" | "formats"} kind
 * @param {string} what
 * @returns {string | undefined}
 */
export const translated = (kind, what) => engine?.default[kind][what];

/**
 * @typedef {string | number | Diagnostic | Diagnostic[]} Arg
 * @typedef {{code?: string, args?: Record<string, Arg>, message: string, help?: string | null}} Diagnostic
 */

/**
 * A diagnostic of the engine in the language of the page; in English where there is no template for its code.
 * @param {Diagnostic} diagnostic
 * @returns {{message: string, help?: string | null}}
 */
export function localised({ code = "", args = {}, message, help }) {
  const template = messages?.default[code];
  if (!template) return { message, help };
  return { message: filled(template[0], args), help: template[1] ? filled(template[1], args) : help };
}

/** Fills a template: {name}, {name|one|many} with # for the number, and {@name} for a word that is translated. */
function filled(template, args) {
  return template.replace(/\{(@?)(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, isWord, name, one, many) => {
    const arg = args[name];
    const words = shown(arg);
    if (one !== undefined) return (arg === 1 ? one : many).replaceAll("#", words);
    return isWord ? (messages.words[words] ?? words) : words;
  });
}

/** An argument as text. @param {Arg} arg @returns {string} */
function shown(arg) {
  if (Array.isArray(arg)) return arg.map(shown).join("; ");
  if (typeof arg === "object") return localised(arg).message;
  return typeof arg === "number" ? arg.toLocaleString(language) : String(arg ?? "");
}

/** Changes the language; the page is loaded anew with it. @param {string} other */
export function setLanguage(other) {
  try {
    localStorage.setItem("quadrille.language", other);
  } catch {
    // It holds for browsers that keep settings.
  }
  location.reload();
}
