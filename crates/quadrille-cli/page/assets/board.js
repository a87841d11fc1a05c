// A board as SVG: cells, pieces on their way, the cursor, hints. Everything that has a colour also has a letter or a shape.

import { s, put } from "./dom.js";
import { colours } from "./catalogue.js";
import { cellsOf } from "./picker.js";
import { stagesOf } from "./motion.js";

/**
 * @typedef {import("./catalogue.js").Look} Look
 * @typedef {import("./catalogue.js").Position} Position
 * @typedef {import("./catalogue.js").Move} Move
 */

const CELL = 44;
const EDGE = 8;
const QUARTERS = { up: 0, right: 1, down: 2, left: 3 };
const EASE = "cubic-bezier(.2,.7,.3,1)";

const stillWanted = matchMedia("(prefers-reduced-motion: reduce)");

/** A board that shows positions and the way from one to the next. */
export class BoardView {
  /**
   * @param {{label?: string, numbered?: boolean}} [options] a name for screen readers; whether rows and columns have numbers
   */
  constructor({ label = "Board", numbered = false } = {}) {
    // Numbers stand above and to the left.
    this.margin = numbered ? 17 : EDGE;
    this.numbered = numbered;
    this.grounds = s("g");
    this.pieces = s("g");
    this.passing = s("g", { "aria-hidden": "true" });
    this.marks = s("g", { "aria-hidden": "true" });
    this.frame = s("rect", { class: "frame", rx: 12 });
    this.element = s(
      "svg",
      { class: "board", role: "img", "aria-label": label, "text-anchor": "middle" },
      this.frame,
      this.grounds,
      this.pieces,
      this.passing,
      this.marks,
    );
    this.position = null;
    /** @type {Map<number, SVGElement>} */
    this.pieceAt = new Map();
    this.running = 0;
  }

  /**
   * Shows a position, with the way to it when a move is given.
   * @param {{rows: number, cols: number, cells: Look[]}} position
   * @param {{move?: Move | null, backwards?: boolean, quick?: number}} [way] `quick` shortens the way
   * @returns {Promise<void>} when it is there
   */
  async show(position, { move = null, backwards = false, quick = 1 } = {}) {
    const before = this.position;
    this.position = position;
    this.running += 1;
    const run = this.running;
    this.finish();
    this.clearMarks();
    const stages = before && move && !stillWanted.matches ? stagesOf(before, position, move, backwards) : [];
    if (!before || before.rows !== position.rows || before.cols !== position.cols) this.measure(position);
    for (const stage of stages) {
      this.drawCells(stage.cells);
      await this.animate(stage, quick);
      if (run !== this.running) return;
    }
    this.drawCells(position.cells);
  }

  /** Ends what is on its way. */
  finish() {
    for (const animation of this.animations ?? []) animation.cancel();
    this.animations = [];
    put(this.passing);
  }

  measure({ rows, cols }) {
    const [width, height] = [cols * CELL + this.margin + EDGE, rows * CELL + this.margin + EDGE];
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // The box around the board is as wide as the room and the number of columns allow.
    const { style } = this.element.parentElement ?? this.element;
    style.setProperty("--ratio", String(width / height));
    style.setProperty("--cols", String(cols));
    this.frame.setAttribute("width", width);
    this.frame.setAttribute("height", height);
  }

  corner(at) {
    const { cols } = this.position;
    return [this.margin + (at % cols) * CELL, this.margin + Math.floor(at / cols) * CELL];
  }

  drawCells(cells) {
    const grounds = [];
    const pieces = [];
    this.former = this.pieceAt;
    this.pieceAt = new Map();
    for (const [at, look] of cells.entries()) {
      grounds.push(...this.ground(at, look));
      if (look.piece) {
        const piece = this.piece(at, look, cells);
        this.pieceAt.set(at, piece);
        pieces.push(piece);
      }
    }
    // On a target that something stands on, its letter is in the corner, above the piece.
    const letters = [...cells.entries()]
      .filter(([, look]) => look.target?.label && look.piece)
      .map(([at, look]) => {
        const [x, y] = this.corner(at);
        return s(
          "g",
          {},
          s("circle", { class: "floor", cx: x + CELL - 8.5, cy: y + CELL - 8.5, r: 7 }),
          label(x + CELL - 8.5, y + CELL - 8.5, look.target.label, 10, "ink"),
        );
      });
    put(this.grounds, grounds, this.numbered ? this.numbers() : null);
    put(this.pieces, pieces, letters);
  }

