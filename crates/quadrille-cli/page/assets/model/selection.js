// Choosing a move with a cursor, for any game: what can be picked follows from the legal moves and their kind.
//
// A game whose moves are of everything at once has nothing to pick: a direction is a move. In a game that touches cells a pick
// is a move. In all others a pick and a direction make one.

import { text } from "../texts/index.js";

/**
 * @typedef {import("../api/types.js").Position} Position
 * @typedef {import("../api/types.js").Move} Move
 * @typedef {import("../api/types.js").Direction} Direction
 * @typedef {{cells: number[], moves: Move[]}} Target something that can be picked: its cells in reading order, and its moves
 * @typedef {{play?: Move, walk?: Direction[], moved?: true, nothing?: string, refused?: {cells: number[], direction: Direction}}} Choice a move, a step of the cursor, or why
 *   there is neither
 */

/** The directions, as steps in rows and columns. */
/** @type {Record<string, [number, number]>} */
export const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** The cursor and what is picked. */
export class Selection {
  /**
   * @param {Position} position
   * @param {string} kind the kind of the game's moves
   * @param {number | null} [near] where the cursor was
   */
  constructor(position, kind, near = null) {
    this.position = position;
    this.kind = kind;
    this.picked = false;
    const all = position.solved ? [] : targetsOf(position);
    this.targets = this.picks ? all : [];
    /** The cell of the player, in games where a direction is a move. @type {number | undefined} */
    this.walker = this.picks ? undefined : all[0]?.cells[0];
    const cells = this.targets.flatMap((target) => target.cells);
    this.cursor = near === null ? (cells[0] ?? null) : nearest(cells, near, position.cols);
  }

  /** True if the game has things to pick. */
  get picks() {
    return this.kind !== "all" && this.kind !== "keys";
  }

  /** @returns {Target | undefined} */
  get target() {
    return this.targetAt(this.cursor);
  }

  /** @param {number | null} at @returns {Target | undefined} */
  targetAt(at) {
    return at === null ? undefined : this.targets.find((target) => target.cells.includes(at));
  }

  /** The moves that a direction can mean now, by direction. @returns {Partial<Record<Direction, Move>>} */
  get ways() {
    const moves = this.picks ? (this.picked ? (this.target?.moves ?? []) : []) : this.position.solved ? [] : this.position.moves;
    return Object.fromEntries(moves.filter((move) => move.direction).map((move) => [move.direction, move]));
  }

  /** The move of what is picked to the side where a cell lies. @param {number} at @returns {Move | undefined} */
  wayTo(at) {
    const target = this.target;
    if (!this.picked || !target || target.cells.includes(at)) return undefined;
    const side = sideOf(target.cells, at, this.position.cols);
    return side ? this.ways[side.direction] : undefined;
  }

  /** A direction: a move, or a step of the cursor. @param {Direction} direction @returns {Choice} */
  go(direction) {
    if (!this.picks || this.picked) return this.playTowards(direction);
    if (this.cursor === null) return { nothing: text.select.none };
    const own = this.target?.cells ?? [];
    const ahead = this.targets
      .flatMap((target) => target.cells)
      .filter((at) => !own.includes(at))
      .map((at) => ({ at, way: stepsAhead(this.cursor, at, direction, this.position.cols) }))
      .filter(({ way }) => way !== null)
      .sort((one, other) => one.way - other.way || one.at - other.at);
    if (ahead.length === 0) return { nothing: text.select.noneThere };
    this.cursor = ahead[0].at;
    return { moved: true };
  }

  /** @param {Direction} direction @returns {Choice} */
  playTowards(direction) {
    const move = this.ways[direction];
    return move ? { play: move } : { refused: { cells: this.picks ? (this.target?.cells ?? []) : [], direction } };
  }

  /** The next or previous thing to pick, round and round. @param {number} step @returns {Choice} */
  cycle(step) {
    const wait = this.keyMove(".");
    if (wait) return { play: wait };
    const count = this.targets.length;
    if (count === 0)
      return { nothing: this.picks ? text.select.none : text.select.all };
    const here = this.targets.indexOf(this.target);
    this.cursor = this.targets[here < 0 ? 0 : (here + step + count) % count].cells[0];
    this.picked = false;
    return { moved: true };
  }

  /** Picks what is under the cursor, or lets it go. @returns {Choice} */
  pick() {
    const action = this.keyMove("X");
    if (action) return { play: action };
    if (!this.picks) return { nothing: this.kind === "keys" ? text.select.noAction : text.select.all };
    if (this.cursor === null) return { nothing: text.select.none };
    if (this.kind === "touch") return { play: this.target.moves[0] };
    this.picked = !this.picked;
    return { moved: true };
  }

  /** The move of a key, where the game has keys and it does something. @param {string} key @returns {Move | undefined} */
  keyMove(key) {
    return this.kind === "keys" && !this.position.solved ? this.position.moves.find((move) => move.text === key) : undefined;
  }

  /** Lets go of what is picked; false when nothing was. */
  unpick() {
    const was = this.picked;
    this.picked = false;
    return was;
  }

  /** A click on a cell: picks what is there, or says where the picked piece should go. @param {number} at @returns {Choice} */
  click(at) {
    if (!this.picks) return this.walker === undefined ? { nothing: text.select.swipe } : this.walkTo(at);
    const target = this.target;
    if (this.picked && target && !target.cells.includes(at)) {
      const side = sideOf(target.cells, at, this.position.cols);
      if (side && (side.steps === 1 || !this.targetAt(at))) return this.playTowards(side.direction);
    }
    if (!this.targetAt(at)) {
      this.picked = false;
      return { nothing: text.select.notHere };
    }
    const again = target?.cells.includes(at);
    this.cursor = at;
    if (this.kind === "touch") return { play: this.target.moves[0] };
    this.picked = !(again && this.picked);
    return { moved: true };
  }

