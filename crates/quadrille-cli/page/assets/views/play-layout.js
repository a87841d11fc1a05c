// The layout of a game in play: the board with its arrows, the tools, the figures, the moves.

import { h, put, write, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { BoardView } from "../board/board.js";
import { MethodChoice } from "../parts/method-choice.js";
import { ValuesBox } from "../parts/values-box.js";
import { listenToGestures } from "../board/gestures.js";
import { setting, keepSetting } from "../model/store.js";
import { MapCard } from "./map-card.js";
import { MovesView } from "./moves-view.js";
import { rulesCard } from "./rules-card.js";
import { titleOf } from "../model/catalogue.js";
import { moves, tallied, whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** The directions in the order in which their arrows are reached by keyboard. @type {import("../api/types.js").Direction[]} */
export const DIRECTIONS = ["up", "left", "right", "down"];

/**
 * @typedef {object} Asked what is done when something is pressed
 * @property {(act: string, direction?: string) => void} act
 * @property {import("../board/gestures.js").Acts} pointer
 * @property {(node: any) => void} visit
 * @property {(direction: string | null) => void} peek shows what an arrow would do
 * @property {(texts: string[]) => void} playLine
 */

/** The view of a game. */
export class PlayLayout {
  /**
   * @param {HTMLElement} host
   * @param {import("../api/types.js").Game} game
   * @param {{name: string, about: string, note?: string, lesson?: {sentence: string, step: number, steps: number, solved: number[]} | null,
   *   previous: string | null, next: string | null}} place
   * @param {boolean} checking whether every position is checked
   * @param {Asked} ask
   */
  constructor(host, game, place, checking, ask) {
    const title = titleOf(game.name);
    this.ask = ask;
    this.board = new BoardView({ label: text.play.board(title) });
    listenToGestures(this.board, ask.pointer);
    this.arrows = this.makeArrows("frame-arrow");
    this.padArrows = this.makeArrows("pad-arrow");
    this.bubble = h("p", { class: "bubble", hidden: true });
    this.message = h("div", { class: "message", role: "status", hidden: true });
    this.actionKey = button(text.play.actionKey, () => ask.act("pick"), { class: "actionkey", title: `${text.play.actionKey} (x)`, data: { act: "pick" } });
    this.solvedBox = h("div", { class: "solved-box", hidden: true });
    this.boardBox = h(
      "div",
      {
        class: "boardbox",
        tabindex: 0,
        role: "application",
        "aria-roledescription": text.play.boardRole,
        "aria-label": text.play.boardHelp(title),
      },
      this.board.element,
      this.bubble,
      this.message,
    );
    this.planBar = h("div", { class: "planbar card", hidden: true });
    const act = (name, picture, key) =>
      button([icon(picture), h("span", {}, text.play[name])], () => ask.act(name), {
        title: `${text.play[name]} (${key})`,
        class: "tool",
        data: { act: name },
      });
    this.tools = {
      undo: act("undo", "undo", "u"),
      redo: act("redo", "redo", "r"),
      restart: act("restart", "restart", "R"),
      hint: act("hint", "hint", "i"),
      solve: act("solve", "solve", "v"),
    };
    this.outlook = h("div", { class: "outlook" });
    this.counter = h("span", { class: "big" });
    this.against = h("span", { class: "muted" });
    this.notice = h("p", { class: "notice", role: "status" });
    this.moves = new MovesView(ask.visit, ask.playLine);
    this.wrong = button([icon("wrong"), text.analysis.wrong], () => ask.act("wrong"), { class: "quiet small", title: `${text.analysis.wrong} (g)` });
    this.asText = h("pre", {});
    this.method = new MethodChoice(game.name, setting("method", { algorithm: "best", heuristic: "" }), (method) => {
      keepSetting("method", method);
      this.values.ask();
    });
    this.values = new ValuesBox(game.name, () => this.method.method.heuristic);
    this.effortLine = h("p", { class: "muted small" });
    this.solver = h("details", { class: "card" }, h("summary", {}, text.play.solver), this.method.element, this.effortLine, this.values.element);
    this.map = new MapCard(ask.playLine);
    this.sharePosition = button(text.play.copyPosition, () => ask.act("sharePosition"), { class: "quiet", id: "share-position" });
    this.checkBox = h("input", { type: "checkbox", id: "check", checked: checking, onchange: () => ask.act("check") });
    this.status = h(
      "div",
      { class: "card status" },
      h("div", { class: "figures" }, this.counter, this.outlook, this.against),
      h("div", { class: "tools" }, Object.values(this.tools)),
      place.lesson ? null : h("p", { class: "tick" }, this.checkBox, h("label", { for: "check", title: text.play.checkAbout }, text.play.check)),
      this.notice,
    );
    put(
      host,
      h(
        "div",
        { class: place.lesson ? "workspace play lessons" : "workspace play", data: { kind: game.move_kind } },
        (this.stage = h(
          "section",
          { class: "stage", "aria-label": text.play.boardSection },
          this.heading(place),
          place.lesson ? lessonBar(place.lesson, (this.gesture = h("p", { class: "gesture muted", hidden: true }))) : null,
          h("div", { class: "table" }, Object.values(this.arrows), this.boardBox),
          ["all", "keys"].includes(game.move_kind) ? h("div", { class: "pad" }, Object.values(this.padArrows)) : null,
          game.move_kind === "keys" ? this.actionKey : null,
        )),
        h(
          "aside",
          { class: "panel", "aria-label": text.play.gameSection },
          h(
            "div",
            { class: "panelpart" },
            this.solvedBox,
            this.planBar,
            this.status,
            h("div", { class: "card movescard", hidden: Boolean(place.lesson) }, h("div", { class: "cardhead" }, h("h2", {}, text.play.moves), this.wrong), this.moves.element),
          ),
          h("div", { class: "panelpart" }, rulesCard(game, Boolean(place.lesson)), place.lesson ? null : this.moreCards(place.note)),
        ),
      ),
    );
  }

  /** Tools for rarer use: the solver, and ways to share or export the level. @param {string} [note] */
  moreCards(note) {
    return [
      this.solver,
      this.map.element,
      h(
        "div",
        { class: "card" },
        h(
          "div",
          { class: "row" },
          button([icon("link"), text.play.copyLink], () => this.ask.act("share"), { class: "quiet", id: "share" }),
          this.sharePosition,
          button([icon("edit"), text.play.edit], () => this.ask.act("edit"), { class: "quiet" }),
        ),
        note ? h("p", { class: "muted small" }, note) : null,
        h("details", {}, h("summary", {}, text.play.asText), this.asText),
      ),
    ];
  }

  makeArrows(kind) {
    return Object.fromEntries(
      DIRECTIONS.map((direction) => [
        direction,
        button(icon(direction), () => this.ask.act("go", direction), {
          class: `arrow ${kind} ${direction}`,
          "aria-label": text.directions[direction],
          onpointerenter: () => this.ask.peek(direction),
          onpointerleave: () => this.ask.peek(null),
        }),
      ]),
    );
  }

  /** The name of the level, between the ways to the ones beside it. */
  heading({ name, about, previous, next }) {
    const step = (act, label, other, picture) =>
      button(icon(picture), () => this.ask.act(act), {
        class: "quiet icon",
        "aria-label": label,
        disabled: !other,
        title: other ? `${label}: ${other}` : label,
      });
    return h(
      "header",
      { class: "title" },
      step("previousLevel", text.play.previousLevel, previous, "previous"),
      h("div", {}, h("h1", {}, name), h("p", { class: "muted" }, about)),
      step("nextLevel", text.play.nextLevel, next, "next"),
    );
  }

  /**
   * Shows how the game stands.
   * @param {import("../model/game-tree.js").GameTree} tree
   * @param {{moves: number, proved: boolean} | null} fewest
   * @param {number} extra how many moves more than needed are known to have been made
   */
  draw(tree, fewest, extra) {
    const { position } = tree;
    this.values.show(position.code);
    this.map.show(tree);
    write(this.counter, moves(tree.played));
    const of = fewest ? (fewest.proved ? text.play.shortest(fewest.moves) : text.play.bestKnown(fewest.moves)) : "";
    write(this.against, [tallied(tree), of, extra > 0 ? text.play.extra(extra) : ""].filter(Boolean).join(" · "));
    const { undo, restart, redo, hint, solve } = this.tools;
    undo.disabled = tree.played === 0;
    restart.disabled = tree.played === 0;
    this.sharePosition.hidden = tree.played === 0;
    redo.disabled = tree.current.children.length === 0;
    hint.disabled = position.solved;
    solve.disabled = position.solved;
    // A level solved in as few moves as possible has no mistakes to learn from.
    this.wrong.hidden = tree.line.length === 0 || (position.solved && fewest?.proved && tree.played === fewest.moves);
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
   * @param {import("../model/knowledge.js").Fact} fact
   * @param {boolean} thinking whether a search runs
   * @param {boolean} checking whether anybody wants to know
   */
  drawOutlook(solved, fact, thinking, checking) {
    const { outlook } = text;
    const [tone, words] = solved
      ? ["good", outlook.solved]
      : !checking
        ? ["plain", ""]
        : fact.dead
          ? ["bad", outlook.dead]
          : fact.proved
            ? ["good", outlook.solvable(fact.plan.length)]
            : fact.plan
              ? ["good", outlook.atMost(whole(fact.plan.length), whole(fact.least))]
              : thinking
                ? ["plain", outlook.thinking]
                : fact.stopped
                  ? ["plain", outlook.unknown]
                  : ["plain", ""];
    this.outlook.dataset.tone = tone;
    this.outlook.title = outlook.title;
    write(this.outlook, words);
  }

  /** Says something beside the board. @param {string} words @param {string} [tone] */
  say(words, tone = "plain") {
    this.notice.dataset.tone = tone;
    write(this.notice, words);
  }

  /** Says why something is not possible, on the board. @param {string} words */
  object(words) {
    this.bubble.hidden = words === "";
    write(this.bubble, words);
    clearTimeout(this.bubbleTimer);
    if (words) this.bubbleTimer = setTimeout(() => this.object(""), 2400 + 35 * words.length);
  }

  /** Shows how a move is made: in words, and by a hand or a pointer that makes it on the board until the player does something. @param {import("../api/types.js").Move} move */
  demonstrate(move) {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    write(this.gesture, text.learn.gesture(move.kind === "all", isTouch, move.direction));
    this.gesture.hidden = false;
    this.board.demonstrate(move, isTouch);
    const stop = new AbortController();
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(
        kind,
        () => {
          stop.abort();
          this.board.demonstrate(null);
        },
        { signal: stop.signal, capture: true },
      );
  }

  /** Shows which arrows move something, and which one is the hint. @param {(direction: string) => boolean} can @param {string | undefined} hinted */
  drawArrows(can, hinted) {
    for (const arrows of [this.arrows, this.padArrows]) {
      for (const direction of DIRECTIONS) {
        arrows[direction].disabled = !can(direction);
        arrows[direction].classList.toggle("hinted", direction === hinted);
      }
    }
  }

  /** Shows whether the action key does something, and whether it is the hint. @param {boolean} can @param {boolean} hinted */
  drawAction(can, hinted) {
    this.actionKey.disabled = !can;
    this.actionKey.classList.toggle("hinted", hinted);
  }

  /** Shows a message of the game over the board until a key is pressed or it is tapped; nothing hides it. @param {string} words @param {() => void} [onward] what comes then */
  showMessage(words, onward = () => {}) {
    this.message.hidden = words === "";
    const close = () => {
      this.showMessage("");
      onward();
    };
    this.closeMessage = words === "" ? null : close;
    put(
      this.message,
      words.split("\n").map((line) => h("p", {}, line)),
      words === "" ? null : button([text.play.messageOn, h("kbd", {}, "x")], close, { class: "primary" }),
    );
  }

  /** Leads to the choice of the algorithm. */
  showMethods() {
    this.solver.open = true;
    this.solver.querySelector("select").focus();
  }
}

function lessonBar({ sentence, step, steps, solved }, gesture) {
  return h(
    "div",
    { class: "lesson" },
    h("p", { class: "sentence" }, sentence),
    gesture,
    h(
      "ol",
      { class: "dots", "aria-label": text.learn.step(step, steps) },
      Array.from({ length: steps }, (_, index) =>
        h("li", { class: index + 1 === step ? "now" : solved.includes(index + 1) ? "solved" : "", "aria-current": index + 1 === step ? "step" : null }),
      ),
    ),
  );
}
