// The map beside a game: where the player is among all positions of the level. It is drawn when it
// is opened.

import { h, put } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { address, go } from "../parts/router.js";
import { sentence } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** The card. */
export class MapCard {
  /** @param {(moves: string[]) => void} playLine called with the moves to a position that is chosen */
  constructor(playLine) {
    this.playLine = playLine;
    this.leave = new AbortController();
    this.body = h("div", {});
    this.element = h("details", { class: "card mapcard", ontoggle: () => this.open() }, h("summary", {}, text.map.title), this.body);
  }

  /** The game has come to a position. @param {import("../model/game-tree.js").GameTree} tree */
  show(tree) {
    this.tree = tree;
    this.panel?.follow(tree.texts);
  }

  async open() {
    if (!this.element.open || this.asked || !this.tree) return;
    this.asked = true;
    const { code } = this.tree.start;
    put(this.body, h("p", { class: "muted", role: "status" }, h("span", { class: "spinner" }), text.map.drawing));
    try {
      const [{ MapPanel }, { mapOf }] = await Promise.all([import("./map.js"), import("../model/level-map.js")]);
      const map = await mapOf(code, this.leave.signal);
      if (!map) return;
      this.panel = new MapPanel(map, this.leave.signal, (moves) => this.playLine(moves));
      put(
        this.body,
        this.panel.element,
        h(
          "a",
          {
            class: "button quiet small",
            href: address("map", code),
            onclick: (event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              go(address("map", code), { moves: this.tree.texts });
            },
          },
          icon("search"),
          text.map.large,
        ),
      );
      this.panel.canvas.fit();
      this.panel.follow(this.tree.texts);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.asked = false;
      put(this.body, h("p", { class: "error", role: "alert" }, sentence(error.message)));
    }
  }

  /** The game is left. */
  close() {
    this.leave.abort();
  }
}
