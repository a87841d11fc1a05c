// Plays a level: the board, the moves and the solver.

import { put, button } from "../parts/dom.js";
import { game, levelNote } from "../model/catalogue.js";
import { levelOf, neighbour, placeOf } from "../model/levels.js";
import { inTheme } from "../model/themes.js";
import { address, go, rewrite, shareAddress } from "../parts/router.js";
import { describe } from "../board/board.js";
import { PlayLayout } from "./play-layout.js";
import { SolverDesk } from "./play-solver.js";
import { showSolved } from "./solved-card.js";
import { Selection } from "../model/selection.js";
import { GameTree, asTree } from "../model/game-tree.js";
import { refusalOf } from "../model/refusals.js";
import { cellWords, moveName } from "../model/notation.js";
import { listenToKeys } from "../parts/keys.js";
import { recordOf, keepLine, keepSaw } from "../model/progress.js";
import { noteDaily } from "../model/daily.js";
import { packOf, sourceQuery } from "../model/puzzlescript.js";
import { keepSetting, isKept } from "../model/store.js";
import { announce, copy, toast } from "../parts/notify.js";
import { play as playSound } from "../parts/sound.js";
import { moves as movesInWords } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal ends everything that the view has begun
 */
export async function open(route, host, signal) {
  const kept = route.state?.resume ? recordOf(route.code) : null;
  const state = route.state?.start ? route.state : { start: route.code, tree: asTree(kept?.moves ?? []), at: kept?.played ?? 0 };
  let tree = await GameTree.open(state.start, state.tree, state.at);
  // A solved level starts again.
  if (kept && tree.position.solved) tree = new GameTree(tree.start);
  if (signal.aborted) return;
  const level = levelOf(tree.start.code);
  // The name and note from a link, for a level that is in no pack here.
  const query = state.query ?? (level ? {} : Object.fromEntries([...route.query].filter(([key]) => key === "name" || key === "day")));
  const round = new Round(tree, host, signal, {
    ...placeOf(level, tree.start.game, query),
    note: levelNote(level),
    level,
    theme: route.state?.theme,
    helped: state.helped ?? 0,
    returns: state === route.state,
    query,
  });
  if (route.state?.solve) round.solver.solve();
}

/**
 * @typedef {{name: string, about: string, note?: string, level?: any, theme?: string, helped?: number, returns?: boolean, query?: Record<string, string>,
 *   lesson?: {sentence: string, step: number, steps: number, solved: number[], next: string | null, previous: string | null} | null}} Place where a game comes
 *   from: its name, the level, or the lesson that it is; `returns` when it was left in the middle
 */

/** A game that is played. */
export class Round {
  /** @param {GameTree} tree @param {HTMLElement} host @param {AbortSignal} signal @param {Place} place */
  constructor(tree, host, signal, place) {
    this.tree = tree;
    this.signal = signal;
    this.place = place;
    this.game = game(tree.start.game);
    this.level = place.level;
    /** The number of hints and solutions shown. */
    this.helped = place.helped ?? 0;
    /** True if a solution of this level was shown, now or earlier. */
    this.saw = Boolean(recordOf(tree.start.code)?.saw);
    /** @type {import("../api/types.js").Move | null} */
    this.hint = null;
    /** True if the pointer is used, so that no cursor is needed. */
    this.pointing = true;
    /** Called when it is solved. @type {(() => void) | null} */
    this.onSolved = null;
    /** Draws the card of the win anew. @type {(() => void) | null} */
    this.refreshSolved = null;
    this.busy = Promise.resolve();
    const beside = (step) => {
      if (place.lesson) return step > 0 ? place.lesson.next : place.lesson.previous;
      const other = this.neighbour(step);
      return other ? placeOf(other, other.game).name : null;
    };
    this.solver = new SolverDesk(this);
    this.layout = new PlayLayout(host, this.game, { ...place, previous: beside(-1), next: beside(1) }, this.solver.checking, {
      act: (act, direction) => this.act(act, direction),
      pointer: this.pointer(),
      visit: (node) => this.visit(node),
      peek: (direction) => this.peek(direction),
      playLine: (moves) => this.playLine(moves),
    });
    listenToKeys(
      () => (this.solver.plan ? "plan" : "play"),
      (act, direction) => {
        this.pointing = false;
        this.act(act, direction);
      },
      signal,
    );
    signal.addEventListener("abort", () => {
      this.solver.close();
      this.layout.map.close();
    });
    this.layout.boardBox.addEventListener("focus", () => {
      if (!this.layout.boardBox.matches(":focus-visible")) return;
      this.pointing = false;
      this.mark();
    });
    if (this.level) keepSetting("last", this.level.code);
    if (this.isKeys && place.note && tree.played === 0) this.layout.showMessage(place.note);
    document.title = `${place.name} · Quadrille`;
    this.arrive({ first: true });
  }

