// What is seen of a game that is played: the board with its arrows, the tools, the figures, the moves.

import { h, put, write, button } from "./dom.js";
import { icon } from "./icons.js";
import { neighbour } from "./catalogue.js";
import { address, go, shareAddress } from "./router.js";
import { BoardView } from "./board.js";
import { MethodChoice } from "./method.js";
import { listenToGestures } from "./gestures.js";
import { setting, keepSetting } from "./progress.js";
import { copy } from "./say.js";
import { counted } from "./quantities.js";

/** The directions in the order in which their arrows are reached by keyboard. */
export const DIRECTIONS = ["up", "left", "right", "down"];

/** The view of a game. */
export class Desk {
  /**
   * @param {HTMLElement} host
   * @param {any} game
   * @param {import("./catalogue.js").Level | undefined} level
   * @param {boolean} checking whether every position is checked
   * @param {{act: (act: string, direction?: string) => void, tap: (cell: number) => void, swipe: (cell: number | null, direction: any) => void,
   *   stepTo: (played: number) => void, openLevel: (steps: number) => void, code: () => string}} ask what is done when something is pressed
   */
  constructor(host, game, level, checking, ask) {
    const { title, move_kind: kind } = game;
    this.ask = ask;
    this.board = new BoardView({ label: `${title} board`, numbered: kind === "cell" || kind === "touch" });
    listenToGestures(this.board, {
      tap: ask.tap,
      swipe: ask.swipe,
    });
    this.arrows = Object.fromEntries(
      DIRECTIONS.map((direction) => [
        direction,
        button(icon(direction), () => ask.act("go", direction), {
          class: `arrow ${direction}`,
          "aria-label": direction[0].toUpperCase() + direction.slice(1),
        }),
      ]),
    );
    this.boardBox = h(
      "div",
      {
        class: "boardbox",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "board",
        "aria-label": `${title} board. Arrow keys play; question mark tells all keys.`,
      },
      this.board.element,
    );
    this.praise = h("div", { class: "praise", hidden: true });
    this.planBar = h("div", { class: "planbar", hidden: true });
    const act = (name, label, picture, key) =>
      button([icon(picture), h("span", {}, label)], () => ask.act(name), { title: `${label} (${key})`, class: "tool" });
    this.tools = {
      undo: act("undo", "Undo", "undo", "u"),
      redo: act("redo", "Redo", "redo", "r"),
      restart: act("restart", "Restart", "restart", "R"),
      hint: act("hint", "Hint", "hint", "i"),
      solve: act("solve", "Solve", "solve", "v"),
    };
    this.outlook = h("div", { class: "outlook" });
    this.counter = h("span", { class: "big" });
    this.against = h("span", { class: "muted" });
    this.notice = h("p", { class: "notice", role: "status" });
    this.moves = h("ol", { class: "moves", "aria-label": "Moves" });
    this.asText = h("pre", {});
    this.method = new MethodChoice(game.id, setting("method", { algorithm: "best", heuristic: "" }), (method) =>
      keepSetting("method", method),
    );
    this.effortLine = h("p", { class: "muted small" });
    this.checkBox = h("input", { type: "checkbox", id: "check", checked: checking, onchange: () => ask.act("check") });
    put(
      host,
      h(
        "div",
        { class: "split" },
        h(
          "section",
          { class: "stage", "aria-label": "Board" },
          heading(game, level, ask),
          h("div", { class: "table" }, this.arrows.up, this.arrows.left, this.boardBox, this.arrows.right, this.arrows.down),
        ),
        h(
          "aside",
          { class: "panel", "aria-label": "Game" },
          this.praise,
          this.planBar,
          h(
            "div",
            { class: "card" },
            h("div", { class: "figures" }, h("div", {}, this.counter, " ", this.against), this.outlook),
            h("div", { class: "tools" }, Object.values(this.tools)),
            this.notice,
          ),
          h("div", { class: "card" }, h("h2", {}, "Moves"), this.moves),
          (this.solver = h(
            "details",
            { class: "card" },
            h("summary", {}, "Solver"),
            this.method.element,
            this.effortLine,
            h(
              "p",
              { class: "tick" },
              this.checkBox,
              h("label", { for: "check" }, "Tell at every position whether it can still be solved"),
            ),
          )),
          h(
            "div",
            { class: "card" },
            h(
              "div",
              { class: "row" },
              button([icon("link"), "Copy link"], () => copy(shareAddress(ask.code()), "The address of this position"), {
                class: "quiet",
                id: "share",
              }),
              h(
                "a",
                {
                  class: "button quiet",
                  href: "#",
                  onclick: (event) => {
                    event.preventDefault();
                    go(address("edit", ask.code()));
                  },
                },
                icon("edit"),
                "Edit",
              ),
            ),
            h("p", { class: "muted small" }, level?.note ?? game.about),
            h("details", {}, h("summary", {}, "Board as text"), this.asText),
          ),
        ),
      ),
    );
  }

