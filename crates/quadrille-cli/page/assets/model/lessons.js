// Small boards that teach a game, one idea each. Their sentences are in the texts, in the same
// order.

import * as api from "../api/index.js";

/** Rows of glyphs; blanks between the cells. @type {Record<string, string[][]>} */
const BOARDS = {
  tiles: [
    ["a . . A", ". . . ."],
    ["a . .", ". . .", "# . A"],
    ["a . A .", ". . . .", ". . . #"],
    ["# B . a", "A . . b", ". . . .", "# . . ."],
  ],
  zhed: [
    [". . . .", "2 . G .", ". . . ."],
    [". . 1 . .", "2 . . G .", ". . . . ."],
    ["2 1 . . G", ". . . . .", ". . . . ."],
    [". 1 . . G", ". . . . .", ". . 2 . .", ". . . 3 ."],
  ],
  squares: [
    ["A B A B", "A A B B"],
    ["A B A A", "A B B B"],
    ["B A", "A B", "A A", "B B"],
  ],
  fold: [
    ["1 ."],
    ["1 . . .", ". . . ."],
    ["1 . . 2", ". . . ."],
    ["# 1 . #", ". . . .", ". . . 2"],
  ],
  sokoban: [
    ["# # # # #", "# @ $ . #", "# # # # #"],
    ["# # # # # #", "# - - - - #", "# - $ @ . #", "# # # # # #"],
    ["# # # # # #", "# @ $ . - #", "# - $ . - #", "# # # # # #"],
  ],
};

/** The number of lessons of a game. @param {string} game */
export const lessonCount = (game) => BOARDS[game]?.length ?? 0;

/** The games with lessons. */
export const hasLessons = (game) => lessonCount(game) > 0;

/** The board of a lesson as it is drawn. @param {string} game @param {number} index */
export function lessonSheet(game, index) {
  const rows = BOARDS[game][index].map((row) => row.split(" "));
  return { game, rows: rows.length, cols: rows[0].length, cells: rows.flat() };
}

/** The most rows and columns that a board of a game's lessons has. @param {string} game */
export function largest(game) {
  const sheets = BOARDS[game].map((_, index) => lessonSheet(game, index));
  return { rows: Math.max(...sheets.map(({ rows }) => rows)), cols: Math.max(...sheets.map(({ cols }) => cols)) };
}

/** The start of a lesson. @param {string} game @param {number} index @returns {Promise<import("../api/types.js").Position>} */
export async function lesson(game, index) {
  const answer = await api.board(lessonSheet(game, index));
  if (!answer.position) throw new Error(answer.problems[0]?.message ?? "no level");
  return answer.position;
}

/** @type {Map<string, Promise<any>>} */
const examples = new Map();

/** The move that solves the first lesson, with the boards before and after it: found by the rules alone. @param {string} game */
export function example(game) {
  if (!hasLessons(game)) return Promise.resolve(null);
  if (!examples.has(game)) {
    const asked = (async () => {
      const before = await lesson(game, 0);
      for (const move of before.moves) {
        const [after] = (await api.play(before.code, [move.text])).positions;
        if (after.solved) return { before, move, after };
      }
      return null;
    })();
    asked.catch(() => examples.delete(game));
    examples.set(game, asked);
  }
  return examples.get(game);
}
