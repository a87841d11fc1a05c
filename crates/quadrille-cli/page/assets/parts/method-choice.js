// Choice of an algorithm and, where it uses one, a heuristic, with full and short names. What the
// lists do not have (options, sums of heuristics, prunings switched off) is typed as on the command
// line.

import { h, put, select, freshId } from "./dom.js";
import { aboutHeuristic, algorithmName, algorithms, game } from "../model/catalogue.js";
import { sentence } from "../model/numbers.js";
import { namesFor, scriptsIn } from "../model/scripts.js";
import { text } from "../texts/index.js";

/** @typedef {{algorithm: string, heuristic: string, without?: string}} Method `without` are prunings that are switched off */

/**
 * The method that a text stands for, as `wastar(5) with max(reach,h2) without dead-ends`.
 * @param {string} words
 * @returns {Method}
 */
export function parseMethod(words) {
  const [, algorithm = "", heuristic = "", without = ""] = words.trim().match(/^(.*?)(?:\s+with\s+(.*?))?(?:\s+without\s+(.*))?$/s) ?? [];
  return { algorithm, heuristic, without };
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
    // Everything is kept as it was typed; what the engine does not know it says.
    this.method.algorithm ||= algorithms()[0].name;
    if (this.method.heuristic === this.game.default_heuristic) this.method.heuristic = "";
    this.element = h("div", { class: "method" });
    this.draw();
  }

  /** The values for a request. */
  get request() {
    return { method: this.text, scripts: scriptsIn(this.text) };
  }

  /** The method as it is typed everywhere: `astar with relaxed`. */
  get text() {
    const { algorithm, heuristic, without } = this.method;
    // Unknown options are sent as they are.
    const isSaid = heuristic && (this.asks || !this.described);
    return `${algorithm}${isSaid ? ` with ${heuristic}` : ""}${without ? ` without ${without}` : ""}`;
  }

  /** The name of the algorithm, without its options. */
  get id() {
    return this.method.algorithm.match(/^[\w-]*/)[0];
  }

  /** The algorithm's entry in the catalogue. */
  get described() {
    return algorithms().find(({ name }) => name === this.id);
  }

  /** True if the algorithm uses a heuristic. */
  get asks() {
    return this.described?.uses_heuristic;
  }

  /** The method in a word or two. */
  get name() {
    const { algorithm, heuristic, without } = this.method;
    const name = algorithmName(this.id) + algorithm.slice(this.id.length);
    return [name, this.asks ? heuristic || this.game.default_heuristic : "", without ? text.method.without(without) : ""].filter(Boolean).join(" · ");
  }

  draw() {
    const change = (part) => (value) => {
      this.method[part] = value;
      this.draw();
      this.onChange(this.method);
    };
    const id = freshId("typed");
    const field = h("input", {
      id,
      type: "text",
      class: "typed",
      value: this.text,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      onchange: () => {
        if (field.value.trim() === this.text) return;
        this.method = parseMethod(field.value);
        this.method.algorithm ||= algorithms()[0].name;
        this.draw();
        this.onChange(this.method);
      },
    });
    const wasOpen = this.element.querySelector("details")?.open ?? false;
    const { described } = this;
    const typed = (value, options) => (options.some((option) => option.value === value) ? options : [...options, { value, text: value }]);
    const usual = this.game.default_heuristic;
    const heuristics = [
      { value: "", text: text.method.standard(usual) },
      ...this.game.heuristics
        .filter(({ name }) => name !== usual)
        .map((heuristic) => ({
          value: heuristic.name,
          text: heuristic.admissible ? heuristic.name : text.method.over(heuristic.name),
          title: aboutHeuristic(this.game.name, heuristic),
        })),
      ...namesFor(this.game.name).map((name) => ({ value: `@${name}`, text: text.script.own(name) })),
    ];
    const lists = () => [...this.element.querySelectorAll("select")];
    const focused = lists().findIndex((list) => list === document.activeElement);
    const chosen = this.game.heuristics.find(({ name }) => name === (this.method.heuristic || usual));
    put(
      this.element,
      select(
        text.method.algorithm,
        typed(
          this.method.algorithm,
          algorithms().map(({ name, about }) => ({ value: name, text: algorithmName(name) === name ? name : `${algorithmName(name)} (${name})`, title: about })),
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
        text.method.optimality[described?.optimality ?? ""] ?? "",
        this.asks && chosen?.about ? ` ${text.method.estimates(chosen.name, aboutHeuristic(this.game.name, chosen))}` : "",
      ),
      h(
        "details",
        { class: "typing", open: wasOpen },
        h("summary", {}, text.method.type),
        h("div", { class: "field" }, h("label", { for: id }, text.method.typeLabel), field),
        h("p", { class: "muted small" }, text.method.typeHelp(`astar with max(${this.game.heuristics.slice(0, 2).map((one) => one.name).join(",")})`)),
      ),
    );
    if (focused >= 0) lists()[focused]?.focus();
  }
}
