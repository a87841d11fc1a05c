// Watching search think: one algorithm, or two in a race on the same level. The clock is the number of expansions, so that a race is
// fair on any machine; how long each really took stands beside it.

import * as api from "./api.js";
import { h, put, button, select } from "./dom.js";
import { algorithms } from "./catalogue.js";
import { address, rewrite } from "./router.js";
import { nameOf } from "./present.js";
import { Player } from "./player.js";
import { Lane } from "./lane.js";
import { parseMethod } from "./method.js";
import { listenToKeys } from "./keys.js";
import { announce } from "./say.js";
import { counted } from "./quantities.js";
import { setting, keepSetting } from "./progress.js";

const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 10_000, 100_000, 1_000_000];
const NAMES = [
  "1 a second",
  "3 a second",
  "10 a second",
  "30 a second",
  "100 a second",
  "300 a second",
  "1 k a second",
  "10 k a second",
  "100 k a second",
  "1 M a second",
];
const SECONDS = [2, 10, 30];
/** How long the film of a search shall be at most when nobody has chosen its speed. */
const FILM_SECONDS = 12;

/**
 * Opens the view.
 * @param {import("./router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const position = await api.position(route.code);
  if (signal.aborted) return;
  new SearchView(position, route.query, host, signal);
}

class SearchView {
  constructor(position, query, host, signal) {
    this.position = position;
    this.seconds = SECONDS.includes(Number(query.get("seconds"))) ? Number(query.get("seconds")) : SECONDS[1];
    const usual = (...wanted) => wanted.find((id) => algorithms().some((algorithm) => algorithm.id === id)) ?? algorithms()[0].id;
    this.usual = [usual("astar", "best"), usual("bfs", "best")];
    const pace = setting("pace", -1);
    // Until somebody chooses a speed, the film goes as fast as it must to be short.
    this.adapts = pace < 0;
    this.adapting = true;
    this.player = new Player({
      speeds: SPEEDS,
      names: NAMES,
      speed: pace < 0 ? 2 : pace,
      unit: "expansion",
      onSpeed: (speed) => this.choosePace(speed),
      show: (at) => this.showAt(at),
    });
    this.adapting = false;
    // Addresses of older versions have the heuristic by itself.
    const asked = (id) => (query.get(`h${id}`) ? `${query.get(id)} with ${query.get(`h${id}`)}` : query.get(id));
    this.lanes = [this.lane(0, asked("a") ?? this.usual[0])];
    if (query.get("b")) this.lanes.push(this.lane(1, asked("b")));
    this.track = h("div", { class: "lanes" });
    this.result = h("p", { class: "result", role: "status" });
    const { name, about } = nameOf(position);
    put(
      host,
      h(
        "div",
        { class: "page search" },
        h(
          "header",
          { class: "pagehead" },
          h("div", {}, h("h1", {}, `How search solves ${name}`), h("p", { class: "muted" }, about)),
          h(
            "div",
            { class: "row" },
            select(
              "At most",
              SECONDS.map((count) => ({ value: String(count), text: `${count} seconds` })),
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
        this.track,
      ),
    );
    listenToKeys(
      () => "search",
      (act, direction) => this.player.act(act, direction),
      signal,
    );
    signal.addEventListener("abort", () => {
      this.player.stop();
      this.lanes.forEach((lane) => lane.stop());
    });
    this.arrange();
    this.begin();
  }

  lane(index, method) {
    return new Lane(
      this.position,
      parseMethod(method),
      {
        name: index === 0 ? "First search" : "Second search",
        onMethod: () => this.begin(index),
        onLength: () => this.grow(),
      },
    );
  }

  switchRace() {
    if (this.lanes.length > 1) this.lanes.pop().stop();
    else this.lanes.push(this.lane(1, this.lanes[0].method.text === this.usual[1] ? this.usual[0] : this.usual[1]));
    this.arrange();
    this.begin(this.lanes.length > 1 ? 1 : null);
  }

  arrange() {
    this.track.classList.toggle("race", this.lanes.length > 1);
    put(
      this.track,
      this.lanes.map((lane) => lane.element),
    );
    put(this.raceButton, this.lanes.length > 1 ? "End the race" : "Race two algorithms");
  }

  /** Runs the searches, or one of them, from the start. @param {number | null} [which] */
  begin(which = undefined) {
    const [a, b] = this.lanes.map((lane) => lane.method.text);
    const words = {
      a,
      b,
      seconds: this.seconds === SECONDS[1] ? "" : String(this.seconds),
    };
    rewrite(address("search", this.position.code, Object.fromEntries(Object.entries(words).filter(([, value]) => value))));
    put(this.result);
    this.told = false;
    if (which !== null) {
      for (const [index, lane] of this.lanes.entries())
        if (which === undefined || which === index) lane.run({ seconds: this.seconds });
    }
    this.player.waits = this.lanes.some((lane) => lane.running);
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
    this.player.waits = this.lanes.some((lane) => lane.running);
    this.player.setLength(Math.max(...this.lanes.map((lane) => lane.length)));
    this.adaptPace();
    this.showAt(Math.floor(this.player.at));
  }

  showAt(at) {
    if (this.asked !== undefined) {
      this.asked = at;
      return;
    }
    // Drawing once a frame is enough, however fast figures come.
    this.asked = at;
    requestAnimationFrame(() => {
      const { asked } = this;
      this.asked = undefined;
      this.lanes.forEach((lane) => lane.showAt(asked));
      this.tell();
    });
  }

  /** Says how the race, or the one search, ended. */
  tell() {
    if (!this.lanes.every((lane) => lane.isOver) || this.told) {
      if (!this.lanes.every((lane) => lane.isOver)) this.told = false;
      return;
    }
    this.told = true;
    const text = this.lanes.length > 1 ? raceResult(...this.lanes) : "";
    this.result.dataset.tone = this.lanes.some((lane) => lane.film.report.outcome === "solved") ? "good" : "plain";
    put(this.result, text);
    announce(text || this.lanes[0].state.textContent);
  }
}

/** Who was better in what. */
function raceResult(one, other) {
  const reports = [one, other].map((lane) => ({ name: lane.method.name, ...lane.film.report }));
  const [first, second] = reports;
  const solved = reports.filter((report) => report.outcome === "solved");
  if (solved.length === 0)
    return reports.every((report) => report.outcome === "unsolvable")
      ? "Both prove that there is no plan."
      : "Neither found a plan.";
  if (solved.length === 1) return `Only ${solved[0].name} found a plan.`;
  const [less, more] = first.stats.expanded <= second.stats.expanded ? [first, second] : [second, first];
  const effort =
    less.stats.expanded === more.stats.expanded
      ? `Both needed ${counted(less.stats.expanded, "expansion")}`
      : `${less.name} needed ${(more.stats.expanded / Math.max(1, less.stats.expanded)).toFixed(1)} times fewer expansions`;
  const length =
    first.cost === second.cost
      ? `both plans have ${counted(first.cost, "move")}`
      : `${first.cost < second.cost ? first.name : second.name} has the shorter plan, ${Math.min(first.cost, second.cost)} against ${Math.max(first.cost, second.cost)} moves`;
  return `${effort}; ${length}.`;
}
