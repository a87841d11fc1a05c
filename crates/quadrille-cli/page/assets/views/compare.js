// All methods on one level: a table with bars that fills with the results. The board stays at the
// side, and results are kept while one method is viewed.

import * as api from "../api/index.js";
import { h, put, write, button, select } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { aboutHeuristic, algorithmName, algorithms, game } from "../model/catalogue.js";
import { address, go } from "../parts/router.js";
import { namesFor, scriptsIn } from "../model/scripts.js";
import { ScriptCard } from "./script-card.js";
import { nameOf } from "../model/current.js";
import { levelPicker } from "../parts/level-picker.js";
import { BoardView } from "../board/board.js";
import { why } from "../model/knowledge.js";
import { announce } from "../parts/notify.js";
import { bytes, moves as movesInWords, seconds, whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

const SECONDS = [1, 5, 20];
const COLUMNS = [
  { id: "method", value: (row) => row.method },
  { id: "cost", value: (row) => row.cost ?? Infinity },
  { id: "expanded", value: (row) => row.expanded ?? Infinity },
  { id: "generated", value: (row) => row.generated ?? Infinity },
  { id: "peak_bytes", value: (row) => row.peak_bytes ?? Infinity },
  { id: "seconds", value: (row) => row.seconds ?? Infinity },
];

/** The results of positions, while the page is open. @type {Map<string, {rows: any[], seconds: number, skipped: any}>} */
const kept = new Map();

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const position = await api.position(route.code);
  if (signal.aborted) return;
  new CompareView(position, host, signal);
}

class CompareView {
  constructor(position, host, signal) {
    this.position = position;
    const before = kept.get(position.code);
    this.rows = before?.rows ?? [];
    this.sort = { id: null, down: false };
    this.seconds = before?.seconds ?? SECONDS[1];
    this.skipped = before?.skipped ?? this.usuallySkipped();
    const { name, about } = nameOf(position);
    this.start = button([icon("play"), before ? text.compare.again : text.compare.start], () => (this.search ? this.stop() : this.run()), {
      class: "primary",
      id: "start",
    });
    this.progress = h("p", { class: "muted", role: "status" }, before ? text.compare.kept : text.compare.about);
    this.head = h("tr", {});
    this.body = h("tbody", {});
    this.tableBox = h(
      "div",
      { class: "card tablebox", tabindex: 0, role: "region", "aria-label": text.compare.results, hidden: true },
      h("table", { class: "results" }, h("thead", {}, this.head), this.body),
      h("p", { class: "muted small" }, text.compare.scale),
      h(
        "details",
        { class: "student" },
        h("summary", {}, text.compare.meaning),
        h("dl", { class: "nodefigures" }, COLUMNS.slice(1).map(({ id }) => h("div", {}, h("dt", {}, text.compare.columns[id]), h("dd", {}, text.compare.columnsAbout[id])))),
      ),
    );
    const board = new BoardView({ label: text.search.boardTitle });
    put(
      host,
      h(
        "div",
        { class: "page compare" },
        h(
          "header",
          { class: "pagehead" },
          h("div", {}, h("h1", {}, text.compare.title(name === text.play.shared ? text.search.thisOne : name)), h("p", { class: "muted" }, about)),
          h(
            "div",
            { class: "row" },
            levelPicker(position.game, (code) => go(address("compare", code))),
            select(
              text.compare.may,
              SECONDS.map((count) => ({ value: String(count), text: text.search.seconds(count) })),
              String(this.seconds),
              (value) => {
                this.seconds = Number(value);
              },
            ),
            this.start,
          ),
        ),
        h(
          "div",
          { class: "withboard" },
          h("aside", { class: "card sideboard", "aria-label": text.search.boardTitle }, h("div", { class: "boardbox" }, board.element)),
          h(
            "div",
            { class: "runs" },
            (this.methods = h("details", { class: "card", open: !before }, h("summary", {}, text.compare.which), (this.which = h("div", {}, this.choices())))),
            this.progress,
            this.tableBox,
            new ScriptCard(position, { onChange: () => put(this.which, this.choices()), watch: (heuristic) => go(address("search", position.code, { a: `astar with ${heuristic}` })) }, signal).element,
          ),
        ),
      ),
    );
    board.show(position);
    signal.addEventListener("abort", () => this.search?.abort());
    this.draw();
  }

