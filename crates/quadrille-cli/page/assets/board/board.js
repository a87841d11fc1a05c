// A board that shows positions and animates the moves between them.

import { h, s, put } from "../parts/dom.js";
import { colours } from "../model/catalogue.js";
import { text } from "../texts/index.js";
import { CELL, outline } from "./outline.js";
import { frameClass, goal, goalTab, grounds, isMet, joined, joinedPieces, kindOf, label, middleOf, pieceOf, spriteOf } from "./pieces.js";
import { stagesOf } from "./motion.js";
import { Flap } from "./flap.js";
import { cursorMark, demoMark, ghosts, hintMark, lastMark, wayMarks } from "./marks.js";
import { isStill, pace } from "../model/preferences.js";
import { columnName, rowName } from "../model/notation.js";

/**
 * @typedef {import("../api/types.js").Look} Look
 * @typedef {import("../api/types.js").Board} Board
 * @typedef {import("../api/types.js").Move} Move
 * @typedef {import("../api/types.js").Direction} Direction
 * @typedef {import("./motion.js").Stage} Stage
 */

const EDGE = 7;
const EASE = "cubic-bezier(.25,.8,.3,1)";
/** The way of pieces that are let go: a little too far, and back. */
const SETTLE = "cubic-bezier(.3,1.25,.5,1)";
/** The directions as steps of a cell to the right and down. @type {Record<Direction, [number, number]>} */
export const AXES = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** A board. */
export class BoardView {
  /** @param {{label?: string, numbered?: boolean}} [options] a name for screen readers; whether rows and columns have numbers */
  constructor({ label: name = "", numbered = false } = {}) {
    this.numbered = numbered;
    this.margin = numbered ? 18 : EDGE;
    this.layers = Object.fromEntries(
      ["grounds", "last", "pieces", "tabs", "passing", "ghosts", "marks", "flags", "demo"].map((id) => [id, s("g", { class: `layer-${id}` })]),
    );
    this.frame = s("rect", { class: "frame", rx: 12 });
    this.svg = s(
      "svg",
      { role: "img", "aria-label": name, "text-anchor": "middle" },
      this.frame,
      Object.values(this.layers),
    );
    this.element = h("div", { class: "board" }, this.svg);
    /** @type {Board | null} */
    this.position = null;
    /** The movable elements, by cell. @type {Map<number, SVGElement>} */
    this.pieceAt = new Map();
    /** The cell with the letter of a piece of several cells. @type {Map<string, number>} */
    this.letterAt = new Map();
    /** @type {Animation[]} */
    this.animations = [];
    this.run = 0;
    this.dragging = null;
  }

  /**
   * Shows a position, with the way to it when a move is given.
   * @param {Board} position
   * @param {{move?: Move | null, backwards?: boolean, quick?: number, from?: number}} [way] `quick` shortens the way; `from` is how many
   *   cells of it are behind already
   * @returns {Promise<void>} when it is there
   */
  async show(position, { move = null, backwards = false, quick = pace(), from = 0 } = {}) {
    const before = this.position;
    this.position = position;
    this.svg.classList.remove("won");
    put(this.layers.demo);
    this.run += 1;
    const { run } = this;
    this.finish();
    this.preview(null);
    put(this.layers.marks);
    put(this.layers.last);
    const stages = before && move && !isStill() ? stagesOf(before, position, move, backwards) : [];
    if (!before || before.rows !== position.rows || before.cols !== position.cols) {
      this.letterAt.clear();
      this.measure(position);
    }
    for (const [index, stage] of stages.entries()) {
      const begun = index === 0 ? from : 0;
      if (stage.unfolds) await this.fold(stage, quick, begun);
      else {
        this.drawCells(stage.cells);
        await this.animate(stage, quick, begun);
      }
      if (run !== this.run) return;
    }
    this.drawCells(position.cells);
  }

  /** Ends what is on its way. */
  finish() {
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
    this.flap?.remove();
    this.flap = null;
    this.dragging = null;
    put(this.layers.passing);
  }

  measure({ rows, cols }) {
    const [width, height] = [cols * CELL + this.margin + EDGE, rows * CELL + this.margin + EDGE];
    this.size = { width, height };
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { style } = this.element.parentElement ?? this.element;
    for (const [name, value] of Object.entries({ "--ratio": width / height, "--cols": cols, "--rows": rows }))
      style.setProperty(name, String(value));
    this.frame.setAttribute("width", String(width));
    this.frame.setAttribute("height", String(height));
  }

  corner(at) {
    const { cols } = this.position;
    return [this.margin + (at % cols) * CELL, this.margin + Math.floor(at / cols) * CELL];
  }

