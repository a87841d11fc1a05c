// The address bar: `#/` is the home page, `#/play/CODE` a position. What the address does not say,
// such as the moves that led there, is in the state of the history entry, so that back, forward and
// reload show the same game.

/**
 * @typedef {{view: string, code: string | null, part: string | null, query: URLSearchParams, state: any}} Route
 */

/** @type {(route: Route) => void} */
let listener = () => {};
/** @type {(route: Route) => void} */
let rewriteListener = () => {};

/** @returns {Route} */
export function currentRoute() {
  const [path, text = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", code = "", part = ""] = path.split("/");
  return { view: view || "home", code: decode(code) || null, part: decode(part) || null, query: new URLSearchParams(text), state: history.state };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address of a view.
 * @param {string} view
 * @param {string | null} [code]
 * @param {Record<string, any>} [query]
 * @param {string} [part] what follows the code
 */
export function address(view, code = null, query = {}, part = "") {
  const text = new URLSearchParams(query).toString();
  return `#/${view === "home" ? "" : view}${code ? `/${encodeURIComponent(code)}` : ""}${part ? `/${part}` : ""}${text ? `?${text}` : ""}`;
}

/**
 * Goes to a view, with a new entry in the history.
 * @param {string} to
 * @param {any} [state]
 */
export function go(to, state = null) {
  history.pushState(state, "", to);
  listener(currentRoute());
}

/**
 * Changes the address of the entry that is shown, without going anywhere.
 * @param {string} to
 * @param {any} [state]
 */
export function rewrite(to, state = null) {
  history.replaceState(state, "", to);
  rewriteListener(currentRoute());
}

/**
 * Calls back when a link, a typed address, back or forward has changed the address, and once now.
 * @param {(route: Route) => void} callback
 * @param {(route: Route) => void} onRewrite called when a view has changed its own address
 */
export function listen(callback, onRewrite) {
  listener = callback;
  rewriteListener = onRewrite;
  addEventListener("popstate", () => callback(currentRoute()));
  callback(currentRoute());
}

/** The whole address of a level, to give to others. @param {string} code @param {Record<string, string>} [query] its name, or its day */
export function shareAddress(code, query = {}) {
  return `${location.origin}${location.pathname}${address("play", code, query)}`;
}
