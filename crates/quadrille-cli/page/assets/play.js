// Playing a level: the board, the moves, and what the solver has to say.

import * as api from "./api.js";
import { h, put, write, button } from "./dom.js";
import { icon } from "./icons.js";
import { game, levelOf, neighbour } from "./catalogue.js";
import { address, go, rewrite } from "./router.js";
import { describe } from "./board.js";
import { DIRECTIONS, Desk } from "./desk.js";
import { Picker } from "./picker.js";
import { Line } from "./line.js";
import { Advice, why } from "./advice.js";
import { PlanView } from "./plan.js";
import { praise } from "./praise.js";
import { listenToKeys } from "./keys.js";
import { recordOf, keepLine, keepProved, isKept, setting, keepSetting } from "./progress.js";
import { announce, toast } from "./say.js";
import { counted, seconds, whole } from "./quantities.js";

/**
 * Opens the view.
 * @param {import("./router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal ends everything that the view has begun
 */
export async function open(route, host, signal) {
  const kept = route.state?.resume ? recordOf(route.code) : null;
  const { start, moves, played } = route.state?.start
    ? route.state
    : { start: route.code, moves: kept?.moves ?? [], played: kept?.played ?? 0 };
  let line = await Line.open(start, moves, played);
  // A level that was solved is there to be played once more.
  if (kept && line.position.solved) line = new Line(line.start);
  if (signal.aborted) return;
  const round = new Round(line, host, signal);
  if (route.state?.solve) round.solve();
}

class Round {
  constructor(line, host, signal) {
    this.line = line;
    this.signal = signal;
    this.game = game(line.start.game);
    this.level = levelOf(line.start.code);
    this.advice = new Advice();
    this.checking = setting("check", true);
    this.hint = null;
    this.plan = null;
    this.thinking = null;
    this.desk = new Desk(host, this.game, this.level, this.checking, {
      act: (act, direction) => this.act(act, direction),
      tap: (cell) => this.choose(this.plan ? { nothing: "" } : this.picker.click(cell)),
      swipe: (cell, direction) => this.swipe(cell, direction),
      stepTo: (played) => this.stepTo(played),
      openLevel: (steps) => this.openLevel(steps),
      code: () => this.position.code,
    });
    listenToKeys(
      () => (this.plan ? "plan" : "play"),
      (act, direction) => this.act(act, direction),
      signal,
    );
    signal.addEventListener("abort", () => {
      this.advice.stop();
      this.closePlan();
    });
    if (this.level) keepSetting("last", this.level.code);
    document.title = `${this.level?.name ?? "Position"} · Quadrille`;
    this.arrive({ first: true });
  }

  get position() {
    return this.line.position;
  }

  openLevel(steps) {
    const other = this.level && neighbour(this.level, steps);
    if (!other) return toast(steps > 0 ? "This is the last level of the pack." : "This is the first level of the pack.");
    go(address("play", other.code), { resume: true });
  }

  /** Does what a key or a button asks for. */
  act(act, direction) {
    if (this.plan && ["go", "pause", "first", "last", "faster", "slower"].includes(act))
      return this.plan.player.act(act, direction);
    const acts = {
      go: () => this.choose(this.picker.go(direction)),
      pick: () => this.choose(this.picker.pick()),
      next: () => this.choose(this.picker.cycle(1)),
      previous: () => this.choose(this.picker.cycle(-1)),
      undo: () => this.stepTo(this.line.played - 1),
      redo: () => this.stepTo(this.line.played + 1),
      restart: () => this.stepTo(0),
      hint: () => this.askHint(),
      solve: () => (this.plan ? this.closePlan() : this.solve()),
      method: () => this.desk.showMethods(),
      check: () => this.switchCheck(),
      nextLevel: () => this.openLevel(1),
      previousLevel: () => this.openLevel(-1),
      back: () => this.letGo(),
    };
    acts[act]?.();
  }

  swipe(cell, direction) {
    if (this.plan) return;
    this.choose(cell === null && this.picker.picks ? { nothing: "" } : this.picker.drag(cell, direction));
  }

  choose(choice) {
    if (choice.play) return this.play(choice.play);
    if (choice.nothing) this.desk.say(choice.nothing);
    if (choice.moved) {
      const { picker } = this;
      const look = this.position.cells[picker.cursor];
      const row = Math.floor(picker.cursor / this.position.cols);
      announce(
        `${describe(look)}, row ${row}, column ${picker.cursor % this.position.cols}${picker.picked ? `, picked; it can go ${Object.keys(picker.ways).join(", ") || "nowhere"}` : ""}`,
      );
      if (picker.picked) this.line.prefetch(Object.values(picker.ways));
      this.mark();
    }
  }

  async play(move) {
    if (this.position.solved) return this.desk.say("It is solved. Undo or restart to play on.");
    const from = this.position.code;
    try {
      if (!(await this.line.play(move))) return;
    } catch (error) {
      return this.desk.say(`${error.message} ${error.help ?? ""}`, "bad");
    }
    if (this.signal.aborted) return;
    this.advice.follow(from, move.text, this.position.code);
    this.arrive({ move });
  }

