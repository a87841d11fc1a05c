// Themes: levels of all packs that have something in common, such as only one solution.

import { packs } from "./catalogue.js";

/** The themes, in the order in which they are shown. */
export const THEMES = ["deceptive", "brief", "small", "unique", "perilous", "forgiving", "long"];

/** The levels of a theme, from the easiest to the hardest. @param {string} theme @returns {import("./catalogue.js").Level[]} */
export const levelsOf = (theme) =>
  packs()
    .flatMap((pack) => pack.levels)
    .filter((level) => level.themes?.includes(theme))
    .sort((one, other) => (one.difficulty?.score ?? 0) - (other.difficulty?.score ?? 0));

/** The level after or before another in its theme. @param {string} theme @param {{code: string}} level @param {number} step */
export function inTheme(theme, level, step) {
  const levels = levelsOf(theme);
  return levels[levels.findIndex((other) => other.code === level.code) + step];
}
