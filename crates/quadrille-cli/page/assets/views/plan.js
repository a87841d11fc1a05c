// A plan shown move by move on a board, while its proof may still run.

import { h, button, put, write } from "../parts/dom.js";
import { Player } from "../parts/player.js";
import { setting, keepSetting } from "../model/store.js";
import { moves as movesInWords } from "../model/numbers.js";
import { movePicture } from "./moves-view.js";
import { text } from "../texts/index.js";

/** Moves a second. */
const SPEEDS = [0.3, 0.6, 1.25, 2.5, 5, 12];

/** A plan with its time line. */
export class PlanView {
  /**
   * @param {import("../board/board.js").BoardView} board
   * @param {import("../api/types.js").Position[]} positions the start, and the position after each move
   * @param {string[]} plan
   * @param {{close: () => void, takeOver: (count: number) => void, reopen: (plan: string[]) => void}} act what the buttons do
   */
  constructor(board, positions, plan, act) {
    const moves = plan.map((words, index) => positions[index].moves.find((move) => move.text === words) ?? null);
    const now = h("span", { class: "now" });
    this.plan = plan;
    this.act = act;
    this.proof = h("p", { class: "proof", role: "status" });
    let shown = 0;
    this.player = new Player({
      speeds: SPEEDS,
      names: text.plan.speeds,
      speed: setting("speed", 2),
      unit: text.plan.unit,
      onSpeed: (speed) => keepSetting("speed", speed),
      show: (at) => {
        const steps = at - shown;
        const quick = Math.min(1, 3 / SPEEDS[this.player.speed]);
        const single = Math.abs(steps) === 1;
        const arrived = board.show(positions[at], single ? { move: moves[Math.min(at, shown)], backwards: steps < 0, quick } : {});
        arrived.then(() => shown === at && at > 0 && moves[at - 1] && board.mark({ cells: [], last: { before: positions[at - 1], move: moves[at - 1] } }));
        shown = at;
        put(now, at === 0 ? text.plan.start : movePicture(moves[at - 1], positions[at - 1], plan[at - 1]));
      },
    });
    this.player.setLength(moves.length);
    put(now, text.plan.start);
    this.element = h(
      "div",
      { class: "plan" },
      h("p", { class: "planhead" }, h("strong", {}, text.plan.title(movesInWords(plan.length))), now),
      this.proof,
      this.player.element,
      h(
        "div",
        { class: "row" },
        button(text.plan.close, act.close, { class: "quiet small" }),
        button(text.plan.takeOver, () => act.takeOver(shown), { class: "quiet small" }),
      ),
    );
  }

  /**
   * More is known: a shorter plan, a higher bound, or the proof.
   * @param {string[]} plan
   * @param {number} least
   * @param {boolean} proved
   */
  improve(plan, least, proved) {
    if (plan.length < this.plan.length) {
      const words = proved ? text.plan.shorterProved(plan.length) : text.plan.shorter(plan.length, least);
      if (this.offered !== plan) {
        this.offered = plan;
        put(this.proof, `${words} `, button(text.plan.show, () => this.act.reopen(plan), { class: "quiet small" }));
      }
    } else write(this.proof, proved ? text.plan.proved : text.plan.proving(plan.length, least));
  }
}