  stepTo(played) {
    if (this.plan) this.closePlan();
    const before = this.line.played;
    this.line.goTo(played);
    const steps = this.line.played - before;
    if (steps === 0) return this.desk.say(played < 0 ? "This is the start." : "There is nothing to play again.");
    const move = Math.abs(steps) === 1 ? this.line.moves[Math.min(before, this.line.played)] : null;
    this.arrive({ move, backwards: steps < 0 });
  }

  /** The game has come to a position. */
  arrive(way = {}) {
    const { position, line } = this;
    this.hint = null;
    this.advice.stop();
    this.thinking = null;
    this.picker = new Picker(position, this.game.move_kind, way.backwards ? null : (this.picker?.cursor ?? null));
    if (!this.picker.picks) line.prefetch(position.moves);
    this.shown = this.desk.board.show(position, way);
    // Only to look at a level is no reason to forget how it was left.
    if (!way.first) keepLine(line.start.code, line.texts, line.played, position.solved);
    rewrite(address("play", position.code), { start: line.start.code, moves: line.texts, played: line.played });
    this.desk.say(isKept() ? "" : "This browser keeps nothing: your progress is lost when you close the page.");
    if (way.first) this.offerToGoOn();
    this.mark();
    this.draw();
    if (way.move) announce(`${way.backwards ? "Took back" : "Played"} ${way.move.text}. ${counted(line.played, "move")}.`);
    if (position.solved) this.celebrate();
    else this.desk.praise.hidden = true;
    this.check();
  }

  /** Offers the game that was left here, when an address has led to the start of it. */
  offerToGoOn() {
    const { code } = this.line.start;
    const record = recordOf(code);
    if (this.line.moves.length > 0 || !record?.played || record.played === record.best) return;
    put(
      this.desk.notice,
      `You left this level after ${counted(record.played, "move")}. `,
      button("Go on", () => go(address("play", code), { resume: true }), { class: "quiet small" }),
    );
  }

  mark() {
    const { picker } = this;
    const ways = picker.ways;
    for (const direction of DIRECTIONS)
      this.desk.arrows[direction].disabled =
        Boolean(this.plan) || (picker.picks && !picker.picked ? picker.cursor === null : !ways[direction]);
    const show = () =>
      this.desk.board.mark({
        cells: picker.picks && !this.plan ? (picker.target?.cells ?? []) : [],
        picked: picker.picked,
        ways: picker.picks ? Object.keys(ways) : [],
        hint: this.hint,
      });
    // Marks wait until the pieces have come to rest.
    this.shown.then(() => picker === this.picker && !this.plan && show());
  }

  draw() {
    this.desk.draw(this.line, this.fewest());
    this.drawOutlook();
  }

  drawOutlook() {
    const { code, solved } = this.position;
    this.desk.drawOutlook(solved, this.advice.of(code), this.advice.isThinking, this.checking);
  }

  /** The fewest moves that anybody knows of. */
  fewest() {
    const proved = recordOf(this.line.start.code)?.proved;
    const known = this.level?.known;
    if (proved !== undefined) return { moves: proved, proved: true };
    if (known?.kind === "optimal") return { moves: known.moves, proved: true };
    return known?.kind === "best" ? { moves: known.moves, proved: false } : null;
  }

  /** Finds out whether the position can still be solved, unless it is known. */
  async check() {
    const { code, solved } = this.position;
    if (!this.checking || solved || this.advice.of(code)) return this.drawOutlook();
    const asked = this.advice.check(code);
    this.drawOutlook();
    try {
      this.learned(code, await asked);
    } catch (error) {
      if (error.code !== "gone") this.desk.say(error.message, "bad");
    }
    this.drawOutlook();
  }

  learned(code, report) {
    if (report?.outcome === "solved" && report.optimal && code === this.line.start.code) {
      keepProved(code, report.cost);
      this.draw();
    }
  }

  switchCheck() {
    this.checking = !this.checking;
    this.desk.checkBox.checked = this.checking;
    keepSetting("check", this.checking);
    if (!this.checking) this.advice.stop();
    this.desk.say(this.checking ? "Every position is checked now." : "Positions are not checked any more.");
    this.check();
  }

  /** Shows the next move, or plays the one that is shown. */
  async askHint() {
    if (this.plan) return;
    if (this.hint) return this.play(this.hint);
    const { code } = this.position;
    const known = this.advice.of(code);
    if (!known || known.kind === "unknown" || (known.kind === "solvable" && !known.optimal))
      await this.search(code, {}, "Looking for the shortest plan…");
    if (code !== this.position.code || this.position.solved) return;
    const verdict = this.advice.of(code);
    if (verdict?.kind === "solvable") {
      const [text, ...rest] = verdict.plan;
      this.hint = this.position.moves.find((move) => move.text === text) ?? null;
      const then = rest.length === 0 ? "and it is solved" : `then ${rest.length} more`;
      this.desk.say(`Hint: ${text}, ${then}. Press Hint again to play it.`);
      this.mark();
    } else if (verdict?.kind === "dead-end") this.tellDeadEnd();
  }