  /** In games with a player, a tap walks there: one step, or a path over free cells. @param {number} at @returns {Choice} */
  walkTo(at) {
    if (at === this.walker) return this.kind === "keys" ? this.pick() : { nothing: text.select.swipe };
    // Rules of a game with keys may do anything on the way.
    const walk = this.kind === "keys" ? null : wayOver(this.position, this.walker, at);
    if (walk) return { walk };
    const side = sideOf([this.walker], at, this.position.cols);
    return side ? this.playTowards(side.direction) : { nothing: text.select.noWay };
  }

  /** In games with a player, dragging a box pushes it: the player first walks behind it. @param {number | null} box @param {Direction} direction @param {number} length in cells @returns {Choice | null} */
  push(box, direction, length) {
    const { position, walker } = this;
    if (this.kind === "keys" || walker === undefined || box === null || box === walker || position.cells[box].piece?.shape !== "block") return null;
    const [down, right] = STEPS[direction];
    const [row, col] = [Math.floor(box / position.cols) - down, (box % position.cols) - right];
    const isInside = row >= 0 && col >= 0 && row < position.rows && col < position.cols;
    const behind = row * position.cols + col;
    const way = !isInside ? null : behind === walker ? [] : wayOver(position, walker, behind);
    return way ? { walk: [...way, ...Array(Math.max(1, Math.round(length))).fill(direction)] } : { nothing: text.select.noPush };
  }

  /** A drag from a cell to the side. @param {number | null} from @param {Direction} direction @param {number} [length] in cells @returns {Choice} */
  drag(from, direction, length = 1) {
    if (!this.picks) return this.push(from, direction, length) ?? this.playTowards(direction);
    if (from === null) return {};
    if (!this.targetAt(from)) return { refused: { cells: pieceCells(this.position, from), direction } };
    this.cursor = from;
    if (this.kind === "touch") return { play: this.target.moves[0] };
    this.picked = true;
    const choice = this.playTowards(direction);
    this.picked = false;
    return choice;
  }
}

/** @param {Position} position @returns {Target[]} */
const targetsOf = ({ moves, picks }) => picks.map((pick) => ({ cells: pick.cells, moves: moves.filter((move) => pick.moves.includes(move.text)) }));

/** A shortest way between two cells over cells on which nothing stands; null when there is none. @param {Position} position @returns {Direction[] | null} */
function wayOver({ rows, cols, cells }, from, to) {
  const isFree = (at) => cells[at].ground !== "wall" && cells[at].ground !== "hole" && !cells[at].piece;
  if (!isFree(to)) return null;
  /** @type {Map<number, Direction[]>} */
  const ways = new Map([[from, []]]);
  for (const [at, way] of ways) {
    if (at === to) return way;
    for (const [direction, [down, right]] of Object.entries(STEPS)) {
      const [row, col] = [Math.floor(at / cols) + down, (at % cols) + right];
      const next = row * cols + col;
      if (row < 0 || col < 0 || row >= rows || col >= cols || ways.has(next) || !isFree(next)) continue;
      ways.set(next, [...way, /** @type {Direction} */ (direction)]);
    }
  }
  return null;
}

/**
 * The cells that a move takes hold of. A move that is not possible on this board is known by its notation alone.
 * @param {{cols: number, cells: {glyph: string}[], picks?: import("../api/types.js").Pick[]}} position
 * @param {Move} move
 * @returns {number[]}
 */
export function cellsOf(position, move) {
  const pick = position.picks?.find(({ moves }) => moves.includes(move.text));
  if (pick) return pick.cells;
  if (move.piece !== undefined && move.piece !== null) {
    return position.cells.flatMap((cell, at) => (cell.glyph === String(move.piece) ? [at] : []));
  }
  return move.row === undefined || move.row === null ? [] : [move.row * position.cols + move.col];
}

/** The cells that a piece takes, from one of them. @param {Position} position @param {number} at */
function pieceCells(position, at) {
  const look = position.cells[at];
  if (look?.piece?.shape !== "joined") return [at];
  return position.cells.flatMap((cell, index) => (cell.glyph === look.glyph ? [index] : []));
}

function nearest(cells, to, cols) {
  const distance = (at) => Math.abs(Math.floor(at / cols) - Math.floor(to / cols)) + Math.abs((at % cols) - (to % cols));
  return cells.reduce((best, at) => (best === null || distance(at) < distance(best) ? at : best), null);
}

/** The distance of a cell in a direction; steps to the side count double. Null if it is not ahead. */
function stepsAhead(from, to, direction, cols) {
  const [down, right] = STEPS[direction];
  const rows = Math.floor(to / cols) - Math.floor(from / cols);
  const across = (to % cols) - (from % cols);
  const ahead = rows * down + across * right;
  const aside = Math.abs(rows * right) + Math.abs(across * down);
  return ahead > 0 ? ahead + 2 * aside : null;
}

/** On which side of some cells another lies straight, and how many steps away from the nearest of them. */
function sideOf(cells, at, cols) {
  let best = null;
  for (const cell of cells) {
    const rows = Math.floor(at / cols) - Math.floor(cell / cols);
    const across = (at % cols) - (cell % cols);
    if ((rows === 0) === (across === 0)) continue;
    const direction = rows < 0 ? "up" : rows > 0 ? "down" : across < 0 ? "left" : "right";
    const steps = Math.abs(rows + across);
    if (!best || steps < best.steps) best = { direction, steps };
  }
  return best;
}