  /** Something drawn for a cell, at its place. */
  placed(at, element) {
    const [x, y] = this.corner(at);
    return s("g", { transform: `translate(${x} ${y})` }, element);
  }

  /** @param {Look[]} cells */
  drawCells(cells) {
    const { cols } = this.position;
    this.former = this.pieceAt;
    this.pieceAt = new Map();
    const pieces = [];
    for (const [at, look] of cells.entries()) {
      if (!look.piece || look.piece.shape === "joined") continue;
      const piece = pieceOf(look);
      if (look.target) piece.classList.add("home");
      this.pieceAt.set(at, piece);
      pieces.push(this.placed(at, piece));
    }
    for (const [key, all] of joinedPieces(cells)) {
      const kept = this.letterAt.get(key);
      const at = kept !== undefined && all.includes(kept) ? kept : middleOf(all, cols);
      this.letterAt.set(key, at);
      const piece = joined(cells[all[0]].piece, all, cols, this.margin, at);
      for (const cell of all) this.pieceAt.set(cell, piece);
      pieces.push(piece);
    }
    const goals = cells.flatMap((look, at) => (look.target && !look.sprite ? [this.placed(at, goal(look, isMet(look)))] : []));
    const sprites = cells.flatMap((look, at) => (look.sprite && !look.piece ? [this.placed(at, spriteOf(look.sprite))] : []));
    const tabs = cells.flatMap((look, at) =>
      look.target?.label && look.piece && !look.sprite && !isMet(look) ? [this.placed(at, goalTab(look))] : [],
    );
    put(this.layers.grounds, grounds({ ...this.position, cells }, this.margin), goals, sprites, this.numbered ? this.numbers() : null);
    this.frame.setAttribute("class", frameClass({ ...this.position, cells }));
    put(this.layers.pieces, pieces);
    put(this.layers.tabs, tabs);
  }

  numbers() {
    const { rows, cols } = this.position;
    const along = (count, name, place) =>
      Array.from({ length: count }, (_, index) => {
        const [x, y] = place(this.margin + index * CELL + CELL / 2);
        return label(x, y, name(index), 9, { class: "number" });
      });
    return [...along(cols, columnName, (x) => [x, this.margin / 2]), ...along(rows, rowName, (y) => [this.margin / 2, y])];
  }

  start(element, frames, timing) {
    if (element) this.animations.push(element.animate(frames, { easing: EASE, fill: "backwards", ...timing }));
  }

  /** @param {Stage} stage @param {number} quick @param {number} begun */
  animate(stage, quick, begun) {
    const duration = stage.ms * quick;
    for (const { from, to } of stage.glides ?? []) {
      const [fromX, fromY] = this.corner(from);
      const [toX, toY] = this.corner(to);
      const [x, y] = [fromX - toX, fromY - toY];
      const length = Math.max(1, (Math.abs(x) + Math.abs(y)) / CELL);
      const left = Math.max(0, 1 - begun / length);
      this.start(this.pieceAt.get(to), [{ transform: `translate(${x * left}px,${y * left}px)` }, { transform: "none" }], {
        duration,
        easing: begun > 0 ? SETTLE : EASE,
      });
    }
    const [across, down] = stage.direction ? AXES[stage.direction] : [0, 0];
    for (const { at, delay, part } of stage.fills ?? []) {
      const element = this.pieceAt.get(at);
      if (!element) continue;
      element.style.transformOrigin = `${CELL / 2 - (across * CELL) / 2}px ${CELL / 2 - (down * CELL) / 2}px`;
      this.start(element, [{ transform: across === 0 ? "scaleY(0)" : "scaleX(0)" }, { transform: "none" }], {
        delay: delay * duration,
        duration: Math.max(110, part * stage.ms) * quick,
      });
    }
    for (const at of stage.fades ?? []) {
      this.pass(at, [{ opacity: 1 }, { opacity: 0 }], duration);
      this.start(this.pieceAt.get(at), [{ opacity: 0 }, { opacity: 1 }], { duration });
    }
    for (const at of stage.gone ?? []) {
      this.pass(
        at,
        [
          { transform: "none", opacity: 1 },
          { transform: "scale(1.18)", opacity: 1, offset: 0.35 },
          { transform: "scale(.1)", opacity: 0 },
        ],
        duration,
      );
    }
    return Promise.allSettled(this.animations.map((animation) => animation.finished));
  }

  /** The former piece of a cell, seen once more on its way out. */
  pass(at, frames, duration) {
    const former = this.former?.get(at);
    if (!former || former.classList.contains("joined")) return;
    former.style.transformOrigin = `${CELL / 2}px ${CELL / 2}px`;
    this.layers.passing.append(this.placed(at, former));
    this.start(former, frames, { duration, fill: "both" });
  }