  ground(at, look) {
    if (look.ground === "hole") return [];
    const [x, y] = this.corner(at);
    const shapes = [
      s("rect", { class: look.ground === "wall" ? "wall" : "floor", x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 6 }),
    ];
    if (look.target) {
      shapes.push(
        s("rect", {
          x: x + 6,
          y: y + 6,
          width: CELL - 12,
          height: CELL - 12,
          rx: 6,
          fill: "none",
          stroke: colours()[look.target.colour],
          "stroke-width": 3,
          "stroke-dasharray": "5 3.4",
        }),
      );
      if (!look.piece) shapes.push(label(x + CELL / 2, y + CELL / 2, look.target.label, 17, "ink"));
    }
    return shapes;
  }

  piece(at, look, cells) {
    const [x, y] = this.corner(at);
    const { shape, colour, label: text } = look.piece;
    const fill = colours()[colour];
    const group = s("g", { class: `piece ${shape}` });
    const size = text.length > 1 ? 15 : 18;
    if (shape === "joined") {
      group.append(s("path", { d: this.joinedOutline(at, cells), fill }));
    } else if (shape === "disc") {
      group.append(s("circle", { cx: x + CELL / 2, cy: y + CELL / 2, r: CELL / 2 - 5, fill }));
    } else {
      const inset = look.target ? 9 : 4;
      const side = CELL - 2 * inset;
      group.append(s("rect", { x: x + inset, y: y + inset, width: side, height: side, rx: look.target ? 6 : 8, fill }));
    }
    if (shape !== "joined") group.append(s("path", { class: "shine", d: shine(x, y, shape, Boolean(look.target)) }));
    group.append(label(x + CELL / 2, y + CELL / 2, text, size, "", inkOn(fill)));
    return group;
  }

  /** A cell of a piece that joins with its neighbours: gaps and round corners only where it ends. */
  joinedOutline(at, cells) {
    const { rows, cols } = this.position;
    const [row, col] = [Math.floor(at / cols), at % cols];
    const mine = cells[at].piece;
    const joins = (down, right) => {
      const [r, c] = [row + down, col + right];
      const other = r >= 0 && c >= 0 && r < rows && c < cols ? cells[r * cols + c].piece : null;
      return Boolean(other) && other.shape === "joined" && other.colour === mine.colour && other.label === mine.label;
    };
    const [up, down, left, right] = [joins(-1, 0), joins(1, 0), joins(0, -1), joins(0, 1)];
    const [x, y] = this.corner(at);
    const [x0, y0, x1, y1] = [
      x + (left ? -0.3 : 3),
      y + (up ? -0.3 : 3),
      x + CELL + (right ? 0.3 : -3),
      y + CELL + (down ? 0.3 : -3),
    ];
    const round = (one, other) => (one || other ? 0 : 9);
    const [a, b, c, d] = [round(up, left), round(up, right), round(down, right), round(down, left)];
    return `M${x0 + a} ${y0}H${x1 - b}q${b} 0 ${b} ${b}V${y1 - c}q0 ${c} ${-c} ${c}H${x0 + d}q${-d} 0 ${-d} ${-d}V${y0 + a}q0 ${-a} ${a} ${-a}z`;
  }

  numbers() {
    const { rows, cols } = this.position;
    const along = (count, place) =>
      Array.from({ length: count }, (_, index) => {
        const [x, y] = place(this.margin + index * CELL + CELL / 2);
        return label(x, y, String(index), 9, "number");
      });
    return [...along(cols, (x) => [x, this.margin / 2]), ...along(rows, (y) => [this.margin / 2, y])];
  }

