// Editor for a puzzle as a script: the text, its mistakes at their lines, its levels, and the words
// it can use.

import * as api from "../api/index.js";
import { h, put } from "../parts/dom.js";
import { CodeTrial } from "../parts/code-trial.js";
import { game, levelName } from "../model/catalogue.js";
import { thumbnail } from "../board/thumbnail.js";
import { text } from "../texts/index.js";

/** The subject of a move, by the kind of a game's moves. */
const MOVES = { all: "direction", touch: "cell", cell: "cell and direction", piece: "piece and direction" };

/** The script of a puzzle. */
export class PuzzleEditor extends CodeTrial {
  /**
   * @param {{edited: (code: string) => void, tried: (isFine: boolean) => void}} act what is done when it has changed, and when it was read
   * @param {AbortSignal} signal of the view
   */
  constructor(act, signal) {
    super(text.puzzle.editor, act, signal);
    const words = text.puzzle;
    /** @param {Record<string, string>} list @param {import("../parts/code-editor.js").Word["kind"]} kind @returns {import("../parts/code-editor.js").Word[]} */
    const known = (list, kind) => Object.entries(list).map(([word, about]) => ({ word: word.replace(/\(.*/, "("), about, kind }));
    this.editor.words = [...known(words.ofBoard, "board"), ...known(words.ofThings, "property"), ...known(words.plain, "plain")];
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

  /**
   * A starting script: the cells of the given levels, and the moves of the game to imitate.
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

  async trial() {
    const { title, levels, mistake } = await api.readPuzzle(this.code);
    if (!mistake) this.say(text.puzzle.fine(title, levels.length), "good");
    this.show(levels);
    return mistake;
  }

  /** @param {(import("../api/types.js").Board & {name: string})[]} levels */
  show(levels) {
    this.levels.hidden = levels.length === 0;
    const item = (level) => h("li", {}, h("span", { class: "given" }, h("span", { class: "picture" }, thumbnail(level)), h("span", { class: "name" }, levelName(level))));
    put(this.levels, h("h3", {}, text.puzzle.levels), h("ul", {}, levels.map(item)));
  }
}
