// The record of a search, to be played at any speed. The clock of the film is the number of
// expansions ("steps" on the page). The first steps are recorded one by one; a longer search is
// followed by a sample of all its positions, with figures in between.

/**
 * @typedef {{id: number, parent: number | null, move: string, g: number, h: number, depth: number, born: number, expandedAt: number}} FilmNode
 *   `born` is the step that found it, `expandedAt` the step that looked at it, or 0; h is NaN where it is not known
 * @typedef {{t: string, node?: number, parent?: number, move?: string, g?: number, h?: number | null, depth?: number, cost?: number}} SearchEvent
 * @typedef {{expanded: number, generated: number, duplicates: number, reopened: number}} Counts
 * @typedef {{counts: Counts, depths: {depth: number, expanded: number, generated: number}[], values: {f: number, expanded: number}[]}} Figures
 */

const NOTHING = { expanded: 0, generated: 0, duplicates: 0, reopened: 0 };

/** A film that grows while the search runs. */
export class SearchFilm {
  constructor() {
    /** @type {Map<number, FilmNode>} */
    this.nodes = new Map([[0, { id: 0, parent: null, move: "", g: 0, h: NaN, depth: 0, born: 0, expandedAt: 0 }]]);
    /** The events of the first steps. @type {SearchEvent[]} */
    this.events = [];
    /** The index in the events at which each step ends; the first step is before any event. */
    this.ends = [0];
    /** @type {Figures[]} */
    this.pictures = [];
    /** The plan and the bound over time. @type {{seconds: number, plan: number | null, bound: number}[]} */
    this.closing = [];
    /** The same in the order of its steps, which may be too quick for a clock. @type {{plan: number | null, bound: number}[]} */
    this.landmarks = [];
    /** @type {any} */
    this.report = null;
    /** The number of positions that the nodes are a sample of; 0 if they are simply the first ones. */
    this.sampleOf = 0;
    this.tally = emptyTally();
  }

  /** The number of steps so far. */
  get length() {
    return Math.max(this.steps, this.pictures.at(-1)?.counts.expanded ?? 0, this.report?.stats?.expanded ?? 0);
  }

  /** The number of steps that were recorded one by one. */
  get steps() {
    return this.ends.length - 1;
  }

  /**
   * Takes in a message of the stream.
   * @param {{batch?: SearchEvent[], counts?: Counts, frontier?: any[], f?: any[]}} message `counts.generated` are all that came out of expansions, known or not
   */
  add({ batch = [], counts, frontier, f }) {
    for (const event of batch) this.addEvent(event);
    if (frontier && counts) {
      const depths = frontier.map((row) => ({ depth: row.depth, expanded: row.expanded, generated: row.new }));
      this.pictures.push({ counts, depths, values: f ?? [] });
    }
  }

