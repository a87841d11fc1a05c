// The tree of a search: the start in the middle, every move one ring further out. Waiting positions
// are rings, dead ends dotted rings, expanded positions discs; the latest has a halo, and the plan
// is bold at the end. The tree can be zoomed and moved, and a node can be pinned.

import { h, s, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { text } from "../texts/index.js";

const SIZE = 720;
/** The number of the last colour of the style sheet's ramp. */
const LAST_COLOUR = 4;

/** A tree that follows a film. */
export class TreeView {
  /** @param {{onNode: () => void}} options called when another node is pointed at or pinned */
  constructor({ onNode }) {
    this.onNode = onNode;
    this.edges = s("g", { class: "edges" });
    this.dots = s("g", { class: "dots" });
    this.halo = s("circle", { class: "halo", r: 0 });
    this.cursor = s("circle", { class: "treecursor", r: 0 });
    this.svg = s(
      "svg",
      {
        class: "tree",
        tabindex: 0,
        role: "application",
        "aria-roledescription": text.search.treeRole,
        "aria-label": text.search.treeHelp,
        onpointermove: (event) => this.move(event),
        onpointerdown: (event) => this.press(event),
        onpointerup: (event) => this.release(event),
        onpointerleave: () => this.point(null),
        onwheel: (event) => this.wheel(event),
        onkeydown: (event) => this.key(event),
      },
      this.edges,
      this.halo,
      this.dots,
      this.cursor,
    );
    const zoom = (label, picture, act) => button(picture, act, { class: "quiet icon small", "aria-label": label, title: label });
    this.element = h(
      "div",
      { class: "treepane" },
      this.svg,
      h(
        "div",
        { class: "zoom" },
        zoom(text.search.zoomIn, "+", () => this.zoom(0.7)),
        zoom(text.search.zoomOut, "−", () => this.zoom(1 / 0.7)),
        zoom(text.search.whole, icon("board"), () => this.fit()),
      ),
    );
    /** @type {Map<number, any>} */
    this.places = new Map();
    /** @type {number | null} */
    this.pointed = null;
    /** @type {number | null} */
    this.pinned = null;
    /** @type {number | null} the node of the last step */
    this.current = null;
  }

  /** The node that is shown: the one under the pointer, else the pinned one. */
  get selected() {
    return this.pointed ?? this.pinned;
  }

  /** Lays out the nodes of a film and shows none of them. @param {import("../model/search-film.js").SearchFilm} film */
  layOut(film) {
    this.film = film;
    this.places = place(film.nodes);
    const all = [...this.places.values()];
    const depth = Math.max(1, ...all.map((at) => at.node.depth));
    const ring = (SIZE / 2 - 12) / depth;
    const radius = Math.max(1.6, Math.min(9, ring * 0.32, 220 / Math.sqrt(this.places.size)));
    const values = all.map(({ node }) => node.g + node.h).filter(Number.isFinite);
    this.low = Math.min(...values);
    this.high = Math.max(...values);
    for (const at of all) {
      at.x = Math.sin(at.angle) * ring * at.node.depth;
      at.y = -Math.cos(at.angle) * ring * at.node.depth;
    }
    const edges = [];
    const dots = [];
    for (const [id, at] of this.places) {
      const parent = this.places.get(at.node.parent);
      at.dot = s("circle", { cx: at.x.toFixed(1), cy: at.y.toFixed(1), r: id === 0 ? Math.max(5, radius * 1.3) : radius, class: "unborn" });
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
    put(this.edges, edges);
    put(this.dots, dots);
    this.over = undefined;
    if (this.pinned !== null && !this.places.has(this.pinned)) this.pinned = null;
    this.pointed = null;
    this.fit();
    this.showAt(0);
  }

  /** Shows the part of the plane where there are nodes, as large as it goes. */
  fit() {
    const all = [...this.places.values()];
    const [left, right] = [Math.min(...all.map((at) => at.x)), Math.max(...all.map((at) => at.x))];
    const [top, bottom] = [Math.min(...all.map((at) => at.y)), Math.max(...all.map((at) => at.y))];
    const side = Math.max(right - left, bottom - top, SIZE / 3) + 2 * this.radius + 24;
    this.view = { x: (left + right - side) / 2, y: (top + bottom - side) / 2, side };
    this.largest = side;
    this.frame();
  }

  frame() {
    const { x, y, side } = this.view;
    this.svg.setAttribute("viewBox", [x, y, side, side].map((value) => value.toFixed(1)).join(" "));
  }

  /** Zooms about a point of the drawing. @param {number} factor @param {{x: number, y: number}} [about] */
  zoom(factor, about = { x: this.view.x + this.view.side / 2, y: this.view.y + this.view.side / 2 }) {
    const side = Math.max(this.largest / 40, Math.min(this.largest, this.view.side * factor));
    const part = side / this.view.side;
    this.view = { x: about.x - (about.x - this.view.x) * part, y: about.y - (about.y - this.view.y) * part, side };
    this.frame();
  }

  /** Shows the tree after so many steps. @param {number} step */
  showAt(step) {
    const { film } = this;
    if (!film) return;
    const over = Boolean(film.report) && step >= film.length;
    for (const [id, at] of this.places) {
      const { node } = at;
      const state = node.expandedAt > 0 && node.expandedAt <= step ? "closed" : id === 0 || (node.born <= step && step > 0) ? "open" : "unborn";
      this.mark(at, state);
    }
    const taken = film.takenAt(step);
    this.current = step === 0 ? 0 : (taken?.id ?? null);
    const place = taken && this.places.get(taken.id);
    this.halo.setAttribute("r", place ? String(this.radius + 6) : "0");
    if (place) {
      this.halo.setAttribute("cx", place.x.toFixed(1));
      this.halo.setAttribute("cy", place.y.toFixed(1));
    }
    if (over !== this.over) this.drawPlan(over);
  }

  drawPlan(over) {
    this.over = over;
    const plan = over ? this.film.planNodes() : new Set();
    for (const [id, at] of this.places) {
      at.dot.classList.toggle("plan", plan.has(id));
      at.edge?.classList.toggle("plan", plan.has(id));
    }
    // Bold elements are drawn on top.
    for (const id of plan) {
      const at = this.places.get(id);
      if (at?.edge) this.edges.append(at.edge);
      if (at) this.dots.append(at.dot);
    }
  }

  mark(at, state) {
    if (at.state === state) return;
    at.state = state;
    const plan = at.dot.classList.contains("plan") ? " plan" : "";
    // Positions that the heuristic knows to be dead ends are never expanded.
    at.dot.setAttribute("class", (state === "open" && at.node.h === Infinity ? "dead" : state) + plan);
    at.edge?.setAttribute("class", state + plan);
    at.dot.style.fill = state === "closed" ? ramp((at.node.g + at.node.h - this.low) / (this.high - this.low || 1)) : "";
  }

  /** The point of the drawing under the pointer. */
  spot(event) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  }

  nearest(event) {
    const spot = this.spot(event);
    if (!spot) return null;
    let best = null;
    // As near as a finger can point, however far the tree is zoomed.
    let nearest = (26 * (this.view.side / SIZE)) ** 2;
    for (const [id, at] of this.places) {
      if (at.state === "unborn" && !at.dot.classList.contains("plan")) continue;
      const distance = (at.x - spot.x) ** 2 + (at.y - spot.y) ** 2;
      if (distance < nearest) [best, nearest] = [id, distance];
    }
    return best;
  }

  press(event) {
    this.pressed = { x: event.clientX, y: event.clientY, view: this.view, moved: false };
    this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { pressed } = this;
    if (!pressed) return this.point(this.nearest(event));
    const [across, down] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (Math.hypot(across, down) > 6) pressed.moved = true;
    if (!pressed.moved) return;
    const scale = pressed.view.side / this.svg.getBoundingClientRect().width;
    this.view = { ...pressed.view, x: pressed.view.x - across * scale, y: pressed.view.y - down * scale };
    this.frame();
  }

  /** A tap pins a node, or lets it go. */
  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || pressed.moved) return;
    const id = this.nearest(event);
    this.pointed = null;
    this.pin(id === this.pinned ? null : id);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaY) < 1) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.spot(event) ?? undefined);
  }

  point(id) {
    if (id === this.pointed) return;
    this.pointed = id;
    this.drawCursor();
    this.onNode();
  }

  /** @param {number | null} id */
  pin(id) {
    this.pinned = id;
    this.drawCursor();
    this.onNode();
  }

  drawCursor() {
    const at = this.selected === null ? null : this.places.get(this.selected);
    this.cursor.setAttribute("r", at ? String(this.radius + 4) : "0");
    this.cursor.setAttribute("class", this.pointed === null ? "treecursor pinned" : "treecursor");
    if (!at) return;
    this.cursor.setAttribute("cx", at.x.toFixed(1));
    this.cursor.setAttribute("cy", at.y.toFixed(1));
  }

  key(event) {
    const visible = (id) => this.places.get(id) && this.places.get(id).state !== "unborn";
    const here = this.selected ?? this.current ?? 0;
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
      Enter: () => here,
      "+": () => this.zoom(0.7),
      "-": () => this.zoom(1 / 0.7),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const to = next();
    if (typeof to !== "number") return;
    this.pointed = null;
    this.pin(to);
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
  /** @type {[number, boolean][]} */
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
      stack.push([id, true]);
      for (const child of [...at.children].reverse()) stack.push([child, false]);
    }
  }
  return places;
}

/** A colour between the lowest and the highest value. @param {number} part */
export function ramp(part) {
  const at = Math.max(0, Math.min(0.9999, Number.isFinite(part) ? part : 0)) * LAST_COLOUR;
  const low = Math.floor(at);
  return `color-mix(in srgb, var(--ramp-${low + 1}) ${Math.round((at - low) * 100)}%, var(--ramp-${low}))`;
}
