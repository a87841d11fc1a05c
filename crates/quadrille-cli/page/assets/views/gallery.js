// Packs as files beside the page: a list in a JSON file, and a text with levels for each.
// A course or a community hosts them; the page only reads files of its own address.

import * as api from "../api/index.js";
import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { thumbnail } from "../board/thumbnail.js";
import { boardOf } from "../model/catalogue.js";
import { keepAsPack, packFrom } from "../model/pack-file.js";
import { isSolved } from "../model/progress.js";
import { address, go } from "../parts/router.js";
import { toast } from "../parts/notify.js";
import { text } from "../texts/index.js";

/** The boards that a card shows. */
const SHOWN = 4;

/** The default address of the list. */
const LIST = "packs/gallery.json";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const list = beside(route.query.get("list") ?? LIST, document.baseURI.split("#")[0]);
  const entries = list ? await readList(list, signal) : null;
  if (signal.aborted) return;
  const { gallery } = text;
  put(
    host,
    h(
      "div",
      { class: "page gallery" },
      h("header", { class: "hero" }, h("h1", {}, gallery.title), h("p", {}, entries ? gallery.about : gallery.none)),
      entries ? h("ul", { class: "packcards" }, entries.map((entry) => card(entry, list, signal))) : h("p", {}, gallery.how, " ", h("code", {}, LIST)),
      h("p", {}, h("a", { class: "button quiet", href: address("mine") }, icon("mine"), text.mine.title)),
    ),
  );
}

/** The whole address of a file that lies beside another; null for one of another site. @param {string} file @param {string} base */
function beside(file, base) {
  try {
    const found = new URL(file, base);
    return found.origin === location.origin ? found.href : null;
  } catch {
    return null;
  }
}

/** The entries of a list; null when there is none. @param {string} list @param {AbortSignal} signal @returns {Promise<{file: string, title: string, about: string}[] | null>} */
async function readList(list, signal) {
  try {
    const answer = await fetch(list, { signal });
    const rows = answer.ok ? await answer.json() : null;
    if (!Array.isArray(rows)) return null;
    const { lang } = document.documentElement;
    const entry = ({ file, ...row }) => ({ file, title: String(row[lang]?.title ?? row.title), about: String(row[lang]?.about ?? row.about ?? "") });
    return rows.filter((row) => typeof row?.file === "string" && typeof row.title === "string").map(entry);
  } catch {
    return null;
  }
}

/** The levels of a file. @param {string} from @param {string} file @param {AbortSignal} signal */
async function levelsIn(from, file, signal) {
  const answer = await fetch(from, { signal });
  if (!answer.ok) throw new Error(text.gallery.gone(file));
  const { levels = [] } = await api.check(await answer.text());
  if (levels.length === 0) throw new Error(text.importing.nothing);
  return levels;
}

/** Some of the levels, from the first to the last. */
function sample(levels) {
  const count = Math.min(SHOWN, levels.length);
  const shown = Array.from({ length: count }, (_, index) => levels[Math.round((index * (levels.length - 1)) / Math.max(1, count - 1))]);
  return shown.map((level) => thumbnail(boardOf(level)));
}

/** @param {{file: string, title: string, about: string}} entry @param {string} list @param {AbortSignal} signal */
function card({ file, title, about }, list, signal) {
  const { gallery } = text;
  const from = beside(file, list);
  const known = packFrom(from ?? "");
  const solved = known?.levels.filter((level) => isSolved(level.code)).length ?? 0;
  const state = h("p", { class: "muted small", role: "status" }, known ? text.home.solved(solved, known.levels.length) : "");
  const boards = h("div", { class: "boards", "aria-hidden": "true" });
  const reading = from ? levelsIn(from, file, signal) : Promise.resolve([]);
  reading.then(
    (levels) => {
      put(boards, sample(levels));
      if (!known && levels.length > 0) put(state, gallery.count(levels.length));
    },
    () => {},
  );
  const add = async () => {
    try {
      const levels = await reading;
      const name = await keepAsPack(levels, title, from ?? undefined);
      toast(text.importing.kept(levels.length, title), "good");
      go(address("pack", name));
    } catch (error) {
      put(state, error.message);
    }
  };
  return h(
    "li",
    { class: "card" },
    boards,
    h("h2", {}, title),
    h("p", {}, about),
    state,
    h(
      "div",
      { class: "row" },
      known ? h("a", { class: "button primary", href: address("pack", known.name) }, icon("play"), text.daily.play) : null,
      from ? button([icon("download"), known ? gallery.again : gallery.add], add, { class: known ? "quiet" : "primary" }) : h("span", { class: "bad" }, gallery.elsewhere),
    ),
  );
}
