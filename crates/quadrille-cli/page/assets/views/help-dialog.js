// Help: the games, the pointer, all keys.

import { h, button } from "../parts/dom.js";
import { KEYS, keyName } from "../parts/keys.js";
import { games, titleOf, version } from "../model/catalogue.js";
import { text } from "../texts/index.js";
import { address } from "../parts/router.js";

/** Shows it. */
export function showHelp() {
  const { help } = text;
  const row = (keys, does) =>
    h("tr", {}, h("td", {}, keys.map((key) => h("kbd", {}, keyName(key)))), h("td", {}, does));
  const table = (view) => [
    h("h3", {}, help.views[view]),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        {},
        row(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], `${help.go[view]} (${help.also} hjkl, wasd)`),
        KEYS[view].map(([act, keys]) => row(keys, help.keys[view][act])),
      ),
    ),
  ];
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id: "help-title" }, help.title), button(text.close, () => dialog.close(), { class: "quiet" })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": help.title },
      h("p", {}, help.pointer),
      h("h3", {}, help.games),
      h(
        "ul",
        { class: "row" },
        games().map((game) =>
          h("li", {}, h("a", { class: "button quiet small", href: address("learn", game.name), onclick: () => dialog.close() }, help.learn(titleOf(game.name)))),
        ),
      ),
      h("h2", {}, help.keysTitle),
      Object.keys(KEYS).map(table),
      h("p", { class: "muted" }, `Quadrille ${version()}`),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
