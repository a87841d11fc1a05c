// The map of a level as a view of its own: every position, its board when it is pointed at, and a
// way to play on from it.

import * as api from "../api/index.js";
import { h, s, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { address, go } from "../parts/router.js";
import { MapCanvas, rgb } from "../board/map-canvas.js";
import { thumbnail } from "../board/thumbnail.js";
import { asTree } from "../model/game-tree.js";
import { KINDS, mapOf } from "../model/level-map.js";
import { whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** Boards that are kept. */
const KEPT = 500;

/**
 * Opens the view. The state may have the moves of a game: `{moves: string[]}`.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const { code } = route;
  if (!code) return go(address("edit"));
  put(host, h("div", { class: "page" }, h("p", { class: "muted", role: "status" }, h("span", { class: "spinner" }), text.map.drawing)));
  const map = await mapOf(code, signal);
  if (signal.aborted || !map) return;
  const panel = new MapPanel(map, signal, (moves, position) => go(address("play", position.code), { start: code, tree: asTree(moves), at: moves.length }));
  put(
    host,
    h(
      "div",
      { class: "page mapview" },
      h(
        "header",
        { class: "pagehead" },
        h("div", {}, h("h1", {}, text.map.title)),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button quiet", href: address("edit", code) }, icon("edit"), text.map.edit),
          h("a", { class: "button quiet", href: address("play", code) }, icon("board"), text.map.play),
        ),
      ),
      panel.element,
      h("ul", { class: "sentences" }, summary(map).map((sentence) => h("li", {}, sentence))),
    ),
  );
  panel.canvas.fit();
  panel.look(0);
  const moves = route.state?.moves ?? [];
  await panel.follow(moves);
}

/** A map in sentences. @param {any} map */
export function summary(map) {
  const words = text.map;
  return [
    map.sampled ? words.sampled(whole(map.count), whole(map.positions)) : words.all(whole(map.positions), whole(map.count)),
    map.optimum === null ? words.noOptimum : words.optimum(map.optimum),
    words.counts(whole(map.countOf("dead")), whole(map.countOf("edge"))),
  ];
}

/** A map with its tools, its legend, and the board of the position that is pointed at. */
export class MapPanel {
  /**
   * @param {import("../model/level-map.js").LevelMap} map
   * @param {AbortSignal} signal
   * @param {(moves: string[], position: import("../api/types.js").Position) => void} play called with the position that is chosen
   */
  constructor(map, signal, play) {
    const words = text.map;
    this.map = map;
    this.signal = signal;
    this.boards = new Map();
    this.canvas = new MapCanvas(
      map,
      {
        label: `${summary(map).join(" ")} ${words.help}`,
        role: words.role,
        look: (number) => this.look(number),
        choose: (number) => this.position(number).then((position) => signal.aborted || play(map.wayTo(number), position), () => {}),
      },
      signal,
    );
    this.side = h("div", { class: "beside", role: "status" }, h("p", { class: "muted small" }, words.help));
    const present = KINDS.filter((_, kind) => map.kinds.includes(kind));
    this.element = h(
      "div",
      { class: "mappanel" },
      h(
        "div",
        { class: "maprow" },
        this.canvas.element,
        h(
          "div",
          { class: "mapside" },
          h(
            "div",
            { class: "row" },
            button("+", () => this.canvas.zoom(1.5), { class: "quiet icon", "aria-label": words.nearer, title: words.nearer }),
            button("−", () => this.canvas.zoom(1 / 1.5), { class: "quiet icon", "aria-label": words.farther, title: words.farther }),
            button(words.whole, () => this.canvas.fit(), { class: "quiet" }),
          ),
          this.side,
        ),
      ),
      h("ul", { class: "mapkinds small" }, present.map((kind) => h("li", {}, s("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s("rect", { width: 12, height: 12, rx: 3, fill: rgb(kind) })), words.kinds[kind]))),
    );
  }

  /** Draws the way of a game. @param {string[]} moves */
  async follow(moves) {
    this.following?.abort();
    this.following = new AbortController();
    const signal = AbortSignal.any([this.signal, this.following.signal]);
    try {
      const path = await this.map.pathOf(moves, signal);
      if (!signal.aborted) this.canvas.follow(path);
    } catch (error) {
      // Moves that are not possible any more have no way.
      if (!signal.aborted && error.name !== "AbortError") this.canvas.follow([]);
    }
  }

  /** @param {number} number @returns {Promise<import("../api/types.js").Position>} */
  position(number) {
    if (this.boards.size > KEPT) this.boards.clear();
    if (!this.boards.has(number)) {
      const found = this.reach(this.map.wayTo(number));
      found.catch(() => this.boards.delete(number));
      this.boards.set(number, found);
    }
    return this.boards.get(number);
  }

  /** The position after some moves; many are played in parts. @param {string[]} moves */
  async reach(moves) {
    let position = await api.position(this.map.code);
    for (let done = 0; done < moves.length; ) {
      const { positions } = await api.play(position.code, moves.slice(done));
      if (positions.length === 0) break;
      done += positions.length;
      position = positions.at(-1);
    }
    return position;
  }

  /** Shows the board of a position beside the map. @param {number} number */
  async look(number) {
    if (number < 0) return;
    try {
      const position = await this.position(number);
      if ((this.canvas.looking >= 0 ? this.canvas.looking : 0) !== number || this.signal.aborted) return;
      const { depths, distances, weights, kinds } = this.map;
      const words = text.map;
      const distance = distances[number];
      put(
        this.side,
        thumbnail(position),
        number === 0 ? h("p", {}, words.start) : null,
        h("p", {}, words.depth(depths[number])),
        h("p", {}, distance === null ? words.kinds[KINDS[kinds[number]]] : words.distance(distance)),
        number === 0 ? h("p", { class: "muted small" }, words.help) : null,
        weights[number] > 1 ? h("p", { class: "muted small" }, words.weight(weights[number])) : null,
      );
    } catch {
      // The next one that is pointed at may be shown.
    }
  }
}
