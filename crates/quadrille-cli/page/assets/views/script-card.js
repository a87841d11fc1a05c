// Editor for a heuristic as a script: the text, its estimate for the current board, the positions
// that A* looks at with it, and the search for a counter-example.

import { h, put, button, freshId } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { game } from "../model/catalogue.js";
import { setting, keepSetting } from "../model/store.js";
import { freeName, isName, keepScript, namesFor, removeScript, script } from "../model/scripts.js";
import { address } from "../parts/router.js";
import { copy } from "../parts/notify.js";
import { ScriptEditor } from "./script-editor.js";
import { ScriptTrial } from "./script-trial.js";
import { ScriptClaims } from "./script-claims.js";
import { text } from "../texts/index.js";

/** The pause in typing before the script is measured, in milliseconds. */
const MEASURE_AFTER = 700;

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
    const words = text.script;
    this.editor = new ScriptEditor(position, { edited: () => this.edited(), tried: (isFine) => this.tried(isFine) }, signal);
    const [chooserId, nameId] = [freshId("script"), freshId("script-name")];
    this.chooser = h("select", { id: chooserId, onchange: () => this.choose(this.chooser.value) });
    this.nameField = h("input", { id: nameId, type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", onchange: () => this.rename() });
    this.removeButton = button(icon("trash"), () => this.remove(), { class: "quiet icon", "aria-label": words.remove, title: words.remove });
    this.trial = new ScriptTrial(position, signal);
    this.claims = new ScriptClaims(position, signal);
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
        this.editor.parts,
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
      this.examples = await this.editor.begin();
      if (this.signal.aborted) return;
      const last = setting(`script.${this.game.name}`, "");
      this.open(namesFor(this.game.name).includes(last) ? last : (namesFor(this.game.name)[0] ?? null));
    } catch (error) {
      this.begun = false;
      this.editor.say(`${error.message} ${error.help ?? ""}`, "bad");
    }
  }

  /** The choice from the list: a script, an example, or a new one. */
  choose(value) {
    const [kind, name] = [value[0], value.slice(1)];
    if (kind === "@") return this.open(name);
    const example = this.examples.find((one) => one.name === name);
    const made = freeName(example ? `my-${name}` : text.script.mine);
    keepScript(made, { game: this.game.name, text: example?.text ?? this.editor.blank() });
    this.open(made);
    this.act.onChange();
    this.editor.editor.area.focus();
  }

  /** Shows a script; a new one where there is none. @param {string | null} name */
  open(name) {
    if (name === null) {
      const made = freeName(text.script.mine);
      keepScript(made, { game: this.game.name, text: this.editor.blank() });
      this.act.onChange();
      return this.open(made);
    }
    this.name = name;
    keepSetting(`script.${this.game.name}`, name);
    this.nameField.value = name;
    this.editor.code = script(name).text;
    this.list();
    this.claims.forget();
    this.measureSoon();
  }

  list() {
    const option = (value, words, selected = false) => h("option", { value, selected }, words);
    put(
      this.chooser,
      h("optgroup", { label: text.script.yours }, namesFor(this.game.name).map((name) => option(`@${name}`, name, name === this.name))),
      h("optgroup", { label: text.script.begin }, option("+", text.script.fresh), this.examples.map(({ name }) => option(`=${name}`, text.script.like(name)))),
    );
  }

  rename() {
    const name = this.nameField.value.trim();
    if (name === this.name) return;
    if (!isName(name) || script(name)) {
      this.nameField.value = this.name;
      return this.editor.say(script(name) ? text.script.taken(name) : text.script.badName, "bad");
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
    this.open(namesFor(this.game.name)[0] ?? null);
  }

  /** The link to the search with this script in it. */
  share() {
    const to = address("search", this.position.code, { a: `astar with @${this.name}`, script: this.editor.code });
    copy(`${location.origin}${location.pathname}${to}`, text.script.linkCopied);
  }

  edited() {
    keepScript(this.name, { ...script(this.name), game: this.game.name, text: this.editor.code });
    this.claims.forget();
    this.measureSoon();
  }

  /** Measures the script when nothing is typed for a while and the script works, whichever comes last. */
  measureSoon() {
    clearTimeout(this.measuring);
    this.isFine = false;
    this.isDue = false;
    this.trial.forget();
    this.measuring = setTimeout(() => {
      this.isDue = true;
      this.measure();
    }, MEASURE_AFTER);
  }

  measure() {
    if (!this.isFine || !this.isDue || this.signal.aborted) return;
    this.isDue = false;
    this.trial.measure(this.name);
  }

  /** Shows what the script says of another board. @param {import("../api/types.js").Position} board */
  show(board) {
    this.editor.show(board, this.element.open);
  }

  /** A script that was tried can be watched and refuted. @param {boolean} isFine */
  tried(isFine) {
    this.isFine = isFine;
    for (const control of this.acts.querySelectorAll("button")) control.disabled = !isFine;
    this.claims.allow(isFine ? this.name : null);
    this.measure();
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
