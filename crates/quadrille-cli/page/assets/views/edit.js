// The level editor: brushes, the board, and after every stroke its problems or its solution. A
// drawing is stored with its name and its undo history.

import * as api from "../api/index.js";
import { h, put, write, button, select, freshId } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { games, game, titleOf } from "../model/catalogue.js";
import { levelOf, placeOf } from "../model/levels.js";
import { address, go, rewrite, shareAddress } from "../parts/router.js";
import { BoardView, describe } from "../board/board.js";
import { Drawing, cellsBetween } from "../model/drawing.js";
import { STEPS } from "../model/selection.js";
import { cellWords } from "../model/notation.js";
import { Knowledge, CHECK_SECONDS } from "../model/knowledge.js";
import { listenToKeys } from "../parts/keys.js";
import { allDrafts, draftById, freshName, keepDraft, newId } from "../model/own-levels.js";
import { sourceQuery } from "../model/puzzlescript.js";
import { setting, keepSetting } from "../model/store.js";
import { announce, copy, download, toast } from "../parts/notify.js";
import { Palette } from "./edit-palette.js";
import { showImport } from "./import-dialog.js";
import { InspectCard } from "./inspect.js";
import { saveButton } from "../parts/save-button.js";
import { moves, sentence } from "../model/numbers.js";
import { localised, text, translated } from "../texts/index.js";

const USUAL_SIDE = 6;

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const wanted = route.query.get("game");
  const named = draftById(route.query.get("draft") ?? "");
  if (named) return void new EditView(named, host, signal);
  if (route.code) {
    const known = allDrafts().find((draft) => draft.code === route.code);
    if (known) return void new EditView(known, host, signal);
    const position = await api.position(route.code);
    if (signal.aborted) return;
    const { rows, cols, cells } = position;
    const level = levelOf(route.code);
    const name = level ? text.edit.copyOf(placeOf(level, position.game).name) : freshName(titleOf(position.game));
    const sheet = { rows, cols, cells: cells.map((cell) => cell.glyph) };
    return void new EditView({ id: newId(), name, game: position.game, sheet, past: [], code: route.code }, host, signal, true);
  }
  const last = draftById(setting("draft", ""));
  if (last && (!wanted || wanted === last.game) && !route.query.has("fresh")) return void new EditView(last, host, signal);
  const chosen = game(wanted ?? "") ?? games()[0];
  const recent = route.query.has("fresh") ? undefined : allDrafts().find((draft) => draft.game === chosen.name);
  if (recent) return void new EditView(recent, host, signal);
  const sheet = Drawing.blank(chosen.palette, USUAL_SIDE, USUAL_SIDE);
  new EditView({ id: newId(), name: freshName(titleOf(chosen.name)), game: chosen.name, sheet, past: [], code: null }, host, signal, true);
}

class EditView {
  /**
   * @param {Omit<import("../model/own-levels.js").Draft, "changed">} draft
   * @param {HTMLElement} host
   * @param {AbortSignal} signal
   * @param {boolean} [fresh] whether nothing of it is kept yet
   */
  constructor(draft, host, signal, fresh = false) {
    this.id = draft.id;
    this.name = draft.name;
    this.signal = signal;
    this.fresh = fresh;
    this.game = game(draft.game);
    this.drawing = new Drawing(this.game.palette, draft.sheet, [...(draft.past ?? [])]);
    this.cursor = 0;
    /** The engine's report on the drawing. @type {any} */
    this.checked = null;
    this.knowledge = new Knowledge();
    this.build(host);
    listenToKeys(() => "edit", (act, direction) => this.act(act, direction), signal);
    signal.addEventListener("abort", () => {
      this.knowledge.stop();
      this.asking?.abort();
    });
    this.changed();
  }

