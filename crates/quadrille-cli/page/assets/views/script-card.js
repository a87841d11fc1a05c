// A heuristic of one's own: the script, what it says of the board in view, how many positions a search looks at with it, and the hunt
// for a board that proves it wrong.

import * as api from "../api/index.js";
import { h, put, write, button, freshId } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { CodeEditor } from "../parts/code-editor.js";
import { game } from "../model/catalogue.js";
import { setting, keepSetting } from "../model/store.js";
import { freeName, isName, keepScript, namesFor, removeScript, script } from "../model/scripts.js";
import { estimate, sentence } from "../model/numbers.js";
import { address } from "../parts/router.js";
import { copy } from "../parts/notify.js";
import { thumbnail } from "../board/thumbnail.js";
import { ScriptTrial } from "./script-trial.js";
import { ScriptClaims } from "./script-claims.js";
import { text, translated } from "../texts/index.js";

/** How long nothing is typed before the script is tried, and before it is measured, in milliseconds. */
const [TRY_AFTER, MEASURE_AFTER] = [250, 700];

/** What every script can use beside the words for a board. */
const COMMON = ["steps(", "distance(", "in_line(", "sum(", "mean(", "least(", "most(", "infinity(", "log2(", "print("];
const PROPERTIES = ["row", "col", "colour", "covered", "value", "reached", "on_goal", "glyph", "id", "cells", "filter(", "map(", "some(", "all(", "len(", "push(", "sort(", "is_empty("];

