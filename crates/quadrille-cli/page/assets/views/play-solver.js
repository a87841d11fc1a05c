// The solver of a game in play: what is known about the position, hints, plans, and the cost of
// each move. Known facts are used at once while a proof goes on.

import * as api from "../api/index.js";
import { h, put, write, button } from "../parts/dom.js";
import { Knowledge, CHECK_SECONDS, why } from "../model/knowledge.js";
import { PlanView } from "./plan.js";
import { recordOf, keepProved } from "../model/progress.js";
import { setting, keepSetting } from "../model/store.js";
import { announce } from "../parts/notify.js";
import { moveName, moveNames } from "../model/notation.js";
import { seconds, whole, moves as movesInWords } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** The time limit of a hint. */
const HINT_SECONDS = 15;

/** The solver of a round. */
export class SolverDesk {
  /** @param {import("./play.js").Round} round */
  constructor(round) {
    this.round = round;
    this.knowledge = new Knowledge();
    this.knowledge.keep(Boolean(round.place.returns));
    this.checking = setting("check", false);
    /** A move that cost something and is to be played better: the position before it, and the moves to look through then. @type {{before: any, rest: any[]} | null} */
    this.mistake = null;
    /** @type {PlanView | null} */
    this.plan = null;
    /** The search that was asked for, by the code of its position. */
    this.asked = null;
    /** Called with every event of the running search, and at its end. */
    this.onNews = () => {};
    /** Says how far the search is that was asked for. */
    this.tellProof = () => {};
  }

  get code() {
    return this.round.position.code;
  }

  get fact() {
    return this.knowledge.of(this.code);
  }

  /** The fewest moves from the start that anybody knows of. */
  get fewest() {
    const { start } = this.round.tree;
    const fact = this.knowledge.of(start.code);
    if (fact.proved) return { moves: fact.plan.length, proved: true };
    const proved = recordOf(start.code)?.proved;
    if (proved !== undefined) return { moves: proved, proved: true };
    const known = this.round.level?.known;
    if (known?.kind === "optimal") return { moves: known.moves, proved: true };
    const best = Math.min(known?.kind === "best" ? known.moves : Infinity, fact.plan?.length ?? Infinity);
    return Number.isFinite(best) ? { moves: best, proved: false } : null;
  }

  /** Draws all that depends on what is known. */
  draw() {
    const { round, knowledge, checking, fact } = this;
    if (this.asked) this.tellProof();
    const { layout, tree } = round;
    const { fewest } = this;
    const needed = fewest?.proved && fact.proved ? tree.played + fact.plan.length - fewest.moves : 0;
    const spoils = checking || round.position.solved;
    layout.draw(tree, fewest, spoils ? needed : 0);
    layout.drawOutlook(round.position.solved, fact, knowledge.isSearching(this.code), checking);
    layout.moves.draw(tree, (node) => (spoils && node.position && node.parent.position ? knowledge.costOf(node.parent.position.code, node.position.code) : null));
    const start = knowledge.of(tree.start.code);
    const title = start.proved ? text.analysis.shortest : text.analysis.known;
    layout.moves.drawBest(this.compared ? start.plan : null, title, tree.start);
    layout.moves.offerBest(round.position.solved && start.plan && !this.compared && !round.place.lesson ? title : "", () => this.compare());
  }

  /** Shows a best solution beside the moves that were played. */
  compare() {
    this.compared = true;
    this.round.seeSolution();
    this.draw();
  }

  /** The game goes to another position: a search of the one before is no longer wanted. */
  leave() {
    this.knowledge.stop();
    this.asked = null;
  }

  /** The view is left. */
  close() {
    this.leave();
    this.closePlan(false);
  }

  /** Ends the search that was asked for; what it has found stays. Whether there was one. */
  stop() {
    if (!this.asked) return false;
    this.leave();
    const { plan } = this.fact;
    this.round.layout.say(plan ? text.solver.stoppedWith(movesInWords(plan.length)) : text.solver.stoppedEmpty);
    this.draw();
    return true;
  }