  /** A sheet is folded over: the image of the piece turns from the piece onto the empty cells. */
  async fold(stage, quick, begun) {
    const look = stage.cells[stage.unfolds[0]];
    this.flap = new Flap(this, look, stage.unfolds, stage.direction);
    const animation = this.flap.turn(stage.ms * quick, begun);
    this.animations.push(animation);
    await animation.finished.catch(() => {});
    this.flap?.remove();
    this.flap = null;
  }

  /**
   * Takes hold of what a move moves; `dragTo` then moves it, and `show` or `release` ends it.
   * @param {Board} after
   * @param {Move} move
   */
  grab(after, move) {
    this.release();
    const [stage] = stagesOf(this.position, after, move);
    if (!stage || isStill()) return;
    const axis = AXES[move.direction];
    this.dragging = { stage, axis, at: 0 };
    if (stage.unfolds) this.flap = new Flap(this, stage.cells[stage.unfolds[0]], stage.unfolds, move.direction);
  }

  /** Moves what is held by so many cells. @param {number} cells */
  dragTo(cells) {
    if (!this.dragging) return;
    const { stage, axis } = this.dragging;
    this.dragging.at = cells;
    for (const { from, to } of stage.glides ?? []) {
      const [fromX, fromY] = this.corner(from);
      const [toX, toY] = this.corner(to);
      const [x, y] = [toX - fromX, toY - fromY];
      const length = (Math.abs(x) + Math.abs(y)) / CELL;
      const part = Math.min(1, cells / length);
      const element = this.pieceAt.get(from);
      if (element) element.style.transform = `translate(${x * part}px,${y * part}px)`;
    }
    this.flap?.hold(cells);
    // A piece that fills cells stays in place; the ghosts of the cells appear as the finger passes them.
    if (stage.fills) {
      for (const ghost of this.layers.ghosts.querySelectorAll("[data-rank]")) {
        const rank = Number(ghost.getAttribute("data-rank"));
        ghost.classList.toggle("reached", rank < cells);
      }
    }
    return axis;
  }

  /** Lets go of what is held: it goes back. */
  release() {
    if (!this.dragging) return;
    for (const { from } of this.dragging.stage.glides ?? []) {
      const element = this.pieceAt.get(from);
      if (!element) continue;
      const { transform } = element.style;
      element.style.transform = "";
      if (transform) element.animate([{ transform }, { transform: "none" }], { duration: 180, easing: SETTLE });
    }
    this.flap?.remove();
    this.flap = null;
    this.dragging = null;
  }

  /** The distance that the held piece has moved, in cells. */
  get held() {
    return this.dragging?.at ?? 0;
  }

  /**
   * Shows what a move, or each of some moves, will do; or nothing.
   * @param {{after: Board, move: Move, hinted?: boolean} | {after: Board, move: Move, hinted?: boolean}[] | null} what
   */
  preview(what) {
    const several = Array.isArray(what) ? what : what ? [what] : [];
    this.layers.ghosts.classList.toggle("faint", several.length > 1);
    put(
      this.layers.ghosts,
      several.map(({ after, move, hinted }) => ghosts(this, after, move, hinted || several.length > 1)),
    );
  }

  /**
   * Marks what is under the cursor, where it can go, a hint, and the last move.
   * @param {{cells: number[], picked?: boolean, quiet?: boolean, ways?: string[], hint?: Move | null,
   *   last?: {before: Board, move: Move} | null}} shown `quiet` leaves the cursor itself out
   */
  mark({ cells, picked = false, quiet = false, ways = [], hint = null, last = null }) {
    const traces = last ? lastMark(this, last.before, last.move) : [];
    // A crease is seen on its piece, all other traces under the pieces.
    const creases = traces.filter((trace) => trace.classList.contains("last-crease"));
    put(this.layers.last, creases.length > 0 ? null : traces);
    put(
      this.layers.marks,
      creases,
      cells.length > 0 && !quiet ? cursorMark(this, cells, picked) : null,
      cells.length > 0 ? wayMarks(this, cells, ways) : null,
      hint ? hintMark(this, hint) : null,
    );
    for (const [at, piece] of this.pieceAt) piece.classList.toggle("picked", picked && cells.includes(at));
  }

  /** Lifts the piece on a cell, and no other. @param {number | null} cell */
  pick(cell) {
    for (const [at, piece] of this.pieceAt) piece.classList.toggle("picked", at === cell);
  }

