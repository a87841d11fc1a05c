// The map of a level: every position with its distances and its place, as the engine has laid them
// out.

import * as api from "../api/index.js";

/** Positions that a map has at most; of larger levels it is a sample. */
const POSITIONS = 200_000;
const SECONDS = 20;

/** Marks of the engine. */
const [ON_PLAN, SOLVED, NO_RETURN, DEAD] = [1, 2, 4, 8];

/** The kinds of positions, in the order in which they are drawn over each other. */
export const KINDS = /** @type {const} */ (["dead", "open", "alive", "edge", "plan", "solved"]);

/** The positions of a level. */
export class LevelMap {
  /** @param {string} code @param {any} answer of the engine */
  constructor(code, answer) {
    const { places, size, steps, keys, stands, column, rows } = answer;
    this.code = code;
    /** @type {number | null} */
    this.optimum = answer.optimum;
    /** The number of positions that it represents. */
    this.positions = answer.positions;
    this.sampled = answer.sampled;
    /** The number of positions drawn. */
    this.count = places.length;
    this.depths = answer.depths;
    this.distances = answer.distances;
    this.weights = answer.weights;
    this.marks = answer.marks;
    this.from = answer.from;
    this.by = answer.by;
    this.moves = answer.moves;
    /** In dots. */
    this.width = size[0];
    this.height = size[1];
    /** The width of a column in dots. */
    this.column = column;
    this.x = Uint32Array.from(places, ([x]) => x);
    this.y = Uint32Array.from(places, ([, y]) => y);
    this.kinds = Uint8Array.from(answer.marks, (_, number) => this.kindOf(number));
    /** The moves of all shortest solutions: where each comes from and leads to, one after the other. */
    this.steps = Uint32Array.from(steps.flat());
    /** The line of dots where the dead positions begin; none without any. @type {number | null} */
    this.deadFrom = this.kinds.includes(0) ? rows.at(-1)[1] : null;
    /** The drawn position of each position of the level, by its key. @type {Map<number, number>} */
    this.numbers = new Map(keys.map((key, number) => [key, stands[number] ?? number]));
    this.sortByPlace();
  }

  kindOf(number) {
    const marks = this.marks[number];
    if (marks & SOLVED) return 5;
    if (marks & DEAD) return 0;
    if (marks & NO_RETURN) return 3;
    if (marks & ON_PLAN) return 4;
    return this.distances[number] === null ? 1 : 2;
  }

  /** Sorts positions by lines of dots, and from left to right in each. */
  sortByPlace() {
    const { x, y, width } = this;
    this.order = Uint32Array.from(x.keys()).sort((one, other) => y[one] * width + x[one] - (y[other] * width + x[other]));
    this.lines = new Uint32Array(this.height + 1);
    for (const line of y) this.lines[line + 1] += 1;
    for (let line = 0; line < this.height; line += 1) this.lines[line + 1] += this.lines[line];
  }

  /**
   * Calls back for every position with its dot in a rectangle; the right and the lower edge are not part of it.
   * @param {number} left @param {number} top @param {number} right @param {number} bottom
   * @param {(number: number) => void} visit
   */
  within(left, top, right, bottom, visit) {
    const { x, order, lines } = this;
    for (let line = Math.max(0, top); line < Math.min(this.height, bottom); line += 1) {
      let [low, high] = [lines[line], lines[line + 1]];
      const end = high;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (x[order[middle]] < left) low = middle + 1;
        else high = middle;
      }
      for (; low < end && x[order[low]] < right; low += 1) visit(order[low]);
    }
  }

  /** The position nearest to a point, in dots; -1 for none. @param {number} x @param {number} y @param {number} reach how far it may be */
  nearest(x, y, reach) {
    let [best, least] = [-1, reach * reach];
    this.within(Math.floor(x - reach), Math.floor(y - reach), Math.ceil(x + reach), Math.ceil(y + reach), (number) => {
      const away = (this.x[number] + 0.5 - x) ** 2 + (this.y[number] + 0.5 - y) ** 2;
      if (away <= least) [best, least] = [number, away];
    });
    return best;
  }

  /** The moves that lead to a position. @param {number} number @returns {string[]} */
  wayTo(number) {
    const moves = [];
    for (let at = number; at !== 0; at = this.from[at]) moves.push(this.moves[this.by[at]]);
    return moves.reverse();
  }

  /** The number of positions of a kind. @param {"dead" | "edge"} kind */
  countOf(kind) {
    const mark = kind === "dead" ? DEAD : NO_RETURN;
    return this.marks.reduce((sum, marks, number) => sum + (marks & mark ? this.weights[number] : 0), 0);
  }

  /** The positions that a game has been in: the start and one after each move; null for one that is not drawn. @param {string[]} moves @param {AbortSignal} [signal] @returns {Promise<(number | null)[]>} */
  async pathOf(moves, signal) {
    const { keys } = await api.trace(this.code, moves, signal);
    return keys.map((key) => this.numbers.get(key) ?? null);
  }
}

/** The map of a level. @param {string} code @param {AbortSignal} signal @returns {Promise<LevelMap | null>} */
export async function mapOf(code, signal) {
  for await (const { name, data } of api.stream("map", { code, max_nodes: POSITIONS, max_time: SECONDS }, signal)) if (name === "done") return new LevelMap(code, data);
  return null;
}