  get position() {
    return this.tree.position;
  }

  /** True if it is played with keys: a PuzzleScript game. */
  get isKeys() {
    return this.game.move_kind === "keys";
  }

  get board() {
    return this.layout.board;
  }

  /** The address of the level as it starts, with its name: the puzzle is shared, not the progress of the player. */
  get link() {
    const { date: day } = this.level ?? {};
    const { code } = this.tree.start;
    const named = day ? { day } : { ...this.place.query, ...(this.place.name === text.play.shared ? {} : { name: this.place.name }) };
    return shareAddress(code, { ...named, ...sourceQuery(code) });
  }

  /** A solution is seen: from now on the level is not solved without help. */
  seeSolution() {
    if (this.saw || this.place.lesson) return;
    this.saw = true;
    keepSaw(this.tree.start.code);
  }

  /** The level after or before this one: of the theme that is played, else of its pack. @param {number} step */
  neighbour(step) {
    const { theme } = this.place;
    return theme && this.level ? inTheme(theme, this.level, step) : neighbour(this.level, step);
  }

  /** Opens another level of the theme or the pack. @param {{code: string}} level */
  open(level) {
    go(address("play", level.code), { resume: true, theme: this.place.theme });
  }

  openLevel(step) {
    if (this.place.lesson) {
      const to = step > 0 ? this.place.lesson.next : this.place.lesson.previous;
      return to ? go(to) : go("#/");
    }
    const other = this.neighbour(step);
    if (other) return this.open(other);
    toast(step > 0 ? text.play.lastLevel : text.play.firstLevel);
  }

  /** Does what a key or a button asks for. @param {string} act @param {any} [direction] */
  act(act, direction) {
    const { plan } = this.solver;
    // A message is read before anything is played.
    if (this.layout.closeMessage && ["go", "pick", "back"].includes(act)) return this.layout.closeMessage();
    if (plan && ["go", "pause", "first", "last", "faster", "slower"].includes(act)) return plan.player.act(act, direction);
    // Moves wait for each other, so that quick fingers lose nothing.
    const inTurn = (work) => {
      this.busy = this.busy.then(work).catch((error) => this.layout.say(`${error.message} ${error.help ?? ""}`, "bad"));
    };
    const acts = {
      go: () => inTurn(() => this.choose(this.selection.go(direction))),
      pick: () => inTurn(() => (this.position.solved ? this.goOn() : this.choose(this.selection.pick()))),
      next: () => inTurn(() => this.choose(this.selection.cycle(1))),
      previous: () => inTurn(() => this.choose(this.selection.cycle(-1))),
      undo: () => inTurn(() => this.step(-1)),
      redo: () => inTurn(() => this.step(1)),
      restart: () => inTurn(() => this.goTo(this.tree.root)),
      hint: () => this.solver.askHint(),
      solve: () => (plan ? this.solver.closePlan() : this.solver.solve()),
      wrong: () => this.solver.findWrong(),
      method: () => this.layout.showMethods(),
      check: () => this.solver.switchCheck(),
      nextLevel: () => this.openLevel(1),
      previousLevel: () => this.openLevel(-1),
      share: () => copy(this.link, text.play.copied),
      sharePosition: () => copy(shareAddress(this.position.code, sourceQuery(this.position.code)), text.play.copiedPosition),
      edit: () => go(address("edit", this.position.code)),
      back: () => this.letGo(),
    };
    acts[act]?.();
  }

