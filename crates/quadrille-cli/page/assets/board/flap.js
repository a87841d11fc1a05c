// A sheet of paper that is folded over an edge: the mirror image of a piece turns about the axis,
// above the piece.

import { s } from "../parts/dom.js";
import { colours } from "../model/catalogue.js";
import { CELL, outline } from "./outline.js";

/** The turning image. */
export class Flap {
  /**
   * @param {import("./board.js").BoardView} board
   * @param {import("../api/types.js").Look} look
   * @param {number[]} cells where the image comes to lie
   * @param {string} direction
   */
  constructor(board, look, cells, direction) {
    const { cols } = board.position;
    const { width, height } = board.size;
    const shape = outline(cells, cols, { inset: 3.5, radius: 9, margin: board.margin });
    this.shade = s("path", { class: "flap-shade", d: shape });
    this.element = s(
      "svg",
      { class: "flap", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      s("path", { d: shape, fill: colours()[look.piece?.colour ?? 0] }),
      this.shade,
    );
    const rows = cells.map((at) => Math.floor(at / cols));
    const across = cells.map((at) => at % cols);
    const edge = {
      right: Math.min(...across),
      left: Math.max(...across) + 1,
      down: Math.min(...rows),
      up: Math.max(...rows) + 1,
    }[direction];
    this.sideways = direction === "left" || direction === "right";
    this.length = this.sideways ? Math.max(...across) - Math.min(...across) + 1 : Math.max(...rows) - Math.min(...rows) + 1;
    // The image lifts towards the reader.
    this.sign = direction === "right" || direction === "up" ? -1 : 1;
    const place = board.margin + edge * CELL;
    this.element.style.transformOrigin = this.sideways ? `${(100 * place) / width}% 50%` : `50% ${(100 * place) / height}%`;
    this.hold(0);
    board.element.append(this.element);
  }

  at(part) {
    const angle = this.sign * 180 * (1 - part);
    return `perspective(1400px) ${this.sideways ? "rotateY" : "rotateX"}(${angle}deg)`;
  }

  /** Turns it as far as a finger has moved. @param {number} cells */
  hold(cells) {
    const part = Math.max(0, Math.min(0.98, cells / (2 * this.length)));
    this.part = part;
    this.element.style.transform = this.at(part);
    this.shade.style.opacity = String(0.42 * (1 - part));
  }

  /** Turns it to its place. @param {number} duration @param {number} begun how many cells a finger has moved it already */
  turn(duration, begun) {
    if (begun > 0) this.hold(begun);
    const timing = { duration: duration * (1 - this.part / 2), easing: "cubic-bezier(.45,.1,.35,1)", fill: /** @type {const} */ ("forwards") };
    this.shade.animate([{ opacity: 0.42 * (1 - this.part) }, { opacity: 0.3, offset: 0.5 }, { opacity: 0 }], timing);
    return this.element.animate([{ transform: this.at(this.part) }, { transform: this.at(1) }], timing);
  }

  /** Takes it away. */
  remove() {
    this.element.remove();
  }
}