  animate(stage, quick) {
    const timing = { duration: stage.ms * quick, easing: EASE, fill: "backwards" };
    const run = (element, frames, more = {}) => {
      if (element) this.animations.push(element.animate(frames, { ...timing, ...more }));
    };
    for (const { from, to } of stage.glides ?? []) {
      const [fromX, fromY] = this.corner(from);
      const [toX, toY] = this.corner(to);
      run(this.pieceAt.get(to), [{ transform: `translate(${fromX - toX}px,${fromY - toY}px)` }, { transform: "none" }]);
    }
    for (const { at, delay, part } of stage.fills ?? []) {
      const element = this.pieceAt.get(at);
      this.growFrom(element, [at], stage.direction);
      run(element, [{ transform: flat(stage.direction) }, { transform: "none" }], {
        delay: delay * stage.ms * quick,
        duration: Math.max(90, part * stage.ms) * quick,
      });
    }
    for (const at of stage.unfolds ?? []) {
      const element = this.pieceAt.get(at);
      this.growFrom(element, stage.unfolds, stage.direction);
      run(element, [{ transform: flat(stage.direction) }, { transform: "none" }]);
    }
    for (const at of stage.fades ?? []) {
      this.pass(at, run, [{ opacity: 1 }, { opacity: 0 }]);
      run(this.pieceAt.get(at), [{ opacity: 0 }, { opacity: 1 }]);
    }
    for (const at of stage.gone ?? []) {
      this.pass(at, run, [
        { transform: "none", opacity: 1 },
        { transform: "scale(1.15)", opacity: 1, offset: 0.3 },
        { transform: "scale(.1)", opacity: 0 },
      ]);
    }
    return Promise.allSettled(this.animations.map((animation) => animation.finished));
  }

  /** The former piece of a cell, seen once more on its way out. */
  pass(at, run, frames) {
    const former = this.former.get(at);
    if (!former) return;
    const [x, y] = this.corner(at);
    former.style.transformOrigin = `${x + CELL / 2}px ${y + CELL / 2}px`;
    this.passing.append(former);
    run(former, frames, { fill: "both" });
  }

  /** Lets an element grow from the side of some cells that a move comes from. */
  growFrom(element, cells, direction) {
    const corners = cells.map((at) => this.corner(at));
    const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
    const [right, bottom] = [Math.max(...corners.map(([x]) => x)) + CELL, Math.max(...corners.map(([, y]) => y)) + CELL];
    const [x, y] = { up: [left, bottom], down: [left, top], left: [right, top], right: [left, top] }[direction];
    element.style.transformOrigin = `${x}px ${y}px`;
  }

  /** Takes cursor, arrows and hint away. */
  clearMarks() {
    put(this.marks);
  }

  /**
   * Shows the cursor, the ways that what is picked can go, and a hint.
   * @param {{cells: number[], picked: boolean, ways: string[], hint: Move | null}} shown
   */
  mark({ cells, picked, ways, hint }) {
    put(
      this.marks,
      cells.length > 0 ? s("path", { class: picked ? "cursor picked" : "cursor", d: this.outline(cells) }) : null,
      ways.map((direction) => this.way(cells, direction)),
      hint ? this.hint(hint) : null,
    );
  }

  /** Marks cells that have a problem, or other cells with a class. @param {number[]} cells @param {string} kind */
  markCells(cells, kind) {
    for (const at of cells) this.marks.append(s("path", { class: kind, d: this.outline([at]) }));
  }

  outline(cells) {
    const { cols, rows } = this.position;
    const has = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols && cells.includes(row * cols + col);
    return cells
      .map((at) => {
        const [row, col] = [Math.floor(at / cols), at % cols];
        const [x, y] = this.corner(at);
        return [
          has(row - 1, col) ? "" : `M${x} ${y}h${CELL}`,
          has(row + 1, col) ? "" : `M${x} ${y + CELL}h${CELL}`,
          has(row, col - 1) ? "" : `M${x} ${y}v${CELL}`,
          has(row, col + 1) ? "" : `M${x + CELL} ${y}v${CELL}`,
        ].join("");
      })
      .join("");
  }

