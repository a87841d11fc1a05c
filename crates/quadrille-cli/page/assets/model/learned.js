// The lessons that were solved.

import { setting, keepSetting } from "./store.js";

/** The steps that were solved, by game. Older versions kept the last one only. @returns {Record<string, number[] | number>} */
const all = () => setting("lessons", {});

/** The steps of a game that were solved, counted from 1. @param {string} game @returns {number[]} */
export function lessonsSolved(game) {
  const kept = all()[game] ?? [];
  return Array.isArray(kept) ? kept : Array.from({ length: kept }, (_, index) => index + 1);
}

/** The number of solved lessons of a game. @param {string} game */
export const lessonsDone = (game) => lessonsSolved(game).length;

/** A lesson is solved. @param {string} game @param {number} step counted from 1 */
export function noteLesson(game, step) {
  const solved = lessonsSolved(game);
  if (!solved.includes(step)) keepSetting("lessons", { ...all(), [game]: [...solved, step].sort((one, other) => one - other) });
}
