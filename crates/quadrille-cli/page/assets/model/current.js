// The position that all views show, and the game that led to it, so that switching views loses
// nothing.

import { levelOf, placeOf } from "./levels.js";
import { setting, keepSetting } from "./store.js";
import { packs } from "./catalogue.js";
import { text } from "../texts/index.js";

/** @type {{code: string, state: any} | null} */
let last = null;

/** Remembers the game that is played. @param {string} code @param {any} state */
export function rememberGame(code, state) {
  last = { code, state };
  keepSetting("position", code);
}

/** The state of the game that stands at a position, or null. @param {string} code */
export const gameAt = (code) => (last?.code === code ? last.state : null);

/** The position that was looked at last, or the first level there is. */
export const usualCode = () => setting("position", "") || (packs()[0]?.levels[1] ?? packs()[0]?.levels[0])?.code;

/** A position in words: the level, and how many moves lie behind. @param {import("../api/types.js").Position} position */
export function nameOf(position) {
  const state = gameAt(position.code);
  const level = levelOf(state?.start ?? position.code);
  const { name, about } = placeOf(level, position.game);
  return { name, about: state?.played ? `${about} · ${text.search.after(state.played)}` : about };
}