  build(host) {
    const { edit } = text;
    this.board = new BoardView({ label: edit.board, numbered: true });
    this.listenToStrokes();
    this.boardBox = h(
      "div",
      { class: "boardbox editing", tabindex: 0, role: "application", "aria-roledescription": edit.boardRole, "aria-label": edit.boardHelp },
      this.board.element,
    );
    this.palette = new Palette(this.game.palette, (brush) => announce(brush.name));
    const tool = (act, picture, key) =>
      button([icon(picture), h("span", {}, edit[act])], () => this.act(act), { class: "tool", title: key ? `${edit[act]} (${key})` : edit[act], data: { act } });
    this.tools = { undo: tool("undo", "undo", "u"), redo: tool("redo", "redo", "r"), clear: tool("clear", "trash", "") };
    this.sizes = h("div", { class: "sizes" });
    this.verdict = h("div", { class: "problems", role: "status" });
    this.share = h("div", { class: "row" });
    this.inspecting = new InspectCard(this.signal, (code) => this.takeOver(code));
    const nameId = freshId("name");
    this.nameField = h("input", { id: nameId, type: "text", value: this.name, maxlength: 60, onchange: () => this.rename() });
    this.formats = select(
      edit.format,
      (this.game.formats ?? []).map((format) => ({ value: format.name, text: format.title ? `${format.name}: ${translated("formats", `${this.game.name}/${format.name}`) ?? translated("formats", format.name) ?? format.title}` : format.name })),
      "",
      () => this.showText(),
    );
    this.text = h("pre", { class: "exported", tabindex: 0, "aria-label": edit.textLabel });
    const file = () => ({ title: this.name, levels: [{ code: this.checked.code, name: this.name }] });
    this.pictures = h("div", { class: "row" }, saveButton(edit.picture, "png", file, this.signal, "quiet small"), saveButton(edit.film, "gif", file, this.signal, "quiet small"));
    this.exporting = h(
      "details",
      { class: "card", ontoggle: () => this.showText() },
      h("summary", {}, edit.export),
      this.pictures,
      this.formats,
      this.text,
      h(
        "div",
        { class: "row" },
        button([icon("copy"), edit.copyText], () => copy(this.text.textContent, edit.textCopied), { class: "quiet small" }),
        button([icon("download"), edit.download], () => download(`${this.name}.txt`, this.text.textContent), { class: "quiet small" }),
      ),
    );
    put(
      host,
      h(
        "div",
        { class: "workspace edit" },
        h(
          "section",
          { class: "stage", "aria-label": edit.section },
          h(
            "header",
            { class: "title drawing" },
            h("h1", {}, edit.title),
            h(
              "div",
              { class: "row" },
              select(edit.game, [...new Set([...games(), this.game])].map(({ name }) => ({ value: name, text: titleOf(name) })), this.game.name, (id) => go(address("edit", null, { game: id }))),
              button([icon("new"), edit.fresh], () => go(address("edit", null, { game: this.game.name, fresh: "1" })), { class: "quiet" }),
              button([icon("upload"), edit.paste], () => showImport((code) => go(address("edit", code))), { class: "quiet", id: "paste" }),
            ),
          ),
          this.palette.element,
          h("div", { class: "table plain" }, this.boardBox),
        ),
        h(
          "aside",
          { class: "panel", "aria-label": edit.levelSection },
          h(
            "div",
            { class: "card drawtools" },
            h("div", { class: "field" }, h("label", { for: nameId }, edit.name), this.nameField),
            h("div", { class: "tools three" }, Object.values(this.tools)),
            this.sizes,
          ),
          h("div", { class: "card" }, this.verdict, this.share),
          // The report comes late and has no fixed height: what is above it stays where it is.
          this.exporting,
          this.inspecting.element,
          h("a", { class: "button quiet", href: address("mine") }, icon("mine"), text.mine.all),
        ),
      ),
    );
  }

  rename() {
    this.name = this.nameField.value.trim() || this.name;
    this.nameField.value = this.name;
    this.showText();
    this.keep();
  }

  keep() {
    const { id, name, game: of, drawing, checked } = this;
    keepDraft({ id, name, game: of.name, sheet: drawing.sheet, past: drawing.past, code: checked?.code ?? null });
    keepSetting("draft", id);
    this.fresh = false;
  }

