// A puzzle as a script: the text, its mistakes at their lines, the levels that stand behind it, and the words that it can use.

import * as api from "../api/index.js";
import { h, put, write } from "../parts/dom.js";
import { CodeEditor } from "../parts/code-editor.js";
import { game, levelName } from "../model/catalogue.js";
import { sentence } from "../model/numbers.js";
import { thumbnail } from "../board/thumbnail.js";
import { text } from "../texts/index.js";

/** How long nothing is typed before the script is read, in milliseconds. */
const READ_AFTER = 250;

/** What a move names, by the kind of a game's moves. */
const MOVES = { all: "direction", touch: "cell", cell: "cell and direction", piece: "piece and direction" };

/** The script of a puzzle. */
export class PuzzleEditor {
  /**
   * @param {{edited: (code: string) => void, tried: (isFine: boolean) => void}} act what is done when it has changed, and when it was read
   * @param {AbortSignal} signal of the view
   */
  constructor(act, signal) {
    this.act = act;
    this.signal = signal;
    const words = text.puzzle;
    this.editor = new CodeEditor({ label: words.editor, onInput: () => this.edited() });
    /** @param {Record<string, string>} list @param {import("../parts/code-editor.js").Word["kind"]} kind @returns {import("../parts/code-editor.js").Word[]} */
    const known = (list, kind) => Object.entries(list).map(([word, about]) => ({ word: word.replace(/\(.*/, "("), about, kind }));
    this.editor.words = [...known(words.ofBoard, "board"), ...known(words.ofThings, "property"), ...known(words.plain, "plain")];
    this.verdict = h("p", { class: "script-verdict", role: "status" });
    this.levels = h("div", { class: "givens", hidden: true });
    const rows = (list, before = "") => Object.entries(list).map(([word, about]) => h("div", {}, h("dt", {}, before + word), h("dd", {}, about)));
    const list = [...rows(words.ofBoard, "board."), ...rows(words.ofThings), ...rows(words.plain)];
    this.parts = [
      this.editor.element,
      this.verdict,
      this.levels,
      h("details", { class: "typing" }, h("summary", {}, text.script.words), h("p", { class: "muted small" }, words.wordsAbout), h("dl", { class: "wordlist" }, list)),
    ];
  }

  get code() {
    return this.editor.code;
  }

  /** Shows another script, and reads it. @param {string} code */
  set code(code) {
    this.editor.code = code;
    this.read();
  }

  /**
   * A script to begin with: the cells of the levels that are given, and the moves of the game that it shall be like.
   * @param {import("../api/types.js").Assignment} assignment
   */
  blank({ title, levels, checks }) {
    const words = text.puzzle.comments;
    const like = game(checks.find((check) => check.like)?.like ?? "");
    const glyphs = [...new Set(levels.flatMap(({ cells }) => cells))].filter((glyph) => glyph && glyph !== ".").sort();
    const cells = [".", ...(glyphs.length > 0 ? glyphs : ["o"])].map((glyph) => `    #{ glyph: ${JSON.stringify(glyph)}${/\d|[a-z]/i.test(glyph) ? ", block: 1" : ""} },`);
    return `// ${title}
const ID = "mine";
const TITLE = ${JSON.stringify(words.name)};
// ${words.move}: "direction", "cell", "cell and direction", "piece and direction".
const MOVE = "${MOVES[like?.move_kind] ?? "cell"}";
// ${words.cells}
const CELLS = [
${cells.join("\n")}
];

// ${words.play}
fn play(board, move) {
    "${words.unwritten}"
}

// ${words.solved}
fn is_solved(board) {
    false
}

---
name: ${words.level}

. . .
. . .
`;
  }

  edited() {
    this.act.edited(this.code);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), READ_AFTER);
  }

  /** Has the script read. One question at a time; the last one wins. */
  async read() {
    if (this.asking) return;
    const { code } = this;
    this.asking = true;
    let isFine = false;
    try {
      const { title, levels, mistake } = await api.readPuzzle(code);
      isFine = mistake === null;
      this.editor.blame(mistake?.line);
      if (mistake) this.say(`${mistake.line ? `${text.importing.place(mistake.line, mistake.column ?? 1)} ` : ""}${sentence(mistake.message)}`, "bad");
      else this.say(text.puzzle.fine(title, levels.length), "good");
      this.show(levels);
    } catch (error) {
      this.say(`${error.message} ${error.help ?? ""}`, "bad");
    } finally {
      this.asking = false;
    }
    if (this.signal.aborted) return;
    this.act.tried(isFine);
    if (code !== this.code) this.read();
  }

  /** @param {(import("../api/types.js").Board & {name: string})[]} levels */
  show(levels) {
    this.levels.hidden = levels.length === 0;
    const item = (level) => h("li", {}, h("span", { class: "given" }, h("span", { class: "picture" }, thumbnail(level)), h("span", { class: "name" }, levelName(level))));
    put(this.levels, h("h3", {}, text.puzzle.levels), h("ul", {}, levels.map(item)));
  }

  /** @param {string} words @param {"good" | "bad"} tone */
  say(words, tone) {
    this.verdict.dataset.tone = tone;
    write(this.verdict, words);
  }
}
