// A script and its estimate for a board: the text, the value or the mistake, its output, and the
// words it can use.

import * as api from "../api/index.js";
import { h, put, write } from "../parts/dom.js";
import { CodeTrial } from "../parts/code-trial.js";
import { estimate } from "../model/numbers.js";
import { thumbnail } from "../board/thumbnail.js";
import { text, translated } from "../texts/index.js";

/** The functions of every script, besides the words for a board. */
const COMMON = ["steps(", "distance(", "in_line(", "sum(", "mean(", "least(", "most(", "infinity(", "log2(", "print("];
const PROPERTIES = ["row", "col", "colour", "covered", "value", "reached", "on_goal", "glyph", "id", "cells", "filter(", "map(", "some(", "all(", "len(", "push(", "sort(", "is_empty("];

/** The script. */
export class ScriptEditor extends CodeTrial {
  /**
   * @param {import("../api/types.js").Board & {game: string, code: string}} board the one in view
   * @param {{edited: (code: string) => void, tried: (isFine: boolean) => void}} act what is done when it has changed, and when it was tried
   * @param {AbortSignal} signal of the view
   */
  constructor(board, act, signal) {
    super(text.script.editor, act, signal);
    this.game = board.game;
    /** The board in view. */
    this.board = board.code;
    const words = text.script;
    this.picture = h("div", { class: "picture" }, thumbnail(board));
    this.printed = h("pre", { class: "printed", hidden: true });
    this.wordList = h("dl", { class: "wordlist" });
    this.parts = [
      this.editor.element,
      h("div", { class: "script-value" }, this.picture, h("div", {}, this.verdict, this.printed)),
      h("details", { class: "typing" }, h("summary", {}, words.words), h("p", { class: "muted small" }, words.wordsAbout), this.wordList),
    ];
  }

  get question() {
    return `${this.board} ${this.code}`;
  }

  /** Asks for the words, and gives the scripts that can be begun with. */
  async begin() {
    const { words: every, examples } = await api.words(this.game);
    // Functions of every script are listed after the words for a board, with texts of their own.
    const words = every.filter(({ word }) => !COMMON.some((start) => word.startsWith(start)));
    const told = words.map(({ word, about }) => ({ word, about: translated("words", `${this.game}/${word}`) ?? translated("words", word) ?? about }));
    const plain = (list, kind) => list.map((word) => ({ word, about: text.script.known[word.replace("(", "")] ?? "", kind }));
    this.editor.words = [...told.map((one) => ({ ...one, kind: "board" })), ...plain(COMMON, "plain"), ...plain(PROPERTIES, "property")];
    this.first = words.find(({ word, about }) => !word.includes("(") && !/\b(rows?|cols?)\b|array/.test(`${word} ${about}`))?.word;
    put(this.wordList, told.map(({ word, about }) => h("div", {}, h("dt", {}, `board.${word}`), h("dd", {}, about))), plain(COMMON, "plain").map(({ word, about }) => h("div", {}, h("dt", {}, `${word}…)`), h("dd", {}, about))));
    return examples;
  }

  /** A script to begin with: a count that the game has. */
  blank() {
    return `// game: ${this.game}\n// ${text.script.comment}\n\nfn estimate(board) {\n    ${this.first ? `board.${this.first}` : "0"}\n}\n`;
  }

  /**
   * Shows another board, and what the script says of it.
   * @param {import("../api/types.js").Board & {code: string}} board
   * @param {boolean} [isSeen] whether anybody looks
   */
  show(board, isSeen = true) {
    if (board.code === this.board) return;
    this.board = board.code;
    put(this.picture, thumbnail(board));
    if (isSeen && this.code) this.tryNow();
  }

  async trial() {
    const { value, printed, mistake } = await api.tryScript(this.board, this.code);
    if (!mistake) this.say(text.script.says(value === null ? text.script.last : estimate(value)), "good");
    this.printed.hidden = printed.length === 0;
    write(this.printed, printed.join("\n"));
    return mistake;
  }
}