  /** The actions of the pointer on the board. @returns {import("../board/gestures.js").Acts} */
  pointer() {
    return {
      point: (cell, side) => {
        if (this.solver.plan) return;
        this.pointing = true;
        this.hover(cell, side);
      },
      tap: (cell) => {
        if (this.solver.plan) return;
        this.pointing = true;
        if (this.position.solved) return this.goOn();
        this.busy = this.busy.then(() => this.choose(this.selection.click(cell)));
      },
      hold: (cell) => {
        if (this.solver.plan || this.position.solved || !this.selection.picks) return;
        this.choose(this.selection.click(cell));
      },
      grab: (cell, direction) => {
        this.board.release();
        this.board.preview(null);
        if (this.solver.plan || this.position.solved) return false;
        const { play, walk } = this.selection.drag(cell, direction);
        if (walk) this.board.pick(cell);
        this.grabbed = play ?? null;
        const after = play && this.tree.after(play);
        if (play && after) {
          this.board.grab(after, play);
          this.board.preview({ after, move: play });
        } else if (play) {
          this.tree.ask(play).then((answer) => {
            if (this.grabbed !== play) return;
            this.board.grab(answer, play);
            this.board.preview({ after: answer, move: play });
          }, () => {});
        }
        return Boolean(play);
      },
      drag: (cells) => {
        this.board.dragTo(cells);
      },
      drop: (cell, direction, meant, cells) => {
        this.grabbed = null;
        const { held } = this.board;
        if (this.solver.plan) return;
        this.board.pick(null);
        if (!meant) {
          this.board.release();
          return this.board.preview(null);
        }
        const choice = this.position.solved ? {} : this.selection.drag(cell, direction, cells);
        if (!choice.play) this.board.release();
        this.busy = this.busy.then(() => this.choose(choice, held));
      },
    };
  }

  /** Shows what would happen at a point of the board. */
  hover(cell, side) {
    const { selection } = this;
    if (this.position.solved) return;
    if (!selection.picks) return;
    const target = cell === null ? undefined : selection.targetAt(cell);
    const own = selection.picked ? selection.target : target;
    if (own) this.tree.prefetch(own.moves);
    let move;
    if (selection.picked && cell !== null) move = selection.wayTo(cell) ?? (target === selection.target && side ? selection.ways[side] : undefined);
    else if (target && side) move = target.moves.find((one) => one.direction === side);
    this.pointed = target && !selection.picked ? target : null;
    this.mark();
    this.showAhead(move ?? this.hint);
  }

  /** Shows what an arrow beside the board would do. */
  peek(direction) {
    if (this.solver.plan || this.position.solved) return;
    this.showAhead(direction ? this.selection.ways[direction] : this.hint);
  }

  showAhead(move) {
    this.ahead = move ?? null;
    if (!move) return this.showAll();
    const known = this.tree.after(move);
    // The arrows on the board say where it goes.
    const hinted = true;
    if (known) return this.board.preview({ after: known, move, hinted });
    this.tree.ask(move).then((after) => this.ahead === move && this.board.preview({ after, move, hinted }), () => {});
  }

  /** Shows what all moves of the picked piece would do, where nothing else is pointed at. */
  showAll() {
    const { selection } = this;
    const moves = selection.picked && !this.hint ? (selection.target?.moves ?? []) : [];
    if (moves.length === 0) return this.board.preview(null);
    Promise.all(moves.map((move) => this.tree.ask(move).then((after) => ({ after, move })))).then(
      (shown) => selection === this.selection && selection.picked && !this.ahead && this.board.preview(shown),
      () => {},
    );
  }

