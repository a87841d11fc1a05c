// What is seen between two positions. It follows from the kind of the move and from what has changed; only where pieces vanish one
// square after the other does the order come from the game.
//
// Where everything goes in a direction, pieces glide along their lines. Two neighbours that change places cross. Cells that were
// empty fill from the side that the move comes from: one after the other where a cell goes, all at once, as a sheet that is
// folded over, where a piece goes. All other changes fade.

import { cascadeOf, same, samePiece } from "./cascade.js";

/**
 * @typedef {import("../api/types.js").Look} Look
 * @typedef {import("../api/types.js").Move} Move
 * @typedef {import("../api/types.js").Board} Board
 * @typedef {{from: number, to: number}} Glide
 * @typedef {{cells: Look[], ms: number, glides?: Glide[], fills?: {at: number, delay: number, part: number}[],
 *   unfolds?: number[], fades?: number[], gone?: number[], direction?: string}} Stage `cells` is the board that the stage ends with;
 *   `gone` and `fades` are cells whose former look is seen going
 */

const STAGE = 190;
const CROSSING = 150;
const FOLDING = 420;

/**
 * The stages of a move, or of taking one back.
 * @param {Board} before
 * @param {Board} after
 * @param {Move | null} move
 * @param {boolean} [backwards] whether the move is taken back
 * @returns {Stage[]}
 */
export function stagesOf(before, after, move, backwards = false) {
  if (before.rows !== after.rows || before.cols !== after.cols) return [];
  if (before.cells.every((cell, at) => same(cell, after.cells[at]))) return [];
  if (move?.kind === "all") {
    const glides = glidesOf(before, after, move.direction);
    if (glides) return [{ cells: after.cells, ms: STAGE + 16 * longest(glides, before.cols), glides }];
    const steps = stepsOf(before, after);
    if (steps) return [{ cells: after.cells, ms: CROSSING - 40, glides: steps }];
  }
  if (move?.kind === "cell") {
    const crossed = crossing(before, after, move, backwards);
    if (crossed) return crossed;
  }
  return [changing(before, after, backwards ? null : move)];
}

const distance = ({ from, to }, cols) => Math.abs(Math.floor(from / cols) - Math.floor(to / cols)) + Math.abs((from % cols) - (to % cols));

/** The length of the longest way, in cells. @param {Glide[]} glides @param {number} cols */
export function longest(glides, cols) {
  return Math.max(0, ...glides.map((glide) => distance(glide, cols)));
}

/** Which piece goes where when all go in a direction: along a line they keep their order. */
function glidesOf(before, after, direction) {
  const vertical = direction === "up" || direction === "down";
  const glides = [];
  const lines = vertical ? before.cols : before.rows;
  const length = vertical ? before.rows : before.cols;
  for (let line = 0; line < lines; line += 1) {
    const places = Array.from({ length }, (_, step) => (vertical ? step * before.cols + line : line * before.cols + step));
    const old = places.filter((at) => before.cells[at].piece);
    const now = places.filter((at) => after.cells[at].piece);
    if (old.length !== now.length) return null;
    for (const [index, from] of old.entries()) {
      const to = now[index];
      if (!samePiece(before.cells[from].piece, after.cells[to].piece)) return null;
      if (from !== to) glides.push({ from, to });
    }
  }
  return glides;
}

/** A few pieces that each went one step: a piece appears beside the place where the same one has gone. */
function stepsOf(before, after) {
  const changed = after.cells.flatMap((cell, at) => (samePiece(before.cells[at].piece, cell.piece) ? [] : [at]));
  if (changed.length > 4) return null;
  const left = new Set(changed.filter((at) => before.cells[at].piece));
  const glides = [];
  for (const to of changed.filter((at) => after.cells[at].piece)) {
    const from = [...left].find((at) => samePiece(before.cells[at].piece, after.cells[to].piece) && distance({ from: at, to }, before.cols) === 1);
    if (from === undefined) return null;
    left.delete(from);
    glides.push({ from, to });
  }
  return left.size === 0 ? glides : null;
}

/** Two neighbours change places; then pieces may vanish and the others close up. */
function crossing(before, after, move, backwards) {
  const at = move.row * before.cols + move.col;
  const beside = at + { up: -before.cols, down: before.cols, left: -1, right: 1 }[move.direction];
  const start = backwards ? after : before;
  const [one, other] = [start.cells[at]?.piece, start.cells[beside]?.piece];
  if (!one || !other) return null;
  const crossed = [...start.cells];
  crossed[at] = { ...start.cells[at], piece: other };
  crossed[beside] = { ...start.cells[beside], piece: one };
  const glides = [
    { from: at, to: beside },
    { from: beside, to: at },
  ];
  if (backwards) {
    const plain = crossed.every((cell, index) => same(cell, before.cells[index]));
    return plain ? [{ cells: after.cells, ms: CROSSING, glides }] : null;
  }
  const first = { cells: crossed, ms: CROSSING, glides };
  if (crossed.every((cell, index) => same(cell, after.cells[index]))) return [first];
  const rest = cascadeOf({ ...before, cells: crossed }, after);
  return rest ? [first, ...rest] : null;
}

/** Cells that were empty fill in the direction of the move; all others fade. */
function changing(before, after, move) {
  const changed = after.cells.flatMap((cell, at) => (same(before.cells[at], cell) ? [] : [at]));
  const filled = move?.direction ? changed.filter((at) => !before.cells[at].piece && after.cells[at].piece) : [];
  const fades = changed.filter((at) => !filled.includes(at));
  const stage = { cells: after.cells, ms: STAGE, fades, direction: move?.direction };
  if (move?.kind === "piece") return { ...stage, ms: FOLDING, unfolds: filled };
  const along = (at) =>
    ({ up: -Math.floor(at / before.cols), down: Math.floor(at / before.cols), left: -(at % before.cols), right: at % before.cols })[
      move?.direction
    ] ?? 0;
  const ranks = [...new Set(filled.map(along))].sort((one, other) => one - other);
  const ms = Math.max(STAGE, Math.min(480, 95 * ranks.length));
  return {
    ...stage,
    ms,
    fills: filled.map((at) => ({ at, delay: ranks.indexOf(along(at)) / ranks.length, part: 1 / ranks.length })),
  };
}
