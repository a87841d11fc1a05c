// Shows how a search works: one algorithm, or two in a race on the same level. The clock is the
// number of steps, so that a race is fair on any machine; the real time of each is shown beside it.

import * as api from "../api/index.js";
import { h, put, write, button, select } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { algorithms } from "../model/catalogue.js";
import { address, go, rewrite } from "../parts/router.js";
import { nameOf } from "../model/current.js";
import { Player } from "../parts/player.js";
import { BoardView } from "../board/board.js";
import { heatLayer } from "../board/heat.js";
import { parseMethod } from "../parts/method-choice.js";
import { ExplainCard } from "./explain-card.js";
import { formulationCard } from "./formulation-card.js";
import { InspectCard } from "./inspect.js";
import { ScriptCard, takeScript } from "./script-card.js";
import { SearchRun } from "./search-run.js";
import { levelPicker } from "../parts/level-picker.js";
import { listenToKeys } from "../parts/keys.js";
import { announce } from "../parts/notify.js";
import { moves as movesInWords, whole } from "../model/numbers.js";
import { setting, keepSetting } from "../model/store.js";
import { text } from "../texts/index.js";

const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 10_000, 100_000, 1_000_000];
const SECONDS = [2, 10, 30];
/** The longest film of a search at the default speed. */
const FILM_SECONDS = 12;

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const position = await api.position(route.code);
  if (signal.aborted) return;
  takeScript(route.query, position.game);
  new SearchView(position, route.query, host, signal);
}

class SearchView {
  constructor(position, query, host, signal) {
    this.position = position;
    this.signal = signal;
    this.seconds = SECONDS.includes(Number(query.get("seconds"))) ? Number(query.get("seconds")) : SECONDS[1];
    const usual = (...wanted) => wanted.find((id) => algorithms().some((algorithm) => algorithm.name === id)) ?? algorithms()[0].name;
    this.usual = [usual("astar", "best"), usual("bfs", "best")];
    const pace = setting("pace", -1);
    // At the default speed, the film is as fast as needed to be short.
    this.adapts = pace < 0;
    this.adapting = true;
    this.player = new Player({
      speeds: SPEEDS,
      names: text.search.speeds,
      speed: pace < 0 ? 2 : pace,
      unit: text.search.unit,
      onSpeed: (speed) => this.choosePace(speed),
      show: (at) => this.showAt(at),
    });
    this.adapting = false;
    this.boards = [0, 1].map(() => new BoardView({ label: text.search.boardTitle }));
    this.boardNames = this.boards.map(() => h("figcaption", { class: "small muted" }));
    this.heatBox = h("input", { type: "checkbox", id: "heat", checked: setting("heat", false), onchange: () => this.switchHeat() });
    // Addresses of older versions have the heuristic by itself.
    const asked = (id, usual) => (query.get(`h${id}`) ? `${query.get(id) ?? usual} with ${query.get(`h${id}`)}` : (query.get(id) ?? usual));
    /** The content of each board. @type {any[]} */
    this.shown = [];
    /** The solution that each board plays. @type {(object | null)[]} */
    this.replays = [];
    this.runs = [this.makeRun(0, asked("a", this.usual[0]))];
    if (query.has("b") || query.has("hb")) this.runs.push(this.makeRun(1, asked("b", this.usual[1])));
    this.track = h("div", { class: "runs" });
    this.result = h("p", { class: "result", role: "status" });
    this.explain = new ExplainCard(position, signal);
    this.inspecting = new InspectCard(signal);
    this.script = new ScriptCard(
      position,
      {
        onChange: () => this.runs.forEach((run) => run.method.draw()),
        watch: (heuristic) => this.take([`astar with ${heuristic}`]),
        race: (heuristic) => this.take([`astar with ${heuristic}`, "astar"]),
      },
      signal,
    );
    const { name, about } = nameOf(position);
    put(
      host,
      h(
        "div",
        { class: "page search" },
        h(
          "header",
          { class: "pagehead" },
          h("div", {}, h("h1", {}, text.search.title(name === text.play.shared ? text.search.thisOne : name)), h("p", { class: "muted" }, about)),
          h(
            "div",
            { class: "row" },
            levelPicker(position.game, (code) => go(address("search", code, this.methods))),
            select(
              text.search.atMost,
              SECONDS.map((count) => ({ value: String(count), text: text.search.seconds(count) })),
              String(this.seconds),
              (value) => {
                this.seconds = Number(value);
                this.begin();
              },
            ),
            (this.raceButton = button("", () => this.switchRace(), { id: "race" })),
          ),
        ),
        h("div", { class: "card transport" }, this.player.element, this.result),
        h(
          "div",
          { class: "withboard watching" },
          h(
            "aside",
            { class: "card sideboard", "aria-label": text.search.boardTitle },
            (this.figures = this.boards.map((board, index) => h("figure", {}, this.boardNames[index], h("div", { class: "boardbox" }, board.element)))),
            (this.replayButton = button([icon("play"), text.search.replay], () => this.replayAll(), { class: "quiet small", id: "replay", hidden: true })),
            position.moves[0]?.kind === "cell" ? h("p", { class: "tick" }, this.heatBox, h("label", { for: "heat" }, text.search.heat)) : null,
          ),
          this.track,
        ),
        this.explain.element,
        this.script.element,
        formulationCard(position, signal),
        // The last, since it comes late: nothing below it moves away under a pointer.
        this.inspecting.element,
      ),
    );
    this.boards.forEach((board) => board.show(position));
    listenToKeys(() => "search", (act, direction) => this.player.act(act, direction), signal);
    signal.addEventListener("abort", () => {
      this.player.stop();
      this.runs.forEach((run) => run.stop());
    });
    this.arrange();
    this.begin();
    this.inspecting.offer(position.code);
  }

