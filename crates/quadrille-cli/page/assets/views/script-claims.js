// The search for a counter-example to a script: a board that it overestimates, or a move along
// which it drops by more than one.

import * as api from "../api/index.js";
import { h, put, write, button } from "../parts/dom.js";
import { thumbnail } from "../board/thumbnail.js";
import { scriptsIn } from "../model/scripts.js";
import { estimate, moves as movesInWords, whole } from "../model/numbers.js";
import { address } from "../parts/router.js";
import { moveNames } from "../model/notation.js";
import { text } from "../texts/index.js";

const SECONDS = 8;

/** The hunt. */
export class ScriptClaims {
  /** @param {import("../api/types.js").Position} position @param {AbortSignal} signal */
  constructor(position, signal) {
    this.position = position;
    /** @type {string | null} */
    this.name = null;
    this.start = button(text.claims.start, () => (this.search ? this.stop() : this.hunt()), { class: "small", id: "prove-wrong", disabled: true });
    this.state = h("p", { class: "small", role: "status" });
    this.found = h("div", { class: "refutations" });
    this.element = h("section", { "aria-label": text.claims.title }, h("h3", {}, text.claims.title), h("p", { class: "muted small" }, text.claims.about), this.start, this.state, this.found);
    signal.addEventListener("abort", () => this.search?.abort());
  }

  /** The script that can be hunted for; none while it has a mistake. @param {string | null} name */
  allow(name) {
    this.name = name;
    this.start.disabled = name === null && !this.search;
  }

  /** The results are of another version. */
  forget() {
    this.search?.abort();
    this.search = null;
    put(this.start, text.claims.start);
    write(this.state, "");
    put(this.found);
  }

  stop() {
    this.forget();
    write(this.state, text.claims.stopped);
  }

  async hunt() {
    this.forget();
    this.search = new AbortController();
    const { signal } = this.search;
    const heuristic = `@${this.name}`;
    put(this.start, text.solver.stop);
    write(this.state, text.claims.hunting);
    try {
      for await (const { name, data } of api.stream("claims", { code: this.position.code, heuristic, scripts: scriptsIn(heuristic), max_time: SECONDS }, signal)) {
        if (name === "progress") write(this.state, text.claims.progress(data.levels, whole(data.levels), whole(data.positions)));
        if (name === "done") await this.tell(data);
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      write(this.state, `${error.message} ${error.help ?? ""}`);
    }
    this.search = null;
    put(this.start, text.claims.start);
  }

  async tell(data) {
    const { claims } = text;
    const { positions, levels, exhausted, largest_exhausted: largest } = data;
    const whatOfAll = exhausted === levels ? claims.everything : exhausted > 0 ? claims.exhausted(whole(exhausted), whole(largest)) : "";
    const held = `${claims.looked(whole(positions), levels, whole(levels))} ${whatOfAll}`.trim();
    const found = [
      data.admissible && { words: claims.over(saying(data.admissible.estimate), data.admissible.moves.length, movesInWords(data.admissible.moves.length), moveNames(data.admissible.moves)), ...data.admissible },
      data.consistent && { words: claims.falls(saying(data.consistent.estimate), moveNames(data.consistent.moves), saying(data.consistent.after)), ...data.consistent },
    ].filter(Boolean);
    const boards = await Promise.all(found.map(({ code }) => api.position(code)));
    const verdict = !data.admissible && !data.consistent ? claims.held : data.admissible ? claims.notAdmissible : claims.notConsistent;
    write(this.state, `${verdict} ${held}`);
    put(
      this.found,
      found.map(({ words, code }, index) =>
        h(
          "figure",
          { class: "refutation" },
          h("div", { class: "picture" }, thumbnail(boards[index])),
          h("figcaption", { class: "small" }, words, " ", h("a", { href: address("search", code, { a: `astar with @${this.name ?? ""}` }) }, claims.open)),
        ),
      ),
    );
  }
}

const saying = (value) => (value === null ? text.claims.noPlan : estimate(value));
