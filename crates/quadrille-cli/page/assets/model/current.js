// The position that all views show, and the game that led to it, so that switching views loses
// nothing.

import { levelOf, placeOf } from "./levels.js";
import { setting, keepSetting } from "./store.js";
import { games, packs } from "./catalogue.js";
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

/** Levels whose search is worth watching: neither over at once nor too long for a film. */
const WATCHED = { least: 8, most: 10, cells: 36 };

/**
 * The position of a view whose address names none: the one that was looked at last, or else a level to begin with; a search begins with
 * one that takes a while.
 * @param {string} view
 */
export function usualCode(view) {
  const all = packs().flatMap((pack) => pack.levels);
  const last = setting("position", "");
  if (view === "play") return last || (all[1] ?? all[0])?.code;
  const moves = (level) => (level?.known?.kind === "optimal" ? level.known.moves : 0);
  const isWorth = (level) => level.difficulty && moves(level) >= WATCHED.least && moves(level) <= WATCHED.most && level.rows * level.cols <= WATCHED.cells;
  const [first] = games();
  const worth = all.find((level) => level.game === first.name && isWorth(level)) ?? all.find(isWorth) ?? all[0];
  // A board of two moves, such as that of a lesson, shows nothing of a search.
  const short = all.some((level) => level.code === last && moves(level) < 4);
  return last && !short ? last : worth?.code;
}

/** A position in words: the level, and how many moves lie behind. @param {import("../api/types.js").Position} position */
export function nameOf(position) {
  const state = gameAt(position.code);
  const level = levelOf(state?.start ?? position.code);
  const { name, about } = placeOf(level, position.game);
  return { name, about: state?.played ? `${about} · ${text.search.after(state.played)}` : about };
}