  makeRun(index, method) {
    return new SearchRun(
      this.position,
      parseMethod(method),
      {
        name: index === 0 ? text.search.first : text.search.second,
        onMethod: () => this.begin(index),
        onLength: () => this.grow(),
        onBoard: (shown) => this.showBoard(shown, index),
      },
    );
  }

  showBoard({ board, heat }, index) {
    const view = this.boards[index];
    this.shown[index] = { board, heat };
    const run = this.runs[index];
    // A solution that is being played on the board stays until something else is looked at.
    if (this.replays[index] && run?.isOver && run.tree.selected === null) return;
    this.replays[index] = null;
    if (index === 0) this.script.show(board);
    if (view.position !== board) view.show(board);
    heatLayer(view, this.heatBox.checked ? heat : null);
  }

  switchHeat() {
    keepSetting("heat", this.heatBox.checked);
    this.replays = [];
    this.shown.forEach((shown, index) => this.showBoard(shown, index));
  }

  /** Runs these methods in the place of those that ran. @param {string[]} methods */
  take(methods) {
    this.runs.forEach((run) => run.stop());
    this.runs = methods.map((method, index) => this.makeRun(index, method));
    this.arrange();
    this.begin();
    scrollTo({ top: 0, behavior: "smooth" });
  }

  switchRace() {
    if (this.runs.length > 1) this.runs.pop().stop();
    else this.runs.push(this.makeRun(1, this.runs[0].method.text === this.usual[1] ? this.usual[0] : this.usual[1]));
    this.arrange();
    this.begin(this.runs.length > 1 ? 1 : null);
  }

  arrange() {
    const isRace = this.runs.length > 1;
    this.track.classList.toggle("race", isRace);
    this.track.parentElement.classList.toggle("race", isRace);
    this.figures[1].hidden = !isRace;
    this.boardNames.forEach((name) => (name.hidden = !isRace));
    put(this.track, this.runs.map((run) => run.element));
    put(this.raceButton, this.runs.length > 1 ? text.search.endRace : text.search.race);
  }

  /** The running methods, as in the address. */
  get methods() {
    const [a, b] = this.runs.map((run) => run.method.text);
    const words = { a, b, seconds: this.seconds === SECONDS[1] ? "" : String(this.seconds) };
    return Object.fromEntries(Object.entries(words).filter(([, value]) => value));
  }

  /** Plays the solutions that were found, each on its board. */
  replayAll() {
    this.runs.forEach((run, index) => this.replay(run, index).catch(() => {}));
  }

