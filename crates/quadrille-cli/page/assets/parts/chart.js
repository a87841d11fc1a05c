// Small bar charts: positions per depth, and per value of f. Several charts can share one scale.

import { h, s, put, write } from "./dom.js";
import { brief, estimate } from "../model/numbers.js";
import { text } from "../texts/index.js";

const [WIDTH, HEIGHT, FOOT, SIDE] = [320, 96, 26, 30];

/** A chart that is redrawn as figures come. */
export class Chart {
  /** @param {string} title @param {string} axis what is counted along the foot */
  constructor(title, axis) {
    this.axis = axis;
    this.title = title;
    this.drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img", class: "bars" });
    this.scale = h("span", { class: "muted" });
    this.element = h("figure", { class: "chart" }, h("figcaption", {}, h("span", {}, title), this.scale), this.drawing);
  }

  /**
   * @param {{at: number, front: number, behind?: number}[]} rows a value along the foot, the bar, and a paler one behind it
   * @param {{most?: number, last?: number}} [shared] the largest count and the last value of the charts that share a scale
   */
  show(rows, { most: sharedMost = 0, last = -Infinity } = {}) {
    const most = Math.max(1, sharedMost, ...rows.map((row) => Math.max(row.front, row.behind ?? 0)));
    // Counts that differ by thousands are only seen together on a logarithmic scale.
    const logarithmic = most > 500;
    const part = (count) => (count <= 0 ? 0 : logarithmic ? (Math.log10(count) + 0.3) / (Math.log10(most) + 0.3) : count / most);
    const slots = Math.max(8, rows.length, Number.isFinite(last) && rows.length > 0 ? Math.min(60, last - rows[0].at + 1) : 0);
    const step = (WIDTH - SIDE) / slots;
    const every = Math.ceil(rows.length / 12);
    const bar = (index, count, kind) => {
      const height = Math.max(count > 0 ? 1.5 : 0, part(count) * (HEIGHT - 8));
      return s("rect", {
        class: kind,
        x: (SIDE + index * step + step * 0.1).toFixed(2),
        y: (HEIGHT - height).toFixed(2),
        width: (step * 0.8).toFixed(2),
        height: height.toFixed(2),
        rx: Math.min(3, step / 5),
      });
    };
    const lines = logarithmic ? Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power) : [most];
    const shownLines = lines.length > 4 ? lines.filter((_, index) => index % 2 === lines.length % 2) : lines;
    put(
      this.drawing,
      shownLines.map((count) => {
        const y = HEIGHT - part(count) * (HEIGHT - 8);
        return [
          s("line", { x1: SIDE, x2: WIDTH, y1: y, y2: y, class: "grid" }),
          s("text", { x: SIDE - 4, y: y + 3, class: "side" }, brief(count).replace(/[.,]0(?=\D)/, "")),
        ];
      }),
      rows.map((row, index) => (row.behind === undefined ? null : bar(index, row.behind, "behind"))),
      rows.map((row, index) => bar(index, row.front, "front")),
      s("line", { x1: SIDE, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: "axis" }),
      rows.map((row, index) => (index % every === 0 ? s("text", { x: (SIDE + (index + 0.5) * step).toFixed(1), y: HEIGHT + 11 }, estimate(row.at)) : null)),
      s("text", { x: WIDTH, y: HEIGHT + 23, class: "axisname" }, this.axis),
    );
    write(this.scale, logarithmic ? text.chart.logarithmic : "");
    const top = rows.reduce((best, row) => (row.front > (best?.front ?? 0) ? row : best), null);
    this.drawing.setAttribute("aria-label", top ? text.chart.most(this.title, top.front, this.axis, estimate(top.at)) : text.chart.nothing(this.title));
  }
}
