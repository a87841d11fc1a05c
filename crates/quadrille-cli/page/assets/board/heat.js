// A heat map of a search on the board: the more often a cell was changed, the warmer it is.

import { s, put } from "../parts/dom.js";
import { outline } from "./outline.js";

/**
 * @param {import("./board.js").BoardView} board
 * @param {Map<number, number> | null} heat how often, by cell
 */
export function heatLayer(board, heat) {
  if (!heat) return put(board.layers.flags);
  const most = Math.max(1, ...heat.values());
  const { cols } = board.position;
  put(
    board.layers.flags,
    [...heat].map(([at, count]) =>
      s("path", { class: "heat", d: outline([at], cols, { inset: 1, radius: 6, margin: board.margin }), fill: "#e8590c", "fill-opacity": (0.12 + 0.6 * (Math.log1p(count) / Math.log1p(most))).toFixed(2) }),
    ),
  );
}