  async replay(run, index) {
    const { plan } = run.film.report ?? {};
    if (!plan || plan.length === 0) return;
    const own = {};
    this.replays[index] = own;
    const positions = [this.position];
    while (positions.length <= plan.length) {
      const { positions: more } = await api.play(positions.at(-1).code, plan.slice(positions.length - 1));
      if (more.length === 0) return;
      positions.push(...more);
    }
    const view = this.boards[index];
    heatLayer(view, null);
    for (const [at, position] of positions.entries()) {
      if (this.replays[index] !== own || this.signal.aborted) return;
      const move = at === 0 ? null : positions[at - 1].moves.find((one) => one.text === plan[at - 1]);
      await view.show(position, { move });
      await new Promise((resolve) => setTimeout(resolve, at === 0 ? 500 : 260));
    }
    if (this.replays[index] === own) view.celebrate();
  }

  /** Runs the searches, or one of them, from the start. @param {number | null} [which] */
  begin(which = undefined) {
    this.runs.forEach((run, index) => write(this.boardNames[index], run.method.name));
    rewrite(address("search", this.position.code, this.methods));
    this.replayButton.hidden = true;
    this.replays = [];
    put(this.result);
    this.explain.offer(this.runs);
    this.told = false;
    if (which !== null) for (const [index, run] of this.runs.entries()) if (which === undefined || which === index) run.run({ max_time: this.seconds });
    this.player.waits = this.runs.some((run) => run.running);
    this.player.go(0);
    this.grow();
    if (!this.player.playing) this.player.start();
  }

  choosePace(speed) {
    if (this.adapting) return;
    this.adapts = false;
    keepSetting("pace", speed);
  }

  adaptPace() {
    if (!this.adapts) return;
    const quick = SPEEDS.findIndex((speed) => this.player.length / speed <= FILM_SECONDS);
    this.adapting = true;
    this.player.setSpeed(Math.max(2, quick < 0 ? SPEEDS.length - 1 : quick));
    this.adapting = false;
  }

  /** More of the searches is there. */
  grow() {
    this.player.waits = this.runs.some((run) => run.running);
    this.player.setLength(Math.max(...this.runs.map((run) => run.length)));
    this.adaptPace();
    this.showAt(Math.floor(this.player.at));
  }

  showAt(at) {
    const waiting = this.asked !== undefined;
    this.asked = at;
    // Drawing once a frame is enough, however fast figures come.
    if (waiting) return;
    requestAnimationFrame(() => {
      const { asked } = this;
      this.asked = undefined;
      const scales = this.runs.length > 1 ? sharedScales(this.runs) : {};
      this.runs.forEach((run) => run.showAt(asked, scales));
      this.tell();
    });
  }

  /** Says how the race, or the one search, ended. */
  tell() {
    const over = this.runs.every((run) => run.isOver);
    if (!over || this.told) {
      this.told &&= over;
      return;
    }
    this.told = true;
    const words = this.runs.length > 1 ? raceResult(this.runs) : "";
    this.result.dataset.tone = this.runs.some((run) => run.film.report.outcome === "solved") ? "good" : "plain";
    put(this.result, words);
    announce(words || this.runs[0].state.textContent);
    this.replayButton.hidden = !this.runs.some((run) => run.film.report.plan?.length > 0);
    this.replayAll();
  }
}

/** Races share their scales. */
function sharedScales(runs) {
  const all = runs.map((run) => run.scales);
  const larger = (kind) => ({ most: Math.max(...all.map((one) => one[kind].most)), last: Math.max(...all.map((one) => one[kind].last)) });
  return { depth: larger("depth"), f: larger("f") };
}

/** The comparison of the two searches. */
function raceResult(runs) {
  const words = text.search;
  const reports = runs.map((run) => ({ name: run.method.name, ...run.film.report }));
  const [first, second] = reports;
  const solved = reports.filter((report) => report.outcome === "solved");
  if (solved.length === 0) return reports.every((report) => report.outcome === "unsolvable") ? words.raceBoth("") : words.raceNone;
  if (solved.length === 1) return words.raceOne(solved[0].name);
  const [less, more] = first.stats.expanded <= second.stats.expanded ? [first, second] : [second, first];
  const effort = less.stats.expanded === more.stats.expanded ? words.raceSame(whole(less.stats.expanded)) : words.raceLess(less.name, whole(less.stats.expanded), more.name, whole(more.stats.expanded));
  const length =
    first.cost === second.cost
      ? words.raceSameLength(movesInWords(first.cost))
      : words.raceShorter(first.cost < second.cost ? first.name : second.name, Math.min(first.cost, second.cost), Math.max(first.cost, second.cost));
  return `${effort}; ${length}.`;
}
