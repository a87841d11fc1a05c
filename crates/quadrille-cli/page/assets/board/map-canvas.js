// The map of a level on a canvas that is moved and zoomed. From afar it is two bitmaps, positions
// and the moves of shortest solutions, drawn once, so that moving it costs the same for a hundred
// positions and for a hundred thousand; near by, what is in view is drawn dot by dot.

import { h } from "../parts/dom.js";
import { KINDS } from "../model/level-map.js";

/** From so many pixels between positions on they are drawn as dots. */
const DOTS = 10;
const [NEAREST, FARTHEST] = [64, 0.02];
/** The most pixels between positions when the whole map is shown, and the largest dot. */
const [MOST_FITTED, LARGEST_DOT] = [48, 12];
/** Bitmaps of more pixels than this are refused by some browsers. */
const MOST_PIXELS = 12 << 20;
const LONGEST_SIDE = 8192;
/** Lines that are drawn in one go; one path with all of them is far slower. */
const BATCH = 400;
/** The largest distance of the pointer from a position, in pixels. */
const REACH = 7;

/** @type {Record<string, [number, number, number]>} */
export const COLOURS = { dead: [160, 138, 138], open: [150, 150, 150], alive: [112, 136, 176], edge: [217, 130, 43], plan: [52, 112, 214], solved: [46, 139, 87] };
/** Pixels around the whole map: the mark of the start is larger than a dot. */
const MARGIN = 14;
const PATH = "rgb(196 30 110)";

export const rgb = (kind) => `rgb(${COLOURS[kind].join(" ")})`;

/** A map that is looked at. */
export class MapCanvas {
  /**
   * @param {import("../model/level-map.js").LevelMap} map
   * @param {{label: string, role: string, look: (number: number) => void, choose: (number: number) => void}} asked called with the position
   *   that is pointed at, and with the one that is clicked; -1 for none
   * @param {AbortSignal} signal
   */
  constructor(map, asked, signal) {
    this.map = map;
    this.asked = asked;
    this.signal = signal;
    /** The positions of a game. @type {(number | null)[]} */
    this.path = [];
    this.looking = -1;
    this.canvas = h("canvas", { tabindex: 0, role: "application", "aria-roledescription": asked.role, "aria-label": asked.label });
    this.element = h("div", { class: "mapbox" }, this.canvas);
    this.bitmap = this.paintBitmap();
    this.lines = this.paintLines();
    this.listen();
    const resized = new ResizeObserver(() => (this.fitted ? this.fit() : this.draw()));
    resized.observe(this.element);
    signal.addEventListener("abort", () => resized.disconnect());
  }