  /** Finds out whether the position can still be solved, unless it is known. */
  async check() {
    const { code, round } = this;
    const { knowledge } = this;
    if (!this.checking || round.position.solved || knowledge.isSettled(code) || knowledge.isSearching(code) || this.fact.stopped) this.draw();
    else if (!(await this.think(code, { max_time: CHECK_SECONDS }))) return;
    await this.review();
  }

  /** Looks at the positions that a quick player has left before they were checked, so that every move of the line is marked. */
  async review() {
    const { round, knowledge } = this;
    if (knowledge.search || !(this.checking || round.position.solved)) return;
    for (const node of [round.tree.root, ...round.tree.line]) {
      if (node.position && knowledge.of(node.position.code).stopped) continue;
      if (!(await this.settle(node, CHECK_SECONDS)) || round.signal.aborted) return;
      // A board that is too hard for this is not tried again for every position of a long line.
      if (knowledge.of(node.position.code).stopped) break;
    }
    this.draw();
  }

  /**
   * Finds out all about a position of the line, in so many seconds. False when the search was ended.
   * @param {import("../model/game-tree.js").TreeNode} node
   * @param {number} seconds
   */
  async settle(node, seconds) {
    const { round, knowledge } = this;
    if (!node.position) await round.tree.fill(node);
    const { code, solved } = node.position;
    if (node.parent) knowledge.follow(node.parent.position.code, node.text, code);
    if (solved) knowledge.learn(code, { plan: [], proved: true });
    return knowledge.isSettled(code) || Boolean(await this.think(code, { max_time: seconds }));
  }

  /**
   * Searches, and draws what comes.
   * @param {string} code
   * @param {any} request
   * @param {(name: string, data: any) => void} [onNews]
   */
  async think(code, request, onNews = () => {}) {
    const { round } = this;
    try {
      const running = this.knowledge.think(code, request, (name, data) => {
        if (this.knowledge.isSearching(this.code)) this.draw();
        onNews(name, data);
        this.onNews();
      });
      this.draw();
      const report = await running;
      if (report) this.learned(code);
      return report;
    } catch (error) {
      if (!error.isGone || this.asked) round.layout.say(`${error.message} ${error.help ?? ""}`, "bad");
      return null;
    } finally {
      this.onNews();
      if (!round.signal.aborted) this.draw();
    }
  }

  /** Keeps what is proved about the start. */
  learned(code) {
    const fact = this.knowledge.of(code);
    if (fact.proved && code === this.round.tree.start.code && !this.round.place.lesson) keepProved(code, fact.plan.length);
  }

  switchCheck() {
    this.checking = !this.checking;
    this.round.layout.checkBox.checked = this.checking;
    keepSetting("check", this.checking);
    if (!this.checking) this.leave();
    this.round.layout.say(this.checking ? text.play.checkOn : text.play.checkOff);
    this.draw();
    if (this.checking) this.check();
  }

  /** Shows the next move of the best plan that is known, or plays the one that is shown. */
  async askHint() {
    const { round } = this;
    if (this.plan || round.position.solved) return;
    if (round.hint) return void (round.busy = round.busy.then(() => round.hint && round.play(round.hint)));
    const { code } = this;
    await this.firstPlan(code);
    if (code !== this.code || round.position.solved || round.hint) return;
    const { plan, proved, dead } = this.fact;
    if (plan) {
      const move = round.position.moves.find((one) => one.text === plan[0]);
      if (move) round.showHint(move);
      if (!this.asked) round.layout.say(text.solver.hint(plan.length - 1, proved));
      announce(text.solver.hintSpoken(moveName(plan[0]), plan.length - 1));
    } else if (dead) this.tellDeadEnd();
  }

  /** Waits until a plan is known, or that there is none: by the check that runs already, and else by a search for it. @param {string} code */
  async firstPlan(code) {
    const { knowledge, round } = this;
    const isKnown = () => Boolean(knowledge.of(code).plan || knowledge.of(code).dead);
    if (!isKnown() && knowledge.isSearching(code) && !this.asked) {
      put(round.layout.notice, h("span", { class: "spinner" }), text.solver.lookingForHint);
      await /** @type {Promise<void>} */ (
        new Promise((resolve) => {
          this.onNews = () => {
            if (!isKnown() && knowledge.isSearching(code)) return;
            this.onNews = () => {};
            resolve();
          };
        })
      );
    }
    if (code !== this.code || isKnown()) return;
    await new Promise((resolve) => {
      const first = () => isKnown() && resolve(null);
      this.search(code, { max_time: HINT_SECONDS }, text.solver.lookingForHint, first).then(resolve);
    });
  }

