// A plan that is shown move by move on a board.

import { h, button, write } from "./dom.js";
import { Player } from "./player.js";
import { setting, keepSetting } from "./progress.js";
import { counted } from "./quantities.js";

/** Moves a second. */
const SPEEDS = [0.3, 0.6, 1.25, 2.5, 5, 12];
const NAMES = ["very slow", "slow", "usual", "brisk", "fast", "very fast"];

/** A plan with its time line. */
export class PlanView {
  /**
   * @param {import("./board.js").BoardView} board
   * @param {import("./catalogue.js").Position[]} positions the start, and the position after each move
   * @param {{plan: string[], optimal: boolean}} report
   * @param {{close: () => void, takeOver: (moves: any[], count: number) => void}} act what the buttons do
   */
  constructor(board, positions, report, act) {
    const moves = report.plan.map((text, index) => positions[index].moves.find((move) => move.text === text) ?? null);
    const now = h("strong", {}, "start");
    let shown = 0;
    this.player = new Player({
      speeds: SPEEDS,
      names: NAMES,
      speed: setting("speed", 2),
      unit: "move",
      onSpeed: (speed) => keepSetting("speed", speed),
      show: (at) => {
        const steps = at - shown;
        const quick = Math.min(1, 3 / SPEEDS[this.player.speed]);
        board.show(positions[at], Math.abs(steps) === 1 ? { move: moves[Math.min(at, shown)], backwards: steps < 0, quick } : {});
        shown = at;
        write(now, at === 0 ? "start" : (moves[at - 1]?.text ?? ""));
      },
    });
    this.player.setLength(moves.length);
    this.element = h(
      "div",
      { class: "plan" },
      h(
        "p",
        {},
        h("strong", {}, counted(moves.length, "move")),
        report.optimal ? ", proved shortest" : ", perhaps not shortest",
        " · now ",
        now,
      ),
      this.player.element,
      h(
        "div",
        { class: "row" },
        button("Back to my game", act.close, { class: "quiet small" }),
        button("Go on from here", () => act.takeOver(moves, shown), { class: "quiet small" }),
      ),
    );
  }
}
