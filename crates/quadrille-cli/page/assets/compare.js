// All methods on one level: a table that fills as results come, and the charts of the lab.

import * as api from "./api.js";
import { h, put, write, button, select } from "./dom.js";
import { icon } from "./icons.js";
import { algorithms, game } from "./catalogue.js";
import { address } from "./router.js";
import { nameOf } from "./present.js";
import { why } from "./advice.js";
import { announce } from "./say.js";
import { bytes, counted, seconds, whole } from "./quantities.js";

const SECONDS = [1, 5, 20];
/** Why there is no plan, by outcome. */
const NO_PLAN = {
  unsolvable: () => "proved: no plan",
};
const COLUMNS = [
  { id: "method", title: "Method", value: (row) => row.method },
  { id: "cost", title: "Moves", value: (row) => row.cost ?? Infinity },
  { id: "expanded", title: "Expanded", value: (row) => row.expanded ?? Infinity },
  { id: "generated", title: "Generated", value: (row) => row.generated ?? Infinity },
  { id: "peak_bytes", title: "Memory", value: (row) => row.peak_bytes ?? Infinity },
  { id: "seconds", title: "Time", value: (row) => row.seconds ?? Infinity },
];

/**
 * Opens the view.
 * @param {import("./router.js").Route} route
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
    this.rows = [];
    this.sort = { id: null, down: false };
    this.seconds = SECONDS[1];
    this.skipped = { algorithms: new Set(), heuristics: new Set() };
    const { name, about } = nameOf(position);
    this.start = button([icon("play"), "Compare"], () => (this.search ? this.stop() : this.run()), {
      class: "primary",
      id: "start",
    });
    this.progress = h(
      "p",
      { class: "muted", role: "status" },
      "Runs every method on this level, one after the other, and shows what each of them took.",
    );
    this.head = h("tr", {});
    this.body = h("tbody", {});
    this.charts = h("div", { class: "labcharts" });
    this.tableBox = h(
      "div",
      { class: "card tablebox", tabindex: 0, role: "region", "aria-label": "Results", hidden: true },
      h("table", { class: "results" }, h("thead", {}, this.head), this.body),
    );
    put(
      host,
      h(
        "div",
        { class: "page compare" },
        h(
          "header",
          { class: "pagehead" },
          h("div", {}, h("h1", {}, `Methods on ${name}`), h("p", { class: "muted" }, about)),
          h(
            "div",
            { class: "row" },
            select(
              "A method may take",
              SECONDS.map((count) => ({ value: String(count), text: counted(count, "second") })),
              String(this.seconds),
              (value) => {
                this.seconds = Number(value);
              },
            ),
            this.start,
          ),
        ),
        h("details", { class: "card" }, h("summary", {}, "Which methods"), this.choices()),
        this.progress,
        this.tableBox,
        this.charts,
      ),
    );
    signal.addEventListener("abort", () => this.search?.abort());
  }

  choices() {
    const { heuristics, default_heuristic: usual } = game(this.position.game);
    // At first only the usual heuristic: all of them with all algorithms are very many methods.
    for (const { id } of heuristics) if (id !== usual) this.skipped.heuristics.add(id);
    const group = (kind, title, entries) =>
      h(
        "fieldset",
        {},
        h("legend", {}, title),
        h(
          "div",
          { class: "ticks" },
          entries.map(({ id, about }) => {
            const box = h("input", {
              type: "checkbox",
              id: `${kind}-${id}`,
              checked: !this.skipped[kind].has(id),
              onchange: () => {
                if (box.checked) this.skipped[kind].delete(id);
                else this.skipped[kind].add(id);
              },
            });
            return h("span", { class: "tick", title: about }, box, h("label", { for: box.id }, id));
          }),
        ),
      );
    return [
      group("algorithms", "Algorithms", algorithms()),
      group("heuristics", "Heuristics, for algorithms that ask one", heuristics),
    ];
  }

  get chosen() {
    const kept = (kind, entries) =>
      entries
        .map(({ id }) => id)
        .filter((id) => !this.skipped[kind].has(id))
        .join(",");
    return { algorithms: kept("algorithms", algorithms()), heuristics: kept("heuristics", game(this.position.game).heuristics) };
  }

  stop() {
    this.search?.abort();
    this.finish("Stopped. What is there stays.");
  }

  finish(text) {
    this.search = null;
    for (const row of this.rows) if (row.waiting) row.waiting = "stopped";
    put(this.start, icon("play"), "Compare again");
    this.start.classList.add("primary");
    write(this.progress, text);
    this.draw();
  }

  async run() {
    const chosen = this.chosen;
    if (!chosen.algorithms) return write(this.progress, "Choose at least one algorithm.");
    this.search = new AbortController();
    const { signal } = this.search;
    this.rows = [];
    put(this.charts);
    put(this.start, icon("stop"), "Stop");
    this.start.classList.remove("primary");
    write(this.progress, "Starting…");
    this.draw();
    try {
      for await (const { name, data } of api.stream(
        "compare",
        { code: this.position.code, ...chosen, seconds: this.seconds },
        signal,
      )) {
        if (name === "methods") {
          this.rows = data.methods.map((method) => ({ method, waiting: "waiting" }));
          this.share = data.seconds;
        }
        if (name === "running")
          this.rows[data.index] = {
            ...this.rows[data.index],
            waiting: data.expanded ? `running, ${whole(data.expanded)} expanded` : "running",
          };
        if (name === "row") this.rows[data.index] = { ...data, ...data.stats };
        if (name === "failed") throw new api.ApiError(data.error?.message ?? "The comparison failed.", data.error);
        if (name === "done") {
          this.showCharts(data.charts ?? []);
          this.finish(this.summary());
          announce(this.summary());
          return;
        }
        this.draw();
        this.tellProgress(name, data);
      }
      this.finish("The server ended the comparison.");
    } catch (error) {
      if (error.name !== "AbortError") this.finish(`${error.message} ${error.help ?? ""}`);
    }
  }

  tellProgress(name, data) {
    if (name === "queued") return write(this.progress, data.place > 0 ? `Waiting: ${data.place} before it.` : "Starting…");
    const done = this.rows.filter((row) => !row.waiting).length;
    write(this.progress, `${done} of ${this.rows.length} done, each may take ${seconds(this.share)}…`);
  }

  summary() {
    const solved = this.rows.filter((row) => row.outcome === "solved");
    if (solved.length === 0) return `None of ${counted(this.rows.length, "method")} found a plan.`;
    const fewest = Math.min(...solved.map((row) => row.cost));
    const least = solved.filter((row) => row.cost === fewest).reduce((best, row) => (row.expanded < best.expanded ? row : best));
    return `${solved.length} of ${counted(this.rows.length, "method")} found a plan. The shortest has ${counted(fewest, "move")}; ${least.method} found one with the fewest expansions, ${whole(least.expanded)}.`;
  }

  draw() {
    this.tableBox.hidden = this.rows.length === 0;
    const { id: sorted, down } = this.sort;
    put(
      this.head,
      COLUMNS.map(({ id, title }) =>
        h(
          "th",
          { scope: "col", "aria-sort": sorted === id ? (down ? "descending" : "ascending") : null },
          button(
            [title, sorted === id ? (down ? " ▾" : " ▴") : ""],
            () => {
              this.sort = { id, down: sorted === id && !down };
              this.draw();
              this.head.querySelectorAll("button")[COLUMNS.findIndex((column) => column.id === id)].focus();
            },
            { class: "sorter" },
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
    const most = (id) => Math.max(1, ...this.rows.map((row) => row[id] ?? 0));
    const peaks = {
      expanded: most("expanded"),
      generated: most("generated"),
      peak_bytes: most("peak_bytes"),
      seconds: most("seconds"),
    };
    put(
      this.body,
      rows.map((row) => this.row(row, fewest, peaks)),
    );
  }

  row(row, fewest, peaks) {
    if (row.waiting) {
      return h(
        "tr",
        { class: "waiting" },
        h("th", { scope: "row" }, row.method),
        h("td", { colspan: 5 }, row.waiting.startsWith("running") ? h("span", { class: "spinner" }) : null, row.waiting),
      );
    }
    const solved = row.outcome === "solved";
    const moves = solved
      ? [
          row.cost,
          row.optimal ? h("span", { class: "badge good", title: "proved shortest" }, "proved") : null,
          row.cost > fewest ? h("span", { class: "badge" }, `+${row.cost - fewest}`) : null,
        ]
      : h("span", { class: "badge bad", title: row.error?.message }, row.error ? "failed" : (NO_PLAN[row.outcome]?.() ?? why(row.stop)));
    const cell = (id, text) => {
      const bar = h("span", { class: "databar" });
      // The bars are logarithmic, like the axes of the charts.
      bar.style.width = `${row[id] > 0 ? Math.max(2, (100 * Math.log10(1 + row[id] * (id === "seconds" ? 1e6 : 1))) / Math.log10(1 + peaks[id] * (id === "seconds" ? 1e6 : 1))) : 0}%`;
      return h("td", { class: "number" }, bar, h("span", {}, text));
    };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: this.watchAddress(row), title: "Watch it think" }, row.method)),
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

  showCharts(charts) {
    put(
      this.charts,
      charts.map(({ title, finding, svg }) =>
        h(
          "figure",
          { class: "card" },
          h("figcaption", { class: "muted" }, finding),
          h(
            "div",
            { class: "chartbox", tabindex: 0, role: "region", "aria-label": title },
            h("img", {
              src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
              alt: finding ? `${title}: ${finding}` : title,
            }),
          ),
        ),
      ),
    );
  }
}
