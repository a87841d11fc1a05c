// An assignment of a course: its levels and budgets, an editor for the answer, and the points.
// Hidden levels of the teacher are not included.

import * as api from "../api/index.js";
import { h, put, button, freshId } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { boardOf, levelName, packs, titleOf } from "../model/catalogue.js";
import { answerTo, freeName, keepScript, script } from "../model/scripts.js";
import { setting, keepSetting } from "../model/store.js";
import { moves } from "../model/numbers.js";
import { address, go } from "../parts/router.js";
import { copy, download } from "../parts/notify.js";
import { thumbnail } from "../board/thumbnail.js";
import { AssignmentChecks } from "./assignment-checks.js";
import { PuzzleEditor } from "./puzzle-editor.js";
import { ScriptEditor } from "./script-editor.js";
import { text } from "../texts/index.js";

/** The pause in typing before the answer is checked, in milliseconds. */
const CHECK_AFTER = 900;

/**
 * Opens the view: the assignment in the address, the one with a name, or the list of them.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const inAddress = route.query.get("with");
  const known = await api.assignments();
  const named = known.find(({ name, link }) => (inAddress ? link === inAddress : name === route.code));
  if (!inAddress && !named) return put(host, list(known, route.code));
  const link = inAddress ?? named.link;
  const assignment = await api.assignment(link);
  if (signal.aborted) return;
  // Stored under the original title, so that it is found in every language.
  const key = `${assignment.game ?? ""}/${assignment.title}`;
  const shown = inWords(assignment, named?.name);
  document.title = `${shown.title} · Quadrille`;
  new AssignmentView(shown, link, key, host, signal);
}

/** An assignment that ships with the program, in the language of the user. @param {import("../api/types.js").Assignment} assignment @param {string | undefined} id */
function inWords(assignment, id) {
  const own = text.assignment.shipped[id ?? ""];
  if (!own) return assignment;
  const checks = assignment.checks.map((check, index) => ({ ...check, name: own.checks[index] ?? check.name }));
  return { ...assignment, title: own.title, about: own.about, checks };
}

/** A board of a game; a sign where an assignment has none. @param {string | null} game */
function sampleOf(game) {
  const level = packs().flatMap((pack) => pack.levels).find((one) => one.game === game);
  return level ? thumbnail(boardOf(level)) : icon("learn");
}

function list(known, missing) {
  const words = text.assignment;
  return h(
    "div",
    { class: "page" },
    h("header", { class: "pagehead" }, h("div", {}, h("h1", {}, words.all), h("p", { class: "muted" }, words.allAbout))),
    missing ? h("p", { role: "alert" }, words.none(missing)) : null,
    h(
      "ul",
      { class: "themecards few" },
      known.map(({ name, title, about, kind, game }) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "card themecard", href: address("assignment", name) },
            h("span", { class: "picture", "aria-hidden": "true" }, sampleOf(game)),
            h("span", { class: "words" }, h("strong", {}, words.shipped[name]?.title ?? title), h("span", { class: "muted small" }, words.kinds[kind]), h("span", { class: "small" }, words.shipped[name]?.about ?? about)),
          ),
        ),
      ),
    ),
  );
}

class AssignmentView {
  /** @param {import("../api/types.js").Assignment} assignment @param {string} link @param {string} key under which the answer is stored @param {HTMLElement} host @param {AbortSignal} signal */
  constructor(assignment, link, key, host, signal) {
    this.assignment = assignment;
    this.link = link;
    this.signal = signal;
    this.key = key;
    const words = text.assignment;
    this.checks = new AssignmentChecks(assignment, link, this.key, () => this.name, signal);
    const { about, title, game, kind } = assignment;
    put(
      host,
      h(
        "div",
        { class: "page assignment" },
        h(
          "header",
          { class: "pagehead" },
          h("div", {}, h("h1", {}, title), h("p", { class: "muted" }, [game ? titleOf(game) : "", words.kinds[kind]].filter(Boolean).join(" · ")), about ? h("p", {}, about) : null),
          button([icon("link"), words.copyLink], () => copy(`${location.origin}${location.pathname}${address("assignment", null, { with: link })}`, words.linkCopied), { class: "quiet small" }),
        ),
        h("div", { class: "assignment-work" }, h("section", { class: "card", "aria-label": words.answer }, h("h2", {}, words.answer), this.answer()), this.checks.element),
      ),
    );
    this.begin?.();
  }

  /** The editor, by the kind of the assignment. */
  answer() {
    if (this.assignment.kind === "heuristic" && this.assignment.levels.length > 0) return this.script();
    if (this.assignment.kind === "levels") return this.text();
    if (this.assignment.kind === "puzzle") return this.puzzle();
    return [h("p", {}, text.assignment.byCommand), h("pre", {}, `quadrille grade assignment.toml ${this.fileName()}`), this.levels(null)];
  }

