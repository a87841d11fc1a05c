// The animation between two positions. The engine says what a move does to the board, step by step;
// this module gives each step its duration and reverses a move that is undone.

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
const [CROSSING, CLOSING, VANISHING, FOLDING] = [150, 170, 230, 420];

/**
 * The stages of a move, or of taking one back.
 * @param {Board} before
 * @param {Board} after
 * @param {Move | null} move
 * @param {boolean} [backwards] whether the move is taken back
 * @returns {Stage[]}
 */
export function stagesOf(before, after, move, backwards = false) {
  const { steps } = backwards ? before : after;
  if (!move || !steps || steps.length === 0 || before.rows !== after.rows || before.cols !== after.cols) return [];
  if (backwards) return [backStage(before, after, steps)];
  return steps.map((step, index) => stage(step, step.cells ?? after.cells, move, index, after.cols));
}

/** @param {import("../api/types.js").Step} step @param {Look[]} cells @param {Move} move @param {number} index @param {number} cols @returns {Stage} */
function stage({ glides, fills, vanishes, changes }, cells, move, index, cols) {
  const ranks = 1 + Math.max(0, ...fills.map(({ rank }) => rank));
  const common = { cells, glides, gone: vanishes, fades: changes, direction: move.direction };
  // A piece that grows is a sheet that is folded over.
  if (move.kind === "piece" && fills.length > 0) return { ...common, ms: FOLDING, unfolds: fills.map(({ cell }) => cell) };
  const filling = fills.map(({ cell, rank }) => ({ at: cell, delay: rank / ranks, part: 1 / ranks }));
  const ms =
    fills.length > 0
      ? Math.max(STAGE, Math.min(480, 95 * ranks))
      : vanishes.length > 0
        ? VANISHING
        : glides.length === 0
          ? STAGE
          : move.kind === "all"
            ? 90 + 35 * Math.min(5, longest(glides, cols))
            : index === 0
              ? CROSSING
              : CLOSING;
  return { ...common, ms, fills: filling };
}

/** A move that is taken back: pieces that only went somewhere go back, everything else fades. @returns {Stage} */
function backStage(before, after, steps) {
  const [{ glides, fills, vanishes, changes }] = steps;
  if (steps.length === 1 && fills.length + vanishes.length + changes.length === 0)
    return { cells: after.cells, ms: CROSSING, glides: glides.map(({ from, to }) => ({ from: to, to: from })) };
  const fades = after.cells.flatMap((look, at) => (look.glyph === before.cells[at].glyph ? [] : [at]));
  return { cells: after.cells, ms: STAGE, fades };
}

/** The length of the longest way, in cells. @param {Glide[]} glides @param {number} cols */
function longest(glides, cols) {
  const distance = ({ from, to }) => Math.abs(Math.floor(from / cols) - Math.floor(to / cols)) + Math.abs((from % cols) - (to % cols));
  return Math.max(0, ...glides.map(distance));
}
