// Small charts of bars: how many positions at each depth, and at each value of f.

import { h, s, put, write } from "./dom.js";
import { brief, estimate } from "./quantities.js";

const [WIDTH, HEIGHT, FOOT] = [320, 96, 16];

/** A chart that is redrawn as figures come. */
export class Bars {
  /** @param {string} title @param {string} axis what is counted along the foot */
  constructor(title, axis) {
    this.axis = axis;
    this.drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img", class: "bars" });
    this.peak = h("span", { class: "muted" });
    this.title = title;
    this.element = h("figure", { class: "chart" }, h("figcaption", {}, h("span", {}, title), this.peak), this.drawing);
  }

  /**
   * @param {{at: number, front: number, behind?: number}[]} rows a value along the foot, the bar, and a paler one behind it
   */
  show(rows) {
    const most = Math.max(1, ...rows.map((row) => Math.max(row.front, row.behind ?? 0)));
    // Counts that differ by thousands are only seen together on a logarithmic scale.
    const logarithmic = most > 500;
    const scale = (count) =>
      (count <= 0 ? 0 : logarithmic ? (Math.log10(count) + 0.3) / (Math.log10(most) + 0.3) : count / most) * (HEIGHT - 4);
    const step = WIDTH / Math.max(8, rows.length);
    const every = Math.ceil(rows.length / 12);
    const bar = (index, count, kind) => {
      const height = Math.max(count > 0 ? 1.5 : 0, scale(count));
      return s("rect", {
        class: kind,
        x: (index * step + step * 0.1).toFixed(2),
        y: (HEIGHT - height).toFixed(2),
        width: (step * 0.8).toFixed(2),
        height: height.toFixed(2),
        rx: Math.min(3, step / 5),
      });
    };
    put(
      this.drawing,
      rows.map((row, index) => (row.behind === undefined ? null : bar(index, row.behind, "behind"))),
      rows.map((row, index) => bar(index, row.front, "front")),
      s("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: "axis" }),
      rows.map((row, index) =>
        index % every === 0 ? s("text", { x: ((index + 0.5) * step).toFixed(1), y: HEIGHT + 12 }, estimate(row.at)) : null,
      ),
    );
    write(this.peak, rows.length === 0 ? "" : `most: ${brief(most)}${logarithmic ? ", logarithmic" : ""}`);
    const top = rows.reduce((best, row) => (row.front > (best?.front ?? 0) ? row : best), null);
    this.drawing.setAttribute(
      "aria-label",
      top ? `${this.title}: most, ${top.front}, at ${this.axis} ${estimate(top.at)}` : `${this.title}: nothing yet`,
    );
  }
}
