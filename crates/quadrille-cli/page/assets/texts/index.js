// The words of the page in the language of the reader. A language is one table; only the one that is needed is loaded.

/** The languages there are, in their own words. */
export const LANGUAGES = { en: "English", pt: "Português" };

const KEY = "quadrille.language";

/** The language that was chosen, or the first one of the browser that there is. */
function choose() {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept && kept in LANGUAGES) return kept;
  } catch {
    // A browser that keeps nothing still says which language it speaks.
  }
  const spoken = (navigator.languages ?? [navigator.language]).map((tag) => tag.toLowerCase().split("-")[0]);
  return spoken.find((language) => language in LANGUAGES) ?? "en";
}

/** The language that is shown. */
export const language = choose();

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

document.documentElement.lang = language;

/** Changes the language; the page is loaded anew with it. @param {string} other */
export function setLanguage(other) {
  try {
    localStorage.setItem(KEY, other);
  } catch {
    // It holds for browsers that keep settings.
  }
  location.reload();
}
