// The checks of an answer, their results, and the points so far.

import * as api from "../api/index.js";
import { h, put, write } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { algorithmName, levelName, titleOf } from "../model/catalogue.js";
import { estimate, moves as movesInWords, sentence, whole } from "../model/numbers.js";
import { setting, keepSetting } from "../model/store.js";
import { thumbnail } from "../board/thumbnail.js";
import { address } from "../parts/router.js";
import { moveNames } from "../model/notation.js";
import { text } from "../texts/index.js";

const KEY = "points";

/** Points with as many digits as they need. @param {number} value */
const points = (value) => estimate(value);

/** The checks. */
export class AssignmentChecks {
  /**
   * @param {import("../api/types.js").Assignment} assignment
   * @param {string} link
   * @param {string} key under which the best points are kept
   * @param {() => string | undefined} script the name of the script that is the answer
   * @param {AbortSignal} signal
   */
  constructor(assignment, link, key, script, signal) {
    this.assignment = assignment;
    this.link = link;
    this.key = key;
    this.script = script;
    const words = text.assignment;
    const seen = assignment.checks.filter((check) => !check.hidden);
    const sum = (checks) => checks.reduce((all, check) => all + check.points, 0);
    /** The points that can be earned here, and those that only the teacher gives. */
    this.most = sum(seen);
    this.unseen = sum(assignment.checks) - this.most;
    /** The answer that the marks are about. @type {string | null} */
    this.isAbout = null;
    this.score = h("p", { class: "big", id: "points" });
    /** The same beside the answer, where the screen is too narrow for both. */
    this.scoreHere = h("span", { class: "score-here", "aria-hidden": "true" });
    this.bar = h("progress", { max: Math.max(this.most, 1), value: 0, "aria-label": words.points });
    this.state = h("p", { class: "small muted", role: "status" });
    this.rows = assignment.checks.map((check) => this.row(check));
    this.element = h(
      "section",
      { class: "card checks", "aria-label": words.points },
      h("h2", {}, words.points),
      this.score,
      this.bar,
      this.state,
      this.unseen > 0 || assignment.has_hidden ? h("p", { class: "small muted" }, this.unseen > 0 ? words.unseen(this.unseen, points(this.unseen)) : words.hidden) : null,
      h("ol", {}, this.rows.map(({ item }) => item)),
    );
    signal.addEventListener("abort", () => this.search?.abort());
    this.clear();
  }

  /** A check before it is done. @param {import("../api/types.js").Check} check */
  row(check) {
    const words = text.assignment;
    const sign = h("span", { class: "sign", "aria-hidden": "true" });
    const worth = h("span", { class: "worth small" });
    const found = h("div", { class: "small found" });
    const about = check.hidden ? words.checks.hidden : this.about(check);
    const item = h("li", {}, sign, h("div", {}, h("p", {}, check.name ?? about), check.name ? h("p", { class: "small muted" }, about) : null, found), worth);
    return { check, item, sign, worth, found };
  }

  /** A check explained to a newcomer. @param {import("../api/types.js").Check} check */
  about({ holds, level, expansions, longer, count, moves, unique, like, algorithm }) {
    const words = text.assignment.checks;
    const search = algorithmName(algorithm ?? "astar");
    if (holds) return words[holds];
    if (expansions !== undefined) return words.expansions(search, levelName({ name: level }), expansions, whole(expansions));
    if (longer !== undefined) return longer === 0 ? words.shortest(search) : words.longer(search, movesInWords(longer));
    if (like) return words.like(titleOf(like));
    const [least, most = least] = (moves ?? "1..").split("..");
    return words.levels(count ?? 1, Number(least) || 1, most === "" ? null : Number(most), Boolean(unique));
  }

  /** Clears all results. */
  clear() {
    for (const row of this.rows) this.mark(row, null);
    this.tell(null);
  }

  /** The results are of another version; the numbers stay until new ones come. */
  forget() {
    this.search?.abort();
    this.search = null;
    this.isAbout = null;
    this.element.classList.add("stale");
    write(this.state, text.assignment.changed);
  }