  /** @param {import("../model/selection.js").Choice} choice @param {number} [held] how far it was dragged already */
  async choose(choice, held = 0) {
    this.layout.object("");
    if (choice.play) return this.play(choice.play, held);
    if (choice.walk) return this.walk(choice.walk);
    if (choice.refused) return this.refuse(choice.refused);
    if (choice.nothing) {
      this.layout.object(choice.nothing);
      announce(choice.nothing);
    }
    if (choice.moved) {
      const { selection } = this;
      const look = this.position.cells[selection.cursor];
      const row = Math.floor(selection.cursor / this.position.cols);
      const ways = Object.keys(selection.ways).map((way) => text.directions[way]);
      announce(text.board.cursor(describe(look), cellWords(row, selection.cursor % this.position.cols), selection.picked ? ways : null));
      this.tree.prefetch(selection.target?.moves ?? []);
      this.showAhead(this.hint);
    }
    this.mark();
  }

  async refuse({ cells, direction }) {
    if (this.position.solved) return this.layout.object(text.play.isSolved);
    const from = this.position;
    playSound("refused");
    const { words, cells: blamed } = await refusalOf(from, this.game.move_kind, cells, direction);
    if (this.signal.aborted || this.position !== from) return;
    this.board.refuse(cells, direction, blamed);
    this.layout.object(words);
    announce(words);
  }

  async play(move, held = 0) {
    if (this.position.solved) return this.layout.object(text.play.isSolved);
    const from = this.position;
    // A swap of two equal pieces is legal, but never intended.
    if ((await this.tree.ask(move)).code === from.code) {
      this.board.release();
      this.board.refuse([], move.direction);
      this.layout.object(text.play.noChange);
      return announce(text.play.noChange);
    }
    if (!(await this.tree.play(move)) || this.signal.aborted) return;
    playSound("move");
    const stays = this.solver.knowledge.goOn(from.code, move.text, this.position.code);
    this.arrive({ move, from: held, stays });
  }

  /** Takes steps one after the other, each seen before the next, as long as they are possible. @param {import("../api/types.js").Direction[]} way */
  async walk(way) {
    for (const direction of way) {
      const move = this.selection.ways[direction];
      if (!move || this.signal.aborted || this.position.solved) return;
      await this.play(move);
      await this.shown;
    }
  }

  /** One move back or forth. @param {number} step */
  async step(step) {
    const to = step < 0 ? this.tree.current.parent : this.tree.current.children[0];
    if (!to) return this.layout.say(step < 0 ? text.play.atStart : text.play.atEnd);
    await this.goTo(to);
  }

  visit(node) {
    this.busy = this.busy.then(() => this.goTo(node)).catch(() => {});
  }

  /** Goes to a node of the game. */
  async goTo(node) {
    this.solver.closePlan(false);
    const before = this.tree.current;
    await this.tree.visit(node);
    const back = before.parent === node;
    const move = back ? before.move : node.parent === before ? node.move : null;
    this.arrive({ move, backwards: back });
  }

  /** Goes along some moves from the start. @param {string[]} moves */
  playLine(moves) {
    this.seeSolution();
    this.busy = this.busy
      .then(async () => {
        let node = this.tree.root;
        for (const words of moves) node = this.tree.add(node, words, null);
        await this.goTo(node);
      })
      .catch((error) => this.layout.say(error.message, "bad"));
  }

  /** The game has come to a position. */
  arrive(way = {}) {
    const { position, tree } = this;
    this.hint = null;
    this.pointed = null;
    // A search goes on while the game stays on the plan that it has found.
    const stays = way.stays && !position.solved;
    if (!stays) this.solver.leave();
    this.selection = new Selection(position, this.game.move_kind, way.backwards ? null : (this.selection?.cursor ?? null));
    if (!this.selection.picks || position.moves.length <= 12) tree.prefetch(position.moves);
    this.shown = this.board.show(position, way);
    // Only to look at a level is no reason to forget how it was left.
    if (!way.first) this.keep();
    this.remember();
    this.layout.object("");
    if (!stays || !this.solver.asked) this.layout.say(isKept() ? "" : text.play.notKept);
    if (way.first) this.offerToGoOn();
    this.mark();
    this.solver.draw();
    if (way.move) announce(`${way.backwards ? text.play.tookBack(moveName(way.move.text)) : text.play.played(moveName(way.move.text))} ${movesInWords(tree.played)}.`);
    this.layout.solvedBox.hidden = true;
    if (position.solved) {
      this.onSolved?.();
      this.celebrate(Boolean(way.first));
    }
    this.solver.check();
    if (way.move && !way.backwards && !position.solved) this.solver.judgeBetter();
  }

