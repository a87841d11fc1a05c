// Choosing an algorithm and, where it asks one, a heuristic.

import { h, put, select } from "./dom.js";
import { algorithms, game } from "./catalogue.js";
import { sentence } from "./quantities.js";

/**
 * @typedef {{algorithm: string, heuristic: string}} Method
 */

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
    return this.asks ? `${this.method.algorithm} · ${this.method.heuristic || this.game.default_heuristic}` : this.method.algorithm;
  }

  draw() {
    const change = (part) => (value) => {
      this.method[part] = value;
      this.draw();
      this.onChange(this.method);
    };
    const described = algorithms().find(({ id }) => id === this.method.algorithm);
    const heuristics = [
      { value: "", text: `${this.game.default_heuristic} (usual)` },
      ...this.game.heuristics
        .filter(({ id }) => id !== this.game.default_heuristic)
        .map((heuristic) => ({
          value: heuristic.id,
          text: `${heuristic.id}${heuristic.admissible ? "" : " (may overestimate)"}`,
          title: heuristic.about,
        })),
    ];
    const focused = this.element.contains(document.activeElement)
      ? [...this.element.querySelectorAll("select")].indexOf(document.activeElement)
      : -1;
    put(
      this.element,
      select(
        "Algorithm",
        algorithms().map(({ id, about }) => ({ value: id, text: id, title: about })),
        this.method.algorithm,
        change("algorithm"),
      ),
      this.asks ? select("Heuristic", heuristics, this.method.heuristic, change("heuristic")) : null,
      h(
        "p",
        { class: "muted small" },
        sentence(described?.about),
        { always: " Its plans are shortest.", with_admissible: " Its plans are shortest when the heuristic never overestimates." }[
          described?.optimal
        ],
      ),
    );
    if (focused >= 0) this.element.querySelectorAll("select")[focused]?.focus();
  }
}
