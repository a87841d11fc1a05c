// Marks around the pieces: the cursor, possible directions, hints, previews of moves, the last
// move. No mark covers the piece it belongs to.

import { s } from "../parts/dom.js";
import { colours } from "../model/catalogue.js";
import { cellsOf, STEPS } from "../model/selection.js";
import { CELL, outline } from "./outline.js";
import { pieceOf } from "./pieces.js";
import { stagesOf } from "./motion.js";

/**
 * @typedef {import("./board.js").BoardView} BoardView
 * @typedef {import("../api/types.js").Board} Board
 * @typedef {import("../api/types.js").Move} Move
 */

const HALF = CELL / 2;
const TURNS = { up: 0, right: 90, down: 180, left: 270 };

/** The box around some cells. @param {BoardView} board @param {number[]} cells */
function boxOf(board, cells) {
  const corners = cells.map((at) => board.corner(at));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs) + CELL, bottom: Math.max(...ys) + CELL };
}

/** The shape of what stands on some cells: a circle around a disc, the outline of all others. */
function around(board, cells, away, properties) {
  const look = board.position.cells[cells[0]];
  if (cells.length === 1 && look.piece?.shape === "disc") {
    const [x, y] = board.corner(cells[0]);
    return s("circle", { cx: x + HALF, cy: y + HALF, r: 18.5 + away, ...properties });
  }
  return s("path", { d: outline(cells, board.position.cols, { inset: 3 - away, radius: 10, margin: board.margin }), ...properties });
}

/** @param {BoardView} board @param {number[]} cells @param {boolean} picked */
export function cursorMark(board, cells, picked) {
  return s(
    "g",
    { class: picked ? "cursor picked" : "cursor" },
    around(board, cells, 1.5, { class: "cursor-halo" }),
    around(board, cells, 1.5, { class: "cursor-line" }),
  );
}

/** The place of an arrow beside some cells. */
function beside(board, cells, direction, away) {
  const { left, right, top, bottom } = boxOf(board, cells);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { up: [x, top - away], down: [x, bottom + away], left: [left - away, y], right: [right + away, y] }[direction];
}

/** The cells beside some cells in a direction. @param {BoardView} board @param {number[]} cells @param {string} direction */
function nextTo(board, cells, direction) {
  const { rows, cols } = board.position;
  const [down, right] = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[direction];
  return cells.flatMap((at) => {
    const [row, col] = [Math.floor(at / cols) + down, (at % cols) + right];
    const next = row * cols + col;
    return row < 0 || col < 0 || row >= rows || col >= cols || cells.includes(next) ? [] : [next];
  });
}

/** Small arrows on the sides where a piece can go. @param {BoardView} board @param {number[]} cells @param {string[]} ways */
export function wayMarks(board, cells, ways) {
  return ways.map((direction) => {
    const [x, y] = beside(board, cells, direction, 1);
    return s(
      "g",
      { class: "way", data: { direction }, transform: `translate(${x} ${y}) rotate(${TURNS[direction]})` },
      s("circle", { r: 6.500 }),
      s("path", { d: "M-2.800 1.500L0 -1.700L2.800 1.500" }),
    );
  });
}

/** A hint: the piece shines, and an arrow beside it shows where it goes. @param {BoardView} board @param {Move} move */
export function hintMark(board, move) {
  const cells = cellsOf(board.position, move);
  // If everything moves, the arrow beside the board lights up.
  if (cells.length === 0) return null;
  const glow = around(board, cells, 1.5, { class: "hint-glow" });
  if (!move.direction) return s("g", { class: "hint" }, glow);
  // If there is a piece beside it, the arrow is small and between the two.
  const isFree = !nextTo(board, cells, move.direction).some((at) => board.position.cells[at].piece);
  const [x, y] = beside(board, cells, move.direction, isFree ? 9 : 0);
  return s(
    "g",
    { class: "hint" },
    glow,
    s(
      "g",
      { transform: `translate(${x} ${y}) rotate(${TURNS[move.direction]})${isFree ? "" : " scale(.62)"}` },
      s("path", { class: "hint-arrow", d: "M0 -9L9 2.500H3.600V9H-3.600V2.500H-9z" }),
    ),
  );
}

/** A hand, or a mouse pointer, that drags from where a move takes hold. @param {BoardView} board @param {Move} move @param {boolean} isTouch */
export function demoMark(board, move, isTouch) {
  const cells = cellsOf(board.position, move);
  const { width, height } = board.size;
  const [x, y] = cells.length > 0 ? board.corner(cells[0]).map((side) => side + HALF) : [width / 3, height / 2];
  const [down, right] = STEPS[move.direction] ?? [0, 0];
  const hand = isTouch
    ? [s("circle", { class: "touch", r: 9 }), s("path", { class: "hand", d: "M-3 2V-1a3 3 0 0 1 6 0v9l7 2q3 1 2.500 4.500l-1 6q-.5 3-4 3h-6q-2 0-3.500-2l-6-8q-1.500-2 .5-3.500t4 0l1.500 1.500z" })]
    : s("path", { class: "hand", d: "M0 0V17l4.500-4 3 7 3.200-1.400-3-6.600 6-.5z" });
  const moving = s("g", { class: "demo" }, hand);
  moving.style.setProperty("--across", `${right * 1.4 * CELL}px`);
  moving.style.setProperty("--down", `${down * 1.4 * CELL}px`);
  return s("g", { transform: `translate(${x} ${y})` }, moving);
}

