// One search that is watched: its method, its tree, its figures, and the board of a node.

import * as api from "./api.js";
import { h, write } from "./dom.js";
import { BoardView } from "./board.js";
import { TreeView } from "./tree.js";
import { Bars } from "./bars.js";
import { SearchFilm } from "./searchfilm.js";
import { MethodChoice } from "./method.js";
import { why } from "./advice.js";
import { brief, bytes, counted, estimate, seconds, whole } from "./quantities.js";

const SAMPLE = 1500;
/** Values of f that are shown; more are drawn together. */
const MOST_VALUES = 40;

/** A search with all that is seen of it. */
export class Lane {
  /**
   * @param {import("./catalogue.js").Position} position
   * @param {import("./method.js").Method} method
   * @param {{onMethod: () => void, onLength: () => void, name: string}} options
   */
  constructor(position, method, { onMethod, onLength, name }) {
    this.position = position;
    this.onLength = onLength;
    this.film = new SearchFilm();
    this.at = 0;
    this.boards = new Map();
    this.wanted = null;
    this.method = new MethodChoice(position.game, method, onMethod);
    this.tree = new TreeView({ onNode: () => this.showNode() });
    this.board = new BoardView({ label: "The board of the node" });
    this.caption = h("p", { class: "small" });
    this.state = h("p", { class: "state", role: "status" });
    this.numbers = Object.fromEntries(
      ["expanded", "generated", "waiting", "again", "f", "memory"].map((id) => [id, h("dd", {}, "0")]),
    );
    this.depths = new Bars("By depth: expanded of generated", "depth");
    this.values = new Bars("Expanded by f = g + h", "f");
    this.empty = h("p", { class: "muted empty", hidden: true });
    const figure = (id, label) => h("div", {}, h("dt", {}, label), this.numbers[id]);
    this.element = h(
      "section",
      { class: "lane", "aria-label": name },
      h("div", { class: "lanehead card" }, this.method.element, this.state),
      h(
        "div",
        { class: "treebox card" },
        this.tree.element,
        this.empty,
        (this.legend = h(
          "p",
          { class: "legend small muted" },
          h("span", { class: "dot open" }),
          "waiting ",
          h("span", { class: "dot dead" }),
          "dead end ",
          h("span", { class: "dot closed" }),
          "expanded, low to high f ",
          h("span", { class: "dot plan" }),
          "plan",
        )),
      ),
      h(
        "div",
        { class: "nodebox card" },
        h("h2", {}, "Board of the node"),
        h("div", { class: "boardbox small" }, this.board.element),
        this.caption,
      ),
      h(
        "dl",
        { class: "numbers card" },
        figure("expanded", "Expanded"),
        figure("generated", "Generated"),
        figure("waiting", "Known, not expanded"),
        figure("again", "Reached again"),
        figure("f", "f of the last"),
        figure("memory", "Peak memory"),
      ),
      h("div", { class: "charts card" }, this.depths.element, this.values.element),
    );
    this.board.show(position);
    this.boards.set(0, position);
  }

