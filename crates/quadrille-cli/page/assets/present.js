// The position that all views are about, and the game that led to it, so that going to another view and back loses nothing.

import { levelOf, game } from "./catalogue.js";

/** @type {{code: string, state: any} | null} */
let last = null;

/**
 * Remembers the game that is played.
 * @param {string} code
 * @param {any} state
 */
export function rememberGame(code, state) {
  last = { code, state };
}

/** The state of the game that stands at a position, or null. @param {string} code */
export const gameAt = (code) => (last?.code === code ? last.state : null);

/**
 * A position in words: the level, and how many moves lie behind.
 * @param {import("./catalogue.js").Position} position
 */
export function nameOf(position) {
  const state = gameAt(position.code);
  const level = levelOf(state?.start ?? position.code);
  const title = game(position.game).title;
  if (!level) return { name: "this position", about: title };
  const after = state?.played ? `, after ${state.played} ${state.played === 1 ? "move" : "moves"}` : "";
  return { name: level.name, about: `${title} · ${level.pack.title ?? level.pack.id}${after}` };
}