  /** Checks an answer. @param {string} answer */
  async check(answer) {
    this.forget();
    this.search = new AbortController();
    const { signal } = this.search;
    write(this.state, text.assignment.checking);
    const marks = [];
    try {
      for await (const { name, data } of api.stream("grade", { link: this.link, text: answer }, signal)) {
        if (name === "mark") {
          this.mark(this.rows[marks.length], data);
          marks.push(data);
        }
        if (name === "done") this.tell(data.points);
      }
      this.isAbout = answer;
      this.element.classList.remove("stale");
      const late = marks.some(({ finding }) => finding.kind === "not-checked");
      write(this.state, late ? text.assignment.late(this.assignment.max_time) : "");
    } catch (error) {
      if (error.name === "AbortError") return;
      this.clear();
      write(this.state, `${error.message} ${error.help ?? ""}`);
    }
    this.search = null;
  }

  /** Shows the points, and keeps the best. @param {number | null} reached */
  tell(reached) {
    const kept = setting(KEY, {});
    const best = Math.max(reached ?? 0, Number(kept[this.key]) || 0);
    if (best > 0) keepSetting(KEY, { ...kept, [this.key]: best });
    const words = text.assignment;
    write(this.score, reached === null ? words.notYet(points(this.most)) : `${words.reached(points(reached), points(this.most))}${best > reached && best <= this.most ? ` ${words.best(points(best))}` : ""}`);
    write(this.scoreHere, this.score.textContent);
    this.bar.value = reached ?? 0;
  }

  /** @param {ReturnType<AssignmentChecks["row"]>} row @param {import("../api/types.js").CheckMark | null} mark */
  mark({ check, item, sign, worth, found }, mark) {
    const words = text.assignment;
    const state = check.hidden ? "unseen" : !mark || mark.finding.kind === "not-checked" ? "open" : mark.points >= mark.most ? "good" : "bad";
    item.dataset.state = state;
    put(sign, { good: icon("check"), bad: "✗", open: "○", unseen: "?" }[state]);
    write(worth, state === "good" || state === "bad" ? words.of(points(mark.points), points(mark.most)) : words.worth(check.points, points(check.points)));
    put(found, mark && !check.hidden ? this.found(mark) : null);
  }

  /** The finding in the reader's language. @param {import("../api/types.js").CheckMark} mark */
  found({ finding: found, message }) {
    const words = text.assignment.found;
    const level = (name) => (name ? levelName({ name }) : text.assignment.aLevel);
    switch (found.kind) {
      case "held":
        return words.held(whole(found.positions), found.levels, whole(found.levels));
      case "refuted":
        return this.refuted(found);
      case "solved":
        return words.solved(found.expanded, whole(found.expanded));
      case "over-budget":
        return words.overBudget(whole(found.most));
      case "short":
        return words.short(found.levels);
      case "longer":
        return words.longer(level(found.level), movesInWords(found.cost), movesInWords(found.optimal));
      case "no-plan":
        return words.noPlan(level(found.level), whole(found.expansions));
      case "levels":
        return `${words.levels(found.good, found.all)}${found.why && !found.enough ? ` ${this.bad(found.why)}` : ""}`;
      case "alike":
        return words.alike(whole(found.positions), found.levels);
      case "unlike":
        return words.unlike(level(found.level), found.depth, found.found, found.right);
      case "no-cell":
        return words.noCell(found.glyph);
      case "failed":
        return sentence(found.why);
      case "required":
        return words.required(found.check);
      case "not-checked":
        return words.notChecked;
      default:
        return sentence(message);
    }
  }

  /** Why a level does not count. @param {{level: string, reason: "no-plan" | "moves" | "several-plans" | "failed", moves?: number, why?: string}} bad */
  bad({ level, reason, moves, why }) {
    const words = text.assignment.bad;
    const told = { "no-plan": words.noPlan, moves: words.moves(movesInWords(moves ?? 0)), "several-plans": words.several, failed: why ?? "" };
    return sentence(words.level(levelName({ name: level }), told[reason]));
  }

  /** A board that proves the script wrong. @param {any} found */
  refuted({ code, estimate: said, moves, after }) {
    const { claims } = text;
    const saying = (value) => (value === null ? claims.noPlan : estimate(value));
    const picture = h("div", { class: "picture" });
    api.position(code).then((board) => put(picture, thumbnail(board)), () => {});
    const words = after === null || after === undefined ? claims.over(saying(said), moves.length, movesInWords(moves.length), moveNames(moves)) : claims.falls(saying(said), moveNames(moves), saying(after));
    const name = this.script();
    return h("figure", { class: "refutation" }, picture, h("figcaption", {}, words, " ", h("a", { href: address("search", code, name ? { a: `astar with @${name}` } : {}) }, claims.open)));
  }
}
