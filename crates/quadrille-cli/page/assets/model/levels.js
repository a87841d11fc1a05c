// Levels by their codes, from all sources: packs of the program, imported packs, made levels,
// drawings.

import { packs, game, titleOf, levelName, packTitle } from "./catalogue.js";
import { ownPacks, findOwn } from "./own-levels.js";
import { dateInWords, editionTitle, findDaily, isEdition } from "./daily.js";
import { text } from "../texts/index.js";

/** All packs: those of the program, then those of the reader. */
export const allPacks = () => [...packs(), ...ownPacks()];

/** @param {string} id */
export const packById = (id) => allPacks().find((pack) => pack.name === id);

/**
 * The level that starts at a position.
 * @param {string} code
 * @returns {any}
 */
export const levelOf = (code) =>
  allPacks()
    .flatMap((pack) => pack.levels)
    .find((level) => level.code === code) ??
  findOwn(code) ??
  findDaily(code);

/**
 * The level after or before another of the same pack; after the last one, the first of the next pack of the game.
 * @param {any} level
 * @param {number} step
 * @returns {any}
 */
export function neighbour(level, step) {
  if (!level?.pack) return undefined;
  const { levels } = level.pack;
  const beside = levels[levels.findIndex((other) => other.code === level.code) + step];
  if (beside && beside.game === level.game) return beside;
  const family = allPacks().filter((pack) => pack.levels.some((other) => other.game === level.game));
  const next = family[family.indexOf(level.pack) + step];
  const own = next?.levels.filter((other) => other.game === level.game) ?? [];
  return step > 0 ? own[0] : own.at(-1);
}

/**
 * The name of a level, and its source.
 * @param {any} level
 * @param {string} gameId
 * @param {Record<string, string>} [query] what a link says about a level that is not known here: its name, or the day it is the level of
 */
export function placeOf(level, gameId, { name, day } = {}) {
  const title = game(gameId) ? titleOf(gameId) : "";
  if (!level && isEdition(day)) return { name: editionTitle(day), about: `${title} · ${dateInWords(day)}` };
  if (!level) return { name: name || text.play.shared, about: title };
  const from = level.pack ? packTitle(level.pack) : (level.from ?? "");
  const parts = [titleOf(level.game), from === titleOf(level.game) ? "" : from];
  return { name: level.title ?? levelName(level), about: parts.filter(Boolean).join(" · ") };
}
