// The engine's games, algorithms and packs, requested once.

import * as api from "../api/index.js";
import { text, translated } from "../texts/index.js";

/**
 * @typedef {import("../api/types.js").ListedLevel & {pack: Pack}} Level
 * @typedef {{name: string, title: string, levels: Level[], own?: boolean, from?: string}} Pack
 */

/** @type {import("../api/types.js").Catalogue} */
let catalogue;
/** @type {Pack[]} */
let shelf;

/** Asks the engine, once; a failure is asked again. */
export async function load() {
  if (shelf) return;
  const [things, packs] = await Promise.all([api.catalogue(), api.packs()]);
  catalogue = things;
  shelf = packs.map((pack) => asPack(pack));
}

/** A pack whose levels know it. @param {import("../api/types.js").Pack} row @returns {Pack} */
export function asPack(row) {
  /** @type {any} */
  const pack = { ...row };
  pack.levels = row.levels.map((level) => ({ ...level, pack }));
  return pack;
}

/** Games of the reader, by name. @type {Map<string, import("../api/types.js").Game>} */
const brought = new Map();

/** Makes a game of the reader known; lists of games do not show it. @param {import("../api/types.js").Game} entry */
export const bringEntry = (entry) => void brought.set(entry.name, entry);

/** All games. */
export const games = () => catalogue.games;
/** @param {string} id @returns {import("../api/types.js").Game} */
export const game = (id) => catalogue.games.find((other) => other.name === id) ?? brought.get(id);
/** All algorithms. */
export const algorithms = () => catalogue.algorithms;
/** The largest limits that the engine grants. */
export const limits = () => catalogue.limits ?? {};
/** The version of the program. */
export const version = () => catalogue.version;
/** The colours that looks count in. */
export const colours = () => catalogue.palette_rgb;
/** The packs that come with the program. */
export const packs = () => shelf;

/** The title of a game. @param {string} id */
export const titleOf = (id) => text.games[id]?.title ?? game(id)?.title ?? id;
/** The description of a game in one sentence. @param {string} id */
export const aboutGame = (id) => text.games[id]?.about ?? game(id)?.about ?? "";
/** The full name of an algorithm. @param {string} id */
export const algorithmName = (id) => text.algorithms[id]?.name ?? id;

/** The description of a heuristic. @param {string} gameId @param {{name: string, about: string}} heuristic */
export const aboutHeuristic = (gameId, { name, about }) => translated("heuristics", `${gameId}/${name}`) ?? translated("heuristics", name) ?? about;
/** The note of a level. @param {{name?: string, note?: string} | undefined} level */
export const levelNote = (level) => (level?.note ? (translated("levelNotes", level.name ?? "") ?? level.note) : undefined);

/** The name of a level as people read it: `easy-07` is `Easy 7`, `step-over` is `Step over`, `3` and `level3` are `Level 3`. @param {{name?: string}} level */
export function levelName({ name = "" }) {
  const [, word, number] = name.match(/^([a-z]+)-0*(\d+)$/) ?? [];
  const own = translated("levelNames", name);
  if (own) return own;
  if (word && text.difficulty[word]) return `${text.difficulty[word]} ${number}`;
  const [, level] = name.match(/^(?:level[-_]?)?0*(\d+)$/) ?? [];
  if (level) return text.importing.number(Number(level));
  const plain = name.replaceAll(/[-_]/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The title of a pack. @param {{name: string, title?: string}} pack */
export const packTitle = (pack) => text.packs[pack.name] ?? (game(pack.name) ? titleOf(pack.name) : (pack.title ?? pack.name));

/** The difficulty of a level in one word. @param {{difficulty?: {label: string}}} level */
export const difficultyOf = (level) => (level.difficulty ? (text.difficulty[level.difficulty.label] ?? level.difficulty.label) : "");

/** The look of a cell with this glyph. @param {string} id the game @param {string} glyph @returns {import("../api/types.js").Look} */
export function lookOf(id, glyph) {
  const palette = game(id)?.palette ?? [];
  const plain = palette.find((brush) => brush.glyph === glyph);
  if (plain) return { ...plain.look, glyph };
  if (glyph === "") return { ground: "hole", target: null, piece: null, glyph };
  const both = together(palette, glyph);
  if (both) return both;
  return { ground: "floor", target: null, piece: { shape: "block", colour: 23, label: glyph.slice(0, 2) }, glyph };
}

/** The look of a piece on a goal, which has its own glyph. @param {import("../api/types.js").Brush[]} palette @param {string} glyph @returns {import("../api/types.js").Look | null} */
export function together(palette, glyph) {
  const piece = palette.find((brush) => brush.on?.some((on) => on.glyph === glyph));
  const on = piece?.on.find((one) => one.glyph === glyph);
  const goal = on && palette.find((brush) => brush.glyph === on.target);
  return goal ? { ...goal.look, piece: piece.look.piece, glyph } : null;
}

/** The board of a level as it can be drawn. @param {{game: string, rows: number, cols: number, cells: string[]}} level */
export const boardOf = ({ game: id, rows, cols, cells }) => ({ rows, cols, cells: cells.map((glyph) => lookOf(id, glyph)) });