  tellDeadEnd() {
    this.desk.say(
      this.line.played === 0 ? "It is proved that this level has no plan." : "No plan leads on from here: take moves back.",
      "bad",
    );
  }

  /** Runs a search that was asked for, with its figures beside the board. */
  async search(code, request, text) {
    const stop = button("Stop", () => this.letGo(), { class: "quiet small" });
    const figures = h("span", {});
    this.thinking = code;
    this.desk.notice.dataset.tone = "plain";
    put(this.desk.notice, h("span", { class: "spinner" }), text, " ", figures, " ", stop);
    try {
      const asked = this.advice.solve(code, request, (name, data) => {
        if (name === "queued" && data.place > 0) write(figures, `waiting, ${data.place} before it`);
        if (name === "progress") write(figures, `${whole(data.expanded)} positions, ${seconds(data.seconds)}`);
      });
      this.drawOutlook();
      const report = await asked;
      if (!report || this.signal.aborted) return null;
      this.desk.say("");
      this.learned(code, report);
      write(this.desk.effortLine, `Last search: ${whole(report.stats.expanded)} positions in ${seconds(report.stats.seconds)}.`);
      if (report.outcome === "unknown") this.desk.say(`No plan was found: ${why(report.stop)}.`, "bad");
      if (report.outcome === "unsolvable") this.tellDeadEnd();
      return report;
    } catch (error) {
      this.desk.say(`${error.message} ${error.help ?? ""}`, "bad");
      return null;
    } finally {
      if (this.thinking === code) this.thinking = null;
      this.drawOutlook();
    }
  }

  letGo() {
    if (this.plan) return this.closePlan();
    if (this.thinking) {
      this.advice.stop();
      this.thinking = null;
      this.desk.say("The search is stopped.");
      return this.drawOutlook();
    }
    if (this.hint) this.hint = null;
    else this.picker.unpick();
    this.mark();
  }

  /** Solves the position with the chosen method, to watch the plan. */
  async solve() {
    const { code, solved } = this.position;
    if (solved) return;
    const report = await this.search(code, this.desk.method.request, `Solving with ${this.desk.method.name}…`);
    if (report?.outcome !== "solved" || code !== this.position.code) return;
    try {
      const { positions } = await api.play(code, report.plan);
      this.openPlan([this.position, ...positions], report);
    } catch (error) {
      this.desk.say(error.message, "bad");
    }
  }

  openPlan(positions, report) {
    this.hint = null;
    this.desk.board.clearMarks();
    this.plan = new PlanView(this.desk.board, positions, report, {
      close: () => this.closePlan(),
      takeOver: (moves, count) => this.takeOver(positions, moves, count),
    });
    put(this.desk.planBar, this.plan.element);
    this.desk.planBar.hidden = false;
    this.mark();
    announce(`A plan of ${counted(report.plan.length, "move")}: ${report.plan.join(" ")}`);
    this.plan.player.start();
  }

  /** Plays the moves of the plan that are seen. */
  takeOver(positions, moves, count) {
    const { line } = this;
    const kept = line.played;
    this.closePlan(false);
    this.line = new Line(
      line.start,
      [...line.positions.slice(1, kept + 1), ...positions.slice(1, count + 1)],
      [...line.moves.slice(0, kept), ...moves.slice(0, count)],
    );
    this.arrive();
  }

  closePlan(redraw = true) {
    if (!this.plan) return;
    this.plan.player.stop();
    this.plan = null;
    this.desk.planBar.hidden = true;
    put(this.desk.planBar);
    if (!redraw || this.signal.aborted) return;
    this.shown = this.desk.board.show(this.position);
    this.mark();
    this.check();
  }

  /** Says how well the level was solved, and finds it out where nobody knows. */
  async celebrate() {
    const { line } = this;
    const next = this.level && neighbour(this.level, 1);
    const tell = () => {
      const { star, words } = praise(line.played, this.fewest());
      const text = `Solved in ${counted(line.played, "move")}: ${words}.`;
      put(
        this.desk.praise,
        h("p", { class: "verdict" }, icon(star ? "star" : "check"), text),
        h(
          "div",
          { class: "row" },
          next
            ? button(["Next level", icon("next")], () => this.openLevel(1), { class: "primary" })
            : h("a", { class: "button primary", href: "#/" }, "More levels"),
          button("Play again", () => this.stepTo(0), { class: "quiet" }),
        ),
      );
      return text;
    };
    announce(tell());
    this.desk.praise.hidden = false;
    if (this.fewest()?.proved) return;
    try {
      const report = await this.advice.check(line.start.code);
      this.learned(line.start.code, report);
      if (this.position.solved) tell();
    } catch {
      // How short it could have been stays unknown; the level is solved all the same.
    }
  }
}
