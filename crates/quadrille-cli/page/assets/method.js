// Choosing an algorithm and, where it asks one, a heuristic.

import { h, put, select } from "./dom.js";
import { algorithms, game } from "./catalogue.js";
import { sentence } from "./quantities.js";

/**
 * @typedef {{algorithm: string, heuristic: string}} Method
 */

/**
 * The method that a text stands for, as `wastar(5) with max(reach,h2)`.
 * @param {string} text
 * @returns {Method}
 */
export function parseMethod(text) {
  const [algorithm, heuristic = ""] = text.split(" with ");
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
    // Options and sums are kept as they were typed; what the server does not know it says.
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

  /** What the catalogue says of the algorithm, whatever its options. */
  get described() {
    const name = this.method.algorithm.split("(")[0].trim();
    return algorithms().find(({ id }) => id === name);
  }

  /** Whether the algorithm asks a heuristic. */
  get asks() {
    return this.described?.uses_heuristic;
  }

  /** The method in a word or two. */
  get name() {
    return this.asks ? `${this.method.algorithm} with ${this.method.heuristic || this.game.default_heuristic}` : this.method.algorithm;
  }

  draw() {
    const change = (part) => (value) => {
      this.method[part] = value;
      this.draw();
      this.onChange(this.method);
    };
    const { described } = this;
    const typed = (value, options) => (options.some((option) => option.value === value) ? options : [...options, { value, text: value }]);
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
        typed(
          this.method.algorithm,
          algorithms().map(({ id, about }) => ({ value: id, text: id, title: about })),
        ),
        this.method.algorithm,
        change("algorithm"),
      ),
      this.asks ? select("Heuristic", typed(this.method.heuristic, heuristics), this.method.heuristic, change("heuristic")) : null,
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