  /** Marks cells that have a problem. @param {number[]} cells */
  flag(cells) {
    const { cols } = this.position;
    put(
      this.layers.flags,
      cells.map((at) => s("path", { class: "problem", d: outline([at], cols, { inset: 1, radius: 7, margin: this.margin }) })),
    );
  }

  /** Shows that a move is not possible: what was to move shakes, and what is in its way lights up. @param {number[]} cells @param {Direction} direction @param {number[]} [blamed] */
  refuse(cells, direction, blamed = []) {
    this.flag(blamed);
    clearTimeout(this.flagTimer);
    this.flagTimer = setTimeout(() => put(this.layers.flags), 1600);
    if (isStill()) return;
    const [across, down] = AXES[direction] ?? [1, 0];
    const frames = [0, 5, -3, 2, 0].map((step) => ({ transform: `translate(${step * across}px,${step * down}px)` }));
    const moved = new Set(cells.length > 0 ? cells.map((at) => this.pieceAt.get(at)) : this.pieceAt.values());
    for (const piece of moved) piece?.animate(frames, { duration: 260 });
  }

  /** Shows a hand or a pointer that makes a move, again and again; null ends it. @param {Move | null} move @param {boolean} [isTouch] */
  demonstrate(move, isTouch = false) {
    put(this.layers.demo, move ? demoMark(this, move, isTouch) : null);
  }

  /** A wave over the board, and goals that light up: it is solved. */
  celebrate() {
    this.svg.classList.add("won");
    if (isStill() || !this.position) return;
    const { cols } = this.position;
    const seen = new Set();
    for (const [at, piece] of this.pieceAt) {
      if (seen.has(piece)) continue;
      seen.add(piece);
      const delay = 45 * (Math.floor(at / cols) + (at % cols));
      if (!piece.classList.contains("joined")) piece.style.transformOrigin = `${CELL / 2}px ${CELL / 2}px`;
      const frames = piece.classList.contains("joined")
        ? [{ filter: "none" }, { filter: "brightness(1.35)" }, { filter: "none" }]
        : [{ transform: "none" }, { transform: "scale(1.14) translateY(-3px)" }, { transform: "none" }];
      this.animations.push(piece.animate(frames, { duration: 420, delay, easing: "ease-in-out" }));
    }
    this.scatter();
  }

  /** Small squares fly from the middle of the board, and are gone. */
  scatter() {
    const { width, height } = this.size;
    const paint = colours();
    for (let index = 0; index < 28; index += 1) {
      const angle = (index / 28) * 2 * Math.PI + (index % 3) * 0.35;
      const far = (0.35 + 0.2 * (index % 4)) * Math.max(width, height);
      const side = 5 + (index % 3) * 2;
      const bit = s("rect", { width: side, height: side, rx: 1.5, fill: paint[index % 9] });
      this.layers.passing.append(s("g", { transform: `translate(${width / 2} ${height / 2})` }, bit));
      const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
      const frames = [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x * 0.8}px,${y * 0.8 - 20}px) rotate(${160 * (index % 2 ? 1 : -1)}deg)`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x}px,${y + 20}px) rotate(${260 * (index % 2 ? 1 : -1)}deg)`, opacity: 0 },
      ];
      this.start(bit, frames, { duration: 1100 + 40 * (index % 5), fill: "both", easing: "cubic-bezier(.15,.7,.4,1)" });
    }
  }

  /** The side of a cell on the screen, in pixels. */
  get cellSize() {
    return (this.svg.getBoundingClientRect().width / this.size.width) * CELL;
  }

  /**
   * The cell at a point of the screen and where in it the point lies, from -1 to 1; null outside the board.
   * @param {number} clientX
   * @param {number} clientY
   */
  pointAt(clientX, clientY) {
    const matrix = this.position && this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [col, row] = [(point.x - this.margin) / CELL, (point.y - this.margin) / CELL];
    const { rows, cols } = this.position;
    if (row < 0 || col < 0 || row >= rows || col >= cols) return null;
    return { cell: Math.floor(row) * cols + Math.floor(col), across: (col % 1) * 2 - 1, down: (row % 1) * 2 - 1 };
  }

  /** The cell at a point of the screen, or null. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    return this.pointAt(clientX, clientY)?.cell ?? null;
  }
}

/**
 * A cell in words.
 * @param {Look} look
 */
export function describe(look) {
  const { words } = text.board;
  const things = [];
  if (look.piece) things.push(words.piece(kindOf(look.piece), look.piece.label));
  if (look.target) things.push(words.goal(look.target.label));
  if (things.length > 0) return things.join(words.on);
  return words.ground[look.ground] ?? look.ground;
}
