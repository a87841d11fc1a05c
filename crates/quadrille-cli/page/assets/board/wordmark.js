// The name of the page as a board: nine letters on nine cells.

import { h } from "../parts/dom.js";
import { thumbnail } from "./thumbnail.js";

const NAME = "QUADRILLE";
/** The shape and the colour of each letter. @type {[string, number][]} */
const LOOKS = [["block", 0], ["disc", 1], ["block", 5], ["block", 2], ["disc", 6], ["block", 4], ["block", 1], ["block", 0], ["disc", 8]];

/** Decoration: the heading beside it says what the page is. */
export function wordmark() {
  const cells = [...NAME].map((label, at) => ({ ground: "floor", target: null, piece: { shape: LOOKS[at][0], colour: LOOKS[at][1], label }, glyph: label }));
  return h("div", { class: "wordmark", "aria-hidden": "true" }, thumbnail({ rows: 3, cols: 3, cells }));
}