  fileName() {
    const ending = { heuristic: "heuristic", levels: "txt", puzzle: "puzzle" }[this.assignment.kind];
    const stem = this.assignment.title.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[^\w]+/g, "-").replaceAll(/^-+|-+$/g, "").toLowerCase().slice(0, 40);
    return `${stem || "answer"}.${ending}`;
  }

  /** The script of a heuristic, and the levels that it can be looked at on. */
  script() {
    const words = text.assignment;
    const boards = this.assignment.levels.map((level) => ({ ...boardOf(level), game: level.game, code: level.code }));
    const editor = new ScriptEditor(boards[0], { edited: (code) => this.edited(code), tried: (isFine) => this.tried(isFine) }, this.signal);
    this.editor = editor;
    const watch = button([icon("search"), words.watch], () => go(address("search", editor.board, { a: `astar with @${this.name}` })), { class: "small" });
    const levels = this.levels((index) => editor.show(boards[index]));
    this.begin = async () => {
      try {
        await editor.begin();
      } catch (error) {
        return editor.say(`${error.message} ${error.help ?? ""}`, "bad");
      }
      if (this.signal.aborted) return;
      this.name = answerTo(this.key);
      if (!this.name) {
        this.name = freeName(this.fileName().replace(/\.\w+$/, "").slice(0, 30));
        keepScript(this.name, { game: this.assignment.game, text: editor.blank(), assignment: this.key });
      }
      // Text typed in the meantime is not lost.
      if (editor.code) this.edited(editor.code);
      else editor.code = script(this.name).text;
    };
    return [editor.parts[0], this.acts(watch), editor.parts[1], levels, editor.parts[2]];
  }

  /** The rules of a puzzle, and the levels that they are tried on. */
  puzzle() {
    const editor = new PuzzleEditor({ edited: (code) => this.edited(code), tried: (isFine) => this.tried(isFine) }, this.signal);
    this.editor = editor;
    this.begin = () => {
      editor.code = setting(`answer.${this.key}`, "") || editor.blank(this.assignment);
    };
    const [code, verdict, own, words] = editor.parts;
    return [code, this.acts(), verdict, own, this.levels(null), words];
  }

  /** Levels as a text. */
  text() {
    const id = freshId("levels");
    const area = h("textarea", { id, class: "leveltext", rows: 16, spellcheck: "false", wrap: "off", oninput: () => this.edited(area.value) });
    this.begin = () => {
      area.value = setting(`answer.${this.key}`, "");
      this.checkSoon(0);
    };
    return [h("label", { for: id }, text.assignment.levelText), area, this.acts()];
  }

  acts(...more) {
    const words = text.assignment;
    this.checkButton = button([icon("check"), words.check], () => this.checks.check(this.code()), { class: "primary small", id: "check-answer" });
    return h(
      "div",
      { class: "row" },
      this.checkButton,
      this.checks.scoreHere,
      more,
      button([icon("download"), words.save], () => download(this.fileName(), this.code()), { class: "quiet small" }),
      h("p", { class: "muted small handin" }, words.handIn(this.fileName())),
    );
  }

  code() {
    return this.editor ? this.editor.code : setting(`answer.${this.key}`, "");
  }

  edited(code) {
    clearTimeout(this.waiting);
    this.checks.forget();
    if (this.assignment.kind === "heuristic") return this.name && keepScript(this.name, { ...script(this.name), game: this.assignment.game, text: code, assignment: this.key });
    keepSetting(`answer.${this.key}`, code);
    if (!this.editor) this.checkSoon();
  }

  /** An answer without errors is checked after a pause in typing. @param {boolean} isFine */
  tried(isFine) {
    this.checkButton.disabled = !isFine;
    if (isFine && this.checks.isAbout !== this.code()) this.checkSoon();
  }

  checkSoon(after = CHECK_AFTER) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => !this.signal.aborted && this.code().trim() && this.checks.check(this.code()), after);
  }

  /** The levels; pressing one does something, or leads to it. @param {((index: number) => void) | null} act */
  levels(act) {
    const { levels, checks } = this.assignment;
    const words = text.assignment;
    if (levels.length === 0) return null;
    const hint = (level) => {
      const budget = checks.find((check) => check.level === level.name)?.expansions;
      const needed = level.known?.kind === "optimal" ? moves(level.known.moves) : "";
      return [needed, budget === undefined ? "" : words.budget(budget)].filter(Boolean).join(", ");
    };
    const items = levels.map((level, index) => {
      const sheet = [h("span", { class: "picture" }, thumbnail(boardOf(level))), h("span", { class: "name" }, levelName(level)), h("span", { class: "muted small" }, hint(level))];
      if (!act) return { choose: null, item: h("li", {}, h("a", { class: "button given", href: address("play", level.code) }, sheet)) };
      const choose = button(
        sheet,
        () => {
          act(index);
          items.forEach(({ choose: one }, at) => one.setAttribute("aria-pressed", String(at === index)));
        },
        { class: "given", "aria-pressed": String(index === 0) },
      );
      return { choose, item: h("li", {}, choose, h("a", { class: "small", href: address("play", level.code) }, words.play)) };
    });
    return h("div", { class: "givens" }, h("h3", {}, words.levels), h("p", { class: "muted small" }, act ? words.levelsAbout : words.levelsPlay), h("ul", {}, items.map(({ item }) => item)));
  }
}
