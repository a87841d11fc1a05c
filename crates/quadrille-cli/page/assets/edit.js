// Drawing a level: brush and palette, problems in place, and the solver at once.

import * as api from "./api.js";
import { h, put, write, button, select, freshId } from "./dom.js";
import { icon } from "./icons.js";
import { game, games, levelOf } from "./catalogue.js";
import { address, go, rewrite, shareAddress } from "./router.js";
import { BoardView, describe } from "./board.js";
import { Draft } from "./draft.js";
import { Advice } from "./advice.js";
import { showImport } from "./import.js";
import { listenToKeys } from "./keys.js";
import { STEPS } from "./picker.js";
import { announce, toast, copy } from "./say.js";
import { setting, keepSetting } from "./progress.js";
import { counted, sentence } from "./quantities.js";

const USUAL_SIDE = 6;

/**
 * Opens the view.
 * @param {import("./router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const wanted = game(route.query.get("game") ?? "");
  const kept = setting("draft", { game: "" });
  if (route.code) {
    const position = await api.position(route.code);
    if (signal.aborted) return;
    const { rows, cols, cells } = position;
    return new EditView(position.game, { rows, cols, cells: cells.map((cell) => cell.glyph) }, host, signal, position);
  }
  const whole =
    Number.isInteger(kept.rows) &&
    Number.isInteger(kept.cols) &&
    Array.isArray(kept.cells) &&
    kept.cells.length === kept.rows * kept.cols;
  if (game(kept.game) && whole && (!wanted || wanted.id === kept.game)) return new EditView(kept.game, kept, host, signal);
  new EditView((wanted ?? games()[0]).id, null, host, signal);
}

class EditView {
  constructor(id, drawing, host, signal, position = null) {
    this.signal = signal;
    this.game = game(id);
    this.draft = drawing ? new Draft(this.game.palette, drawing) : Draft.blank(this.game.palette, USUAL_SIDE, USUAL_SIDE);
    this.brushes = groupsOf(this.game.palette);
    this.brush = this.brushes.flat()[1] ?? this.game.palette[0];
    this.cursor = 0;
    /** What the server says of the drawing. @type {any} */
    this.checked = position ? { position } : null;
    this.opened = new Set();
    this.advice = new Advice();
    this.build(host);
    listenToKeys(
      () => "edit",
      (act, direction) => this.act(act, direction),
      signal,
    );
    signal.addEventListener("abort", () => {
      this.advice.stop();
      this.asking?.abort();
    });
    this.changed();
  }

  build(host) {
    this.board = new BoardView({ label: "The board that is drawn", numbered: true });
    this.listenToStrokes();
    this.boardBox = h(
      "div",
      {
        class: "boardbox editing",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "drawing board",
        "aria-label": "Drawing board. Arrow keys move the cursor, Enter paints, full stop and comma change the brush.",
      },
      this.board.element,
    );
    this.palette = h("div", { class: "palette", role: "group", "aria-label": "Brush" });
    this.tools = {
      undo: button([icon("undo"), h("span", {}, "Undo")], () => this.act("undo"), { class: "tool", title: "Undo (u)" }),
      redo: button([icon("redo"), h("span", {}, "Redo")], () => this.act("redo"), { class: "tool", title: "Redo (r)" }),
      clear: button([icon("restart"), h("span", {}, "Clear")], () => this.act("clear"), { class: "tool" }),
    };
    this.sizes = h("div", { class: "sizes" });
    this.problems = h("div", { class: "problems", role: "status" });
    this.solution = h("div", { class: "solution", role: "status" });
    this.share = h("div", { class: "row" });
    this.formats = select(
      "Format",
      (this.game.formats ?? []).map((format) => ({
        value: format.id,
        text: format.title ? `${format.id}: ${format.title}` : format.id,
      })),
      "",
      () => this.showText(),
    );
    this.text = h("pre", { class: "exported", tabindex: 0, "aria-label": "The level as text" });
    this.download = h("a", { class: "button quiet small", download: true }, icon("download"), "Download");
    this.exporting = h(
      "details",
      { class: "card", ontoggle: () => this.showText() },
      h("summary", {}, "As text, in every format"),
      this.formats,
      this.text,
      h(
        "div",
        { class: "row" },
        button([icon("copy"), "Copy text"], () => copy(this.text.textContent, "The text"), { class: "quiet small" }),
        this.download,
      ),
    );
    put(
      host,
      h(
        "div",
        { class: "split" },
        h(
          "section",
          { class: "stage", "aria-label": "Drawing" },
          h(
            "header",
            { class: "title drawing" },
            h("h1", {}, "Draw a level"),
            h(
              "div",
              { class: "row" },
              select(
                "Game",
                games().map(({ id, title }) => ({ value: id, text: title })),
                this.game.id,
                (id) => go(address("edit", null, { game: id })),
              ),
              button("Paste a level…", () => showImport((code) => go(address("edit", code))), { class: "quiet", id: "paste" }),
            ),
          ),
          this.palette,
          h("div", { class: "table plain" }, this.boardBox),
        ),
        h(
          "aside",
          { class: "panel", "aria-label": "Level" },
          h("div", { class: "card drawtools" }, h("div", { class: "tools three" }, Object.values(this.tools)), this.sizes),
          h("div", { class: "card" }, h("h2", {}, "Is it a level?"), this.problems, this.solution, this.share),
          this.exporting,
          h("p", { class: "muted small" }, this.game.about),
        ),
      ),
    );
    this.drawPalette();
  }

  /** The brushes by kind. Of a long row only the first are shown, and those that are on the board, until more are asked for. */
  drawPalette() {
    const { cells } = this.draft.drawing;
    const used = (brush) => brush === this.brush || cells.some((_, at) => this.draft.shows(at, brush));
    const group = (brushes, index) => {
      const shown = this.opened.has(index) ? brushes : brushes.filter((brush) => brush.common || used(brush));
      return h(
        "div",
        { class: "brushes" },
        shown.map((brush) => this.swatch(brush)),
        shown.length < brushes.length
          ? button(
              "…",
              () => {
                this.opened.add(index);
                this.drawPalette();
              },
              { class: "quiet icon more", "aria-label": `${brushes.length - shown.length} more`, title: "More" },
            )
          : null,
      );
    };
    put(this.palette, this.brushes.map(group));
  }

  swatch(brush) {
    const swatch = new BoardView({ label: "" });
    swatch.element.setAttribute("aria-hidden", "true");
    swatch.show({ rows: 1, cols: 1, cells: [{ ...brush.look, glyph: brush.glyph }] });
    return button(swatch.element, () => this.choose(brush), {
      class: "brush",
      data: { glyph: brush.glyph },
      "aria-pressed": String(brush === this.brush),
      "aria-label": `${brush.name}, ${brush.glyph}`,
      title: `${brush.name}, ${brush.glyph}`,
    });
  }

  choose(brush) {
    this.brush = brush;
    const focused = this.palette.contains(document.activeElement);
    this.drawPalette();
    if (focused) this.palette.querySelector("[aria-pressed=true]")?.focus();
    announce(brush.name);
  }

  listenToStrokes() {
    const { element } = this.board;
    let brush = null;
    const paint = (event) => {
      const at = this.board.cellAt(event.clientX, event.clientY);
      if (at === null || !brush) return;
      this.cursor = at;
      if (this.draft.paint(at, brush)) this.draw();
      else this.mark();
    };
    element.addEventListener("pointerdown", (event) => {
      const at = this.board.cellAt(event.clientX, event.clientY);
      if (at === null || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
      element.setPointerCapture(event.pointerId);
      // The other button, or painting what is there already, erases.
      brush = event.button === 2 || this.draft.shows(at, this.brush) ? this.game.palette[0] : this.brush;
      this.draft.begin();
      paint(event);
    });
    element.addEventListener("pointermove", paint);
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, () => {
        if (brush) this.changed();
        brush = null;
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  act(act, direction) {
    const paint = (brush) => () => {
      this.draft.begin();
      this.draft.paint(this.cursor, brush);
      this.changed();
      this.tellCursor();
    };
    const acts = {
      go: () => this.moveCursor(direction),
      paint: paint(this.brush),
      erase: paint(this.game.palette[0]),
      next: () => this.cycle(1),
      previous: () => this.cycle(-1),
      undo: () => (this.draft.undo() ? this.changed() : toast("There is nothing to undo.")),
      redo: () => (this.draft.redo() ? this.changed() : toast("There is nothing to do again.")),
      clear: () => {
        this.draft.clear();
        this.changed();
      },
    };
    acts[act]?.();
  }

  cycle(step) {
    const palette = this.brushes.flat();
    this.choose(palette[(palette.indexOf(this.brush) + step + palette.length) % palette.length]);
  }

  moveCursor(direction) {
    const { rows, cols } = this.draft.drawing;
    const [down, right] = STEPS[direction];
    const [row, col] = [Math.floor(this.cursor / cols) + down, (this.cursor % cols) + right];
    if (row < 0 || col < 0 || row >= rows || col >= cols) return;
    this.cursor = row * cols + col;
    this.mark();
    this.tellCursor();
  }

  tellCursor() {
    const { cols } = this.draft.drawing;
    announce(`${describe(this.looks()[this.cursor])}, row ${Math.floor(this.cursor / cols)}, column ${this.cursor % cols}`);
  }

  looks() {
    const { cells } = this.draft.drawing;
    // What the palette cannot tell, such as numbers beyond it, the server has told when it checked the board.
    const told = new Map(
      (this.checked?.cells ?? this.checked?.position?.cells ?? []).filter(Boolean).map((look) => [look.glyph, look]),
    );
    return cells.map(
      (glyph) =>
        this.draft.lookOf(glyph) ??
        told.get(glyph) ?? {
          ground: "floor",
          target: null,
          piece: { shape: "block", colour: 23, label: glyph.slice(0, 2) },
          glyph,
        },
    );
  }

  draw() {
    const { rows, cols } = this.draft.drawing;
    this.cursor = Math.min(this.cursor, rows * cols - 1);
    this.board.show({ rows, cols, cells: this.looks() });
    this.mark();
  }

  mark() {
    const { cols } = this.draft.drawing;
    this.board.mark({ cells: [this.cursor], picked: false, ways: [], hint: null });
    const places = (this.checked?.problems ?? [])
      .filter((problem) => Number.isInteger(problem.row))
      .map((problem) => problem.row * cols + problem.col);
    this.board.markCells(
      places.filter((at) => at < this.draft.drawing.cells.length),
      "problem",
    );
  }

  /** The drawing has changed: what is wrong with it, and can it be solved? */
  async changed() {
    const { drawing } = this.draft;
    this.tools.undo.disabled = this.draft.past.length === 0;
    this.tools.redo.disabled = this.draft.future.length === 0;
    keepSetting("draft", { game: this.game.id, ...drawing });
    this.draw();
    this.drawSizes();
    this.advice.stop();
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      this.checked = await api.board({ game: this.game.id, ...drawing }, this.asking.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.checked = { code: null, problems: [{ message: error.message, help: error.help }] };
    }
    if (this.signal.aborted) return;
    this.draw();
    this.drawVerdict();
    const { code } = this.checked;
    rewrite(address("edit", code, code ? {} : { game: this.game.id }));
    if (code) this.solve(code);
    this.showText();
  }

  drawSizes() {
    const { rows, cols } = this.draft.drawing;
    const { min, max } = this.game.size;
    const side = (label, value, set) => {
      const id = freshId("side");
      return h(
        "div",
        { class: "side" },
        h("label", { for: id }, label),
        button("−", () => set(value - 1), { class: "quiet icon", "aria-label": `${label}: one fewer`, disabled: value <= min }),
        h("output", { id }, value),
        button("+", () => set(value + 1), { class: "quiet icon", "aria-label": `${label}: one more`, disabled: value >= max }),
      );
    };
    const resize = (newRows, newCols, index) => {
      this.draft.resize(newRows, newCols);
      this.changed();
      this.sizes.querySelectorAll("button")[index]?.focus();
    };
    put(
      this.sizes,
      side("Rows", rows, (value) => resize(value, cols, value < rows ? 0 : 1)),
      side("Columns", cols, (value) => resize(rows, value, value < cols ? 2 : 3)),
    );
  }

  drawVerdict() {
    const { problems = [], code } = this.checked;
    put(
      this.problems,
      problems.length === 0
        ? h("p", { class: "fine" }, icon("check"), "Yes, it can be played.")
        : h(
            "ul",
            {},
            problems.map((problem) =>
              h(
                "li",
                {},
                h("strong", {}, sentence(problem.message)),
                Number.isInteger(problem.row) ? ` Row ${problem.row}, column ${problem.col}.` : "",
                problem.help ? h("span", { class: "muted small" }, ` ${sentence(problem.help)}`) : null,
              ),
            ),
          ),
    );
    if (!code) {
      put(this.solution);
      put(this.share);
      return;
    }
    const known = levelOf(code);
    put(
      this.share,
      h("a", { class: "button primary", href: address("play", code) }, icon("board"), "Play it"),
      button(
        [icon("solve"), "Solve and watch"],
        () => go(address("play", code), { start: code, moves: [], played: 0, solve: true }),
        { class: "quiet", id: "solve" },
      ),
      button([icon("link"), "Copy link"], () => copy(shareAddress(code), "The address of this level"), {
        class: "quiet",
        id: "share",
      }),
      known ? h("p", { class: "muted small" }, `This is ${known.name} of ${known.pack.title ?? known.pack.id}.`) : null,
    );
  }

  async solve(code) {
    put(this.solution, h("p", { class: "muted" }, h("span", { class: "spinner" }), "Solving…"));
    try {
      const report = await this.advice.check(code);
      if (!report) return;
      const text =
        report.outcome === "solved"
          ? `Solvable in ${counted(report.cost, "move")}${report.optimal ? ", proved shortest" : ""}: ${report.plan.slice(0, 12).join(" ")}${report.plan.length > 12 ? " …" : ""}`
          : report.outcome === "unsolvable"
            ? "It is proved that it has no solution."
            : "Whether it has a solution was not found out in time.";
      put(this.solution, h("p", { class: report.outcome === "solved" ? "fine" : "muted" }, text));
    } catch (error) {
      put(this.solution, h("p", { class: "muted" }, error.message));
    }
  }

  /** Shows the level in the chosen format, when anybody looks. */
  async showText() {
    const code = this.checked?.code;
    if (!this.exporting.open) return;
    if (!code) return write(this.text, "A board with problems has no text yet.");
    const format = this.formats.querySelector("select").value;
    this.download.href = api.exportAddress(code, format);
    try {
      write(this.text, await api.exportText(code, format));
    } catch (error) {
      write(this.text, error.message);
    }
  }
}

/** The brushes by what they paint: grounds first, then pieces, then targets. */
function groupsOf(palette) {
  const kind = ({ look }) => (look.piece ? 1 : look.target ? 2 : 0);
  return [0, 1, 2].map((group) => palette.filter((brush) => kind(brush) === group)).filter((group) => group.length > 0);
}
