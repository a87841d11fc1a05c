// A small static picture of a board.

import { h, s } from "../parts/dom.js";
import { CELL } from "./outline.js";
import { frameClass, goal, goalTab, grounds, isMet, joined, joinedPieces, middleOf, pieceOf } from "./pieces.js";

const EDGE = 7;

/** @param {import("../api/types.js").Board} board */
export function thumbnail(board) {
  const { rows, cols, cells } = board;
  const [width, height] = [cols * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];
  const placed = (at, element) => s("g", { transform: `translate(${EDGE + (at % cols) * CELL} ${EDGE + Math.floor(at / cols) * CELL})` }, element);
  const each = (wanted, draw) => cells.flatMap((look, at) => (wanted(look) ? [placed(at, draw(look))] : []));
  return h(
    "div",
    { class: "board" },
    s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "text-anchor": "middle" },
      s("rect", { class: frameClass(board), rx: 12, width, height }),
      grounds(board, EDGE),
      each((look) => look.target && !look.sprite, (look) => goal(look, isMet(look))),
      each((look) => look.sprite || (look.piece && look.piece.shape !== "joined"), pieceOf),
      [...joinedPieces(cells).values()].map((all) => joined(cells[all[0]].piece, all, cols, EDGE, middleOf(all, cols))),
      each((look) => look.target?.label && look.piece && !look.sprite && !isMet(look), goalTab),
    ),
  );
}
