// Explains why one of two searches expands fewer positions: their estimates beside the true
// distances.

import * as api from "../api/index.js";
import { term } from "../parts/term.js";
import { h, put, button } from "../parts/dom.js";
import { estimate, seconds, sentence, whole } from "../model/numbers.js";
import { scriptsIn } from "../model/scripts.js";
import { text } from "../texts/index.js";

/** @typedef {{method: import("../parts/method-choice.js").MethodChoice, film: import("../model/search-film.js").SearchFilm}} Run */

/**
 * The request about a race: the heuristics of its searches, and the algorithm to compare them with. Null when neither search uses
 * a heuristic. Blind search is A* with an estimate that is always 0.
 * @param {Run[]} runs
 */
export function question(runs) {
  const asking = runs.find(({ method }) => method.asks && method.id !== "best");
  if (!asking) return null;
  const distinct = [...new Set(runs.map(heuristicOf))];
  return distinct.length < 2 ? null : { heuristics: distinct.join(","), algorithm: asking.method.method.algorithm };
}

/** @param {Run} run */
const heuristicOf = ({ method }) => (method.asks ? method.method.heuristic || method.game.default_heuristic : "zero");

/** A card that explains a race when it is asked to. */
export class ExplainCard {
  /**
   * @param {import("../api/types.js").Position} position
   * @param {AbortSignal} signal of the view
   */
  constructor(position, signal) {
    this.position = position;
    this.signal = signal;
    this.body = h("div", {});
    this.ask = button(text.explain.ask, () => this.run(), { class: "quiet", id: "explain" });
    this.element = h("section", { class: "card explain", "aria-label": text.explain.title, hidden: true }, this.ask, this.body);
  }

  /** Takes other runs. @param {Run[]} runs */
  offer(runs) {
    this.stopped?.abort();
    this.runs = runs;
    this.asked = runs.length > 1 ? question(runs) : null;
    this.element.hidden = !this.asked;
    this.ask.hidden = false;
    put(this.body);
  }

  async run() {
    if (!this.asked) return;
    this.stopped = new AbortController();
    const signal = AbortSignal.any([this.signal, this.stopped.signal]);
    this.ask.hidden = true;
    put(this.body, h("p", { class: "muted", role: "status" }, text.explain.working));
    try {
      let found;
      for await (const { name, data } of api.stream("explain", { code: this.position.code, ...this.asked, scripts: scriptsIn(this.asked.heuristics), max_time: 10 }, signal)) if (name === "done") found = data;
      if (found && !signal.aborted) put(this.body, told(found, this.runs));
    } catch (error) {
      if (error.name === "AbortError") return;
      this.ask.hidden = false;
      put(this.body, h("p", { class: "error", role: "alert" }, sentence(error.message)));
    }
  }
}

/**
 * Everything about an explanation. Names and counts are those of the race above it: blind search with the engine's own algorithm expands
 * another number of positions than A* with the estimate 0.
 */
function told(found, runs) {
  const words = text.explain;
  const all = found.heuristics.map((one) => {
    const run = runs.find((other) => heuristicOf(other) === one.heuristic);
    const record = run?.film.report ?? one.record;
    return { ...one, record, name: run?.method.name ?? one.heuristic, isBlind: run ? !run.method.asks : one.heuristic === "zero" };
  });
  /** The title of a column, its value, and what it means. @type {([string, (one: any) => string, string] | null)[]} */
  const every = [
    [words.expanded, (one) => whole(one.record.stats.expanded), words.about.expanded],
    found.optimum === null ? null : [words.below, (one) => whole(one.below), words.about.below],
    found.optimum === null ? null : [words.at, (one) => whole(one.at), words.about.at],
    [words.start, (one) => (one.start === null ? words.dead : estimate(one.start)), words.about.start],
    found.positions === null ? null : [words.error, (one) => (one.space.mean_absolute_error === null ? "–" : estimate(one.space.mean_absolute_error)), words.about.error],
    found.positions === null ? null : [words.over, (one) => whole(one.space.over), words.about.over],
    [words.time, (one) => seconds(one.record.stats.seconds), words.about.time],
  ];
  const columns = every.filter((column) => column !== null);
  return [
    h("h2", {}, words.title),
    h("ul", {}, sentences(found, all, words).map((words) => h("li", {}, words))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": words.table },
      h(
        "table",
        { class: "figures" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.search), columns.map(([name, , about]) => h("th", { scope: "col" }, about ? term(name, about) : name)))),
        h("tbody", {}, all.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), columns.map(([, value]) => h("td", {}, value(one)))))),
      ),
    ),
    along(found, all, words),
    h("p", { class: "small muted" }, words.legend),
  ];
}

/** The estimates along a shortest plan beside the truth. */
function along(found, all, words) {
  if (found.along.length === 0) return null;
  const row = (name, values) => h("tr", {}, h("th", { scope: "row" }, name), values.map((value) => h("td", {}, value)));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": words.along },
    h(
      "table",
      { class: "figures" },
      h("caption", { class: "small muted" }, words.along),
      h(
        "tbody",
        {},
        row(words.truth, found.along.map(({ distance }) => whole(distance))),
        all.map((one, index) => row(one.name, found.along.map(({ estimates }) => (estimates[index] === null ? words.dead : estimate(estimates[index]))))),
      ),
    ),
  );
}

/** The findings in words. */
function sentences(found, all, words) {
  const done = all.filter(({ record }) => record.outcome !== "unknown").sort((one, other) => one.record.stats.expanded - other.record.stats.expanded);
  const said = [];
  const [few, many] = [done[0], done.at(-1)];
  if (few && many && few !== many) {
    const [less, more] = [few.record.stats.expanded, many.record.stats.expanded];
    said.push(less === more ? words.same(whole(less)) : words.fewer(few.name, whole(less), many.name, whole(more)));
    if (many.isBlind) said.push(words.blind(many.name));
    else if (found.optimum !== null && less !== more && many.admissible)
      said.push(many.below > few.below ? words.must(many.name, whole(many.below), few.name, whole(few.below)) : words.ties(whole(many.at), whole(few.at)));
    if (few.space && many.space && few.space.mean_absolute_error !== null && many.space.mean_absolute_error !== null)
      said.push(words.off(few.name, estimate(few.space.mean_absolute_error), many.name, estimate(many.space.mean_absolute_error), whole(few.space.positions)));
  }
  for (const one of all) if (one.space?.over > 0) said.push(words.overestimates(one.name, whole(one.space.over), whole(one.space.positions)));
  if (found.unsolvable) said.push(words.unsolvable);
  if (found.positions === null) said.push(words.tooLarge);
  return said;
}
