// Facts about positions: a plan, a lower bound, and whether the plan is proved
// shortest. Facts about a position are passed on to the positions after its moves.

import * as api from "../api/index.js";
import { allProved, keepProved } from "./proved.js";
import { text } from "../texts/index.js";

/** The time limit of a search in the background, in seconds. */
export const CHECK_SECONDS = 2;

/**
 * @typedef {{plan: string[] | null, least: number, proved: boolean, dead: boolean, stopped: string | null}} Fact a plan, if there is one;
 *   no plan has fewer moves than `least`; `proved` that the plan is a shortest one; `dead` that there is none
 */

/** @type {Fact} */
const NOTHING = { plan: null, least: 0, proved: false, dead: false, stopped: null };

/** The pause after the last proof before proofs are stored, in milliseconds. */
const KEEP_AFTER = 300;

/** The known facts, by the code of the position. */
export class Knowledge {
  constructor() {
    /** @type {Map<string, Fact>} */
    this.facts = new Map();
    /** The search that runs: its position and those that the game has come to along its plan, with the moves between them.
     * @type {{line: string[], moves: string[], stop: AbortController} | null} */
    this.search = null;
  }

  /** @param {string} code @returns {Fact} */
  of(code) {
    return this.facts.get(code) ?? NOTHING;
  }

  /** True if everything is known about a position. @param {string} code */
  isSettled(code) {
    const fact = this.of(code);
    return fact.proved || fact.dead;
  }

  /** True if a running search concerns a position. @param {string} code */
  isSearching(code) {
    return this.search?.line.includes(code) ?? false;
  }

  /** Ends the search that runs; what it has found stays. */
  stop() {
    this.search?.stop.abort();
    this.search = null;
  }

  /**
   * Takes in something new about a position. Nothing that is known gets lost.
   * @param {string} code
   * @param {Partial<Fact>} news
   */
  learn(code, news) {
    const known = this.of(code);
    if (known.dead || known.proved) return;
    const shorter = news.plan && (!known.plan || news.plan.length < known.plan.length || (news.proved && news.plan.length <= known.plan.length));
    const plan = shorter ? news.plan : known.plan;
    const least = Math.max(known.least, news.least ?? 0);
    const proved = Boolean(plan) && (news.proved || plan.length <= least);
    this.facts.set(code, {
      plan,
      least: proved ? plan.length : least,
      proved,
      dead: Boolean(news.dead),
      stopped: news.stopped ?? known.stopped,
    });
    if (this.keeps && this.isSettled(code)) this.keepSoon();
  }

  /** Takes in what was proved in this tab before, and keeps what is proved from now on. @param {boolean} recalls whether it is taken in */
  keep(recalls) {
    if (recalls) for (const [code, plan] of allProved()) this.learn(code, plan ? { plan, proved: true } : { dead: true });
    this.keeps = true;
  }

  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      const settled = [...this.facts].filter(([code]) => this.isSettled(code));
      const others = allProved().filter(([code]) => !this.facts.has(code));
      keepProved([...others, .../** @type {import("./proved.js").Proved[]} */ (settled.map(([code, { plan, dead }]) => [code, dead ? null : plan]))]);
    }, KEEP_AFTER);
  }

  /**
   * Facts that follow from a move: a plan continues with its next move, every position after a dead end is one, and a move lowers the bound by at most one.
   * @param {string} from
   * @param {string} move
   * @param {string} to
   */
  follow(from, move, to) {
    const fact = this.of(from);
    if (fact.dead) return this.learn(to, { dead: true });
    this.learn(to, { least: Math.max(0, fact.least - 1) });
    if (fact.plan?.[0] === move) this.learn(to, { plan: fact.plan.slice(1), proved: fact.proved });
  }

  /**
   * The game goes on by a move. Says whether the search that runs goes on with it: it does along the plan that is known.
   * @param {string} from
   * @param {string} move
   * @param {string} to
   */
  goOn(from, move, to) {
    const { search } = this;
    const stays = search?.line.at(-1) === from && this.of(from).plan?.[0] === move;
    this.follow(from, move, to);
    if (stays) {
      search.line.push(to);
      search.moves.push(move);
    }
    return Boolean(stays);
  }

  /** Makes a plan known for every position on it. @param {string[]} codes the positions from the start on @param {string[]} plan @param {boolean} proved */
  followPlan(codes, plan, proved) {
    for (const [index, code] of codes.entries()) this.learn(code, { plan: plan.slice(index), proved });
  }

  /**
   * Searches a position and takes in all that comes, as it comes. A search that runs is ended first.
   * @param {string} code
   * @param {{method?: string, max_time?: number}} [request]
   * @param {(name: string, data: any) => void} [onNews]
   * @returns {Promise<import("../api/types.js").Report | null>} the report; null when the search was ended
   */
  async think(code, request = {}, onNews = () => {}) {
    this.stop();
    const search = { line: [code], moves: [], stop: new AbortController() };
    this.search = search;
    try {
      const report = await api.solve({ code, ...request }, search.stop.signal, (name, data) => {
        if (search.stop.signal.aborted) return;
        if (name === "plan") this.learn(code, { plan: data.plan, least: data.lower_bound });
        if (name === "progress") this.learn(code, { least: data.lower_bound });
        for (const [index, move] of search.moves.entries()) this.follow(search.line[index], move, search.line[index + 1]);
        onNews(name, data);
      });
      this.take(code, report);
      for (const [index, move] of search.moves.entries()) this.follow(search.line[index], move, search.line[index + 1]);
      return report;
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    } finally {
      if (this.search === search) this.search = null;
    }
  }

  /** @param {string} code @param {import("../api/types.js").Report} report */
  take(code, report) {
    if (report.outcome === "unsolvable") this.learn(code, { dead: true });
    else this.learn(code, { plan: report.plan, least: report.lower_bound ?? 0, proved: report.optimal, stopped: report.stop });
  }

  /**
   * The loss of a move: 0 for a best one, the number of extra moves, Infinity for a dead end; null if unknown.
   * @param {string} from
   * @param {string} to
   */
  costOf(from, to) {
    const [before, after] = [this.of(from), this.of(to)];
    if (before.dead) return null;
    if (after.dead) return Infinity;
    return before.proved && after.proved ? after.plan.length + 1 - before.plan.length : null;
  }
}

/** Why a search found nothing. @param {string | null} stop */
export function why(stop) {
  if (!stop) return text.solver.incomplete;
  return stop === "cancelled" ? text.solver.stopped : text.solver.limit(text.solver.limits[stop] ?? stop);
}
