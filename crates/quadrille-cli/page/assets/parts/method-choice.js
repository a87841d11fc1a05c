// Choosing an algorithm and, where it asks one, a heuristic: full names, with the short ones of the program beside them.

import { h, put, select } from "./dom.js";
import { algorithmName, algorithms, game } from "../model/catalogue.js";
import { sentence } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** @typedef {{algorithm: string, heuristic: string}} Method */

/** Two lists, of which the second is there only when the algorithm asks a heuristic. */
export class MethodChoice {
  /**
   * @param {string} gameId
   * @param {Method} method
   * @param {(method: Method) => void} onChange
   */
  constructor(gameId, method, onChange) {
    this.game = game(gameId);
    this.method = { ...method };
    this.onChange = onChange;
    if (!algorithms().some(({ id }) => id === this.method.algorithm)) this.method.algorithm = algorithms()[0].id;
    if (!this.game.heuristics.some(({ id }) => id === this.method.heuristic)) this.method.heuristic = "";
    this.element = h("div", { class: "method" });
    this.draw();
  }

  /** The values for a request. */
  get request() {
    return { algorithm: this.method.algorithm, heuristic: this.asks ? this.method.heuristic : "" };
  }

  /** Whether the algorithm asks a heuristic. */
  get asks() {
    return algorithms().find(({ id }) => id === this.method.algorithm)?.uses_heuristic;
  }

  /** The method in a word or two. */
  get name() {
    const name = algorithmName(this.method.algorithm);
    return this.asks ? `${name} · ${this.method.heuristic || this.game.default_heuristic}` : name;
  }

  draw() {
    const change = (part) => (value) => {
      this.method[part] = value;
      this.draw();
      this.onChange(this.method);
    };
    const described = algorithms().find(({ id }) => id === this.method.algorithm);
    const usual = this.game.default_heuristic;
    const heuristics = [
      { value: "", text: text.method.standard(usual) },
      ...this.game.heuristics
        .filter(({ id }) => id !== usual)
        .map((heuristic) => ({
          value: heuristic.id,
          text: heuristic.admissible ? heuristic.id : text.method.over(heuristic.id),
          title: heuristic.about,
        })),
    ];
    const lists = () => [...this.element.querySelectorAll("select")];
    const focused = lists().findIndex((list) => list === document.activeElement);
    const chosen = this.game.heuristics.find(({ id }) => id === (this.method.heuristic || usual));
    put(
      this.element,
      select(
        text.method.algorithm,
        algorithms().map(({ id, about }) => ({ value: id, text: algorithmName(id) === id ? id : `${algorithmName(id)} (${id})`, title: about })),
        this.method.algorithm,
        change("algorithm"),
      ),
      this.asks ? select(text.method.heuristic, heuristics, this.method.heuristic, change("heuristic")) : null,
      h(
        "p",
        { class: "muted small" },
        text.algorithms[this.method.algorithm]?.about ?? sentence(described?.about),
        " ",
        text.method.optimal[described?.optimal ?? ""] ?? "",
        this.asks && chosen?.about ? ` ${text.method.estimates(chosen.id, chosen.about)}` : "",
      ),
    );
    if (focused >= 0) lists()[focused]?.focus();
  }
}
