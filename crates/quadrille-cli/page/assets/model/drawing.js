// A board that is being drawn: cells as glyphs, painting, resizing, undo. It knows no game: the
// palette says what can be painted and what may stand on what.

import { together } from "./catalogue.js";

/**
 * @typedef {import("../api/types.js").Brush} Brush
 * @typedef {{rows: number, cols: number, cells: string[]}} Sheet
 */

/** A drawing with its past and its future. */
export class Drawing {
  /**
   * @param {Brush[]} palette the first is the empty cell
   * @param {Sheet} sheet
   * @param {Sheet[]} [past]
   */
  constructor(palette, sheet, past = []) {
    this.palette = palette;
    this.sheet = sheet;
    this.past = past;
    /** @type {Sheet[]} */
    this.future = [];
  }

  /** An empty board. @param {Brush[]} palette @param {number} rows @param {number} cols @returns {Sheet} */
  static blank(palette, rows, cols) {
    return { rows, cols, cells: Array(rows * cols).fill(palette[0].glyph) };
  }

  /** Begins a change, which one undo takes back as a whole. */
  begin() {
    this.past.push(this.sheet);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
  }

  /** Ends a change; one that changed nothing is forgotten. */
  end() {
    if (this.past.at(-1) === this.sheet) this.past.pop();
  }

  /**
   * Paints a cell. A piece painted on a goal, or a goal under a piece, stands together where the game has such a cell.
   * @param {number} at
   * @param {Brush} brush
   * @returns {boolean} whether anything changed
   */
  paint(at, brush) {
    const glyph = this.combined(this.sheet.cells[at], brush);
    if (glyph === this.sheet.cells[at]) return false;
    const cells = [...this.sheet.cells];
    cells[at] = glyph;
    this.sheet = { ...this.sheet, cells };
    return true;
  }

  /** The glyph of what a cell becomes. */
  combined(old, brush) {
    const { piece, target } = this.parts(old);
    const [above, below] = brush.look.piece ? [brush, target] : [piece, brush];
    return above?.on?.find((on) => on.target === below?.glyph)?.glyph ?? brush.glyph;
  }

  /** The piece and the goal that a glyph is made of. @returns {{piece?: Brush, target?: Brush}} */
  parts(glyph) {
    const plain = this.palette.find((brush) => brush.glyph === glyph);
    if (plain) return plain.look.piece ? { piece: plain } : plain.look.target ? { target: plain } : {};
    const piece = this.palette.find((brush) => brush.on?.some((on) => on.glyph === glyph));
    const goal = piece?.on.find((on) => on.glyph === glyph)?.target;
    return { piece, target: this.palette.find((brush) => brush.glyph === goal) };
  }

  /** True if a cell already has what a brush paints. @param {number} at @param {Brush} brush */
  shows(at, brush) {
    const glyph = this.sheet.cells[at];
    const { piece, target } = this.parts(glyph);
    return glyph === brush.glyph || piece === brush || target === brush;
  }

  /** Adds or takes away rows and columns at the end. @param {number} rows @param {number} cols */
  resize(rows, cols) {
    const { sheet } = this;
    if (rows === sheet.rows && cols === sheet.cols) return;
    this.begin();
    const cells = Array.from({ length: rows * cols }, (_, at) => {
      const [row, col] = [Math.floor(at / cols), at % cols];
      return row < sheet.rows && col < sheet.cols ? sheet.cells[row * sheet.cols + col] : this.palette[0].glyph;
    });
    this.sheet = { rows, cols, cells };
  }

  /** Takes another board in the place of this one. @param {Sheet} sheet */
  replace(sheet) {
    this.begin();
    this.sheet = sheet;
  }

  /** Empties the board. */
  clear() {
    this.begin();
    this.sheet = { ...this.sheet, cells: this.sheet.cells.map(() => this.palette[0].glyph) };
  }

  /** Takes a change back; false when there is none. */
  undo() {
    return this.turn(this.past, this.future);
  }

  /** Makes it again. */
  redo() {
    return this.turn(this.future, this.past);
  }

  turn(from, to) {
    const sheet = from.pop();
    if (!sheet) return false;
    to.push(this.sheet);
    this.sheet = sheet;
    return true;
  }

  /** The look of a glyph, if the palette has it. @param {string} glyph @returns {import("../api/types.js").Look | null} */
  lookOf(glyph) {
    const plain = this.palette.find((brush) => brush.glyph === glyph);
    if (plain) return { ...plain.look, glyph };
    return together(this.palette, glyph);
  }
}

/**
 * The cells between two, so that a quick stroke leaves none out.
 * @param {number} from
 * @param {number} to
 * @param {number} cols
 * @returns {number[]} without the first, with the last
 */
export function cellsBetween(from, to, cols) {
  const [row, col] = [Math.floor(from / cols), from % cols];
  const [down, right] = [Math.floor(to / cols) - row, (to % cols) - col];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return (row + Math.round(down * part)) * cols + col + Math.round(right * part);
  });
}
