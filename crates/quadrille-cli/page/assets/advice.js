// What the solver knows about positions: whether they can still be solved, and the moves that do it.

import * as api from "./api.js";

/** How long a search may take that nobody asked for, in seconds. The server runs short ones beside the long ones. */
const CHECK_SECONDS = 2;

/**
 * @typedef {{kind: "solvable", plan: string[], optimal: boolean} | {kind: "dead-end"} | {kind: "unknown", why: string}} Verdict
 */

/** What is known, by the code of the position. */
export class Advice {
  constructor() {
    /** @type {Map<string, Verdict>} */
    this.verdicts = new Map();
    this.search = null;
  }

  /** @param {string} code @returns {Verdict | undefined} */
  of(code) {
    return this.verdicts.get(code);
  }

  /** Whether a search runs. */
  get isThinking() {
    return this.search !== null;
  }

  /** Ends the search that runs. */
  stop() {
    this.search?.abort();
    this.search = null;
  }

  /**
   * Takes in what a move tells: a plan goes on with its next move, and behind a dead end all is dead.
   * @param {string} from
   * @param {string} move
   * @param {string} to
   */
  follow(from, move, to) {
    const verdict = this.verdicts.get(from);
    const known = this.verdicts.get(to);
    if (known && known.kind !== "unknown") return;
    if (verdict?.kind === "dead-end") this.verdicts.set(to, verdict);
    if (verdict?.kind === "solvable" && verdict.plan[0] === move)
      this.verdicts.set(to, { ...verdict, plan: verdict.plan.slice(1) });
  }

  /**
   * Solves a position and remembers the answer. A search that runs is ended first.
   * @param {string} code
   * @param {{algorithm?: string, heuristic?: string, seconds?: number}} [request]
   * @param {(name: string, data: any) => void} [onProgress]
   * @returns {Promise<any>} the report; null when the search was ended
   */
  async solve(code, request = {}, onProgress = () => {}) {
    this.stop();
    const search = new AbortController();
    this.search = search;
    try {
      const report = await api.solve({ code, ...request }, search.signal, onProgress);
      this.learn(code, report);
      return report;
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    } finally {
      if (this.search === search) this.search = null;
    }
  }

  /** Finds out whether a position can still be solved, without being asked. @param {string} code */
  check(code) {
    return this.solve(code, { seconds: CHECK_SECONDS });
  }

  learn(code, report) {
    const known = this.verdicts.get(code);
    if (report.outcome === "solved") {
      if (known?.kind === "solvable" && known.optimal) return;
      this.verdicts.set(code, { kind: "solvable", plan: report.plan, optimal: report.optimal });
    } else if (report.outcome === "unsolvable") this.verdicts.set(code, { kind: "dead-end" });
    else if (!known) this.verdicts.set(code, { kind: "unknown", why: why(report.stop) });
  }
}

/** Why a search found nothing. @param {string | null} stop */
export function why(stop) {
  if (!stop) return "this method does not find all plans";
  return stop === "cancelled" ? "it was stopped" : `the limit of ${stop} was reached`;
}
