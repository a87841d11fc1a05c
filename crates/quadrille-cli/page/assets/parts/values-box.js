// The estimate of every heuristic for a position, with its parts. Requested only while the box is
// open.

import * as api from "../api/index.js";
import { h, put } from "./dom.js";
import { game } from "../model/catalogue.js";
import { withCellNames } from "../model/notation.js";
import { estimate } from "../model/numbers.js";
import { scriptsIn } from "../model/scripts.js";
import { text } from "../texts/index.js";

/** A list that can be opened. */
export class ValuesBox {
  /**
   * @param {string} gameId
   * @param {() => string} chosen the heuristic that is chosen, as it was typed
   */
  constructor(gameId, chosen) {
    this.game = game(gameId);
    this.chosen = chosen;
    /** @type {string | null} */
    this.code = null;
    this.shown = "";
    this.body = h("div", {});
    this.element = h("details", { class: "values", ontoggle: () => this.ask() }, h("summary", {}, text.values.title), h("p", { class: "muted small" }, text.values.about), this.body);
  }

  /** Shows the values of a position. @param {string} code */
  show(code) {
    this.code = code;
    this.ask();
  }

  /** One question at a time; the last position wins. */
  async ask() {
    if (!this.element.open || !this.code || this.asking) return;
    const known = this.game.heuristics.map(({ name }) => name);
    const chosen = this.chosen() || this.game.default_heuristic;
    const heuristics = (known.includes(chosen) ? known : [...known, chosen]).join(",");
    const { code } = this;
    const key = `${code} ${heuristics} ${chosen}`;
    if (key === this.shown) return;
    this.shown = key;
    this.asking = true;
    try {
      const { values } = await api.values(code, heuristics, scriptsIn(heuristics));
      put(this.body, h("dl", {}, values.map((one) => row(one, one.name === chosen))));
    } catch (error) {
      put(this.body, h("p", { class: "small" }, `${error.message} ${error.help ?? ""}`));
    } finally {
      this.asking = false;
    }
    this.ask();
  }
}

const figure = (value) => (value === null ? text.values.dead : estimate(value));

/** The name of a part, such as `b at 2,2`, as players write it. @param {string} name */
const partName = (name) => withCellNames(name.replace(/ at (?=\d+,\d+$)/, ` ${text.values.at} `));

/** @param {import("../api/types.js").Valued} one */
const inWords = (one) => `${partName(one.name)}: ${figure(one.value)}${one.parts?.length ? ` (${one.parts.map(inWords).join(", ")})` : ""}`;

/** @param {import("../api/types.js").Valued} one @param {boolean} isChosen */
function row(one, isChosen) {
  return h(
    "div",
    { class: isChosen ? "chosen" : "" },
    h("dt", {}, one.name, isChosen ? ` ${text.values.chosen}` : ""),
    h("dd", {}, figure(one.value), one.parts?.length ? h("span", { class: "parts" }, one.parts.map(inWords).join(", ")) : null),
  );
}