  way(cells, direction) {
    const corners = cells.map((at) => this.corner(at));
    const middle = (index) =>
      (Math.min(...corners.map((corner) => corner[index])) + Math.max(...corners.map((corner) => corner[index])) + CELL) / 2;
    const edge = (index, far) =>
      far ? Math.max(...corners.map((corner) => corner[index])) + CELL : Math.min(...corners.map((corner) => corner[index]));
    const [x, y] = {
      up: [middle(0), edge(1, false) - 9],
      down: [middle(0), edge(1, true) + 9],
      left: [edge(0, false) - 9, middle(1)],
      right: [edge(0, true) + 9, middle(1)],
    }[direction];
    return s("path", { class: "way", d: "M0 -7L8 5H-8z", transform: `translate(${x} ${y}) rotate(${90 * QUARTERS[direction]})` });
  }

  hint(move) {
    const cells = cellsOf(this.position, move);
    const { rows, cols } = this.position;
    const corners = cells.map((at) => this.corner(at));
    const [x, y] =
      cells.length === 0
        ? [this.margin + (cols * CELL) / 2, this.margin + (rows * CELL) / 2]
        : [0, 1].map((index) => corners.reduce((sum, corner) => sum + corner[index], 0) / cells.length + CELL / 2);
    const scale = cells.length === 0 ? Math.max(1, Math.min(1.7, Math.min(rows, cols) * 0.4)) : 1;
    const arrow = move.direction
      ? s("path", {
          class: "hint",
          d: "M0 -24L15 -4H6V20H-6V-4H-15z",
          transform: `translate(${x} ${y}) rotate(${90 * QUARTERS[move.direction]}) scale(${scale})`,
        })
      : s("circle", { class: "hint", cx: x, cy: y, r: 18 });
    return s("g", {}, cells.length > 0 ? s("path", { class: "hinted", d: this.outline(cells) }) : null, arrow);
  }

  /**
   * The cell at a point of the screen, or null.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    if (!this.position) return null;
    const matrix = this.element.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [col, row] = [Math.floor((point.x - this.margin) / CELL), Math.floor((point.y - this.margin) / CELL)];
    const { rows, cols } = this.position;
    return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
  }
}

function label(x, y, text, size, kind, fill = undefined) {
  return s("text", { x, y, dy: ".35em", "font-size": size, class: kind || null, fill }, text);
}

/** A soft edge at the foot of a piece, which gives it body. */
function shine(x, y, shape, small) {
  const middle = x + CELL / 2;
  if (shape === "disc") {
    const r = CELL / 2 - 5;
    return `M${middle - r} ${y + CELL / 2}a${r} ${r} 0 0 0 ${2 * r} 0a${r} ${r - 4} 0 0 1 ${-2 * r} 0z`;
  }
  const [inset, r] = small ? [9, 6] : [4, 8];
  const [left, right, bottom] = [x + inset, x + CELL - inset, y + CELL - inset];
  return `M${left} ${bottom - r - 3}v3q0 ${r} ${r} ${r}H${right - r}q${r} 0 ${r} ${-r}v-3q0 ${r} ${-r} ${r}H${left + r}q${-r} 0 ${-r} ${-r}z`;
}

function flat(direction) {
  return direction === "up" || direction === "down" ? "scaleY(0)" : "scaleX(0)";
}

/** Black or white, whichever is easier to read on a colour. @param {string} colour `#rrggbb` */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? "#16181c" : "#ffffff";
}

/**
 * A cell in words.
 * @param {Look} look
 */
export function describe(look) {
  const things = [];
  if (look.piece)
    things.push(
      `${look.piece.shape === "disc" ? "disc" : look.piece.shape === "joined" ? "piece" : "block"}${look.piece.label ? ` ${look.piece.label}` : ""}`,
    );
  if (look.target) things.push(`goal ${look.target.label}`);
  if (things.length > 0) return things.join(" on ");
  return look.ground === "floor" ? "empty" : look.ground;
}
