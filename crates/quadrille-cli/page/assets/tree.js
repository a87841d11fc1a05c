// The tree of a search: the start in the middle, every move a ring further out. Positions that wait are rings, dead ends are
// dotted rings, expanded ones are discs, the last one expanded has a halo, and the plan is drawn in bold at the end.

import { s, put } from "./dom.js";

const SIZE = 720;
const RAMP = ["#440154", "#3b528b", "#21918c", "#5ec962", "#d8c71f"];

/** A tree that follows a film. */
export class TreeView {
  /**
   * @param {{onNode: (id: number | null) => void}} options called with the node under the pointer or the cursor
   */
  constructor({ onNode }) {
    this.onNode = onNode;
    this.edges = s("g", { class: "edges" });
    this.dots = s("g", { class: "dots" });
    this.halo = s("circle", { class: "halo", r: 0 });
    this.cursor = s("circle", { class: "treecursor", r: 0 });
    this.element = s(
      "svg",
      {
        class: "tree",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "search tree",
        "aria-label": "Search tree. The up arrow goes to the parent, down to the first child, left and right to the siblings.",
        onpointermove: (event) => this.point(event),
        onpointerdown: (event) => this.point(event),
        onpointerleave: () => this.select(null),
        onkeydown: (event) => this.key(event),
        onblur: () => this.select(null),
      },
      this.edges,
      this.halo,
      this.dots,
      this.cursor,
    );
    /** @type {Map<number, any>} */
    this.places = new Map();
    this.selected = null;
    this.shown = 0;
  }

  /**
   * Lays out the nodes of a film and shows none of them.
   * @param {import("./searchfilm.js").SearchFilm} film
   */
  layOut(film) {
    this.film = film;
    this.places = place(film.nodes);
    const depth = Math.max(1, ...[...this.places.values()].map((at) => at.node.depth));
    const ring = (SIZE / 2 - 12) / depth;
    const radius = Math.max(1.6, Math.min(9, ring * 0.32, 220 / Math.sqrt(this.places.size)));
    const values = [...this.places.values()].map(({ node }) => node.g + node.h).filter(Number.isFinite);
    this.low = Math.min(...values);
    this.high = Math.max(...values);
    for (const at of this.places.values()) {
      at.x = Math.sin(at.angle) * ring * at.node.depth;
      at.y = -Math.cos(at.angle) * ring * at.node.depth;
    }
    const edges = [];
    const dots = [];
    for (const [id, at] of this.places) {
      const parent = this.places.get(at.node.parent);
      at.dot = s("circle", {
        cx: at.x.toFixed(1),
        cy: at.y.toFixed(1),
        r: id === 0 ? Math.max(5, radius * 1.3) : radius,
        class: "unborn",
      });
      dots.push(at.dot);
      if (!parent) continue;
      const half = ring * (at.node.depth - 0.5);
      const bend = (angle) => `${(Math.sin(angle) * half).toFixed(1)} ${(-Math.cos(angle) * half).toFixed(1)}`;
      at.edge = s("path", {
        class: "unborn",
        d: `M${parent.x.toFixed(1)} ${parent.y.toFixed(1)}C${at.node.depth === 1 ? bend(at.angle) : bend(parent.angle)} ${bend(at.angle)} ${at.x.toFixed(1)} ${at.y.toFixed(1)}`,
      });
      edges.push(at.edge);
    }
    this.radius = radius;
    this.frame();
    put(this.edges, edges);
    put(this.dots, dots);
    this.shown = 0;
    this.mark(0, "open");
    this.halo.setAttribute("r", "0");
    this.select(null);
  }

  /** Shows the part of the plane where there are nodes, as large as it goes. */
  frame() {
    const all = [...this.places.values()];
    const [left, right] = [Math.min(...all.map((at) => at.x)), Math.max(...all.map((at) => at.x))];
    const [top, bottom] = [Math.min(...all.map((at) => at.y)), Math.max(...all.map((at) => at.y))];
    const side = Math.max(right - left, bottom - top, SIZE / 3) + 2 * this.radius + 24;
    this.element.setAttribute(
      "viewBox",
      `${((left + right - side) / 2).toFixed(1)} ${((top + bottom - side) / 2).toFixed(1)} ${side.toFixed(1)} ${side.toFixed(1)}`,
    );
  }

