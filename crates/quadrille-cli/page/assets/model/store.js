// Settings and records in the browser's storage. The reader of a value checks it.

const PREFIX = "quadrille.";
let writable = true;

/** A kept value of the same type as the usual one, or the usual one. @template T @param {string} name @param {T} usual @returns {T} */
export function setting(name, usual) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value = text === null ? usual : JSON.parse(text);
    return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual) && value !== null ? value : usual;
  } catch {
    return usual;
  }
}

/** Keeps a value. @param {string} name @param {any} value */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    writable = true;
  } catch {
    // If storage fails, the value lasts until the page is closed.
    writable = false;
  }
}

/** True if the browser allows storage. */
export const isKept = () => writable;

/** Calls back when another tab has changed a value. @param {string} name @param {() => void} act */
export function onChange(name, act) {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + name) act();
  });
}

/** Lays a damaged value aside under another name. @param {string} name */
export function setAside(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text === null) return;
    localStorage.setItem(`${PREFIX}${name}.damaged`, text);
    localStorage.removeItem(PREFIX + name);
  } catch {
    writable = false;
  }
}

/** The text of a value as it is kept, or null. @param {string} name */
export function rawSetting(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    writable = false;
    return null;
  }
}
