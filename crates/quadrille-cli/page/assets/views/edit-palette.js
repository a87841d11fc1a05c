// The brushes of a game by kind. A long row shows only the first brushes and those in use, until
// more are requested.

import { h, put, button } from "../parts/dom.js";
import { thumbnail } from "../board/thumbnail.js";
import { text } from "../texts/index.js";

/** @typedef {import("../api/types.js").Brush} Brush */

/** The row of brushes. */
export class Palette {
  /** @param {Brush[]} brushes @param {(brush: Brush) => void} onChoose */
  constructor(brushes, onChoose) {
    this.groups = groupsOf(brushes);
    this.onChoose = onChoose;
    // Not with what only a game that is begun has on its board, such as a filled cell.
    const isFirst = ({ look: { piece } }, at) => at > 0 && (!piece || piece.label !== "");
    /** @type {Brush} */
    this.brush = brushes.find(isFirst) ?? brushes[0];
    this.opened = new Set();
    this.element = h("div", { class: "palette", role: "group", "aria-label": text.edit.brush });
  }

  /** @param {import("../model/drawing.js").Drawing} drawing */
  draw(drawing) {
    this.drawing = drawing;
    const used = (brush) => brush === this.brush || drawing.sheet.cells.some((_, at) => drawing.shows(at, brush));
    const group = (brushes, index) => {
      const open = this.opened.has(index);
      const few = brushes.filter((brush) => brush.common || used(brush));
      const shown = open ? brushes : few;
      const turn = () => {
        if (open) this.opened.delete(index);
        else this.opened.add(index);
        this.draw(drawing);
      };
      return h(
        "div",
        { class: "brushes" },
        shown.map((brush) => this.swatch(brush)),
        few.length < brushes.length
          ? button(open ? text.edit.fewerBrushes : text.edit.moreBrushes(brushes.length - few.length), turn, { class: "quiet small more", "aria-expanded": String(open) })
          : null,
      );
    };
    // Brushes are many and rarely change.
    const key = JSON.stringify([this.brush.glyph, [...this.opened], this.groups.map((brushes) => brushes.filter((brush) => brush.common || used(brush)).length)]);
    if (key === this.drawn) return;
    this.drawn = key;
    put(this.element, this.groups.map(group));
  }

  swatch(brush) {
    const picture = thumbnail({ rows: 1, cols: 1, cells: [{ ...brush.look, glyph: brush.glyph }] });
    return button(picture, () => this.choose(brush), {
      class: "brush",
      data: { glyph: brush.glyph },
      "aria-pressed": String(brush === this.brush),
      "aria-label": `${brush.name}, ${brush.glyph}`,
      title: `${brush.name}, ${brush.glyph}`,
    });
  }

  choose(brush) {
    this.brush = brush;
    const focused = this.element.contains(document.activeElement);
    this.draw(this.drawing);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-pressed=true]"))?.focus();
    this.onChoose(brush);
  }

  /** The next or previous brush. @param {number} step */
  cycle(step) {
    const all = this.groups.flat();
    this.choose(all[(all.indexOf(this.brush) + step + all.length) % all.length]);
  }
}

/** The brushes by what they paint: grounds first, then pieces, then goals. Kinds of one or two brushes share a row. */
function groupsOf(palette) {
  const kind = ({ look }) => (look.piece ? 1 : look.target ? 2 : 0);
  const kinds = [0, 1, 2].map((group) => palette.filter((brush) => kind(brush) === group));
  const few = (group) => group.length <= 2;
  return [kinds.filter(few).flat(), ...kinds.filter((group) => !few(group))].filter((group) => group.length > 0);
}
