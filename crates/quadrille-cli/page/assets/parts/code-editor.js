// A script editor: a plain text area over a highlighted layer, with line numbers and completion.

import { h, put, freshId } from "./dom.js";
import { text } from "../texts/index.js";

/** @typedef {{word: string, about: string, kind: "board" | "property" | "plain"}} Word what can be completed: behind `board.`, behind another dot, or anywhere */

const KEYWORDS = ["fn", "let", "const", "if", "else", "for", "in", "while", "loop", "return", "break", "continue", "true", "false", "switch"];
const TOKENS = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`]*`?)|(\b\d[\d_]*(?:\.\d+)?\b)|(\b[A-Za-z_]\w*\b)/g;
const INDENT = "    ";
/** Completions that are shown at once. */
const MOST = 8;

/** A text in colours. @param {string} code @returns {(string | HTMLElement)[]} */
function coloured(code) {
  const parts = [];
  let last = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [whole, comment, string, number, word] = match;
    const kind = comment ? "comment" : string ? "string" : number ? "number" : KEYWORDS.includes(word) ? "keyword" : code[match.index + whole.length] === "(" ? "call" : null;
    if (!kind) continue;
    parts.push(code.slice(last, match.index), h("span", { class: `t-${kind}` }, whole));
    last = match.index + whole.length;
  }
  // A line at the end needs something in it to be as high as the others.
  return [...parts, code.slice(last), "\u200b"];
}

/** The editor. */
export class CodeEditor {
  /** @param {{label: string, onInput: (code: string) => void, isPlain?: boolean}} options a plain text has no colours */
  constructor({ label, onInput, isPlain = false }) {
    this.onInput = onInput;
    this.isPlain = isPlain;
    /** @type {Word[]} */
    this.words = [];
    this.colours = h("pre", { class: "colours", "aria-hidden": "true" });
    this.numbers = h("pre", { class: "line-numbers", "aria-hidden": "true" });
    const list = freshId("completions");
    this.list = h("ul", { class: "completions", id: list, role: "listbox", "aria-label": text.script.words, hidden: true });
    this.area = h("textarea", {
      class: "code",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-controls": list,
      oninput: () => {
        this.paint();
        this.complete();
        this.onInput(this.area.value);
      },
      onkeydown: (event) => this.key(event),
      onblur: () => this.close(),
      onclick: () => this.close(),
    });
    /** As wide as ten characters. */
    this.ruler = h("span", { class: "ruler", "aria-hidden": "true" }, "0000000000");
    this.layers = h("div", { class: "layers" }, this.colours, this.area, this.ruler);
    // The list lies beside what scrolls, so that nothing cuts it off.
    this.element = h("div", { class: "editorbox" }, h("div", { class: "editor", onscroll: () => this.list.hidden || this.place() }, this.numbers, this.layers), this.list);
  }

  get code() {
    return this.area.value;
  }

  /** @param {string} code */
  set code(code) {
    this.area.value = code;
    this.close();
    this.paint();
  }

  paint() {
    const { value } = this.area;
    put(this.colours, this.isPlain ? [value, "\u200b"] : coloured(value));
    put(this.numbers, value.split("\n").map((_, index) => h("span", { class: index + 1 === this.wrong ? "wrong" : "" }, `${index + 1}\n`)));
  }

  /** Puts the cursor to a place, counted from 1. @param {number} line @param {number} column */
  goTo(line, column) {
    const lines = this.area.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.numbers.children[line - 1]?.scrollIntoView({ block: "center" });
  }

  /** Marks the line with a mistake, or none. @param {number | undefined} line */
  blame(line) {
    if (this.wrong === line) return;
    this.wrong = line;
    this.paint();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isOpen = !this.list.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isOpen && step) this.choose((this.chosen + step + this.offered.length) % this.offered.length);
    else if (isOpen && (event.key === "Enter" || event.key === "Tab")) this.accept(this.offered[this.chosen]);
    else if (isOpen && event.key === "Escape") this.close();
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) this.breakLine();
    else return;
    event.preventDefault();
  }

  /** A new line begins as far in as the last one, and further in behind a brace. */
  breakLine() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    this.insert(`\n${line.match(/^\s*/)[0]}${/[{[(]\s*$/.test(line) ? INDENT : ""}`, 0);
  }

  /** Puts a text at the cursor in the place of so many characters before it. */
  insert(words, instead) {
    const { selectionStart: start, selectionEnd: end } = this.area;
    this.area.setRangeText(words, start - instead, end, "end");
    this.close();
    this.paint();
    this.onInput(this.area.value);
  }

  /** Offers words that begin as what stands before the cursor. */
  complete() {
    const { value, selectionStart } = this.area;
    const before = value.slice(0, selectionStart);
    const [, owner, dot, begun] = before.match(/(\w*)(\.?)(\w*)$/);
    const isBoard = dot !== "" && owner === "board";
    // A word after a dot is a property of the board, or of something on it.
    const typed = dot ? begun : owner + begun;
    const wanted = isBoard ? "board" : dot ? "property" : "plain";
    const fits = ({ word, kind }) => kind === wanted && word.startsWith(typed) && word !== typed;
    const isComment = /\/\/[^\n]*$/.test(before);
    this.offered = isComment || (typed === "" && !isBoard) ? [] : this.words.filter(fits).slice(0, MOST);
    if (this.offered.length === 0) return this.close();
    this.typed = typed.length;
    const line = before.split("\n").length;
    const column = before.length - before.lastIndexOf("\n") - 1 - typed.length;
    put(
      this.list,
      this.offered.map((one, index) =>
        h("li", { role: "option", id: `${this.list.id}-${index}`, onpointerdown: (event) => (event.preventDefault(), this.accept(one)) }, h("code", {}, one.word), h("span", { class: "muted small" }, one.about)),
      ),
    );
    this.list.hidden = false;
    this.at = { line, column };
    this.place();
    this.choose(0);
  }

  /** Puts the list under the cursor, or over it where the window ends; never beyond the editor's sides. */
  place() {
    const { line, column } = this.at;
    const [box, layers, list] = [this.element, this.layers, this.list].map((one) => one.getBoundingClientRect());
    const [ch, height] = [this.ruler.getBoundingClientRect().width / 10, parseFloat(getComputedStyle(this.layers).lineHeight)];
    const padding = parseFloat(getComputedStyle(this.area).paddingTop);
    const left = layers.left - box.left + padding + column * ch;
    const below = layers.top - box.top + padding + line * height;
    const isBelow = box.top + below + list.height <= innerHeight || below - height < list.height;
    this.list.style.left = `${Math.max(0, Math.min(left, box.width - list.width))}px`;
    this.list.style.top = `${isBelow ? below : below - height - list.height}px`;
  }

  choose(index) {
    this.chosen = index;
    for (const [at, item] of [...this.list.children].entries()) item.setAttribute("aria-selected", String(at === index));
    this.list.children[index].scrollIntoView({ block: "nearest" });
    this.area.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
  }

  /** @param {Word} one */
  accept(one) {
    const [name, rest] = one.word.split("(");
    this.insert(rest === undefined ? name : `${name}(`, this.typed);
  }

  close() {
    if (this.list.hidden) return;
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }
}
