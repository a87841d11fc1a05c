// Choosing an algorithm and, where it asks one, a heuristic: full names, with the short ones of the program beside them.

import { h, put, select } from "./dom.js";
import { algorithmName, algorithms, game } from "../model/catalogue.js";
import { sentence } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** @typedef {{algorithm: string, heuristic: string}} Method */

/**
 * The method that a text stands for, as `wastar(5) with max(reach,h2)`.
 * @param {string} words
 * @returns {Method}
 */
export function parseMethod(words) {
  const [algorithm, heuristic = ""] = words.split(" with ");
  return { algorithm: algorithm.trim(), heuristic: heuristic.trim() };
}

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
    // Options and sums are kept as they were typed; what the engine does not know it says.
    if (!this.described) this.method.algorithm = algorithms()[0].id;
    if (this.method.heuristic === this.game.default_heuristic) this.method.heuristic = "";
    this.element = h("div", { class: "method" });
    this.draw();
  }

  /** The values for a request. */
  get request() {
    return { method: this.text };
  }

  /** The method as it is typed everywhere: `astar with relaxed`. */
  get text() {
    const { algorithm, heuristic } = this.method;
    return this.asks && heuristic ? `${algorithm} with ${heuristic}` : algorithm;
  }

  /** The name of the algorithm, without its options. */
  get id() {
    return this.method.algorithm.split("(")[0].trim();
  }

  /** What the catalogue says of the algorithm. */
  get described() {
    return algorithms().find(({ id }) => id === this.id);
  }

  /** Whether the algorithm asks a heuristic. */
  get asks() {
    return this.described?.uses_heuristic;
  }

  /** The method in a word or two. */
  get name() {
    const { algorithm } = this.method;
    const name = algorithmName(this.id) + algorithm.slice(this.id.length);
    return this.asks ? `${name} · ${this.method.heuristic || this.game.default_heuristic}` : name;
  }

  draw() {
    const change = (part) => (value) => {
      this.method[part] = value;
      this.draw();
      this.onChange(this.method);
    };
    const { described } = this;
    const typed = (value, options) => (options.some((option) => option.value === value) ? options : [...options, { value, text: value }]);
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
        typed(
          this.method.algorithm,
          algorithms().map(({ id, about }) => ({ value: id, text: algorithmName(id) === id ? id : `${algorithmName(id)} (${id})`, title: about })),
        ),
        this.method.algorithm,
        change("algorithm"),
      ),
      this.asks ? select(text.method.heuristic, typed(this.method.heuristic, heuristics), this.method.heuristic, change("heuristic")) : null,
      h(
        "p",
        { class: "muted small" },
        text.algorithms[this.id]?.about ?? sentence(described?.about),
        " ",
        text.method.optimal[described?.optimal ?? ""] ?? "",
        this.asks && chosen?.about ? ` ${text.method.estimates(chosen.id, chosen.about)}` : "",
      ),
    );
    if (focused >= 0) lists()[focused]?.focus();
  }
}
