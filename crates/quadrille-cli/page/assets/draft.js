// A board that is being drawn: cells as glyphs, painting, resizing, undo. It knows no game: what can be painted, and what may stand
// on what, comes from the palette.

/**
 * @typedef {{glyph: string, name: string, look: import("./catalogue.js").Look, common?: boolean, on?: {target: string, glyph: string}[]}} Brush
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
    /** What a glyph is made of. @type {Map<string, {piece?: Brush, target?: Brush}>} */
    this.made = new Map();
    for (const brush of palette) {
      if (brush.look.piece) this.made.set(brush.glyph, { piece: brush });
      else if (brush.look.target) this.made.set(brush.glyph, { target: brush });
      for (const { target, glyph } of brush.on ?? []) {
        this.made.set(glyph, { piece: brush, target: palette.find((other) => other.glyph === target) });
      }
    }
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
    const { piece, target } = this.parts(old);
    const [above, below] = brush.look.piece ? [brush, target] : [piece, brush];
    return above?.on?.find((on) => on.target === below?.glyph)?.glyph ?? brush.glyph;
  }

  /** The piece and the target that a glyph is made of. */
  parts(glyph) {
    return this.made.get(glyph) ?? {};
  }

  /** Whether a cell shows what a brush paints already. @param {number} at @param {Brush} brush */
  shows(at, brush) {
    const glyph = this.drawing.cells[at];
    if (glyph === brush.glyph) return true;
    const { piece, target } = this.parts(glyph);
    return piece === brush || target === brush;
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
