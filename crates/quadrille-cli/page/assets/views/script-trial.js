// The number of positions that A* looks at with a script, compared with no estimate, the standard
// one and the last version of the script, on the current level and on a set of levels.

import * as api from "../api/index.js";
import { h, put, write, button } from "../parts/dom.js";
import { game, packs } from "../model/catalogue.js";
import { keepScript, script } from "../model/scripts.js";
import { whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * @typedef {{id: string, label: string, text?: string, here?: any, set?: {expanded: number, solved: number}}} Row a contender: the heuristic, what
 *   it is called, the text of a script, and its results on this level and on the set
 */

/** The limits of one search. */
const LIMITS = { max_time: 2, max_nodes: 200_000 };
/** The number of levels in the set. */
const LEVELS = 12;
const BEFORE = "the-version-before";

/** The figures. */
export class ScriptTrial {
  /** @param {import("../api/types.js").Position} position @param {AbortSignal} signal */
  constructor(position, signal) {
    this.position = position;
    this.signal = signal;
    /** @type {Row[]} */
    this.rows = [];
    this.usual = game(position.game).default_heuristic;
    this.table = h("div", {});
    this.state = h("p", { class: "muted small", role: "status" });
    this.more = button(text.script.onLevels(LEVELS), () => this.measureSet(), { class: "quiet small", id: "script-levels", disabled: true });
    this.element = h("section", { "aria-label": text.script.trial }, h("h3", {}, text.script.trial), this.table, this.state, this.more);
    signal.addEventListener("abort", () => this.stop());
  }

  stop() {
    this.search?.abort();
    this.search = null;
  }

  /** Drops the figures: they are those of another version of the script. */
  forget() {
    this.stop();
    this.rows = [];
    put(this.table);
    write(this.state, "");
    this.more.disabled = true;
  }

  /** The contenders: the name of the heuristic, what it is called here, and the text of a script. */
  contenders() {
    const { text: now, measured, before } = script(this.name);
    const last = measured !== undefined && measured !== now ? measured : before;
    const words = text.script;
    /** @type {Row[]} */
    const all = [
      { id: "zero", label: words.none },
      { id: this.usual, label: words.standard(this.usual) },
      { id: `@${BEFORE}`, label: words.before, text: last ?? now },
      { id: `@${this.name}`, label: words.now, text: now },
    ];
    return all.filter(({ id, text: own }) => id !== `@${BEFORE}` || own !== now);
  }

  /** Compares the contenders on a level, and gives a row for each. */
  async compare(code, contenders, signal) {
    const scripts = Object.fromEntries(contenders.filter((one) => one.text !== undefined).map((one) => [one.id.slice(1), one.text]));
    const heuristics = contenders.map(({ id }) => id).join(",");
    for await (const { name, data } of api.stream("compare", { code, algorithms: "astar", heuristics, scripts, ...LIMITS }, signal)) if (name === "done") return data.records;
    return [];
  }

  /** Measures the script with this name on the level. @param {string} name */
  async measure(name) {
    this.stop();
    this.name = name;
    this.search = new AbortController();
    const { signal } = this.search;
    const contenders = this.contenders();
    this.rows = contenders.map((one) => ({ ...one }));
    write(this.state, text.script.measuring);
    try {
      const found = await this.compare(this.position.code, contenders, signal);
      found.forEach((row, index) => (this.rows[index].here = row));
      this.draw();
      const failed = found.at(-1)?.error;
      write(this.state, failed ? failed.message : "");
      this.more.disabled = Boolean(failed);
      if (!failed) this.remember();
    } catch (error) {
      if (error.name !== "AbortError") write(this.state, `${error.message} ${error.help ?? ""}`);
    }
  }

  /** The next change is measured against this version. */
  remember() {
    const kept = script(this.name);
    const now = this.rows.at(-1).text;
    if (kept && kept.measured !== now) keepScript(this.name, { ...kept, measured: now, before: kept.measured });
  }

  /** Levels of the game that are solved in a moment, from easy to hard. */
  set() {
    const levels = packs()
      .flatMap((pack) => pack.levels)
      .filter((level) => level.game === this.position.game && level.known?.kind === "optimal" && ["easy", "medium"].includes(level.difficulty?.label));
    const step = Math.max(1, levels.length / LEVELS);
    return Array.from({ length: Math.min(LEVELS, levels.length) }, (_, index) => levels[Math.floor(index * step)]);
  }

  async measureSet() {
    this.stop();
    this.search = new AbortController();
    const { signal } = this.search;
    const levels = this.set();
    const contenders = this.rows;
    for (const row of contenders) row.set = { expanded: 0, solved: 0 };
    try {
      for (const [index, level] of levels.entries()) {
        write(this.state, text.script.onLevel(index + 1, levels.length));
        const found = await this.compare(level.code, contenders, signal);
        found.forEach((row, at) => {
          contenders[at].set.expanded += row.stats?.expanded ?? 0;
          contenders[at].set.solved += row.outcome === "solved" ? 1 : 0;
        });
        this.draw(levels.length);
      }
      write(this.state, "");
    } catch (error) {
      if (error.name !== "AbortError") write(this.state, `${error.message} ${error.help ?? ""}`);
    }
  }

  draw(levels = 0) {
    const words = text.script;
    const hasSet = this.rows.some((row) => row.set);
    const most = Math.max(1, ...this.rows.map((row) => row.here?.stats?.expanded ?? 0));
    const bar = (value) => {
      const element = h("span", { class: "databar" });
      element.style.width = `${Math.max(1, (100 * Math.log10(1 + value)) / Math.log10(1 + most))}%`;
      return element;
    };
    /** @param {Row} one @param {number} index */
    const row = ({ label, here, set }, index) => {
      const solved = here?.outcome === "solved";
      const optimal = this.rows.find((one) => one.here?.optimal)?.here.cost;
      const above = solved && optimal !== undefined ? here.cost - optimal : 0;
      return h(
        "tr",
        { class: index === this.rows.length - 1 ? "now" : "" },
        h("th", { scope: "row" }, label),
        h("td", {}, solved ? here.cost : "–", above > 0 ? h("span", { class: "badge", title: text.compare.aboveTitle(above) }, `+${above}`) : null),
        h("td", { class: "number" }, here?.stats ? bar(here.stats.expanded) : null, h("span", {}, here?.stats ? `${solved ? "" : "≥ "}${whole(here.stats.expanded)}` : "–")),
        hasSet ? h("td", { class: "number" }, set ? h("span", { title: words.solvedOf(set.solved, levels) }, `${set.solved < levels ? "≥ " : ""}${whole(set.expanded)}`) : null) : null,
      );
    };
    put(
      this.table,
      h(
        "table",
        { class: "results trial" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.estimate), h("th", { scope: "col" }, text.compare.columns.cost), h("th", { scope: "col" }, text.compare.columns.expanded), hasSet ? h("th", { scope: "col" }, words.levels(levels)) : null)),
        h("tbody", {}, this.rows.map(row)),
      ),
    );
  }
}
