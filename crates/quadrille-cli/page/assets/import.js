// Taking a level from a text in any format, or from a share code.

import * as api from "./api.js";
import { h, put, button } from "./dom.js";
import { sentence } from "./quantities.js";

/**
 * Asks for a text and calls back with the code of the level that is chosen from it.
 * @param {(code: string) => void} choose
 */
export function showImport(choose) {
  const area = h("textarea", { id: "import-text", rows: 9, spellcheck: "false", placeholder: "r . .\n. . .\n. . R" });
  const answer = h("div", { class: "answer", role: "status" });
  const done = (code) => {
    dialog.close();
    choose(code);
  };
  const read = async () => {
    try {
      const { levels = [], diagnostics = [] } = await api.check(area.value);
      if (levels.length === 1 && diagnostics.length === 0) return done(levels[0].code);
      put(
        answer,
        levels.length > 0
          ? h(
              "ul",
              { class: "chips" },
              levels.map((level, index) =>
                h(
                  "li",
                  {},
                  button(`${level.name ?? `Level ${index + 1}`} (${level.game})`, () => done(level.code), { class: "chip" }),
                ),
              ),
            )
          : null,
        diagnostics.map(diagnostic),
        levels.length + diagnostics.length === 0 ? h("p", {}, "There is no level in this text.") : null,
      );
    } catch (error) {
      put(answer, h("p", { class: "bad" }, error.message, error.help ? ` ${error.help}` : ""), error.diagnostics.map(diagnostic));
    }
  };
  const file = h("input", {
    type: "file",
    id: "import-file",
    class: "unseen",
    onchange: async () => {
      area.value = (await file.files[0]?.text()) ?? area.value;
      if (area.value) read();
    },
  });
  const dialog = h(
    "dialog",
    { class: "import", "aria-labelledby": "import-title", onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id: "import-title" }, "Paste a level"),
      button("Close", () => dialog.close(), { class: "quiet" }),
    ),
    h(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          read();
        },
      },
      h(
        "label",
        { for: "import-text" },
        "A level in any format that Quadrille reads: glyphs, lists, numbers, or a share code. Which game it is, is found out.",
      ),
      area,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, "Read it"),
        button("From a file…", () => file.click(), { class: "quiet" }),
        h("label", { class: "unseen", for: "import-file" }, "A file with levels"),
        file,
      ),
      answer,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
}

function diagnostic({ severity, message, help, line, column }) {
  return h(
    "p",
    { class: severity === "error" ? "bad" : "muted" },
    h("strong", {}, sentence(message)),
    line ? ` Line ${line}, column ${column}.` : "",
    help ? h("span", { class: "muted" }, ` ${sentence(help)}`) : null,
  );
}
