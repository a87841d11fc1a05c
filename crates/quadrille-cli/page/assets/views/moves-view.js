// The moves of a game as a line with variations: arrows and pieces, the cost of each move, and a
// shortest plan beside it.

import { h, put, write, button } from "../parts/dom.js";
import { colours } from "../model/catalogue.js";
import { cellsOf } from "../model/selection.js";
import { moveName } from "../model/notation.js";
import { text } from "../texts/index.js";

/** @typedef {import("../model/game-tree.js").TreeNode} TreeNode */

const ARROWS = { up: "↑", down: "↓", left: "←", right: "→" };
/** Moves of a variation that are shown. */
const LONGEST = 12;

/**
 * A move as a picture: what moves, and where to.
 * @param {import("../api/types.js").Move | null} move
 * @param {import("../api/types.js").Board | null} board the board that it is made on
 * @param {string} words the notation
 */
export function movePicture(move, board, words) {
  if (!move) return [moveName(words)];
  const at = board && move.kind !== "all" ? cellsOf(board, move)[0] : undefined;
  const piece = at === undefined ? null : board.cells[at]?.piece;
  const swatch = piece ? h("span", { class: `swatch ${piece.shape}`, "aria-hidden": "true" }, piece.label) : null;
  if (swatch) swatch.style.setProperty("--piece", colours()[piece.colour]);
  // Without a direction only the notation tells one move from another.
  if (!move.direction) return [swatch, moveName(words)];
  return [swatch, h("span", { class: "way-sign", "aria-hidden": "true" }, ARROWS[move.direction]), h("span", { class: "unseen" }, moveName(words))];
}

/** A move of a list by its number, as players write it, with the notation of the command after it. @param {number} number @param {string} words */
const titleOfMove = (number, words) => `${number}. ${moveName(words)}${moveName(words) === words ? "" : ` (${words})`}`;

/** The list of moves. */
export class MovesView {
  /**
   * @param {(node: TreeNode) => void} visit
   * @param {(moves: string[]) => void} playLine
   */
  constructor(visit, playLine) {
    this.visit = visit;
    this.playLine = playLine;
    this.list = h("ol", { class: "moves", "aria-label": text.play.moves });
    this.best = h("div", { class: "bestline", hidden: true });
    this.offer = button("", () => {}, { class: "quiet small", id: "show-best", hidden: true });
    this.element = h("div", { class: "moveslist", onpointerdown: () => this.press() }, this.list, this.offer, this.best);
    /** Draws the pending state when a button is released. @type {(() => void) | null} */
    this.later = null;
    this.pressed = false;
  }

  /** A button that is pressed stays in its place until it is let go. */
  press() {
    this.pressed = true;
    const release = () =>
      setTimeout(() => {
        this.pressed = false;
        this.later?.();
        this.later = null;
      });
    addEventListener("pointerup", release, { once: true });
    addEventListener("pointercancel", release, { once: true });
  }

  /**
   * @param {import("../model/game-tree.js").GameTree} tree
   * @param {(node: TreeNode) => number | null} costOf what a move cost
   */
  draw(tree, costOf) {
    if (this.pressed) {
      this.later = () => this.draw(tree, costOf);
      return;
    }
    const { line } = tree;
    // Figures come many times a second, and most of them change nothing here.
    const key = keyOf(tree, costOf);
    if (key === this.drawn) return;
    this.drawn = key;
    put(this.list, line.length === 0 ? h("li", { class: "muted" }, text.play.noMoves) : line.flatMap((node) => this.entry(node, tree, costOf)));
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  entry(node, tree, costOf) {
    const others = node.parent.children.filter((other) => other !== node);
    return [
      h("li", {}, this.chip(node, tree, costOf, true)),
      others.map((other) => h("li", { class: "variation" }, this.variation(other, tree, costOf))),
    ];
  }

  /** A variation in brackets, with those within it. */
  variation(node, tree, costOf, depth = 0) {
    const chips = [];
    let at = node;
    for (let count = 0; at && count < LONGEST; count += 1) {
      chips.push(this.chip(at, tree, costOf, false));
      const [next, ...others] = at.children;
      if (depth < 2) for (const other of others) chips.push(h("span", { class: "nested" }, "(", this.variation(other, tree, costOf, depth + 1), ")"));
      at = next;
    }
    return [chips, at ? "…" : ""];
  }

  chip(node, tree, costOf, main) {
    const cost = costOf(node);
    const { marks } = text.analysis;
    const [kind, sign, words] =
      cost === null
        ? ["", "", ""]
        : cost === 0
          ? ["best", "", marks.best]
          : cost === Infinity
            ? ["dead", "✗", marks.dead]
            : ["cost", `+${cost}`, marks.cost(cost)];
    const notation = titleOfMove(node.depth, node.text);
    return button(
      [movePicture(node.move, node.parent.position, node.text), sign ? h("sup", {}, sign) : null, words ? h("span", { class: "unseen" }, words) : null],
      () => this.visit(node),
      {
        class: `chip move ${kind} ${main && node.depth > tree.played ? "later" : ""}`,
        title: words ? `${notation}: ${words}` : notation,
        "aria-current": node === tree.current ? "step" : null,
      },
    );
  }

  /** Offers the best solution without showing it; without words, offers nothing. @param {string} words @param {() => void} show */
  offerBest(words, show) {
    this.offer.hidden = words === "";
    this.offer.onclick = show;
    write(this.offer, text.analysis.show(words));
  }

  /**
   * Shows the shortest plan from the start, or takes it away.
   * @param {string[] | null} plan
   * @param {string} title
   * @param {import("../api/types.js").Position} start
   */
  drawBest(plan, title, start) {
    const key = plan ? `${title} ${plan.join(" ")}` : "";
    if (key === this.drawnBest) return;
    this.drawnBest = key;
    this.best.hidden = !plan;
    if (!plan) return put(this.best);
    const chips = plan.map((words, index) => {
      const move = index === 0 ? (start.moves.find((one) => one.text === words) ?? null) : guess(words, start);
      return button(movePicture(move, start, words), () => this.playLine(plan.slice(0, index + 1)), { class: "chip move", title: titleOfMove(index + 1, words) });
    });
    put(this.best, h("h3", {}, title), h("div", { class: "moves" }, chips));
  }
}

/** All that is seen of a tree, as a text. */
function keyOf(tree, costOf) {
  const walk = (node) => node.children.map((child) => `${child.text}:${costOf(child)}${child === tree.current ? "!" : ""}(${walk(child)})`).join();
  return `${tree.played} ${walk(tree.root)}`;
}

/** A move by its notation alone: a direction, perhaps with a cell or a piece before it. */
function guess(words, { cells, cols }) {
  const direction = { U: "up", D: "down", L: "left", R: "right" }[words.at(-1)?.toUpperCase() ?? ""];
  if (!direction) return null;
  const [, row, col] = words.match(/^(\d+),(\d+)/) ?? [];
  if (row !== undefined && cells[Number(row) * cols + Number(col)]?.piece?.label)
    return /** @type {any} */ ({ text: words, direction, row: Number(row), col: Number(col) });
  return /** @type {any} */ ({ text: words, direction, piece: words.length > 1 && row === undefined ? words.slice(0, -1) : undefined });
}
