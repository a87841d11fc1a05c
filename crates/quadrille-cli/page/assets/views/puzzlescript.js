// PuzzleScript games: paste a source or drop a file, see what is wrong with it, and play its levels;
// beside that the games that ship.

import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { CodeEditor } from "../parts/code-editor.js";
import { faultsOf, gameIn, keepSource, packOf, shippedPack, sourceQuery, SHIPPED } from "../model/puzzlescript.js";
import { removePack } from "../model/own-levels.js";
import { address, go, rewrite, shareAddress } from "../parts/router.js";
import { copy, download } from "../parts/notify.js";
import { sentence } from "../model/numbers.js";
import { levelCard, sourceDoors } from "./home.js";
import { localised, text } from "../texts/index.js";

/** The pause in typing before the source is checked, in milliseconds. */
const CHECK_AFTER = 400;

/**
 * Opens the view: `#/puzzlescript` is empty, `#/puzzlescript/NAME` a game that ships or one of the reader.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const name = route.code ?? "";
  const pack = name === "" ? null : SHIPPED.includes(name) ? await shippedPack(name) : packOf(name);
  if (signal.aborted) return;
  if (name !== "" && !pack) return go(address("puzzlescript"));
  new SourceView(host, signal, pack, route.state?.source ?? "");
}

class SourceView {
  /** @param {HTMLElement} host @param {AbortSignal} signal @param {any} pack @param {string} dropped the source of a file that was dropped on the page */
  constructor(host, signal, pack, dropped) {
    this.signal = signal;
    this.pack = pack;
    const words = text.puzzlescript;
    this.editor = new CodeEditor({ label: words.editor, isPlain: true, onInput: () => this.edited() });
    this.faults = h("div", { class: "problems", role: "status" });
    this.levels = h("div", { class: "sourcelevels" });
    this.heading = h("h1", {});
    this.about = h("p", { class: "muted" });
    this.share = h("div", { class: "row" });
    const file = h("input", {
      type: "file",
      id: "source-file",
      class: "unseen",
      accept: ".txt,.puzzlescript,text/plain",
      onchange: async () => this.take((await file.files[0]?.text()) ?? ""),
    });
    const source = [
      h("h2", {}, words.source),
      h("p", { class: "muted small" }, words.pasteAbout),
      this.editor.element,
      h(
        "div",
        { class: "row" },
        button([icon("play"), words.read], () => this.read(), { class: "primary", id: "read-source" }),
        button([icon("upload"), text.importing.fromFile], () => file.click(), { class: "quiet" }),
        h("label", { class: "unseen", for: "source-file" }, words.fileLabel),
        file,
      ),
      this.faults,
    ];
    const shipped = [
      h("h2", {}, words.shipped),
      h("p", { class: "muted" }, words.shippedAbout),
      sourceDoors(),
    ];
    // A newcomer begins with a game that is there.
    put(
      host,
      h(
        "div",
        { class: "page sources" },
        h("header", { class: "pagehead" }, h("div", {}, this.heading, this.about), this.share),
        this.levels,
        pack || dropped ? [source, shipped] : [shipped, source],
      ),
    );
    signal.addEventListener("abort", () => clearTimeout(this.waiting));
    if (dropped) this.take(dropped);
    else {
      if (pack) this.editor.code = pack.puzzlescript.source;
      this.draw();
    }
  }

  /** A whole source: read at once. @param {string} source */
  take(source) {
    if (source === "") return;
    this.editor.code = source.replaceAll("\r\n", "\n");
    this.read();
  }

  edited() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), CHECK_AFTER);
  }

  /** Shows what is wrong with the source as it stands. */
  async check() {
    const source = this.editor.code;
    if (source.trim() === "") return this.showFaults([]);
    try {
      const faults = await faultsOf(source, this.signal);
      if (source === this.editor.code && !this.signal.aborted) this.showFaults(faults, text.puzzlescript.fine);
    } catch (error) {
      if (!this.signal.aborted) this.fail(error);
    }
  }

  /** Reads the source and shows its levels. */
  async read() {
    clearTimeout(this.waiting);
    const source = this.editor.code;
    if (source.trim() === "") return this.fail(new Error(text.puzzlescript.empty));
    try {
      const { pack, faults } = await keepSource(source, { instead: this.pack?.puzzlescript.packed ? this.pack.name : "" });
      if (this.signal.aborted) return;
      this.showFaults(faults, pack ? text.puzzlescript.fine : text.puzzlescript.nothing);
      if (!pack) return;
      this.pack = pack;
      rewrite(address("puzzlescript", pack.name));
      this.draw();
      this.heading.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!this.signal.aborted) this.fail(error);
    }
  }

  fail(error) {
    put(this.faults, h("p", { class: "bad" }, `${error.message} ${error.help ?? ""}`));
  }

  /** @param {import("../model/puzzlescript.js").Fault[]} faults @param {string} [fine] the text where there is none */
  showFaults(faults, fine = "") {
    const worst = faults.find((fault) => fault.severity === "error") ?? faults[0];
    this.editor.blame(worst?.place?.line);
    const row = (fault) => {
      const { message, help } = localised(fault);
      const { place } = fault;
      return h(
        "li",
        { class: fault.severity === "error" ? "bad" : "muted" },
        place ? button(text.importing.place(place.line, place.column), () => this.editor.goTo(place.line, place.column), { class: "quiet small" }) : null,
        h("strong", {}, ` ${sentence(message)}`),
        help ? h("span", { class: "muted" }, ` ${sentence(help)}`) : null,
      );
    };
    put(this.faults, faults.length === 0 ? h("p", { class: "muted" }, fine) : h("ul", {}, faults.map(row)));
  }

  draw() {
    const { pack } = this;
    const words = text.puzzlescript;
    this.heading.textContent = pack ? pack.title : words.title;
    this.about.textContent = pack ? pack.puzzlescript.game.about : words.about;
    document.title = `${pack ? pack.title : words.title} · Quadrille`;
    const first = pack?.levels[0];
    put(
      this.share,
      first ? button([icon("play"), text.pack.begin], () => go(address("play", first.code), { resume: true }), { class: "primary", id: "play-source" }) : null,
      first ? button([icon("link"), text.play.copyLink], () => copy(shareAddress(first.code, sourceQuery(first.code)), text.play.copied), { class: "quiet", id: "share" }) : null,
      pack ? button([icon("download"), text.edit.download], () => download(`${gameIn(first.code)}.puzzlescript`, pack.puzzlescript.source), { class: "quiet" }) : null,
      pack
        ? button([icon("trash"), words.remove], () => {
            if (!confirm(text.pack.sure(pack.title))) return;
            removePack(pack.name);
            go(address("puzzlescript"));
          }, { class: "quiet" })
        : null,
    );
    put(this.levels, pack ? h("ul", { class: "levels" }, pack.levels.map(levelCard)) : null);
  }
}