  /**
   * Shows how the game stands.
   * @param {import("./line.js").Line} line
   * @param {{moves: number, proved: boolean} | null} fewest
   */
  draw(line, fewest) {
    const { position } = line;
    write(this.counter, counted(line.played, "move"));
    write(this.against, fewest ? `of ${fewest.moves}${fewest.proved ? "" : " (best known)"}` : "");
    this.tools.undo.disabled = line.played === 0;
    this.tools.restart.disabled = line.played === 0;
    this.tools.redo.disabled = line.played === line.moves.length;
    this.tools.hint.disabled = position.solved;
    this.tools.solve.disabled = position.solved;
    put(
      this.moves,
      line.moves.length === 0
        ? h("li", { class: "muted" }, "none yet")
        : line.moves.map((move, index) =>
            h(
              "li",
              {},
              button(move.text, () => this.ask.stepTo(index + 1), {
                class: index < line.played ? "chip" : "chip later",
                "aria-current": index === line.played - 1 ? "step" : null,
              }),
            ),
          ),
    );
    const current = this.moves.querySelector("[aria-current]");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
    write(
      this.asText,
      Array.from({ length: position.rows }, (_, row) =>
        position.cells
          .slice(row * position.cols, (row + 1) * position.cols)
          .map((cell) => cell.glyph.padEnd(2))
          .join(" ")
          .trimEnd(),
      ).join("\n"),
    );
  }

  /**
   * Shows whether the position can still be solved.
   * @param {boolean} solved
   * @param {import("./advice.js").Verdict | undefined} verdict
   * @param {boolean} thinking whether a search runs
   * @param {boolean} checking whether anybody wants to know
   */
  drawOutlook(solved, verdict, thinking, checking) {
    const [tone, text] = solved
      ? ["good", "✓ solved"]
      : verdict?.kind === "solvable"
        ? ["good", `✓ solvable in ${verdict.optimal ? "" : "at most "}${verdict.plan.length}`]
        : verdict?.kind === "dead-end"
          ? ["bad", "✗ dead end"]
          : thinking
            ? ["plain", "… thinking"]
            : verdict?.kind === "unknown"
              ? ["plain", "? unknown"]
              : ["plain", checking ? "" : "not checked"];
    this.outlook.dataset.tone = tone;
    this.outlook.title = verdict?.kind === "unknown" ? `No plan was found: ${verdict.why}.` : "Can it still be solved from here?";
    write(this.outlook, text);
  }

  /** Says something beside the board. @param {string} text @param {string} [tone] */
  say(text, tone = "plain") {
    this.notice.dataset.tone = tone;
    write(this.notice, text);
  }

  /** Leads to the choice of the algorithm. */
  showMethods() {
    this.solver.open = true;
    this.solver.querySelector("select").focus();
  }
}

/** The name of the level, between the ways to the ones beside it. */
function heading(game, level, ask) {
  const step = (steps, label, picture) => {
    const other = level && neighbour(level, steps);
    return button(icon(picture), () => ask.openLevel(steps), {
      class: "quiet icon",
      "aria-label": label,
      disabled: !other,
      title: other ? `${label}: ${other.name}` : label,
    });
  };
  return h(
    "header",
    { class: "title" },
    step(-1, "Previous level", "previous"),
    h(
      "div",
      {},
      h("h1", {}, level?.name ?? "Shared position"),
      h(
        "p",
        { class: "muted" },
        game.title,
        level ? ` · ${level.pack.title ?? level.pack.id}` : "",
        level?.difficulty ? ` · ${level.difficulty.label}` : "",
      ),
    ),
    step(1, "Next level", "next"),
  );
}
