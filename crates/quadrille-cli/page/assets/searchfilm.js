// What a search did, to be played at any speed: its first steps one by one, and pictures of it from then on. The clock of the film
// is the number of expansions.

/**
 * @typedef {{id: number, parent: number | null, move: string, g: number, h: number, depth: number, expandedAt: number}} TreeNode
 * @typedef {{t: string, node?: number, parent?: number, move?: string, g?: number, h?: number, depth?: number, cost?: number}} SearchEvent
 * @typedef {{expanded: number, generated: number, duplicates: number, reopened: number}} Counts
 * @typedef {{counts: Counts, depths: {depth: number, expanded: number, generated: number}[], values: {f: number, expanded: number}[]}} Figures
 */

const NOTHING = { expanded: 0, generated: 0, duplicates: 0, reopened: 0 };

/** A film that grows while the search runs. */
export class SearchFilm {
  constructor() {
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map([[0, { id: 0, parent: null, move: "", g: 0, h: 0, depth: 0, expandedAt: 0 }]]);
    /** @type {SearchEvent[]} */
    this.events = [];
    /** Where in the events each expansion ends: the first is before any. */
    this.ends = [0];
    /** @type {Figures[]} */
    this.pictures = [];
    /** @type {any} */
    this.report = null;
    this.tally = emptyTally();
  }

  /** How many expansions there are so far. */
  get length() {
    return Math.max(this.steps, this.pictures.at(-1)?.counts.expanded ?? 0, this.report?.stats?.expanded ?? 0);
  }

  /** How many expansions are there one by one. */
  get steps() {
    return this.ends.length - 1;
  }

  /**
   * Takes in a message of the stream.
   * @param {{batch?: SearchEvent[], counts?: Counts, frontier?: any[], f?: any[]}} message `counts.generated` are new positions
   */
  add({ batch = [], counts, frontier, f }) {
    for (const event of batch) this.addEvent(event);
    if (frontier && counts) {
      const { generated, duplicates, reopened } = counts;
      this.pictures.push({
        counts: { ...counts, generated: generated + duplicates + reopened },
        depths: frontier,
        values: f ?? [],
      });
    }
  }

  addEvent(event) {
    if (event.t === "generate" && !this.nodes.has(event.node)) {
      const parent = this.nodes.get(event.parent);
      this.nodes.set(event.node, {
        id: event.node,
        parent: event.parent,
        move: event.move,
        g: event.g,
        h: event.h ?? Infinity,
        depth: (parent?.depth ?? 0) + 1,
        expandedAt: 0,
      });
    }
    if (event.t === "expand") {
      const node = this.nodes.get(event.node);
      if (node) {
        node.h = event.h ?? Infinity;
        node.expandedAt ||= this.ends.length;
      }
      this.ends.push(this.events.length);
    }
    this.events.push(event);
    this.ends[this.ends.length - 1] = this.events.length;
  }

  /**
   * The figures after so many expansions.
   * @param {number} expanded
   * @returns {Figures}
   */
  figuresAt(expanded) {
    if (expanded >= this.length && this.report) {
      const last = this.pictures.at(-1) ?? this.tallyAt(this.steps);
      return { ...last, counts: { ...last.counts, ...pick(this.report.stats) } };
    }
    if (expanded > this.steps) {
      const picture = this.pictures.findLast((candidate) => candidate.counts.expanded <= expanded);
      if (picture) return picture;
    }
    return this.tallyAt(Math.min(expanded, this.steps));
  }

  /** Counts the single events up to an expansion, on from where the last count ended. */
  tallyAt(expanded) {
    const end = this.ends[expanded] ?? 0;
    if (end < this.tally.at) this.tally = emptyTally();
    const { tally } = this;
    for (; tally.at < end; tally.at += 1) {
      const event = this.events[tally.at];
      const depth = this.nodes.get(event.node)?.depth ?? 0;
      const row = tally.depths[depth] ?? (tally.depths[depth] = { depth, expanded: 0, generated: 0 });
      if (event.t === "expand") {
        row.expanded += 1;
        tally.counts.expanded += 1;
        const f = (event.g ?? 0) + (event.h ?? Infinity);
        tally.values.set(f, (tally.values.get(f) ?? 0) + 1);
      } else if (event.t === "generate") {
        row.generated += 1;
        tally.counts.generated += 1;
      } else if (event.t === "duplicate") {
        tally.counts.generated += 1;
        tally.counts.duplicates += 1;
      } else if (event.t === "reopen") {
        tally.counts.generated += 1;
        tally.counts.reopened += 1;
      }
    }
    return {
      counts: { ...tally.counts },
      depths: tally.depths.filter(Boolean),
      values: [...tally.values].map(([f, count]) => ({ f, expanded: count })).sort((one, other) => one.f - other.f),
    };
  }

  /** The moves from the start to a node. @param {number} id @returns {string[]} */
  movesTo(id) {
    const moves = [];
    for (let node = this.nodes.get(id); node && node.parent !== null; node = this.nodes.get(node.parent)) moves.unshift(node.move);
    return moves;
  }

  /** The nodes of the plan that are known. @returns {Set<number>} */
  planNodes() {
    if (!this.report?.plan) return new Set();
    const { plan } = this.report;
    const found = new Set([0]);
    let at = 0;
    for (const move of plan) {
      const next = [...this.nodes.values()].find((node) => node.parent === at && node.move === move);
      if (!next) break;
      found.add(next.id);
      at = next.id;
    }
    return found;
  }
}

function emptyTally() {
  return { at: 0, counts: { ...NOTHING }, depths: [], values: new Map() };
}

function pick(stats) {
  return Object.fromEntries(
    Object.keys(NOTHING)
      .filter((name) => stats?.[name] !== undefined)
      .map((name) => [name, stats[name]]),
  );
}