  tellDeadEnd() {
    this.round.layout.say(this.round.tree.played === 0 ? text.solver.noPlan : text.solver.deadEnd, "bad");
  }

  /** Runs a search that was asked for, with its figures beside the board. */
  async search(code, request, words, onPlan = () => {}) {
    const { layout } = this.round;
    const figures = h("span", {});
    const said = h("span", {}, words);
    this.asked = code;
    layout.notice.dataset.tone = "plain";
    put(layout.notice, h("span", { class: "spinner" }), said, " ", figures, " ", button(text.solver.stop, () => this.stop(), { class: "quiet small" }));
    this.tellProof = () => {
      const { plan, least } = this.fact;
      if (!plan) return;
      write(said, text.solver.proving(plan.length, least));
      write(figures, "");
    };
    const running = this.think(code, request, (name, data) => {
      const { plan, least } = this.fact;
      if (name === "queued" && data.place > 0) write(figures, text.solver.queued(data.place));
      if (name === "progress" && !plan) write(figures, text.solver.effort(whole(data.expanded), seconds(data.seconds)));
      if (plan) {
        onPlan();
        this.plan?.improve(plan, least, false);
      }
    });
    // The game may go on along the plan meanwhile.
    const line = this.knowledge.search?.line ?? [code];
    const report = await running;
    if (this.asked === code) this.asked = null;
    if (!report || this.round.signal.aborted || line.at(-1) !== this.code) return null;
    layout.say("");
    write(layout.effortLine, text.solver.last(whole(report.stats.expanded), seconds(report.stats.seconds)));
    const { fact } = this;
    if (!this.knowledge.isSettled(this.code)) this.check();
    if (report.outcome === "unknown" && !fact.plan) layout.say(text.solver.nothing(why(report.stop)), "bad");
    else if (fact.dead) this.tellDeadEnd();
    else if (this.plan) this.plan.improve(fact.plan, fact.least, fact.proved);
    else layout.say(fact.proved ? text.solver.proved(fact.plan.length) : text.solver.unproved(fact.plan.length, fact.least));
    return report;
  }

  /** Shows a plan from here at once when one is known, and else as soon as one is found. The proof goes on beside it. */
  async solve() {
    const { code, round } = this;
    if (round.position.solved || this.plan) return;
    const { method } = round.layout;
    const usual = method.id === "best";
    let shown = false;
    const show = () => {
      const fact = this.knowledge.of(code);
      if (shown || code !== this.code || !fact.plan) return;
      shown = true;
      this.openPlan(fact.plan, fact).catch((error) => round.layout.say(error.message, "bad"));
    };
    if (usual) show();
    if (usual && this.knowledge.isSettled(code)) {
      if (this.fact.dead) this.tellDeadEnd();
      return;
    }
    const name = method.name;
    const report = await this.search(code, method.request, text.solver.solving(name), usual ? show : () => {});
    if (report?.plan && !usual && code === this.code) await this.openPlan(report.plan, { ...this.fact, plan: report.plan, proved: report.optimal });
    else show();
  }