  /**
   * Shows the tree after so many expansions.
   * @param {number} expanded
   */
  showAt(expanded) {
    const { film } = this;
    if (!film) return;
    const end = film.ends[Math.min(expanded, film.steps)];
    if (end < this.shown) {
      for (const id of this.places.keys()) this.mark(id, "unborn");
      this.mark(0, "open");
      this.shown = 0;
    }
    let last = null;
    for (; this.shown < end; this.shown += 1) {
      const event = film.events[this.shown];
      if (event.t === "expand") {
        last = event.node;
        this.mark(event.node, "closed");
      } else if (event.t === "generate" || event.t === "reopen") this.mark(event.node, "open");
    }
    if (last !== null) this.moveHalo(last);
    else if (end === 0) this.halo.setAttribute("r", "0");
    const over = film.report && expanded >= film.length;
    if (over !== this.over) {
      this.over = over;
      const plan = over ? film.planNodes() : new Set();
      for (const [id, at] of this.places) {
        at.dot.classList.toggle("plan", plan.has(id));
        at.edge?.classList.toggle("plan", plan.has(id));
      }
      // What is bold shall lie on top.
      for (const id of plan) {
        const at = this.places.get(id);
        if (at.edge) this.edges.append(at.edge);
        this.dots.append(at.dot);
      }
    }
  }

  /** The node that was expanded last. */
  get current() {
    return this.haloNode ?? 0;
  }

  moveHalo(id) {
    const at = this.places.get(id);
    if (!at) return;
    this.haloNode = id;
    this.halo.setAttribute("cx", at.x.toFixed(1));
    this.halo.setAttribute("cy", at.y.toFixed(1));
    this.halo.setAttribute("r", String(this.radius + 6));
  }

  mark(id, state) {
    const at = this.places.get(id);
    if (!at || at.state === state) return;
    at.state = state;
    // What the heuristic knows to be a dead end never comes to be expanded.
    at.dot.setAttribute("class", state === "open" && !Number.isFinite(at.node.h) ? "dead" : state);
    at.edge?.setAttribute("class", state);
    if (state === "closed") at.dot.setAttribute("fill", ramp((at.node.g + at.node.h - this.low) / (this.high - this.low || 1)));
    else at.dot.removeAttribute("fill");
  }

  point(event) {
    const matrix = this.element.getScreenCTM();
    if (!matrix || this.places.size === 0) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null;
    let nearest = 26 * 26;
    for (const [id, at] of this.places) {
      if (at.state === "unborn") continue;
      const distance = (at.x - x) ** 2 + (at.y - y) ** 2;
      if (distance < nearest) [best, nearest] = [id, distance];
    }
    this.select(best);
  }

  select(id) {
    if (id === this.selected) return;
    this.selected = id;
    const at = id === null ? null : this.places.get(id);
    this.cursor.setAttribute("r", at ? String(this.radius + 4) : "0");
    if (at) {
      this.cursor.setAttribute("cx", at.x.toFixed(1));
      this.cursor.setAttribute("cy", at.y.toFixed(1));
    }
    this.onNode(id);
  }

  key(event) {
    const visible = (id) => this.places.get(id) && this.places.get(id).state !== "unborn";
    const here = this.selected ?? this.current;
    const parent = this.places.get(here)?.node.parent ?? null;
    const children = (id) => (this.places.get(id)?.children ?? []).filter(visible);
    const beside = (step) => {
      const family = parent === null ? [] : children(parent);
      return family[(family.indexOf(here) + step + family.length) % family.length];
    };
    const next = {
      ArrowUp: () => parent,
      ArrowDown: () => children(here)[0],
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const to = next();
    if (to !== null && to !== undefined) this.select(to);
  }
}

/** Gives every node its angle: leaves share the circle, and a parent stands in the middle of its children. */
function place(nodes) {
  const places = new Map();
  for (const [id, node] of nodes) places.set(id, { node, children: [], angle: 0, state: null });
  for (const [id, { node }] of places) places.get(node.parent)?.children.push(id);
  const leaves = [...places.values()].filter(({ children }) => children.length === 0).length;
  let passed = 0;
  // Searches can go thousands of moves deep: no recursion.
  const stack = [[0, false]];
  while (stack.length > 0) {
    const [id, ready] = stack.pop();
    const at = places.get(id);
    if (at.children.length === 0) {
      at.angle = ((passed + 0.5) / leaves) * 2 * Math.PI;
      passed += 1;
    } else if (ready) {
      at.angle = (places.get(at.children[0]).angle + places.get(at.children.at(-1)).angle) / 2;
    } else {
      stack.push([id, true], ...at.children.map((child) => [child, false]).reverse());
    }
  }
  return places;
}

/** A colour between the lowest and the highest value. @param {number} part */
export function ramp(part) {
  const at = Math.max(0, Math.min(0.9999, Number.isFinite(part) ? part : 0)) * (RAMP.length - 1);
  const [one, other] = [RAMP[Math.floor(at)], RAMP[Math.floor(at) + 1]];
  const mix = (from) =>
    Math.round(parseInt(one.slice(from, from + 2), 16) * (1 - (at % 1)) + parseInt(other.slice(from, from + 2), 16) * (at % 1));
  return `rgb(${mix(1)} ${mix(3)} ${mix(5)})`;
}
