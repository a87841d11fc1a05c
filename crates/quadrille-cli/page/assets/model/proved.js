// Proved facts about positions, kept while the tab is open, so that a reloaded game knows what its
// moves cost.

import { text } from "../texts/index.js";

const KEY = "quadrille.proved";
/** The number of positions kept: the most recent ones. */
const MOST = 300;

/** @typedef {[string, string[] | null]} Proved the code of a position, and a shortest plan; none for a dead end */

/** Rules that come with the program stay as they are; those of a script may be others tomorrow. @param {string} code */
const isLasting = (code) => (code.match(/^(.+?)\d-/)?.[1] ?? "") in text.games;

/** @param {any} row */
const isProved = (row) => Array.isArray(row) && typeof row[0] === "string" && (row[1] === null || (Array.isArray(row[1]) && row[1].every((move) => typeof move === "string")));

/** @returns {Proved[]} */
export function allProved() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isProved) : [];
  } catch {
    return [];
  }
}

/** @param {Proved[]} proved the oldest first */
export function keepProved(proved) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(proved.filter(([code]) => isLasting(code)).slice(-MOST)));
  } catch {
    // Facts that cannot be stored are computed again.
  }
}
