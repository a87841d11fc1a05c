// What the server has: games, algorithms, packs. Asked once.

import * as api from "./api.js";

/**
 * @typedef {{ground: string, target: {colour: number, label: string} | null, piece: {shape: string, colour: number, label: string} | null, glyph: string}} Look
 * @typedef {{text: string, kind: string, direction?: string, row?: number, col?: number, piece?: string}} Move
 * @typedef {{game: string, code: string, rows: number, cols: number, cells: Look[], moves: Move[], solved: boolean}} Position
 * @typedef {{index: number, game: string, name: string, code: string, known: {kind: string, moves?: number} | null, difficulty?: {label: string, score: number}, note?: string, pack: any}} Level
 */

let catalogue = null;
let shelf = null;

/** Asks the server, once; a failure is asked again. */
export async function load() {
  catalogue ??= await api.catalogue();
  if (shelf) return;
  const packs = await api.packs();
  for (const pack of packs) for (const level of pack.levels) level.pack = pack;
  shelf = packs;
}

/** All games. */
export const games = () => catalogue.games;
/** @param {string} id */
export const game = (id) => catalogue.games.find((game) => game.id === id);
/** All algorithms. */
export const algorithms = () => catalogue.algorithms;
/** The largest limits that the server grants. */
export const limits = () => catalogue.limits ?? {};
/** The version of the program. */
export const version = () => catalogue.version;
/** The colours that looks count in. */
export const colours = () => catalogue.palette_rgb;
/** The packs. */
export const packs = () => shelf;

/**
 * The level of a pack that starts at a position.
 * @param {string} code
 * @returns {Level | undefined}
 */
export const levelOf = (code) => allLevels().find((level) => level.code === code);

/**
 * The level after or before another of the same pack and game.
 * @param {Level} level
 * @param {number} step
 * @returns {Level | undefined}
 */
export function neighbour(level, step) {
  const family = level.pack.levels.filter((other) => other.game === level.game);
  return family[family.findIndex((other) => other.code === level.code) + step];
}

function allLevels() {
  return shelf.flatMap((pack) => pack.levels);
}