  listenToStrokes() {
    const { element } = this.board;
    let brush = null;
    let last = null;
    const paint = (event) => {
      const at = this.board.cellAt(event.clientX, event.clientY);
      if (at === null || !brush || at === last) return;
      const way = last === null ? [at] : cellsBetween(last, at, this.drawing.sheet.cols);
      last = at;
      this.cursor = at;
      const painted = way.map((cell) => this.drawing.paint(cell, brush));
      if (painted.some(Boolean)) this.draw();
      else this.mark();
    };
    element.addEventListener("pointerdown", (event) => {
      const at = this.board.cellAt(event.clientX, event.clientY);
      if (at === null || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
      element.setPointerCapture(event.pointerId);
      // The other button, or painting what is there already, erases.
      brush = event.button === 2 || this.drawing.shows(at, this.palette.brush) ? this.game.palette[0] : this.palette.brush;
      last = null;
      this.pointing = true;
      this.drawing.begin();
      paint(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (!brush) return;
      for (const step of event.getCoalescedEvents?.() ?? []) paint(step);
      paint(event);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        if (!brush) return;
        brush = null;
        this.drawing.end();
        this.changed(true);
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  act(act, direction) {
    if (direction) this.pointing = false;
    const paint = (brush) => () => {
      this.drawing.begin();
      this.drawing.paint(this.cursor, brush);
      this.drawing.end();
      this.changed(true);
      this.tellCursor();
    };
    const acts = {
      go: () => this.moveCursor(direction),
      paint: paint(this.palette.brush),
      erase: paint(this.game.palette[0]),
      next: () => this.palette.cycle(1),
      previous: () => this.palette.cycle(-1),
      undo: () => (this.drawing.undo() ? this.changed(true) : toast(text.edit.noUndo)),
      redo: () => (this.drawing.redo() ? this.changed(true) : toast(text.edit.noRedo)),
      clear: () => {
        this.drawing.clear();
        this.changed(true);
      },
    };
    acts[act]?.();
  }

  moveCursor(direction) {
    const { rows, cols } = this.drawing.sheet;
    const [down, right] = STEPS[direction];
    const [row, col] = [Math.floor(this.cursor / cols) + down, (this.cursor % cols) + right];
    if (row < 0 || col < 0 || row >= rows || col >= cols) return;
    this.cursor = row * cols + col;
    this.mark();
    this.tellCursor();
  }

  tellCursor() {
    const { cols } = this.drawing.sheet;
    announce(text.board.cursor(describe(this.looks()[this.cursor]), cellWords(Math.floor(this.cursor / cols), this.cursor % cols), null));
  }

  looks() {
    // Cells that the palette lacks, such as larger numbers, come from the engine's check of the board.
    const told = new Map((this.checked?.cells ?? []).filter(Boolean).map((look) => [look.glyph, look]));
    const strange = (glyph) => ({ ground: "floor", target: null, piece: { shape: "block", colour: 23, label: glyph.slice(0, 2) }, glyph });
    return this.drawing.sheet.cells.map((glyph) => this.drawing.lookOf(glyph) ?? told.get(glyph) ?? strange(glyph));
  }

  draw() {
    const { rows, cols } = this.drawing.sheet;
    this.cursor = Math.min(this.cursor, rows * cols - 1);
    this.board.show({ rows, cols, cells: this.looks() });
    this.palette.draw(this.drawing);
    this.mark();
  }

  mark() {
    const { cells } = this.drawing.sheet;
    this.board.mark({ cells: [this.cursor], quiet: this.pointing });
    const places = (this.checked?.problems ?? []).filter((problem) => Number.isInteger(problem.cell)).map((problem) => problem.cell);
    this.board.flag(places.filter((at) => at < cells.length));
  }

  /** The drawing has changed: what is wrong with it, and can it be solved? @param {boolean} [byHand] */
  async changed(byHand = false) {
    const { sheet } = this.drawing;
    this.tools.undo.disabled = this.drawing.past.length === 0;
    this.tools.redo.disabled = this.drawing.future.length === 0;
    this.draw();
    this.drawSizes();
    this.knowledge.stop();
    this.asking?.abort();
    this.asking = new AbortController();
    if (byHand) this.keep();
    try {
      this.checked = await api.board({ game: this.game.name, ...sheet }, this.asking.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.checked = { code: null, problems: [{ message: error.message, help: error.help }] };
    }
    if (this.signal.aborted) return;
    if (byHand) this.keep();
    this.draw();
    const { code } = this.checked;
    rewrite(address("edit", code, this.fresh ? (code ? {} : { game: this.game.name }) : { draft: this.id }));
    this.drawShare(code);
    this.pictures.hidden = !code;
    this.drawVerdict();
    if (code) this.solve(code);
    this.inspecting.offer(code);
    this.showText();
  }

  /** Goes on with another board; undo leads back. @param {string} code */
  async takeOver(code) {
    const { rows, cols, cells } = await api.position(code);
    if (this.signal.aborted) return;
    this.drawing.replace({ rows, cols, cells: cells.map((cell) => cell.glyph) });
    this.changed(true);
    announce(text.inspect.taken);
    scrollTo({ top: 0, behavior: "smooth" });
  }

  drawSizes() {
    const { rows, cols } = this.drawing.sheet;
    const { min, max } = this.game.size;
    const side = (name, label, value, set) => {
      const id = freshId("side");
      return h(
        "div",
        { class: "side", data: { side: name } },
        h("label", { for: id }, label),
        button("−", () => set(value - 1), { class: "quiet icon", "aria-label": `${label}: ${text.edit.fewer}`, disabled: value <= min }),
        h("output", { id }, value),
        button("+", () => set(value + 1), { class: "quiet icon", "aria-label": `${label}: ${text.edit.more}`, disabled: value >= max }),
      );
    };
    const resize = (newRows, newCols, index) => {
      const byKeyboard = this.sizes.querySelector("button:focus-visible");
      this.drawing.resize(newRows, newCols);
      this.changed(true);
      if (byKeyboard) this.sizes.querySelectorAll("button")[index]?.focus();
    };
    put(
      this.sizes,
      side("rows", text.edit.rows, rows, (value) => resize(value, cols, value < rows ? 0 : 1)),
      side("cols", text.edit.cols, cols, (value) => resize(rows, value, value < cols ? 2 : 3)),
    );
  }

  /** One answer to the question whether this is a level: what is wrong, or how it is solved. */
  drawVerdict() {
    const { problems = [], code } = this.checked;
    const fact = code ? this.knowledge.of(code) : null;
    // An empty board has no faults yet: what it lacks are the first steps.
    const empty = this.drawing.sheet.cells.every((glyph) => glyph === this.game.palette[0].glyph);
    if (problems.length > 0)
      return put(
        this.verdict,
        empty ? h("p", {}, text.edit.begin) : null,
        h(
          "ul",
          { class: empty ? "steps" : "" },
          problems.map((problem) => {
            const { message, help } = localised(problem);
            const [at, { cols }] = [problem.cell, this.drawing.sheet];
            return h(
              "li",
              {},
              h("strong", {}, sentence(message)),
              Number.isInteger(at) ? ` ${text.edit.place(cellWords(Math.floor(at / cols), at % cols))}` : "",
              help ? h("span", { class: "muted small" }, ` ${sentence(help)}`) : null,
            );
          }),
        ),
      );
    put(this.verdict, fact ? this.outlook(fact) : null);
  }

  /** The known solution of a level in words. @param {{dead?: boolean, plan?: string[], proved?: boolean}} fact */
  outlook({ dead, plan, proved }) {
    const words = text.edit;
    if (dead) return h("p", { class: "bad" }, words.unsolvable);
    if (plan?.length === 0) return h("p", { class: "muted" }, words.already);
    if (plan) return h("p", { class: "fine" }, icon("check"), h("span", {}, (proved ? words.solvable : words.atMost)(moves(plan.length))));
    return this.knowledge.search ? h("p", { class: "muted" }, h("span", { class: "spinner" }), words.solving) : h("p", { class: "muted" }, words.unknown);
  }

  drawShare(code) {
    if (!code) return put(this.share);
    put(
      this.share,
      h("a", { class: "button primary", href: address("play", code, { name: this.name }) }, icon("board"), text.edit.play),
      button([icon("solve"), text.edit.solve], () => go(address("play", code), { start: code, tree: [], at: 0, solve: true }), { class: "quiet", id: "solve" }),
      button([icon("link"), text.edit.copyLink], () => copy(shareAddress(code, { ...(this.name ? { name: this.name } : {}), ...sourceQuery(code) }), text.edit.linkCopied), { class: "quiet", id: "share" }),
    );
  }

  async solve(code) {
    try {
      const running = this.knowledge.think(code, { max_time: CHECK_SECONDS }, () => this.drawVerdict());
      this.drawVerdict();
      await running;
    } catch (error) {
      return put(this.verdict, h("p", { class: "muted" }, error.message));
    }
    if (!this.signal.aborted && this.checked.code === code) this.drawVerdict();
  }

  /** Shows the level in the chosen format, when anybody looks. */
  async showText() {
    const code = this.checked?.code;
    if (!this.exporting.open) return;
    if (!code) return write(this.text, text.edit.noText);
    try {
      write(this.text, await api.exportText(code, this.formats.querySelector("select").value, this.name));
    } catch (error) {
      write(this.text, error.message);
    }
  }
}