/** The card. */
export class ScriptCard {
  /**
   * @param {import("../api/types.js").Position} position the start of the search
   * @param {{onChange: () => void, watch: (heuristic: string) => void, race?: (heuristic: string) => void}} act what is done when
   *   the scripts have changed, and by the buttons
   * @param {AbortSignal} signal of the view
   */
  constructor(position, act, signal) {
    this.position = position;
    this.game = game(position.game);
    this.act = act;
    this.signal = signal;
    /** The board in view. */
    this.code = position.code;
    const words = text.script;
    this.editor = new CodeEditor({ label: words.editor, onInput: () => this.edited() });
    const [chooserId, nameId] = [freshId("script"), freshId("script-name")];
    this.chooser = h("select", { id: chooserId, onchange: () => this.choose(this.chooser.value) });
    this.nameField = h("input", { id: nameId, type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", onchange: () => this.rename() });
    this.removeButton = button(icon("trash"), () => this.remove(), { class: "quiet icon", "aria-label": words.remove, title: words.remove });
    this.verdict = h("p", { class: "script-verdict", role: "status" });
    this.picture = h("div", { class: "picture" }, thumbnail(position));
    this.printed = h("pre", { class: "printed", hidden: true });
    this.trial = new ScriptTrial(position, signal);
    this.claims = new ScriptClaims(position, signal);
    this.wordList = h("dl", { class: "wordlist" });
    this.acts = h(
      "div",
      { class: "row" },
      button([icon("search"), words.watch], () => act.watch(`@${this.name}`), { class: "small", id: "script-watch" }),
      act.race ? button(words.race, () => act.race(`@${this.name}`), { class: "quiet small" }) : null,
      button([icon("link"), words.link], () => this.share(), { class: "quiet small" }),
    );
    this.body = h(
      "div",
      { class: "scripting" },
      h(
        "div",
        { class: "script-text" },
        h(
          "div",
          { class: "script-head" },
          h("div", { class: "field" }, h("label", { for: chooserId }, words.choose), this.chooser),
          h("div", { class: "field" }, h("label", { for: nameId }, words.name), this.nameField),
          this.removeButton,
        ),
        this.editor.element,
        h("div", { class: "script-value" }, this.picture, h("div", {}, this.verdict, this.printed)),
        h("details", { class: "typing" }, h("summary", {}, words.words), h("p", { class: "muted small" }, words.wordsAbout), this.wordList),
      ),
      h("div", { class: "script-results" }, this.acts, this.trial.element, this.claims.element),
    );
    this.element = h(
      "details",
      { class: "card script-card", id: "script", open: setting("scripting", false), ontoggle: () => this.toggled() },
      h("summary", {}, words.title),
      h("p", { class: "muted small" }, words.about),
      this.body,
    );
    if (this.element.open) this.begin();
  }

  toggled() {
    keepSetting("scripting", this.element.open);
    if (this.element.open) this.begin();
  }

  /** Asks for the words and the examples, once. */
  async begin() {
    if (this.begun) return;
    this.begun = true;
    try {
      const { words, examples } = await api.words(this.game.id);
      if (this.signal.aborted) return;
      this.examples = examples;
      const told = words.map(({ word, about }) => ({ word, about: translated("words", `${this.game.id}/${word}`) ?? translated("words", word) ?? about }));
      const plain = (list, kind) => list.map((word) => ({ word, about: text.script.known[word.replace("(", "")] ?? "", kind }));
      this.editor.words = [...told.map((one) => ({ ...one, kind: "board" })), ...plain(COMMON, "plain"), ...plain(PROPERTIES, "property")];
      this.first = words.find(({ word, about }) => !word.includes("(") && !/\b(rows?|cols?)\b|array/.test(`${word} ${about}`))?.word;
      put(this.wordList, told.map(({ word, about }) => h("div", {}, h("dt", {}, `board.${word}`), h("dd", {}, about))), plain(COMMON, "plain").map(({ word, about }) => h("div", {}, h("dt", {}, `${word}…)`), h("dd", {}, about))));
      const last = setting(`script.${this.game.id}`, "");
      this.open(namesFor(this.game.id).includes(last) ? last : (namesFor(this.game.id)[0] ?? null));
    } catch (error) {
      this.begun = false;
      this.say(`${error.message} ${error.help ?? ""}`, "bad");
    }
  }

  /** What was chosen from the list: a script, an example, or a new one. */
  choose(value) {
    const [kind, name] = [value[0], value.slice(1)];
    if (kind === "@") return this.open(name);
    const example = this.examples.find((one) => one.name === name);
    const made = freeName(example ? `my-${name}` : text.script.mine);
    keepScript(made, { game: this.game.id, text: example?.text ?? this.blank() });
    this.open(made);
    this.act.onChange();
    this.editor.area.focus();
  }

  /** A script to begin with: a count that the game has. */
  blank() {
    return `// game: ${this.game.id}\n// ${text.script.comment}\n\nfn estimate(board) {\n    ${this.first ? `board.${this.first}` : "0"}\n}\n`;
  }

  /** Shows a script; a new one where there is none. @param {string | null} name */
  open(name) {
    if (name === null) {
      const made = freeName(text.script.mine);
      keepScript(made, { game: this.game.id, text: this.blank() });
      this.act.onChange();
      return this.open(made);
    }
    this.name = name;
    keepSetting(`script.${this.game.id}`, name);
    this.nameField.value = name;
    this.editor.code = script(name).text;
    this.list();
    this.claims.forget();
    this.tryNow();
    this.measureSoon();
  }

  list() {
    const option = (value, words, selected = false) => h("option", { value, selected }, words);
    put(
      this.chooser,
      h("optgroup", { label: text.script.yours }, namesFor(this.game.id).map((name) => option(`@${name}`, name, name === this.name))),
      h("optgroup", { label: text.script.begin }, option("+", text.script.fresh), this.examples.map(({ name }) => option(`=${name}`, text.script.like(name)))),
    );
  }

  rename() {
    const name = this.nameField.value.trim();
    if (name === this.name) return;
    if (!isName(name) || script(name)) {
      this.nameField.value = this.name;
      return this.say(script(name) ? text.script.taken(name) : text.script.badName, "bad");
    }
    const kept = script(this.name);
    removeScript(this.name);
    keepScript(name, kept);
    this.act.onChange();
    this.open(name);
  }

  remove() {
    if (!confirm(text.script.sure(this.name))) return;
    removeScript(this.name);
    this.act.onChange();
    this.open(namesFor(this.game.id)[0] ?? null);
  }

  /** The link to the search with this script in it. */
  share() {
    const to = address("search", this.position.code, { a: `astar with @${this.name}`, script: this.editor.code });
    copy(`${location.origin}${location.pathname}${to}`, text.play.copied);
  }

  edited() {
    keepScript(this.name, { ...script(this.name), game: this.game.id, text: this.editor.code });
    this.claims.forget();
    clearTimeout(this.trying);
    this.trying = setTimeout(() => this.tryNow(), TRY_AFTER);
    this.measureSoon();
  }

  /** Measures when nothing is typed for a while. */
  measureSoon() {
    clearTimeout(this.measuring);
    this.trial.stop();
    this.measuring = setTimeout(() => this.isFine && !this.signal.aborted && this.trial.measure(this.name), MEASURE_AFTER);
  }

  /** Shows what the script says of another board. @param {import("../api/types.js").Position} board */
  show(board) {
    if (board.code === this.code) return;
    this.code = board.code;
    put(this.picture, thumbnail(board));
    if (this.element.open && this.name) this.tryNow();
  }

  /** Asks the script about the board in view. One question at a time; the last one wins. */
  async tryNow() {
    if (this.asking) return;
    const { code } = this;
    const words = this.editor.code;
    this.asking = true;
    try {
      const { value, printed, mistake } = await api.tryScript(code, words);
      this.isFine = mistake === null;
      this.editor.blame(mistake?.line);
      if (mistake) this.say(`${mistake.line ? `${text.importing.place(mistake.line, mistake.column ?? 1)} ` : ""}${sentence(mistake.message)}`, "bad");
      else this.say(text.script.says(value === null ? text.script.last : estimate(value)), "good");
      this.printed.hidden = printed.length === 0;
      write(this.printed, printed.join("\n"));
    } catch (error) {
      this.isFine = false;
      this.say(`${error.message} ${error.help ?? ""}`, "bad");
    } finally {
      this.asking = false;
    }
    for (const control of this.acts.querySelectorAll("button")) control.disabled = !this.isFine;
    this.claims.allow(this.isFine ? this.name : null);
    if (!this.signal.aborted && (code !== this.code || words !== this.editor.code)) this.tryNow();
  }

  say(words, tone) {
    this.verdict.dataset.tone = tone;
    write(this.verdict, words);
  }
}

/**
 * Keeps the script that an address brings with it, under a name that is free, and gives the method with that name.
 * @param {URLSearchParams} query
 * @param {string} gameId
 * @returns {boolean} whether there was one
 */
export function takeScript(query, gameId) {
  const [code, method] = [query.get("script"), query.get("a") ?? ""];
  const [, name] = method.match(/@([\w.-]+)/) ?? [];
  if (!code || !name) return false;
  const known = script(name);
  const own = known && known.text !== code ? freeName(name) : name;
  keepScript(own, { game: gameId, text: code });
  keepSetting(`script.${gameId}`, own);
  keepSetting("scripting", true);
  query.set("a", method.replace(`@${name}`, `@${own}`));
  query.delete("script");
  return true;
}
