// Imports levels from text in any format, a link or a share code. A file with many levels becomes a
// pack.

import * as api from "../api/index.js";
import { h, put, button, select } from "../parts/dom.js";
import { games, titleOf } from "../model/catalogue.js";
import { keepAsPack } from "../model/pack-file.js";
import { isSource } from "../model/puzzlescript.js";
import { address, go } from "../parts/router.js";
import { toast } from "../parts/notify.js";
import { sentence } from "../model/numbers.js";
import { localised, text } from "../texts/index.js";

/** The share code in a link of ours, or the text itself. @param {string} words */
export function codeIn(words) {
  const [, code] = words.trim().match(/^\S*#\/(?:play|search|compare|edit)\/([^?\s]+)\S*$/) ?? [];
  try {
    return code ? decodeURIComponent(code) : words;
  } catch {
    return words;
  }
}

/**
 * Asks for a text and calls back with the code of the level that is chosen from it.
 * @param {(code: string) => void} choose
 */
export function showImport(choose) {
  const { importing } = text;
  const area = h("textarea", { id: "import-text", rows: 6, spellcheck: "false", placeholder: "r . .\n. . .\n. . R" });
  const answer = h("div", { class: "answer", role: "status" });
  let fileName = "";
  /** The game that the text is of; found by the engine unless it is chosen. */
  let game = "";
  const done = (code) => {
    dialog.close();
    choose(code);
  };
  const asPack = async (levels) => {
    const title = fileName.replace(/\.[a-z0-9]+$/i, "") || importing.packName;
    const name = await keepAsPack(levels, title);
    dialog.close();
    toast(importing.kept(levels.length, title), "good");
    go(address("pack", name));
  };
  const read = async () => {
    if (isSource(area.value)) {
      dialog.close();
      return go(address("puzzlescript"), { source: area.value });
    }
    try {
      const { levels = [], diagnostics = [], format } = await api.check(codeIn(area.value), game || undefined);
      if (levels.length === 1 && diagnostics.length === 0) return done(levels[0].code);
      // The errors of every game do not help a reader who means one of them.
      if (levels.length === 0 && format === "unknown" && !game) return put(answer, h("p", { class: "bad" }, importing.unknown(games().map(({ name }) => titleOf(name)))));
      put(
        answer,
        levels.length > 1 ? button(importing.asPack(levels.length), () => asPack(levels), { class: "primary", id: "as-pack" }) : null,
        levels.length > 0
          ? h(
              "ul",
              { class: "chips" },
              levels.map((level, index) =>
                h("li", {}, button(`${level.name ?? importing.number(index + 1)} (${titleOf(level.game)})`, () => done(level.code), { class: "chip" })),
              ),
            )
          : null,
        diagnostics.map(diagnostic),
        levels.length + diagnostics.length === 0 ? h("p", {}, importing.nothing) : null,
      );
    } catch (error) {
      put(answer, h("p", { class: "bad" }, error.message, error.help ? ` ${error.help}` : ""), (error.diagnostics ?? []).map(diagnostic));
    } finally {
      // On a small screen the answer is below the text.
      answer.scrollIntoView({ block: "nearest" });
    }
  };
  const file = h("input", {
    type: "file",
    id: "import-file",
    class: "unseen",
    onchange: async () => {
      fileName = file.files[0]?.name ?? "";
      area.value = (await file.files[0]?.text()) ?? area.value;
      if (area.value) read();
    },
  });
  const dialog = h(
    "dialog",
    { class: "import", "aria-labelledby": "import-title", onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id: "import-title" }, importing.title), button(text.close, () => dialog.close(), { class: "quiet" })),
    h(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          read();
        },
      },
      h("label", { for: "import-text" }, importing.about),
      area,
      select(importing.game, [{ value: "", text: importing.anyGame }, ...games().map(({ name }) => ({ value: name, text: titleOf(name) }))], "", (chosen) => {
        game = chosen;
        if (area.value.trim()) read();
      }),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, importing.read),
        button(importing.fromFile, () => file.click(), { class: "quiet" }),
        h("label", { class: "unseen", for: "import-file" }, importing.fileLabel),
        file,
      ),
      answer,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
}

/** @param {import("../texts/index.js").Diagnostic & {severity: string, place?: {line: number, column: number}}} diagnostic */
function diagnostic({ severity, place, ...told }) {
  const { message, help } = localised(told);
  return h(
    "p",
    { class: severity === "error" ? "bad" : "muted" },
    h("strong", {}, sentence(message)),
    place ? ` ${text.importing.place(place.line, place.column)}` : "",
    help ? h("span", { class: "muted" }, ` ${sentence(help)}`) : null,
  );
}