  /** At first only the standard heuristic: all of them with all algorithms are very many methods. */
  usuallySkipped() {
    const { heuristics, default_heuristic: usual } = game(this.position.game);
    return { algorithms: new Set(), heuristics: new Set(heuristics.map(({ name }) => name).filter((name) => name !== usual)) };
  }

  choices() {
    const group = (kind, title, entries, nameOfEntry) =>
      h(
        "fieldset",
        {},
        h("legend", {}, title),
        h(
          "div",
          { class: "ticks" },
          entries.map(({ name: id, about }) => {
            const box = h("input", {
              type: "checkbox",
              id: `${kind}-${id}`,
              checked: !this.skipped[kind].has(id),
              onchange: () => {
                if (box.checked) this.skipped[kind].delete(id);
                else this.skipped[kind].add(id);
              },
            });
            return h("span", { class: "tick", title: kind === "heuristics" ? aboutHeuristic(this.position.game, { name: id, about }) : (text.algorithms[id]?.about ?? about) }, box, h("label", { for: box.id }, nameOfEntry(id)));
          }),
        ),
      );
    return [
      group("algorithms", text.compare.algorithms, algorithms(), algorithmName),
      group("heuristics", text.compare.heuristics, this.heuristics, (id) => id),
    ];
  }

  /** The heuristics of the game, and those of the reader. */
  get heuristics() {
    const own = namesFor(this.position.game).map((name) => ({ name: `@${name}`, about: text.script.title }));
    return [...game(this.position.game).heuristics, ...own];
  }

  get chosen() {
    const ids = (kind, entries) => entries.map(({ name }) => name).filter((name) => !this.skipped[kind].has(name)).join(",");
    return { algorithms: ids("algorithms", algorithms()), heuristics: ids("heuristics", this.heuristics) };
  }

  stop() {
    this.search?.abort();
    this.finish(text.compare.stopped);
  }

  finish(words) {
    this.search = null;
    for (const row of this.rows) if (row.waiting) row.waiting = text.compare.noPlan.cancelled;
    put(this.start, icon("play"), text.compare.again);
    this.start.classList.add("primary");
    write(this.progress, words);
    kept.set(this.position.code, { rows: this.rows, seconds: this.seconds, skipped: this.skipped });
    this.draw();
  }

  async run() {
    const { chosen } = this;
    if (!chosen.algorithms) return write(this.progress, text.compare.chooseOne);
    this.search = new AbortController();
    const { signal } = this.search;
    this.rows = [];
    this.methods.open = false;
    put(this.start, icon("stop"), text.compare.stop);
    this.start.classList.remove("primary");
    write(this.progress, text.compare.starting);
    this.draw();
    try {
      for await (const { name, data } of api.stream("compare", { code: this.position.code, ...chosen, scripts: scriptsIn(chosen.heuristics), max_time: this.seconds }, signal)) {
        if (name === "methods") {
          this.rows = data.methods.map((method) => ({ method, waiting: text.compare.waiting }));
          this.share = data.limits.max_time;
        }
        if (name === "running")
          this.rows[data.index] = { ...this.rows[data.index], running: true, waiting: text.compare.running(data.expanded ? whole(data.expanded) : "") };
        if (name === "record") this.rows[data.index] = { ...data, ...data.stats };
        if (name === "done") {
          this.finish(this.summary());
          return announce(this.summary());
        }
        this.draw();
        this.tellProgress(name, data);
      }
      this.finish(text.compare.ended);
    } catch (error) {
      if (error.name !== "AbortError") this.finish(`${error.message} ${error.help ?? ""}`);
    }
  }

  tellProgress(name, data) {
    if (name === "queued") return write(this.progress, data.place > 0 ? text.search.queued(data.place) : text.compare.starting);
    const done = this.rows.filter((row) => !row.waiting).length;
    write(this.progress, text.compare.progress(done, this.rows.length, text.search.seconds(Math.round(this.share * 10) / 10)));
  }

