// Heuristics written by the user: named scripts, stored in the browser and sent with each request
// that names them with an `@`.

import { setting, keepSetting } from "./store.js";

/**
 * @typedef {{game: string, text: string, measured?: string, before?: string, assignment?: string}} Script `measured` is the text that was measured last,
 *   `before` the one before that, and `assignment` what it is the answer to
 */

const KEY = "scripts";

/** The characters of a name, so that formulas can be parsed: those of file names. */
const NAME = /^[\w.-]{1,40}$/;

/** @returns {Record<string, Script>} */
const all = () => Object.fromEntries(Object.entries(setting(KEY, {})).filter(([name, one]) => NAME.test(name) && typeof one?.text === "string"));

/** @param {string} name */
export const isName = (name) => NAME.test(name);

/** The names of the scripts for a game. @param {string} game */
export const namesFor = (game) => Object.entries(all()).flatMap(([name, script]) => (script.game === game ? [name] : []));

/** @param {string} name @returns {Script | undefined} */
export const script = (name) => all()[name];

/** The name of the script that answers an assignment, if there is one. @param {string} assignment @returns {string | undefined} */
export const answerTo = (assignment) => Object.entries(all()).find(([, script]) => script.assignment === assignment)?.[0];

/** @param {string} name @param {Script} script */
export const keepScript = (name, script) => keepSetting(KEY, { ...all(), [name]: script });

/** @param {string} name */
export function removeScript(name) {
  const { [name]: _, ...others } = all();
  keepSetting(KEY, others);
}

/** A name that is free, like this one. @param {string} like */
export function freeName(like) {
  const known = all();
  const stem = like.replaceAll(/[^\w.-]/g, "-").slice(0, 34) || "mine";
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? stem : `${stem}-${count}`;
    if (!known[name]) return name;
  }
}

/**
 * The scripts that a formula or a method names, as they are sent; nothing where it names none.
 * @param {string} words
 * @returns {Record<string, string> | undefined}
 */
export function scriptsIn(words) {
  const known = all();
  const named = [...words.matchAll(/@([\w.-]+)/g)].map(([, name]) => name).filter((name) => known[name]);
  return named.length === 0 ? undefined : Object.fromEntries(named.map((name) => [name, known[name].text]));
}