  /** Runs the search anew. @param {{seconds: number}} limits */
  async run(limits) {
    this.stop();
    this.search = new AbortController();
    const { signal } = this.search;
    this.film = new SearchFilm();
    this.boards = new Map([[0, this.position]]);
    this.failed = null;
    this.tree.layOut(this.film);
    this.running = true;
    this.say("Searching…");
    let laidOut = 0;
    try {
      for await (const { name, data } of api.stream(
        "watch",
        { code: this.position.code, ...this.method.request, ...limits, sample: SAMPLE },
        signal,
      )) {
        if (name === "queued") this.say(data.place > 0 ? `Waiting: ${data.place} before it.` : "Searching…");
        if (name === "events") this.film.add(data);
        if (name === "done") this.film.report = data;
        if (name === "failed") throw new api.ApiError(data.error?.message ?? "The search failed.", data.error);
        if (this.film.nodes.size > laidOut * 1.5 || (this.film.report && this.film.nodes.size !== laidOut)) {
          laidOut = this.film.nodes.size;
          this.tree.layOut(this.film);
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

  /** How many expansions there are to be seen. */
  get length() {
    return this.film.length;
  }

  /** Whether all is seen. */
  get isOver() {
    return this.film.report !== null && this.at >= this.film.length;
  }

  say(text, tone = "plain") {
    this.state.dataset.tone = tone;
    write(this.state, text);
  }

  /** Shows the search after so many expansions. @param {number} expanded */
  showAt(expanded) {
    this.at = Math.min(expanded, this.film.length);
    const { film } = this;
    this.tree.showAt(this.at);
    const { counts, depths, values } = film.figuresAt(this.at);
    const known = counts.generated - counts.duplicates - counts.reopened + 1;
    const last = film.nodes.get(this.tree.current);
    write(this.numbers.expanded, whole(counts.expanded));
    write(this.numbers.generated, whole(counts.generated));
    write(this.numbers.waiting, whole(Math.max(0, known - counts.expanded)));
    write(this.numbers.again, whole(counts.duplicates + counts.reopened));
    write(this.numbers.f, this.at > film.steps || !last ? "–" : estimate(last.g + last.h));
    write(this.numbers.memory, film.report && this.isOver ? bytes(film.report.stats.peak_bytes ?? 0) : "–");
    this.depths.show(depths.map((row) => ({ at: row.depth, front: row.expanded, behind: row.generated })));
    this.values.show(together(values.filter(({ f }) => Number.isFinite(f))).map((row) => ({ at: row.f, front: row.expanded })));
    const treeless = film.nodes.size === 1 && film.report !== null;
    this.empty.hidden = !treeless;
    this.tree.element.toggleAttribute("hidden", treeless);
    this.legend.hidden = treeless;
    write(
      this.empty,
      "This method does not grow a tree of positions: it solves the level by reasoning. Choose another, such as bfs or astar, to see one.",
    );
    this.tellState();
    this.showNode();
  }

  tellState() {
    const { report, steps, length } = this.film;
    if (this.failed) return this.say(`${this.failed.message} ${this.failed.help ?? ""}`, "bad");
    if (this.isOver) return this.say(verdict(report), report.outcome === "solved" ? "good" : "bad");
    const beyond = this.at > steps && length > steps;
    this.say(
      beyond
        ? `Expansion ${brief(this.at)}: too many to draw, the tree shows the first ${whole(steps)}.`
        : `Expansion ${whole(this.at)}${this.running ? ", the search still runs" : ""}`,
    );
  }

  /** Shows the board of the node under the pointer, or of the one that was expanded last. */
  async showNode() {
    const id = this.tree.selected ?? this.tree.current;
    this.wanted = id;
    const node = this.film.nodes.get(id);
    if (!node) return;
    const moves = this.film.movesTo(id);
    write(
      this.caption,
      `${this.tree.selected === null ? "Last expanded: " : ""}${id === 0 ? "the start" : `node ${id}`}, g ${estimate(node.g)} + h ${estimate(node.h)} = f ${estimate(node.g + node.h)}${moves.length > 0 ? `; ${moves.join(" ")}` : ""}`,
    );
    if (!this.boards.has(id)) {
      if (this.asking) return;
      this.asking = true;
      const { film } = this;
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
    if (this.board.position !== this.boards.get(id)) this.board.show(this.boards.get(id));
  }
}

/** What came of a search. */
function verdict(report) {
  const effort = `${counted(report.stats.expanded, "expansion")}, ${seconds(report.stats.seconds)}`;
  if (report.outcome === "solved")
    return `${counted(report.cost, "move")}${report.optimal ? ", proved shortest" : ", perhaps not shortest"}: ${effort}.`;
  if (report.outcome === "unsolvable") return `Proved: there is no plan. ${effort}.`;
  return `No plan: ${why(report.stop)}. ${effort}.`;
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
