// What is seen between two positions. Nothing here knows a game: it follows from the kind of the move and from what has changed.
//
// Where everything goes in a direction, pieces glide along their lines. Two neighbours that change places cross; when pieces are
// gone after that, they shrink first and the others close up. Cells that were empty fill from the side that the move comes from:
// one after the other where a cell goes, all at once, as a sheet unfolds, where a piece goes. All other changes fade.

/**
 * @typedef {import("./catalogue.js").Look} Look
 * @typedef {import("./catalogue.js").Move} Move
 * @typedef {{cells: Look[], rows: number, cols: number}} Board
 * @typedef {{cells: Look[], ms: number, glides?: {from: number, to: number}[], fills?: {at: number, delay: number, part: number}[],
 *   unfolds?: number[], fades?: number[], gone?: number[], direction?: string}} Stage `cells` is the board that the stage ends with;
 *   `gone` and `fades` are cells whose former look is seen going
 */

const STAGE = 170;
const CROSSING = 120;

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
    if (glides) return [{ cells: after.cells, ms: STAGE + 12 * longest(glides, before.cols), glides }];
  }
  if (move?.kind === "cell") {
    const crossed = crossing(before, after, move);
    if (crossed) return crossed;
  }
  return [changing(before, after, backwards ? null : move)];
}

/** Whether two cells look the same. @param {Look} one @param {Look} other */
export function same(one, other) {
  return one === other || (one.ground === other.ground && sameMark(one.target, other.target) && samePiece(one.piece, other.piece));
}

const sameMark = (one, other) => one?.colour === other?.colour && one?.label === other?.label;
const samePiece = (one, other) => (one?.shape ?? null) === (other?.shape ?? null) && sameMark(one, other);

function longest(glides, cols) {
  return Math.max(
    0,
    ...glides.map(
      ({ from, to }) => Math.abs(Math.floor(from / cols) - Math.floor(to / cols)) + Math.abs((from % cols) - (to % cols)),
    ),
  );
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

/** Two neighbours change places; then pieces may vanish and the others close up. */
function crossing(before, after, move) {
  const at = move.row * before.cols + move.col;
  const beside = at + { up: -before.cols, down: before.cols, left: -1, right: 1 }[move.direction];
  const [one, other] = [before.cells[at]?.piece, before.cells[beside]?.piece];
  if (!one || !other) return null;
  const crossed = [...before.cells];
  crossed[at] = { ...before.cells[at], piece: other };
  crossed[beside] = { ...before.cells[beside], piece: one };
  const count = (cells) => cells.filter((cell) => cell.piece).length;
  const first = {
    cells: crossed,
    ms: CROSSING,
    glides: [
      { from: at, to: beside },
      { from: beside, to: at },
    ],
  };
  if (crossed.every((cell, index) => same(cell, after.cells[index]))) return [first];
  if (count(after.cells) >= count(crossed)) return null;
  const board = { ...before, cells: crossed };
  const { gone, glides } = closingUp(board, after);
  const left = crossed.map((cell, index) => (gone.includes(index) ? { ...cell, piece: null } : cell));
  return [first, { cells: left, ms: STAGE, gone }, { cells: after.cells, ms: STAGE, glides }];
}

/** Which pieces vanished and where the others went: squares of one kind vanish first, and every piece left takes the shortest way. */
function closingUp(board, after) {
  const { cells, cols } = board;
  const kind = (look) => `${look.piece.shape} ${look.piece.colour} ${look.piece.label}`;
  const byKind = (list) => {
    const kinds = new Map();
    for (const [at, look] of list.entries()) if (look.piece) kinds.set(kind(look), [...(kinds.get(kind(look)) ?? []), at]);
    return kinds;
  };
  const places = byKind(after.cells);
  const gone = [];
  const glides = [];
  for (const [name, all] of byKind(cells)) {
    const wanted = places.get(name) ?? [];
    const squares = all.filter((at) => [0, 1, cols, cols + 1].some((back) => isSquare(board, at - back, all)));
    const free = new Set(all);
    if (all.length - wanted.length >= squares.length) squares.forEach((at) => free.delete(at));
    const ways = wanted.flatMap((to) => [...free].map((from) => ({ from, to, length: longest([{ from, to }], cols) })));
    ways.sort((one, other) => one.length - other.length);
    const reached = new Set();
    for (const { from, to } of ways) {
      if (!free.has(from) || reached.has(to)) continue;
      free.delete(from);
      reached.add(to);
      if (from !== to) glides.push({ from, to });
      all.splice(all.indexOf(from), 1);
    }
    gone.push(...all);
  }
  return { gone, glides };
}

function isSquare({ cols, rows }, corner, cells) {
  return (
    corner >= 0 &&
    corner % cols < cols - 1 &&
    Math.floor(corner / cols) < rows - 1 &&
    [0, 1, cols, cols + 1].every((step) => cells.includes(corner + step))
  );
}

/** Cells that were empty fill in the direction of the move; all others fade. */
function changing(before, after, move) {
  const changed = after.cells.flatMap((cell, at) => (same(before.cells[at], cell) ? [] : [at]));
  const filled = move?.direction ? changed.filter((at) => !before.cells[at].piece && after.cells[at].piece) : [];
  const fades = changed.filter((at) => !filled.includes(at));
  const stage = { cells: after.cells, ms: STAGE, fades, direction: move?.direction };
  if (move?.kind === "piece") return { ...stage, ms: STAGE + 60, unfolds: filled };
  const along = (at) =>
    ({ up: -Math.floor(at / before.cols), down: Math.floor(at / before.cols), left: -(at % before.cols), right: at % before.cols })[
      move?.direction
    ] ?? 0;
  const ranks = [...new Set(filled.map(along))].sort((one, other) => one - other);
  const ms = Math.max(STAGE, Math.min(360, 70 * ranks.length));
  return {
    ...stage,
    ms,
    fills: filled.map((at) => ({ at, delay: ranks.indexOf(along(at)) / ranks.length, part: 1 / ranks.length })),
  };
}
