// The designer's desk: the report of a board after every stroke, changes that forbid a solution,
// and variations to take over.

import * as api from "../api/index.js";
import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { address, go } from "../parts/router.js";
import { describe } from "../board/board.js";
import { thumbnail } from "../board/thumbnail.js";
import { term } from "../parts/term.js";
import { levelName, packs } from "../model/catalogue.js";
import { cellName, moveNames } from "../model/notation.js";
import { moves as movesInWords, sentence, whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** A stroke may be followed by another at once: the report waits so many milliseconds. */
const PAUSE = 120;

/** The limits of a first, quick report after a stroke, and of the full one after it. */
const QUICK = { max_time: 0.1 };
const WHOLE = { max_time: 2 };
/** Variations take at most this many seconds. */
const VARY_SECONDS = 5;

/** At most so many solutions and changed cells are listed. */
const SHOWN = 4;
const CHANGES = 4;

/** The value of the event that ends a request. */
async function asked(what, values, signal) {
  for await (const { name, data } of api.stream(what, values, signal)) if (name === "done") return data;
  return null;
}

export class InspectCard {
  /**
   * @param {AbortSignal} signal of the view
   * @param {(code: string) => void} [take] called with a board that is taken over
   */
  constructor(signal, take = (code) => go(address("edit", code))) {
    this.signal = signal;
    this.take = take;
    this.report = h("div", { class: "report", role: "status" });
    this.found = h("div", { class: "found", role: "status" });
    this.tools = h("div", { class: "row" });
    this.element = h("section", { class: "card desk", "aria-label": text.inspect.title, hidden: true }, h("h2", {}, text.inspect.title), this.report, this.tools, this.found);
  }

  /** The board has changed. @param {string | null} code null when it is not a level */
  offer(code) {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.element.hidden = !code;
    put(this.found);
    if (!code) return;
    this.element.setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.run(this.report, () => this.inspect(code)), PAUSE);
  }

  /** Runs one request at a time; what fails is said where its answer would stand. */
  async run(place, work) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.running = AbortSignal.any([this.signal, this.asking.signal]);
    const { running } = this;
    try {
      await work();
    } catch (error) {
      if (running.aborted || error.name === "AbortError") return;
      put(place, h("p", { class: "muted" }, sentence(error.message)));
    }
    if (!running.aborted) this.element.removeAttribute("aria-busy");
  }

  async inspect(code) {
    const { running } = this;
    const position = await api.position(code);
    const like = alike(position);
    const values = { code, ...(like.length > 0 ? { like: like.map((level) => level.code).join(",") } : {}) };
    const quick = await asked("inspect", { ...values, ...QUICK }, running);
    if (running.aborted || !quick) return;
    const isOpen = quick.open.length > 0;
    this.show(position, like, quick, isOpen);
    if (!isOpen) return;
    const whole = await asked("inspect", { ...values, ...WHOLE }, running);
    if (!running.aborted && whole) this.show(position, like, whole);
  }

  /** @param {boolean} [goesOn] true if the open questions are being searched */
  show(position, like, report, goesOn = false) {
    const { code } = position;
    const same = report.similar.map(({ code: other, cells }) => ({ level: like.find((level) => level.code === other), cells }));
    put(
      this.report,
      h("ul", { class: "sentences" }, sentences(report, goesOn).map((words) => h("li", {}, words)), same.slice(0, 3).map(similar)),
      this.solutions(code, report),
    );
    put(
      this.tools,
      h("a", { class: "button quiet", href: address("map", code), id: "map" }, icon("search"), text.inspect.map),
      button([icon("levels"), text.inspect.vary], () => this.run(this.found, () => this.vary(position)), { class: "quiet", id: "vary" }),
    );
  }

  /** The shortest solutions and other ways, each of which can be forbidden. */
  solutions(code, { solutions, other_ways: others }) {
    const plans = [...solutions.slice(0, SHOWN), ...others.map(({ plan }) => plan)].filter((plan) => plan.length > 0);
    if (plans.length === 0) return null;
    const forbid = (plan) => () => this.run(this.found, () => this.forbid(code, plan));
    const entry = (plan) =>
      h(
        "li",
        {},
        h("span", { class: "planmoves" }, moveNames(plan)),
        button(text.inspect.forbid, forbid(plan), { class: "quiet small forbid", title: text.inspect.forbidHelp, "aria-label": `${text.inspect.forbid}: ${moveNames(plan)}` }),
      );
    return h(
      "div",
      { class: "solutions" },
      h("h3", {}, text.inspect.solutions),
      h("p", { class: "muted small" }, text.inspect.solutionsAbout),
      h("ul", { class: "plans", "aria-label": text.inspect.solutions }, plans.map(entry)),
    );
  }

  async forbid(code, plan) {
    const words = text.inspect;
    const { running } = this;
    put(this.found, h("p", { class: "muted" }, h("span", { class: "spinner" }), words.looking));
    const [position, found] = await Promise.all([api.position(code), asked("inspect", { code, forbid: plan.join(" ") }, running)]);
    if (running.aborted || !found) return;
    const label = ({ optimum, kept, others }) => words.remedy(movesInWords(optimum), kept, others);
    const title = found.remedies.length > 0 ? words.remedies : found.unsettled > 0 ? words.noRemedyKnown : words.noRemedy;
    await this.list(position, found.remedies.map((remedy) => ({ ...remedy, label: label(remedy) })), title, running);
  }

  async vary(position) {
    const words = text.inspect;
    const { running } = this;
    put(this.found, h("p", { class: "muted" }, h("span", { class: "spinner" }), words.varying));
    const found = await asked("vary", { code: position.code, max_time: VARY_SECONDS }, running);
    if (running.aborted || !found) return;
    const label = ({ goal, rating }) => words.variation(words.goals[goal], movesInWords(rating.moves), rating.score);
    await this.list(position, found.variations.map((variation) => ({ ...variation, label: label(variation) })), found.variations.length > 0 ? words.variations : words.noVariation, running);
  }

  /** Boards to take over, each with its label and what changed. */
  async list(before, levels, title, signal) {
    const positions = await Promise.all(levels.map(({ code }) => api.position(code)));
    if (signal.aborted) return;
    const change = (after) => ({ row, col }) => {
      const at = row * before.cols + col;
      return text.inspect.change(cellName(row, col), describe(before.cells[at]), describe(after.cells[at]));
    };
    const item = ({ code, label, changes, whole: all }, index) =>
      h(
        "li",
        {},
        h(
          "a",
          {
            href: address("edit", code),
            onclick: (event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              this.take(code);
            },
          },
          thumbnail(positions[index]),
          h("strong", {}, label),
          h("span", { class: "muted small" }, all ? text.inspect.wholes[all] : changes.slice(0, CHANGES).map(change(positions[index])).join("; ") + (changes.length > CHANGES ? "…" : "")),
        ),
      );
    put(this.found, h("h3", {}, title), h("ul", { class: "neighbours" }, levels.map(item)));
  }
}