  /** @param {SearchEvent} event */
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
        born: this.steps,
        expandedAt: 0,
      });
    }
    if (event.t === "improve" || event.t === "depth") {
      const last = this.landmarks.at(-1) ?? { plan: null, bound: 0 };
      this.landmarks.push(event.t === "improve" ? { ...last, plan: event.cost } : { ...last, bound: event.depth });
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
   * A sample of the whole search takes the place of its beginning.
   * @param {{total: number, nodes: {node: number, parent: number | null, move: string | null, g: number, h: number | null, born: number, expanded: number | null}[]}} tree
   */
  takeSample({ total, nodes }) {
    const sample = new Map();
    for (const { node, parent, move, g, h, born, expanded } of nodes) {
      const depth = parent === null ? 0 : (sample.get(parent)?.depth ?? 0) + 1;
      sample.set(node, { id: node, parent, move: move ?? "", g, h: h ?? Infinity, depth, born, expandedAt: expanded ?? 0 });
    }
    if (!sample.has(0)) return;
    this.nodes = sample;
    this.sampleOf = total;
  }

  /** The search has ended. The plan is always whole: what is not among the nodes is added. @param {any} report */
  end(report) {
    this.report = report;
    let at = 0;
    for (const [index, move] of (report.plan ?? []).entries()) {
      let next = [...this.nodes.values()].find((node) => node.parent === at && node.move === move);
      if (!next) {
        next = { id: -1 - index, parent: at, move, g: this.nodes.get(at).g + 1, h: NaN, depth: index + 1, born: this.length, expandedAt: 0 };
        this.nodes.set(next.id, next);
      }
      at = next.id;
    }
  }

  /** The node that a step looked at, when it is among the nodes. @param {number} step @returns {FilmNode | null} */
  takenAt(step) {
    if (step === 0) return null;
    for (const node of this.nodes.values()) if (node.expandedAt === step) return node;
    return null;
  }

  /** The new and the known positions of a step; null if it was not recorded. @param {number} step */
  foundAt(step) {
    if (step < 1 || step > this.steps) return null;
    const events = this.events.slice(this.ends[step - 1], this.ends[step]);
    const count = (kind) => events.filter((event) => event.t === kind).length;
    return { fresh: count("generate"), again: count("duplicate") + count("reopen") };
  }

  /**
   * The figures after so many steps.
   * @param {number} step
   * @returns {Figures}
   */
  figuresAt(step) {
    if (step >= this.length && this.report) {
      const last = this.pictures.at(-1) ?? this.tallyAt(this.steps);
      return { ...last, counts: { ...last.counts, ...pick(this.report.stats) } };
    }
    if (step > this.steps) {
      const picture = this.pictures.findLast((candidate) => candidate.counts.expanded <= step);
      if (picture) return picture;
    }
    return this.tallyAt(Math.min(step, this.steps));
  }

  /** Counts the single events up to a step, on from where the last count ended. */
  tallyAt(step) {
    const end = this.ends[step] ?? 0;
    if (end < this.tally.at) this.tally = emptyTally();
    const { tally } = this;
    for (; tally.at < end; tally.at += 1) {
      const event = this.events[tally.at];
      const depth = event.g ?? 0;
      if (event.t === "expand") {
        rowOf(tally, depth).expanded += 1;
        tally.counts.expanded += 1;
        const f = depth + (event.h ?? Infinity);
        tally.values.set(f, (tally.values.get(f) ?? 0) + 1);
      } else if (event.t === "generate") {
        rowOf(tally, depth).generated += 1;
        tally.counts.generated += 1;
      } else if (event.t === "duplicate" || event.t === "reopen") {
        tally.counts.generated += 1;
        tally.counts[event.t === "reopen" ? "reopened" : "duplicates"] += 1;
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

  /** The nodes of the plan. @returns {Set<number>} */
  planNodes() {
    const found = new Set([0]);
    let at = 0;
    for (const move of this.report?.plan ?? []) {
      const next = [...this.nodes.values()].find((node) => node.parent === at && node.move === move);
      if (!next) break;
      found.add(next.id);
      at = next.id;
    }
    return found.size > 1 ? found : new Set();
  }

  /** Which cells the moves that were tried up to a step take hold of, and how often. @param {number} step @param {number} cols @returns {Map<number, number>} */
  heatAt(step, cols) {
    const heat = new Map();
    for (const node of this.nodes.values()) {
      if (node.born > step || node.parent === null) continue;
      const [, row, col] = node.move.match(/^(\d+),(\d+)/) ?? [];
      if (row === undefined) continue;
      const at = Number(row) * cols + Number(col);
      heat.set(at, (heat.get(at) ?? 0) + 1);
    }
    return heat;
  }
}

function rowOf(tally, depth) {
  tally.depths[depth] ??= { depth, expanded: 0, generated: 0 };
  return tally.depths[depth];
}

function emptyTally() {
  return { at: 0, counts: { ...NOTHING }, depths: [], values: new Map() };
}

function pick(stats) {
  const names = Object.keys(NOTHING).filter((name) => stats?.[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, stats[name]]));
}
