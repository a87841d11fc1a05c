// The reason why a move is not possible, and the cells in its way, judged by how the cells look. A
// game without reasons of its own gets a general sentence.

import { text } from "../texts/index.js";
import { STEPS } from "./selection.js";

/**
 * @typedef {import("../api/types.js").Position} Position
 * @typedef {import("../api/types.js").Direction} Direction
 * @typedef {{words: string, cells: number[]}} Refusal
 */

/** @type {Record<string, (position: Position, cells: number[], direction: Direction) => Refusal>} */
const RULES = {
  squares(position, [at], direction) {
    const { squares } = text.refused;
    const other = beside(position, at, direction);
    if (!position.cells[at]?.piece) return { words: squares.blank, cells: [] };
    if (other === null) return { words: squares.edge, cells: [] };
    if (!position.cells[other].piece) return { words: squares.nothing, cells: [other] };
    return { words: squares.alone, cells: [at, other] };
  },
  fold(position, cells, direction) {
    const { fold } = text.refused;
    if (!position.cells[cells[0]]?.piece) return { words: fold.blank, cells: [] };
    const image = imageOf(position, cells, direction);
    if (image.includes(null)) return { words: fold.outside, cells: [] };
    const holes = image.filter((at) => position.cells[at].ground === "hole");
    if (holes.length > 0) return { words: fold.hole, cells: holes };
    return { words: fold.taken, cells: image.filter((at) => position.cells[at].piece) };
  },
  zhed(position, [at]) {
    return { words: position.cells[at]?.piece ? text.refused.zhed.used : text.refused.zhed.blank, cells: [] };
  },
  sokoban(position, _cells, direction) {
    const { sokoban } = text.refused;
    const player = position.picks[0]?.cells[0];
    const next = player === undefined ? null : beside(position, player, direction);
    if (next === null) return { words: sokoban.edge, cells: [] };
    if (position.cells[next].ground === "wall") return { words: sokoban.wall, cells: [next] };
    const behind = beside(position, next, direction);
    return { words: sokoban.blocked, cells: behind === null ? [next] : [next, behind] };
  },
};

/**
 * @param {Position} position
 * @param {string} kind the kind of the game's moves
 * @param {number[]} cells what was to move; nothing where everything moves
 * @param {Direction} direction
 * @returns {Refusal}
 */
export function refusalOf(position, kind, cells, direction) {
  const rule = RULES[position.game];
  if (rule && (cells.length > 0 || kind === "all")) return rule(position, cells, direction);
  return { words: kind === "all" || kind === "keys" ? text.refused.all(text.directions[direction]) : text.refused.cannot(text.directions[direction]), cells: [] };
}

function beside({ rows, cols }, at, direction) {
  const [down, right] = STEPS[direction];
  const [row, col] = [Math.floor(at / cols) + down, (at % cols) + right];
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
}

/** The cells of a piece mirrored over the edge of its box; null for those off the board. */
function imageOf({ rows, cols }, cells, direction) {
  const [allRows, allCols] = [cells.map((at) => Math.floor(at / cols)), cells.map((at) => at % cols)];
  const turn = {
    up: (row, col) => [2 * Math.min(...allRows) - 1 - row, col],
    down: (row, col) => [2 * Math.max(...allRows) + 1 - row, col],
    left: (row, col) => [row, 2 * Math.min(...allCols) - 1 - col],
    right: (row, col) => [row, 2 * Math.max(...allCols) + 1 - col],
  }[direction];
  return cells.map((at) => {
    const [row, col] = turn(Math.floor(at / cols), at % cols);
    return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
  });
}
