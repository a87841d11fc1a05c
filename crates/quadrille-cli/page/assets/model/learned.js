// Which lessons were solved.

import { setting, keepSetting } from "./store.js";

/** @returns {Record<string, number>} */
const all = () => setting("lessons", {});

/** How many lessons of a game are done. @param {string} game */
export const lessonsDone = (game) => all()[game] ?? 0;

/** A lesson is done. @param {string} game @param {number} step counted from 1 */
export function noteLesson(game, step) {
  if (step > lessonsDone(game)) keepSetting("lessons", { ...all(), [game]: step });
}
