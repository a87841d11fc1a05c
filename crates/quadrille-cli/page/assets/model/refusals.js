// The reason why a move is not possible, in words.

import * as api from "../api/index.js";
import { localised, text } from "../texts/index.js";
import { withCellNames } from "./notation.js";
import { sentence } from "./numbers.js";

/**
 * @typedef {import("../api/types.js").Position} Position
 * @typedef {import("../api/types.js").Direction} Direction
 */

/**
 * @param {Position} position
 * @param {string} kind the kind of the game's moves
 * @param {number[]} cells what was to move; nothing where everything moves
 * @param {Direction} direction
 * @returns {Promise<{words: string, cells: number[]}>} the reason, and the cell in the way if there is one
 */
export async function refusalOf(position, kind, [at], direction) {
  const movesAll = kind === "all" || kind === "keys";
  const general = text.refused[movesAll ? "all" : "cannot"](text.directions[direction]);
  if (!movesAll && !position.cells[at]) return { words: general, cells: [] };
  if (kind === "piece" && !position.cells[at].piece) return { words: text.refused.blank, cells: [] };
  const refused = await api.refusal(position.code, written(position, kind, at, direction)).catch(() => undefined);
  const reason = refused?.args?.cause;
  if (!reason) return { words: general, cells: [] };
  return { words: withCellNames(sentence(localised(reason).message)), cells: refused.cell === undefined ? [] : [refused.cell] };
}

/** A move as the engine reads it. */
function written({ cells, cols }, kind, at, direction) {
  const letter = direction[0].toUpperCase();
  const place = `${Math.floor(at / cols)},${at % cols}`;
  return { cell: `${place}${letter}`, touch: place, piece: `${cells[at]?.glyph}${letter}` }[kind] ?? letter;
}
