// Chooses a level of a pack, by its picture.

import { h, put, button } from "./dom.js";
import { icon } from "./icons.js";
import { boardOf, games, levelName, packTitle, titleOf } from "../model/catalogue.js";
import { allPacks } from "../model/levels.js";
import { thumbnail } from "../board/thumbnail.js";
import { moves } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * A button that opens the choice.
 * @param {string} gameId the game that is shown first
 * @param {(code: string) => void} choose
 */
export function levelPicker(gameId, choose) {
  return button([icon("levels"), text.picker.button], () => showPicker(gameId, choose), { class: "quiet", id: "pick-level" });
}

function showPicker(gameId, choose) {
  const list = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": text.picker.title });
  const chips = games().map(({ name }) => button(titleOf(name), () => show(name), { class: "chip big", data: { game: name } }));
  const dialog = h(
    "dialog",
    { class: "picker", "aria-labelledby": "picker-title", onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id: "picker-title" }, text.picker.title), button(text.close, () => dialog.close(), { class: "quiet" })),
    h("div", { class: "chips" }, chips),
    list,
  );
  const entry = (level) =>
    h(
      "li",
      {},
      button(
        [h("span", { class: "picture" }, thumbnail(boardOf(level))), h("span", { class: "name" }, levelName(level)), h("span", { class: "muted small" }, level.known?.moves ? moves(level.known.moves) : "")],
        () => {
          dialog.close();
          choose(level.code);
        },
        { class: "level" },
      ),
    );
  function show(id) {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.game === id));
    const packs = allPacks()
      .map((pack) => ({ title: packTitle(pack), levels: pack.levels.filter((level) => level.game === id) }))
      .filter(({ levels }) => levels.length > 0);
    put(list, packs.map(({ title, levels }) => [h("h3", {}, title), h("ul", { class: "levels" }, levels.map(entry))]));
    list.scrollTop = 0;
  }
  show(gameId);
  document.body.append(dialog);
  dialog.showModal();
}