/** The levels of the packs that may be like a board: of the same game, with the same sides. */
function alike({ game, rows, cols, code }) {
  const sides = (level) => [Math.min(level.rows, level.cols), Math.max(level.rows, level.cols)].join();
  const all = packs().flatMap((pack) => pack.levels);
  return all.filter((level) => level.game === game && level.code !== code && sides(level) === sides({ rows, cols }));
}

function similar({ level, cells }) {
  const link = h("a", { href: address("play", level.code) }, `${level.pack.title}, ${levelName(level)}`);
  return h("li", {}, cells === 0 ? text.inspect.same : text.inspect.similar(cells), link);
}

/** The report in sentences, with words that are explained. @param {any} report @param {boolean} goesOn @returns {(string | (string | HTMLElement)[])[]} */
function sentences(report, goesOn) {
  const words = text.inspect;
  const { positions, rating, useless, optimum } = report;
  const lead = ({ after, move }) => moveNames([...after, move]);
  const all = [];
  if (report.solvable === false) all.push(words.unsolvable);
  else if (optimum === 0) all.push(words.solved);
  else if (optimum !== null) all.push(words.optimum(movesInWords(optimum), report.plans));
  else if (report.solvable) all.push(words.notProved);
  else all.push(words.unknown);
  if (report.other_ways.length > 0) all.push(words.otherWays(report.other_ways.length, movesInWords(report.other_ways[0].extra)));
  if (positions && report.solvable) {
    const share = Math.round((100 * positions.dead) / positions.all);
    all.push(positions.dead === 0 ? words.noDead(whole(positions.all)) : words.dead(Math.min(99, Math.max(1, share)), whole(positions.all)));
  }
  if (report.first_irreversible !== null && optimum > 0) all.push(words.irreversible(report.first_irreversible));
  if (report.losing.length > 0) all.push(words.losing(lead(report.losing[0])));
  if (report.trap_count > 0) all.push(words.traps(report.trap_count, lead(report.traps[0])));
  const forced = report.forced.reduce((sum, stretch) => sum + stretch.moves, 0);
  if (forced > 1) all.push(words.forced(forced, optimum));
  if (useless?.things.length > 0) all.push(words.useless(useless.things.map((changes) => changes.map(({ row, col }) => cellName(row, col)).join(" ")).join(", ")));
  if (rating) all.push([words.rated(text.difficulty[rating.difficulty].toLowerCase()), term(words.score, words.scoreAbout), words.scored(rating.score, reasons(rating))]);
  if (!positions && report.reached > 0) all.push(words.atLeast(whole(report.reached)));
  const open = report.open.map((question) => words.questions[question]).join(", ");
  if (open) all.push(goesOn ? words.searching(open) : words.open(open));
  return all;
}

/** The factors of a level's difficulty. */
function reasons({ moves, choices, right, misleading, dead_ends: dead }) {
  const { reasons: words } = text.inspect;
  const percent = (share) => Math.round(100 * share);
  return [
    moves >= 20 && words.long(moves),
    choices >= 6 && words.choices(Math.round(choices)),
    right <= 0.35 && words.right(percent(right)),
    misleading >= 0.5 && words.misleading(percent(misleading)),
    dead >= 0.25 && words.dead(percent(dead)),
  ].filter(Boolean);
}
