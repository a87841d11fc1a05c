// Squares of one colour that vanish, in the order of the rules: the topmost, then leftmost square goes, columns close up, then rows
// to the left, and again. The last board must be the one that the engine gives; otherwise nothing is shown of it.

/**
 * @typedef {import("../api/types.js").Look} Look
 * @typedef {import("../api/types.js").Board} Board
 * @typedef {import("./motion.js").Stage} Stage
 */

const [VANISHING, CLOSING] = [230, 170];

/**
 * The stages from a board with squares on it to the board without.
 * @param {Board} board
 * @param {Board} after
 * @returns {Stage[] | null} null when this is not how the one becomes the other
 */
export function cascadeOf({ rows, cols, cells }, after) {
  /** @type {Stage[]} */
  const stages = [];
  let now = cells;
  for (let square = squareIn(now, rows, cols); square; square = squareIn(now, rows, cols)) {
    const gone = square;
    now = now.map((cell, at) => (gone.includes(at) ? { ...cell, piece: null } : cell));
    stages.push({ cells: now, ms: VANISHING, gone });
    for (const [lines, length, place] of [
      [cols, rows, (line, step) => step * cols + line],
      [rows, cols, (line, step) => line * cols + step],
    ]) {
      const { next, glides } = close(now, lines, length, place);
      if (glides.length > 0) stages.push({ cells: next, ms: CLOSING, glides });
      now = next;
    }
  }
  return stages.length > 0 && now.every((cell, at) => same(cell, after.cells[at])) ? stages : null;
}

function squareIn(cells, rows, cols) {
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let col = 0; col + 1 < cols; col += 1) {
      const square = [0, 1, cols, cols + 1].map((step) => row * cols + col + step);
      if (square.every((at) => cells[at].piece && samePiece(cells[at].piece, cells[square[0]].piece))) return square;
    }
  }
  return null;
}

/** Moves the pieces of each line to its beginning. */
function close(cells, lines, length, place) {
  const next = cells.map((cell) => (cell.piece ? { ...cell, piece: null } : cell));
  const glides = [];
  for (let line = 0; line < lines; line += 1) {
    let free = 0;
    for (let step = 0; step < length; step += 1) {
      const from = place(line, step);
      if (!cells[from].piece) continue;
      const to = place(line, free);
      next[to] = { ...next[to], piece: cells[from].piece };
      if (from !== to) glides.push({ from, to });
      free += 1;
    }
  }
  return { next, glides };
}

/** Whether two cells look the same. @param {Look} one @param {Look} other */
export function same(one, other) {
  return one === other || (one.ground === other.ground && sameMark(one.target, other.target) && samePiece(one.piece, other.piece));
}

const sameMark = (one, other) => one?.colour === other?.colour && one?.label === other?.label;
/** Whether two pieces look the same. */
export const samePiece = (one, other) => (one?.shape ?? null) === (other?.shape ?? null) && sameMark(one, other);