  /** @param {string[]} plan @param {import("../model/knowledge.js").Fact} fact */
  async openPlan(plan, fact) {
    const { round } = this;
    const { code } = this;
    const positions = [round.position];
    while (positions.length <= plan.length) {
      const { positions: more } = await api.play(positions.at(-1).code, plan.slice(positions.length - 1));
      if (more.length === 0) return;
      positions.push(...more);
    }
    if (code !== this.code || round.signal.aborted) return;
    round.seeSolution();
    this.knowledge.followPlan(positions.map((position) => position.code), plan, fact.proved);
    round.hint = null;
    round.board.preview(null);
    round.board.mark({ cells: [] });
    this.plan = new PlanView(round.board, positions, plan, {
      close: () => this.closePlan(),
      takeOver: (count) => this.takeOver(plan.slice(0, count), positions),
      reopen: (better) => {
        this.closePlan(false);
        this.openPlan(better, this.fact);
      },
    });
    this.plan.improve(plan, fact.least, fact.proved);
    put(round.layout.planBar, this.plan.element);
    round.layout.planBar.hidden = false;
    round.layout.status.hidden = true;
    round.mark();
    announce(text.solver.planSpoken(movesInWords(plan.length), moveNames(plan)));
    this.plan.player.start();
  }

  /** Plays the moves of the plan that are seen. */
  takeOver(moves, positions) {
    const { round } = this;
    this.closePlan(false);
    let node = round.tree.current;
    for (const [index, words] of moves.entries()) node = round.tree.add(node, words, positions[index + 1]);
    round.busy = round.busy.then(() => round.goTo(node));
  }

  closePlan(redraw = true) {
    const { round } = this;
    if (!this.plan) return;
    this.plan.player.stop();
    this.plan = null;
    round.layout.planBar.hidden = true;
    round.layout.status.hidden = false;
    put(round.layout.planBar);
    if (!redraw || round.signal.aborted) return;
    round.shown = round.board.show(round.position);
    round.mark();
    this.draw();
  }

  /** Finds out how short the level can be, after it was solved. */
  async judge() {
    const { start } = this.round.tree;
    if (!this.fewest?.proved) await this.think(start.code, { max_time: CHECK_SECONDS });
    this.review();
    if (!this.fewest?.proved || this.round.signal.aborted || !this.round.position.solved) return;
    this.round.refreshSolved?.();
  }

  /**
   * Goes to the position before the first move of the line that cost something, and asks for a better one.
   * @param {import("../model/game-tree.js").TreeNode[]} [nodes] the moves to look through
   */
  async findWrong(nodes = [this.round.tree.root, ...this.round.tree.line]) {
    const { round, knowledge } = this;
    round.layout.say(text.analysis.looking);
    for (const [index, node] of nodes.entries()) {
      if (!(await this.settle(node, CHECK_SECONDS * 2))) return;
      const cost = node.parent ? knowledge.costOf(node.parent.position.code, node.position.code) : 0;
      if (cost === null) return round.layout.say(text.analysis.unsure(node.depth));
      if (cost === 0) continue;
      // Showing which move was wrong counts as help.
      round.helped += 1;
      await round.goTo(node.parent);
      this.mistake = { before: node.parent, rest: nodes.slice(index + 1) };
      return this.askBetter(cost === Infinity ? text.analysis.wrongDead(node.depth) : text.analysis.wrongCost(node.depth, cost), "bad");
    }
    this.mistake = null;
    this.draw();
    round.layout.say(text.analysis.none);
  }

  /** Says something about a mistake, with the ways on: to see a better move, or the next mistake. @param {string} words @param {string} tone */
  askBetter(words, tone) {
    const { round } = this;
    round.layout.notice.dataset.tone = tone;
    put(
      round.layout.notice,
      `${words} `,
      tone === "bad" ? button(text.analysis.showBetter, () => this.askHint(), { class: "quiet small", id: "show-better" }) : null,
      button(text.analysis.nextMistake, () => this.findWrong(this.mistake?.rest ?? []), { class: "quiet small", id: "next-mistake" }),
    );
    announce(words);
  }

  /** Judges the move that was played in the place of a mistake. */
  async judgeBetter() {
    const { round, knowledge, mistake } = this;
    const { current } = round.tree;
    if (!mistake || current.parent !== mistake.before || !(await this.settle(current, CHECK_SECONDS)) || current !== round.tree.current) return;
    const cost = knowledge.costOf(mistake.before.position.code, current.position.code);
    if (cost === 0) return this.askBetter(text.analysis.better, "good");
    await round.goTo(mistake.before);
    this.askBetter(cost === Infinity ? text.analysis.stillDead : text.analysis.stillCost(cost ?? 1), "bad");
  }
}
