// Makes a pack of drawings: each is solved and rated, and the easiest comes first.

import { h, put, button, freshId } from "../parts/dom.js";
import { thumbnail } from "../board/thumbnail.js";
import { games, lookOf, titleOf } from "../model/catalogue.js";
import { studied } from "../model/files.js";
import { keepAsPack } from "../model/pack-file.js";
import { keepSetting, setting } from "../model/store.js";
import { toast } from "../parts/notify.js";
import { sentence } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** The drawings that a pack can have: levels of the games of the program. @param {import("../model/own-levels.js").Draft[]} drafts */
export const packable = (drafts) => drafts.filter((draft) => draft.code && games().some(({ name }) => name === draft.game));

/**
 * Asks which drawings, and calls back with the name of the pack.
 * @param {import("../model/own-levels.js").Draft[]} drafts
 * @param {(name: string) => void} made
 */
export function showPackDialog(drafts, made) {
  const words = text.making;
  const stopped = new AbortController();
  const answer = h("div", { class: "answer", role: "status" });
  const field = (name, label, value, more = {}) => {
    const id = freshId(name);
    return h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, name, type: "text", value, ...more, maxlength: 80, autocomplete: "off" }));
  };
  const choice = (draft) => {
    const { rows, cols, cells } = draft.sheet;
    return h(
      "li",
      {},
      h(
        "label",
        { class: "level choice" },
        h("input", { type: "checkbox", name: "draft", value: draft.id, checked: true }),
        h("div", { class: "picture" }, thumbnail({ rows, cols, cells: cells.map((glyph) => lookOf(draft.game, glyph)) })),
        h("span", { class: "name" }, draft.name),
        h("span", { class: "muted small" }, titleOf(draft.game)),
      ),
    );
  };
  const make = h("button", { type: "submit", class: "primary", id: "make-pack" }, words.make);
  const submit = async (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const chosen = values.getAll("draft").map((id) => drafts.find((draft) => draft.id === id));
    if (chosen.length === 0) return put(answer, h("p", { class: "bad" }, words.none));
    const [title, author, licence] = ["title", "author", "licence"].map((name) => String(values.get(name)).trim());
    keepSetting("author", { author, licence });
    make.disabled = true;
    try {
      const levels = [];
      const twins = [];
      for (const [index, { code, name }] of chosen.entries()) {
        put(answer, h("p", { class: "muted" }, h("span", { class: "spinner" }), words.studying(index + 1, chosen.length)));
        const { same, ...known } = await studied({ code }, levels.map((level) => level.code), stopped.signal);
        levels.push({ code, name, ...known });
        if (same.length > 0) twins.push(words.twins(name, levels.find((level) => level.code === same[0]).name));
      }
      levels.sort((one, other) => (one.difficulty?.score ?? 1000) - (other.difficulty?.score ?? 1000));
      const name = await keepAsPack(levels, title, undefined, { author: author || undefined, licence: licence || undefined });
      dialog.close();
      toast(twins[0] ?? text.importing.kept(levels.length, title), twins.length > 0 ? "plain" : "good");
      made(name);
    } catch (error) {
      make.disabled = false;
      if (error.name !== "AbortError") put(answer, h("p", { class: "bad" }, sentence(error.message)));
    }
  };
  const { author, licence } = setting("author", { author: "", licence: "" });
  const form = h(
    "form",
    { method: "dialog", onsubmit: submit },
    h("p", { class: "muted" }, words.about),
    h("div", { class: "fields" }, field("title", words.name, words.usual, { required: true }), field("author", words.author, author), field("licence", words.licence, licence, { placeholder: "CC BY 4.0" })),
    h("ul", { class: "levels choices" }, drafts.map(choice)),
    answer,
    h("div", { class: "row" }, make),
  );
  const dialog = h(
    "dialog",
    {
      class: "packing",
      "aria-labelledby": "packing-title",
      onclose: () => {
        stopped.abort();
        dialog.remove();
      },
    },
    h("header", {}, h("h2", { id: "packing-title" }, words.title), button(text.close, () => dialog.close(), { class: "quiet" })),
    form,
  );
  document.body.append(dialog);
  dialog.showModal();
}