  keep() {
    if (this.place.lesson) return;
    const { tree, position } = this;
    keepLine(tree.start.code, tree.line.map((node) => node.text), tree.played, position.solved, this.helped, this.saw);
    if (position.solved) noteDaily(tree.start.code);
  }

  /** The address is the position; the way to it is in the history. */
  remember() {
    if (this.place.lesson) return;
    const { tree } = this;
    const query = tree.played === 0 ? (this.place.query ?? {}) : {};
    rewrite(address("play", tree.position.code, query), { start: tree.start.code, ...tree.kept, played: tree.played, helped: this.helped, query: this.place.query, theme: this.place.theme });
  }

  /** Offers the game that was left here, when an address has led to the start of it. */
  offerToGoOn() {
    const { code } = this.tree.start;
    const record = recordOf(code);
    if (this.place.lesson || this.tree.line.length > 0 || !record?.played || record.played === record.best) return;
    put(
      this.layout.notice,
      `${text.play.left(movesInWords(record.played))} `,
      button(text.play.goOn, () => go(address("play", code), { resume: true }), { class: "quiet small" }),
    );
  }

  mark() {
    const { selection, solver } = this;
    const ways = selection.ways;
    this.layout.drawArrows((direction) => !solver.plan && !selection.picks && Boolean(ways[direction]), this.hint && !selection.picks ? this.hint.direction : undefined);
    this.layout.drawAction(!solver.plan && Boolean(selection.keyMove("X")), this.hint?.text === "X");
    const pointed = this.pointed;
    const target = pointed ?? selection.target;
    const { current } = this.tree;
    const show = () =>
      this.board.mark({
        cells: selection.picks ? (target?.cells ?? []) : [],
        picked: selection.picked,
        // The mouse needs no cursor: what is under it shows itself.
        quiet: this.pointing && !selection.picked,
        ways: pointed ? pointed.moves.map((move) => move.direction) : selection.picks ? Object.keys(ways) : [],
        hint: this.hint,
        last: current.parent?.position && current.move ? { before: current.parent.position, move: current.move } : null,
      });
    // Marks wait until the pieces have come to rest.
    this.shown.then(() => selection === this.selection && !solver.plan && show());
  }

  letGo() {
    if (this.solver.plan) return this.solver.closePlan();
    if (!this.layout.solvedBox.hidden) {
      this.layout.solvedBox.hidden = true;
      return;
    }
    if (this.solver.stop()) return;
    this.board.preview(null);
    if (this.hint) this.hint = null;
    else this.selection.unpick();
    this.mark();
  }

  /** Shows a hint on the board. @param {import("../api/types.js").Move} move */
  showHint(move) {
    this.hint = move;
    this.helped += 1;
    this.remember();
    this.mark();
    this.shown.then(() => this.hint === move && this.showAhead(move));
  }

  /** After the win: the next level. */
  goOn() {
    const { onward } = this;
    if (onward) onward();
  }

  /** Winning happens on the board. @param {boolean} quietly whether it was solved before */
  celebrate(quietly) {
    // A link may lead to a board on which nothing is left to do.
    if (this.tree.played === 0) return this.layout.say(text.play.nothingToDo);
    this.shown.then(() => {
      if (!this.position.solved || this.signal.aborted) return;
      if (!quietly) {
        playSound("won");
        this.board.celebrate();
      }
      this.onward = showSolved(this);
      const { ending } = packOf(this.game.name)?.puzzlescript ?? {};
      if (!quietly && ending?.length > 0 && this.level && !neighbour(this.level, 1)) this.layout.showMessage(ending.join("\n"));
    });
    this.solver.judge();
  }
}