/** Previews a move. @param {BoardView} board @param {Board} after @param {Move} move @param {boolean} [hinted] whether an arrow points at it already */
export function ghosts(board, after, move, hinted = false) {
  const stages = stagesOf(board.position, after, move);
  const { cells } = board.position;
  const { cols } = board.position;
  const [first, second] = stages;
  if (!first) return [];
  const drawn = [];
  for (const { from, to } of first.glides ?? []) {
    const [x0, y0] = board.corner(from);
    const [x1, y1] = board.corner(to);
    // A cell with a picture of its own shows what comes there, without a line across the picture.
    const pictured = after.cells[to].sprite;
    if (second === undefined && move.kind === "all" && !pictured)
      drawn.push(s("path", { class: "trail", d: `M${x0 + HALF} ${y0 + HALF}L${x1 + HALF} ${y1 + HALF}`, stroke: colours()[cells[from].piece.colour] }));
    // Two that change places are not drawn over each other: a sign between them says it.
    if (first.glides.some((other) => other.from === to && other.to === from)) {
      if (from < to && !hinted) drawn.push(swapSign((x0 + x1) / 2 + HALF, (y0 + y1) / 2 + HALF, x0 === x1));
      continue;
    }
    const ghost = pieceOf(pictured ? after.cells[to] : cells[from]);
    ghost.classList.add("ghost");
    drawn.push(board.placed(to, ghost));
  }
  for (const { at, delay } of first.fills ?? []) {
    const ghost = pieceOf(after.cells[at]);
    ghost.classList.add("ghost");
    ghost.setAttribute("data-rank", String(Math.round(delay * (first.fills?.length ?? 1)) + 0.5));
    drawn.push(board.placed(at, ghost));
  }
  if (first.unfolds?.length) {
    const colour = colours()[first.cells[first.unfolds[0]].piece.colour];
    drawn.push(s("path", { class: "ghost-area", d: outline(first.unfolds, cols, { inset: 5, radius: 8, margin: board.margin }), fill: colour, stroke: colour }));
  }
  for (const at of vanishing(stages)) {
    const [x, y] = board.corner(at);
    drawn.push(s("circle", { class: "vanishing", cx: x + HALF, cy: y + HALF, r: 19 }));
  }
  return drawn;
}

/** The cells of all pieces that vanish in the course of a move, as they stand after its first stage. @param {import("./motion.js").Stage[]} stages */
function vanishing(stages) {
  /** The place of each cell's piece after the first stage. @type {Map<number, number>} */
  const origin = new Map();
  const originOf = (at) => origin.get(at) ?? at;
  return stages.slice(1).flatMap(({ gone = [], glides = [] }) => {
    const cells = gone.map(originOf);
    const moved = glides.map(({ from, to }) => [to, originOf(from)]);
    for (const { from } of glides) origin.delete(from);
    for (const [to, from] of moved) origin.set(to, from);
    return cells;
  });
}

/** Two arrows, one each way. */
function swapSign(x, y, upright) {
  return s(
    "g",
    { class: "swap-sign", transform: `translate(${x} ${y})${upright ? " rotate(90)" : ""}` },
    s("circle", { r: 10 }),
    s("path", { d: "M-5.500 -2.500H4M1.500 -5.500L4.500 -2.500L1.500 .5M5.500 3H-4M-1.500 0L-4.500 3L-1.500 6" }),
  );
}

/** Marks the last move, under the pieces. @param {BoardView} board @param {Board} before @param {Move} move */
export function lastMark(board, before, move) {
  const { cols } = board.position;
  const stages = stagesOf(before, board.position, move);
  const [stage] = stages;
  if (!stage) return [];
  if (stage.unfolds?.length)
    return [s("path", { class: "last-crease", d: outline(stage.unfolds, cols, { inset: 7, radius: 6, margin: board.margin }) })];
  if (stage.glides && stages.length === 1 && move.kind === "all")
    return stage.glides.filter(({ to }) => !board.position.cells[to].sprite).map(({ from, to }) => {
      const [x0, y0] = board.corner(from);
      const [x1, y1] = board.corner(to);
      return s("path", { class: "last-trail", d: `M${x0 + HALF} ${y0 + HALF}L${x1 + HALF} ${y1 + HALF}` });
    });
  const touched = stages.length > 1 ? stage.glides.map(({ to }) => to) : changedCells(before, board.position);
  return touched.map((at) => s("path", { class: "last-cell", d: outline([at], cols, { inset: 1, radius: 6, margin: board.margin }) }));
}

function changedCells(before, after) {
  return after.cells.flatMap((look, at) => (look.glyph === before.cells[at].glyph ? [] : [at]));
}
