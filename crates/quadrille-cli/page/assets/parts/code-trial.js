// Code that is tried while it is typed: its result, or its mistake at its line.

import { h, write } from "./dom.js";
import { CodeEditor } from "./code-editor.js";
import { sentence } from "../model/numbers.js";
import { localised, text } from "../texts/index.js";

/** The pause in typing before the code is tried, in milliseconds. */
const TRY_AFTER = 250;

/** Code with its verdict. */
export class CodeTrial {
  /**
   * @param {string} label of the editor
   * @param {{edited: (code: string) => void, tried: (isFine: boolean) => void}} act what is done when it has changed, and when it was tried
   * @param {AbortSignal} signal of the view
   */
  constructor(label, act, signal) {
    this.act = act;
    this.signal = signal;
    this.editor = new CodeEditor({ label, onInput: (code) => this.edited(code) });
    this.verdict = h("p", { class: "script-verdict", role: "status" });
  }

  get code() {
    return this.editor.code;
  }

  /** Shows other code, and tries it. @param {string} code */
  set code(code) {
    this.editor.code = code;
    this.tryNow();
  }

  /** All that is asked about: as long as it is the same, the answer stands. */
  get question() {
    return this.code;
  }

  /**
   * Tries the code, shows the result and returns its mistake.
   * @returns {Promise<(import("../texts/index.js").Diagnostic & {place?: {line: number, column: number}}) | null>}
   */
  async trial() {
    return null;
  }

  /** @param {string} code */
  edited(code) {
    this.act.edited(code);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.tryNow(), TRY_AFTER);
  }

  /** One question at a time; the last one wins. */
  async tryNow() {
    if (this.asking) return;
    const { code, question } = this;
    this.asking = true;
    let isFine = false;
    try {
      const mistake = await this.trial();
      isFine = mistake === null;
      this.editor.blame(mistake?.place?.line);
      const place = mistake?.place;
      if (mistake) this.say(`${place ? `${text.importing.place(place.line, place.column)} ` : ""}${sentence(localised(mistake).message)}`, "bad");
    } catch (error) {
      this.say(`${error.message} ${error.help ?? ""}`, "bad");
    } finally {
      this.asking = false;
    }
    if (this.signal.aborted) return;
    // A verdict on an older text says nothing about this one.
    if (code === this.code) this.act.tried(isFine);
    if (question !== this.question) this.tryNow();
  }

  /** @param {string} words @param {"good" | "bad"} tone */
  say(words, tone) {
    this.verdict.dataset.tone = tone;
    write(this.verdict, words);
  }
}
