// One search in view: its method, its tree, its figures, and the board of a position.

import * as api from "../api/index.js";
import { h, put, write, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { term } from "../parts/term.js";
import { TreeView } from "./search-tree.js";
import { ClosingChart } from "./closing-chart.js";
import { Chart } from "../parts/chart.js";
import { SearchFilm } from "../model/search-film.js";
import { MethodChoice } from "../parts/method-choice.js";
import { ValuesBox } from "../parts/values-box.js";
import { address, go } from "../parts/router.js";
import { why } from "../model/knowledge.js";
import { asTree } from "../model/game-tree.js";
import { moveNames } from "../model/notation.js";
import { bytes, estimate, moves as movesInWords, seconds, whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

const SAMPLE = 1500;
/** Values of f that are shown; more are drawn together. */
const MOST_VALUES = 40;

/** A search with all that is seen of it. */
export class SearchRun {
  /**
   * @param {import("../api/types.js").Position} position
   * @param {import("../parts/method-choice.js").Method} method
   * @param {{onMethod: () => void, onLength: () => void, onBoard: (shown: {board: any, heat: Map<number, number>}) => void, name: string}} options
   */
  constructor(position, method, { onMethod, onLength, onBoard, name }) {
    this.position = position;
    this.onLength = onLength;
    this.onBoard = onBoard;
    this.film = new SearchFilm();
    this.at = 0;
    this.boards = new Map();
    this.method = new MethodChoice(position.game, method, onMethod);
    this.valuesBox = new ValuesBox(position.game, () => this.method.method.heuristic);
    this.tree = new TreeView({ onNode: () => this.showNode() });
    this.closing = new ClosingChart();
    this.caption = h("p", { class: "small" });
    this.nodeActs = h("div", { class: "row" });
    this.figures = h("dl", { class: "nodefigures" });
    this.state = h("p", { class: "state", role: "status" });
    const ids = ["expanded", "generated", "waiting", "again", "f", "memory"];
    this.numbers = Object.fromEntries(ids.map((id) => [id, h("dd", {}, "0")]));
    this.depths = new Chart(text.search.byDepth, text.search.depth);
    this.values = new Chart(text.search.byF, text.search.f);
    this.empty = h("div", { class: "empty", hidden: true }, h("p", { class: "muted" }, text.search.treeless), this.closing.element);
    const { legend } = text.search;
    this.element = h(
      "section",
      { class: "run", "aria-label": name },
      h(
        "div",
        { class: "runside" },
        h("div", { class: "runhead card" }, this.method.element, this.state),
        h("dl", { class: "numbers card" }, ids.map((id) => h("div", {}, h("dt", {}, term(text.search.figures[id], text.search.about[id])), this.numbers[id]))),
      ),
      h(
        "div",
        { class: "treebox card" },
        this.tree.element,
        this.empty,
        (this.legend = h(
          "p",
          { class: "legend small muted" },
          Object.entries(legend).map(([kind, words]) => h("span", {}, h("span", { class: `dot ${kind}` }), words)),
        )),
        (this.sampled = h("p", { class: "small muted" })),
      ),
      (this.nodeBox = h(
        "div",
        { class: "nodebox card" },
        this.caption,
        this.nodeActs,
        h("details", { class: "student" }, h("summary", {}, text.search.details), this.figures, this.valuesBox.element),
      )),
      (this.charts = h("div", { class: "charts card" }, this.depths.element, this.values.element)),
    );
    this.boards.set(0, position);
  }

  /** Runs the search anew. @param {{max_time: number}} limits */
  async run(limits) {
    this.stop();
    this.search = new AbortController();
    const { signal } = this.search;
    this.film = new SearchFilm();
    const { film } = this;
    this.boards = new Map([[0, this.position]]);
    this.failed = null;
    this.tree.pin(null);
    this.tree.layOut(film);
    this.running = true;
    this.say(text.search.searching);
    let laidOut = 1;
    try {
      for await (const { name, data } of api.stream("watch", { code: this.position.code, ...this.method.request, ...limits, sample: SAMPLE }, signal)) {
        if (name === "queued") this.say(data.place > 0 ? text.search.queued(data.place) : text.search.searching);
        if (name === "events") film.add(data);
        if (name === "progress") film.closing.push({ seconds: data.seconds, plan: data.best ?? null, bound: data.lower_bound });
        if (name === "tree") film.takeSample(data);
        if (name === "done") {
          film.end(data);
          film.closing.push({ seconds: data.stats.seconds, plan: data.cost ?? null, bound: data.optimal ? data.cost : (data.lower_bound ?? 0) });
        }
        if (film.nodes.size > laidOut * 1.5 || film.report) {
          laidOut = film.nodes.size;
          this.tree.layOut(film);
        }
        this.onLength();
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      this.failed = error;
    } finally {
      if (this.search?.signal === signal) this.running = false;
    }
    this.onLength();
  }

  /** Stops the search. */
  stop() {
    this.search?.abort();
    this.running = false;
  }

  /** The number of steps to show. */
  get length() {
    return this.film.length;
  }

  /** True if everything was shown. */
  get isOver() {
    return this.film.report !== null && this.at >= this.film.length;
  }

  say(words, tone = "plain") {
    this.state.dataset.tone = tone;
    write(this.state, words);
  }

  /** The largest count and the last value of its charts now, to be shared in a race. */
  get scales() {
    const { depths, values } = this.film.figuresAt(this.film.length);
    const most = (rows) => Math.max(0, ...rows.map((row) => Math.max(row.expanded, row.generated ?? 0)));
    return { depth: { most: most(depths), last: depths.at(-1)?.depth ?? 0 }, f: { most: most(values), last: values.filter(({ f }) => Number.isFinite(f)).at(-1)?.f ?? 0 } };
  }

  /** Shows the search after so many steps. @param {number} step @param {any} [scales] those of the race */
  showAt(step, scales = {}) {
    this.at = Math.min(step, this.film.length);
    const { film } = this;
    this.tree.showAt(this.at);
    const { counts, depths, values } = film.figuresAt(this.at);
    const known = counts.generated - counts.duplicates - counts.reopened + 1;
    const taken = film.takenAt(this.at);
    write(this.numbers.expanded, whole(counts.expanded));
    write(this.numbers.generated, whole(counts.generated));
    write(this.numbers.waiting, whole(Math.max(0, known - counts.expanded)));
    write(this.numbers.again, whole(counts.duplicates + counts.reopened));
    write(this.numbers.f, taken ? estimate(taken.g + taken.h) : "–");
    write(this.numbers.memory, film.report && this.isOver ? bytes(film.report.stats.peak_bytes ?? 0) : "–");
    this.depths.show(depths.map((row) => ({ at: row.depth, front: row.expanded, behind: row.generated })), scales.depth);
    this.values.show(together(values.filter(({ f }) => Number.isFinite(f))).map((row) => ({ at: row.f, front: row.expanded })), scales.f);
    const treeless = film.report !== null && film.steps === 0 && film.sampleOf === 0;
    this.empty.hidden = !treeless;
    this.tree.element.hidden = treeless;
    this.legend.hidden = treeless;
    this.nodeBox.hidden = treeless;
    this.charts.hidden = treeless;
    if (treeless) this.closing.show(film, film.length > 0 ? this.at / film.length : 1);
    write(this.sampled, film.sampleOf > 0 ? text.search.sampled(whole(film.nodes.size), whole(film.sampleOf)) : "");
    this.tellState(taken);
    this.showNode();
  }

  /** The events of this step in plain words. */
  tellState(taken) {
    const { report } = this.film;
    if (this.failed) return this.say(`${this.failed.message} ${this.failed.help ?? ""}`, "bad");
    if (this.isOver) return this.say(verdict(report), report.outcome === "solved" ? "good" : "bad");
    if (this.at === 0) return this.say(text.search.start);
    const { takes } = text.search;
    const algorithm = this.method.id;
    const sentence = taken ? (takes[algorithm] ?? takes[algorithm.endsWith("star") || algorithm === "parallel" || algorithm === "anytime" ? "astar" : "ucs"])(estimate(taken.g), estimate(taken.h), estimate(taken.g + taken.h)) : text.search.beyond;
    const found = this.film.foundAt(this.at);
    const fresh = taken && found ? ` ${text.search.newOnes(found.fresh, found.again)}` : "";
    this.say(`${text.search.step(whole(this.at))}. ${sentence}${fresh}${this.running ? ` (${text.search.running})` : ""}`);
  }

  /** Shows the board of the node under the pointer, the pinned one, or the one of this step. */
  async showNode() {
    const { film, tree } = this;
    const id = tree.selected ?? tree.current;
    const node = id === null ? undefined : film.nodes.get(id);
    if (!node) {
      write(this.caption, "");
      return put(this.nodeActs);
    }
    const moves = film.movesTo(id);
    const sign = tree.pointed !== null ? "" : tree.pinned !== null ? `${text.search.pinned}. ` : id === 0 ? "" : `${text.search.lastTaken}. `;
    write(this.caption, `${sign}${id === 0 ? text.search.startNode : text.search.node(estimate(node.g))}${moves.length > 0 ? `: ${moveNames(moves)}` : ""}`);
    this.drawFigures(id, node);
    this.drawActs(moves);
    if (!this.boards.has(id)) {
      if (this.asking) return;
      this.asking = true;
      try {
        const { positions } = await api.play(this.position.code, moves);
        if (film === this.film) this.boards.set(id, positions.at(-1));
      } catch {
        // Without a server the board stays as it was; the search itself says that it is gone.
        return;
      } finally {
        this.asking = false;
      }
      return this.showNode();
    }
    const board = this.boards.get(id);
    this.valuesBox.show(board.code);
    this.onBoard({ board, heat: film.heatAt(this.at, this.position.cols) });
  }

  /** The facts about a node: its number, g, h and f. */
  drawFigures(id, { g, h: left }) {
    const key = `${id} ${g} ${left}`;
    if (key === this.figuresFor) return;
    this.figuresFor = key;
    const { student } = text.search;
    const values = { number: whole(id), g: estimate(g), ...(Number.isNaN(left) ? {} : { h: estimate(left), f: estimate(g + left) }) };
    put(this.figures, Object.entries(values).map(([name, value]) => h("div", {}, h("dt", {}, student[name].name), h("dd", {}, h("strong", {}, value), " ", student[name].about))));
  }

  drawActs(moves) {
    const { pinned } = this.tree;
    const key = `${pinned} ${moves.join()}`;
    if (key === this.actsFor) return;
    this.actsFor = key;
    const state = { start: this.position.code, tree: asTree(moves), at: moves.length };
    put(
      this.nodeActs,
      button([icon("board"), text.search.playHere], () => go(address("play", this.position.code), state), { class: "quiet small play-here" }),
      pinned === null ? null : button(text.search.unpin, () => this.tree.pin(null), { class: "quiet small" }),
    );
  }
}

/** The result of a search. */
function verdict(report) {
  const effort = text.search.effort(whole(report.stats.expanded), seconds(report.stats.seconds));
  if (report.outcome === "solved") return `${text.search.solved(movesInWords(report.cost), report.optimal)} ${effort}`;
  if (report.outcome === "unsolvable") return `${text.search.unsolvable} ${effort}`;
  return `${text.search.unknown(why(report.stop))} ${effort}`;
}

/** Draws values together when there are too many to be told apart. */
function together(values) {
  if (values.length <= MOST_VALUES) return values;
  const low = values[0].f;
  const width = (values.at(-1).f - low) / MOST_VALUES;
  const rows = [];
  for (const { f, expanded } of values) {
    const index = Math.min(MOST_VALUES - 1, Math.floor((f - low) / width));
    rows[index] ??= { f: low + index * width, expanded: 0 };
    rows[index].expanded += expanded;
  }
  return rows.filter(Boolean);
}