  summary() {
    const solved = this.rows.filter((row) => row.outcome === "solved");
    if (solved.length === 0) return text.compare.none(this.rows.length);
    const fewest = Math.min(...solved.map((row) => row.cost));
    const least = solved.filter((row) => row.cost === fewest).reduce((best, row) => (row.expanded < best.expanded ? row : best));
    const summary = text.compare.summary(solved.length, this.rows.length, movesInWords(fewest), nameOfMethod(least), whole(least.expanded));
    const [best, plain] = ["best", "astar"].map((id) => solved.find((row) => idOf(row) === id));
    return best && plain && best.expanded > plain.expanded ? `${summary} ${text.compare.best}` : summary;
  }

  draw() {
    this.tableBox.hidden = this.rows.length === 0;
    const { id: sorted, down } = this.sort;
    put(
      this.head,
      COLUMNS.map(({ id }) =>
        h(
          "th",
          { scope: "col", "aria-sort": sorted === id ? (down ? "descending" : "ascending") : null },
          button(
            [text.compare.columns[id], sorted === id ? (down ? " ▾" : " ▴") : ""],
            () => {
              this.sort = { id, down: sorted === id && !down };
              this.draw();
              this.head.querySelectorAll("button")[COLUMNS.findIndex((column) => column.id === id)].focus();
            },
            { class: "sorter", title: text.compare.columnsAbout[id] },
          ),
        ),
      ),
    );
    const column = COLUMNS.find(({ id }) => id === sorted);
    const order = (one, other) => {
      const [a, b] = [column.value(one), column.value(other)];
      return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
    };
    const rows = column ? [...this.rows].sort(order) : this.rows;
    const fewest = Math.min(...this.rows.map((row) => row.cost ?? Infinity));
    const peaks = Object.fromEntries(COLUMNS.slice(2).map(({ id }) => [id, Math.max(1e-6, ...this.rows.map((row) => row[id] ?? 0))]));
    put(this.body, rows.map((row) => this.row(row, fewest, peaks)));
  }

  row(row, fewest, peaks) {
    if (row.waiting)
      return h(
        "tr",
        { class: "waiting" },
        h("th", { scope: "row" }, nameOfMethod(row)),
        h("td", { colspan: 5 }, row.running && this.search ? h("span", { class: "spinner" }) : null, row.waiting),
      );
    const { noPlan } = text.compare;
    const { stop } = row;
    const failure = row.error ? noPlan.failed : row.outcome === "unsolvable" ? noPlan.unsolvable : stop === "cancelled" ? noPlan.cancelled : null;
    const moves =
      row.outcome === "solved"
        ? [
            row.cost,
            row.optimal ? h("span", { class: "badge good", title: text.compare.provedTitle }, text.compare.proved) : null,
            row.cost > fewest ? h("span", { class: "badge", title: text.compare.aboveTitle(row.cost - fewest) }, text.compare.above(row.cost - fewest)) : null,
          ]
        : h("span", { class: "badge bad", title: row.error?.message }, failure ?? (stop ? noPlan.limit(text.solver.limits[stop] ?? stop) : why(null)));
    const cell = (id, words) => {
      const bar = h("span", { class: "databar" });
      // The bars are logarithmic, like the axes of the charts.
      const scaled = (value) => Math.log10(1 + value * (id === "seconds" ? 1e6 : 1));
      bar.style.width = `${row[id] > 0 ? Math.max(2, (100 * scaled(row[id])) / scaled(peaks[id])) : 0}%`;
      return h("td", { class: "number" }, bar, h("span", {}, words));
    };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: this.watchAddress(row), title: `${text.compare.watch}: ${row.method}` }, nameOfMethod(row)), " ", h("span", { class: "muted small" }, idOf(row))),
      h("td", { class: "cost" }, moves),
      cell("expanded", whole(row.expanded)),
      cell("generated", whole(row.generated)),
      cell("peak_bytes", bytes(row.peak_bytes)),
      cell("seconds", seconds(row.seconds)),
    );
  }

  /** The search view with a method. */
  watchAddress({ method }) {
    return address("search", this.position.code, { a: method });
  }
}

/** The short name of the algorithm of a method. */
const idOf = ({ method }) => method.split(/[ (]/)[0];

/** The full name of a method. */
function nameOfMethod(row) {
  const [, heuristic] = row.method.match(/ with (.*)$/) ?? [];
  const name = algorithmName(idOf(row));
  return heuristic ? `${name} · ${heuristic}` : name;
}