  /** A bitmap with the map on it: how many pixels a dot has, at most so many. */
  sheet(most) {
    const { width, height } = this.map;
    const grain = Math.min(most, LONGEST_SIDE / width, LONGEST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)));
    const canvas = h("canvas", { width: Math.max(1, Math.ceil(width * grain)), height: Math.max(1, Math.ceil(height * grain)) });
    return { canvas, grain };
  }

  /** A pixel per position, or fewer where the map is too large for that. */
  paintBitmap() {
    const { map } = this;
    const { canvas, grain } = this.sheet(1);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const colours = KINDS.map((kind) => COLOURS[kind].reduce((sum, part, index) => sum + part * 256 ** index, 255 * 256 ** 3));
    // If several share a pixel, the later kind is visible.
    for (const kind of KINDS.keys())
      for (let number = 0; number < map.count; number += 1)
        if (map.kinds[number] === kind) pixels[Math.floor(map.y[number] * grain) * canvas.width + Math.floor(map.x[number] * grain)] = colours[kind];
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /** The moves of shortest solutions. */
  paintLines() {
    const { canvas, grain } = this.sheet(3);
    const context = canvas.getContext("2d");
    context.scale(grain, grain);
    this.strokeSteps(context, 1 / grain, () => true, (x) => x, (y) => y);
    return canvas;
  }

  /** Shows the positions that a game has been in. @param {(number | null)[]} path */
  follow(path) {
    this.path = path;
    this.canvas.dataset.path = path.map((number) => number ?? "?").join(" ");
    this.draw();
  }

  /** Shows the whole map. */
  fit() {
    const { clientWidth, clientHeight } = this.element;
    const { width, height } = this.map;
    this.scale = Math.max(FARTHEST, Math.min(MOST_FITTED, (clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height));
    this.left = (clientWidth - width * this.scale) / 2;
    this.top = (clientHeight - height * this.scale) / 2;
    this.fitted = true;
    this.draw();
  }

  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const scale = Math.max(FARTHEST, Math.min(NEAREST, this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.draw();
  }

  move(right, down) {
    this.left += right;
    this.top += down;
    this.fitted = false;
    this.draw();
  }

  listen() {
    const { canvas } = this;
    /** The place of each finger. @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    let moved = false;
    const spread = () => {
      const [one, other] = [...fingers.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 0) moved = false;
      fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    });
    canvas.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return this.look(this.numberAt(event));
      const here = { x: event.offsetX, y: event.offsetY };
      moved ||= Math.abs(here.x - last.x) + Math.abs(here.y - last.y) > 3;
      if (!moved) return;
      const before = fingers.size === 2 ? spread() : 0;
      fingers.set(event.pointerId, here);
      if (fingers.size === 2) {
        const [one, other] = [...fingers.values()];
        this.zoom(spread() / Math.max(1, before), (one.x + other.x) / 2, (one.y + other.y) / 2);
      }
      this.move((here.x - last.x) / fingers.size, (here.y - last.y) / fingers.size);
    });
    canvas.addEventListener("pointerup", (event) => {
      fingers.delete(event.pointerId);
      if (moved) return;
      const number = this.numberAt(event);
      // A finger cannot point: the first tap shows a position, the second chooses it.
      if (event.pointerType !== "mouse" && number !== this.looking) return this.look(number);
      if (number >= 0) this.asked.choose(number);
    });
    canvas.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    const steps = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in steps) this.move(...steps[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoom(1.5);
      else if (event.key === "-") this.zoom(1 / 1.5);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  numberAt({ offsetX, offsetY }) {
    const [x, y] = [(offsetX - this.left) / this.scale, (offsetY - this.top) / this.scale];
    return this.map.nearest(x, y, Math.max(0.75, REACH / this.scale));
  }

  look(number) {
    if (number === this.looking) return;
    this.looking = number;
    this.canvas.dataset.position = String(number);
    this.asked.look(number);
    this.draw();
  }

  draw() {
    if (this.drawing || this.scale === undefined) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      if (!this.signal.aborted) this.paint();
    });
  }

  paint() {
    const { canvas, map, scale, left, top, element } = this;
    const ratio = devicePixelRatio;
    const { clientWidth: wide, clientHeight: high } = element;
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      [canvas.width, canvas.height] = [Math.round(wide * ratio), Math.round(high * ratio)];
      Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, wide, high);
    if (map.deadFrom !== null) {
      context.fillStyle = "rgb(168 40 31 / 10%)";
      context.fillRect(left, top + map.deadFrom * scale, map.width * scale, (map.height - map.deadFrom) * scale);
    }
    const across = (x) => left + (x + 0.5) * scale;
    const down = (y) => top + (y + 0.5) * scale;
    if (scale < DOTS) {
      context.imageSmoothingEnabled = scale < 1;
      context.drawImage(this.bitmap, left, top, map.width * scale, map.height * scale);
      context.imageSmoothingEnabled = true;
      context.drawImage(this.lines, left, top, map.width * scale, map.height * scale);
    } else {
      const isSeen = (x, y, toX, toY) => across(Math.max(x, toX)) >= 0 && across(Math.min(x, toX)) <= wide && down(Math.max(y, toY)) >= 0 && down(Math.min(y, toY)) <= high;
      this.strokeSteps(context, Math.max(1, Math.min(2, scale / 8)), isSeen, across, down);
      this.paintDots(context, wide, high);
    }
    this.paintPath(context, across, down);
    this.ring(context, 0, getComputedStyle(canvas).color);
    if (this.looking > 0) this.ring(context, this.looking, getComputedStyle(canvas).color);
  }

  /** @param {CanvasRenderingContext2D} context */
  strokeSteps(context, width, isSeen, across, down) {
    const { steps, x, y } = this.map;
    context.strokeStyle = rgb("plan");
    context.lineWidth = width;
    let count = 0;
    context.beginPath();
    for (let at = 0; at < steps.length; at += 2) {
      const [from, to] = [steps[at], steps[at + 1]];
      if (!isSeen(x[from], y[from], x[to], y[to])) continue;
      context.moveTo(across(x[from]), down(y[from]));
      context.lineTo(across(x[to]), down(y[to]));
      count += 1;
      if (count % BATCH === 0) {
        context.stroke();
        context.beginPath();
      }
    }
    context.stroke();
  }

  paintDots(context, wide, high) {
    const { scale, left, top, map } = this;
    const radius = Math.min(LARGEST_DOT, scale * 0.36);
    const paths = KINDS.map(() => new Path2D());
    map.within(Math.floor(-left / scale), Math.floor(-top / scale), Math.ceil((wide - left) / scale), Math.ceil((high - top) / scale), (number) => {
      const [x, y] = [left + (map.x[number] + 0.5) * scale, top + (map.y[number] + 0.5) * scale];
      const path = paths[map.kinds[number]];
      // Points of no return are squares, all others discs: kinds differ by more than colour.
      if (map.kinds[number] === 3 || scale < 1.5 * DOTS) path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
      }
    });
    for (const [kind, path] of paths.entries()) {
      context.fillStyle = rgb(KINDS[kind]);
      context.fill(path);
    }
  }

  /** The way of a game; it has a gap where it leaves the positions that are drawn. */
  paintPath(context, across, down) {
    const { x, y } = this.map;
    context.strokeStyle = PATH;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.beginPath();
    for (const [index, number] of this.path.entries()) {
      if (number === null) continue;
      const before = this.path[index - 1] ?? null;
      if (before === null) context.moveTo(across(x[number]), down(y[number]));
      else context.lineTo(across(x[number]), down(y[number]));
    }
    context.stroke();
    const here = this.path.at(-1) ?? null;
    if (here === null) return;
    context.fillStyle = PATH;
    context.beginPath();
    context.arc(across(x[here]), down(y[here]), Math.max(5, Math.min(LARGEST_DOT, this.scale * 0.4)), 0, 2 * Math.PI);
    context.fill();
  }

  ring(context, number, colour) {
    const { map, scale, left, top } = this;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(left + (map.x[number] + 0.5) * scale, top + (map.y[number] + 0.5) * scale, Math.max(6, Math.min(1.5 * LARGEST_DOT, scale * 0.6)), 0, 2 * Math.PI);
    context.stroke();
  }
}
