// A board that is being drawn: cells as glyphs, painting, resizing, undo. It knows no game: what can be painted, and what may stand
// on what, comes from the palette.

/**
 * @typedef {{glyph: string, name: string, look: import("./catalogue.js").Look, common?: boolean, combines?: boolean}} Brush
 * @typedef {{rows: number, cols: number, cells: string[]}} Drawing
 */

/** A drawing with its past and its future. */
export class Draft {
  /**
   * @param {Brush[]} palette the first is the empty cell
   * @param {Drawing} drawing
   */
  constructor(palette, drawing) {
    this.palette = palette;
    this.drawing = drawing;
    /** @type {Drawing[]} */
    this.past = [];
    /** @type {Drawing[]} */
    this.future = [];
  }

  /** An empty board. @param {Brush[]} palette @param {number} rows @param {number} cols */
  static blank(palette, rows, cols) {
    return new Draft(palette, { rows, cols, cells: Array(rows * cols).fill(palette[0].glyph) });
  }

  /** Begins a change, which one undo takes back as a whole. */
  begin() {
    this.past.push(this.drawing);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
  }

  /**
   * Paints a cell. A piece painted on a target, or a target under a piece, stands together where the game allows it.
   * @param {number} at
   * @param {Brush} brush
   * @returns {boolean} whether anything changed
   */
  paint(at, brush) {
    const glyph = this.combined(this.drawing.cells[at], brush);
    if (glyph === this.drawing.cells[at]) return false;
    const cells = [...this.drawing.cells];
    cells[at] = glyph;
    this.drawing = { ...this.drawing, cells };
    return true;
  }

  combined(old, brush) {
    if (!brush.combines) return brush.glyph;
    const { piece, target } = this.parts(old);
    if (brush.look.piece && target) return brush.glyph + target.glyph;
    if (brush.look.target && piece) return piece.glyph + brush.glyph;
    return brush.glyph;
  }

  /** The piece and the target that a glyph is made of, where they can stand together. */
  parts(glyph) {
    const able = this.palette.filter((brush) => brush.combines);
    const piece = able.find((brush) => brush.look.piece && glyph.startsWith(brush.glyph));
    const target = able.find((brush) => brush.look.target && glyph.endsWith(brush.glyph));
    return { piece, target };
  }

  /** Whether a cell shows what a brush paints already. @param {number} at @param {Brush} brush */
  shows(at, brush) {
    const glyph = this.drawing.cells[at];
    if (glyph === brush.glyph) return true;
    const { piece, target } = this.parts(glyph);
    return Boolean(brush.combines) && (piece === brush || target === brush);
  }

  /** Adds or takes away rows and columns at the end. @param {number} rows @param {number} cols */
  resize(rows, cols) {
    const { drawing } = this;
    if (rows === drawing.rows && cols === drawing.cols) return;
    this.begin();
    const cells = Array.from({ length: rows * cols }, (_, at) => {
      const [row, col] = [Math.floor(at / cols), at % cols];
      return row < drawing.rows && col < drawing.cols ? drawing.cells[row * drawing.cols + col] : this.palette[0].glyph;
    });
    this.drawing = { rows, cols, cells };
  }

  /** Empties the board. */
  clear() {
    this.begin();
    this.drawing = { ...this.drawing, cells: this.drawing.cells.map(() => this.palette[0].glyph) };
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
    const drawing = from.pop();
    if (!drawing) return false;
    to.push(this.drawing);
    this.drawing = drawing;
    return true;
  }

  /** How a glyph looks, as far as the palette tells. @param {string} glyph @returns {any} */
  lookOf(glyph) {
    const plain = this.palette.find((brush) => brush.glyph === glyph);
    if (plain) return { ...plain.look, glyph };
    const { piece, target } = this.parts(glyph);
    return piece && target ? { ...target.look, piece: piece.look.piece, glyph } : null;
  }
}
