// Chart of the best plan and the lower bound of a method that has no tree, over time, or step by
// step where the search was too short for the clock.

import { s, put } from "../parts/dom.js";
import { seconds } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** With fewer moments than these, steps say more than times. */
const FEW = 4;
const [WIDTH, HEIGHT, SIDE, FOOT] = [420, 240, 34, 30];

/** The chart. */
export class ClosingChart {
  constructor() {
    this.element = s("svg", { class: "closing", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text.search.boundTitle });
  }

  /**
   * @param {import("../model/search-film.js").SearchFilm} film
   * @param {number} part how much of the film is seen, from 0 to 1
   */
  show(film, part) {
    const isTimed = film.closing.length >= FEW || film.landmarks.length === 0;
    const end = film.closing.at(-1);
    const steps = [...film.landmarks, ...(end ? [end] : [])].map(({ plan, bound }, index) => ({ at: index + 1, plan, bound }));
    this.draw(
      isTimed ? film.closing.map(({ seconds: at, plan, bound }) => ({ at, plan, bound })) : steps,
      part,
      (last) => (isTimed ? seconds(last) : text.search.reasoning(last)),
    );
  }

  /**
   * @param {{at: number, plan: number | null, bound: number}[]} points
   * @param {number} part
   * @param {(last: number) => string} inWords
   */
  draw(points, part, inWords) {
    if (points.length === 0) return put(this.element);
    const end = Math.max(1e-6, points.at(-1).at);
    const most = Math.max(1, ...points.map((point) => point.plan ?? point.bound)) * 1.1;
    const x = (at) => SIDE + (at / end) * (WIDTH - SIDE - 8);
    const y = (value) => HEIGHT - FOOT - (value / most) * (HEIGHT - FOOT - 12);
    const seen = points.filter((point) => point.at <= end * part + 1e-9);
    const now = end * part;
    const steps = (value) => {
      let path = "";
      let last = null;
      for (const point of seen) {
        const here = value(point);
        if (here === null) continue;
        path += last === null ? `M${x(point.at)} ${y(here)}` : `H${x(point.at)}V${y(here)}`;
        last = here;
      }
      return last === null ? "" : `${path}H${x(now)}`;
    };
    const latest = seen.at(-1);
    const name = (value, words, kind) =>
      value === null || value === undefined
        ? null
        : s("text", { x: now > end / 2 ? x(now) - 6 : x(now) + 6, y: y(value) + (kind === "plan" ? -7 : 16), "text-anchor": now > end / 2 ? "end" : "start" }, `${words} ${value}`);
    put(
      this.element,
      s("line", { class: "axis", x1: SIDE, x2: WIDTH, y1: y(0), y2: y(0) }),
      s("line", { class: "axis", x1: SIDE, x2: SIDE, y1: 8, y2: y(0) }),
      s("text", { x: SIDE - 6, y: y(0) + 4, "text-anchor": "end" }, "0"),
      s("text", { x: SIDE - 6, y: y(Math.floor(most)) + 4, "text-anchor": "end" }, String(Math.floor(most))),
      s("text", { x: WIDTH - 4, y: HEIGHT - 10, "text-anchor": "end" }, inWords(end)),
      s("path", { class: "plan-line", d: steps((point) => point.plan) }),
      s("path", { class: "bound-line", d: steps((point) => point.bound) }),
      s("line", { class: "now", x1: x(now), x2: x(now), y1: 8, y2: y(0) }),
      name(latest?.plan, text.search.plan, "plan"),
      name(latest?.bound, text.search.bound, "bound"),
    );
  }
}
