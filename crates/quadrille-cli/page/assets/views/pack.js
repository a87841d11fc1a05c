// A pack: its levels with their marks, and the next one to play.

import { h, put, s, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { levelName, packTitle, difficultyOf, titleOf } from "../model/catalogue.js";
import { packById } from "../model/levels.js";
import { removePack } from "../model/own-levels.js";
import { address, go } from "../parts/router.js";
import { saveButton } from "../parts/save-button.js";
import { isSolved } from "../model/progress.js";
import { levelCard } from "./home.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const pack = packById(route.code ?? "");
  if (!pack) return go("#/");
  const wanted = route.query.get("game");
  const levels = pack.levels.filter((level) => !wanted || level.game === wanted);
  const next = levels.find((level) => !isSolved(level.code) && level.known?.kind !== "unsolvable");
  const solved = levels.filter((level) => isSolved(level.code)).length;
  const title = packTitle(pack);
  const { author, licence } = /** @type {any} */ (pack);
  const file = () => ({ title, levels, author, licence });
  document.title = `${title} · Quadrille`;
  put(
    host,
    h(
      "div",
      { class: "page pack" },
      h(
        "header",
        { class: "pagehead" },
        h("div", {}, h("h1", {}, title), h("p", { class: "muted" }, wanted ? `${titleOf(wanted)} · ` : "", text.home.solved(solved, levels.length))),
        h(
          "div",
          { class: "row" },
          next
            ? button([icon("play"), solved > 0 ? text.pack.goOn : text.pack.begin], () => go(address("play", next.code), { resume: true }), { class: "primary" })
            : null,
          /** @type {any} */ (pack).puzzlescript ? h("a", { class: "button quiet", href: address("puzzlescript", pack.name) }, icon("edit"), text.puzzlescript.source) : null,
          saveButton(text.pack.sheet, "pdf", file, signal),
          /** @type {any} */ (pack).puzzlescript ? null : saveButton(text.pack.save, "text", file, signal),
          pack.own || pack.name === "made"
            ? button([icon("trash"), text.pack.remove], () => {
                if (!confirm(text.pack.sure(title))) return;
                removePack(pack.name);
                go("#/");
              }, { class: "quiet" })
            : null,
        ),
      ),
      curve(levels),
      groups(levels).map(({ name, list }) => [name ? h("h2", {}, name) : null, h("ul", { class: "levels" }, list.map(levelCard))]),
    ),
  );
}

/** The scores of the levels as bars; nothing where most have none. */
function curve(levels) {
  const scores = levels.map((level) => level.difficulty?.score ?? 0);
  const most = Math.max(...scores);
  if (levels.length < 3 || scores.filter(Boolean).length < levels.length / 2) return null;
  const label = text.pack.curve(Math.min(...scores.filter(Boolean)), most);
  const bar = (score, index) => s("rect", { x: index + 0.1, y: most - score, width: 0.8, height: score }, s("title", {}, `${levelName(levels[index])}: ${score}`));
  return h(
    "figure",
    { class: "curve" },
    h("figcaption", { class: "muted small" }, label),
    s("svg", { viewBox: `0 0 ${levels.length} ${most}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, scores.map(bar)),
  );
}

/** The levels by difficulty, where they have one. */
function groups(levels) {
  const found = [];
  for (const level of levels) {
    const name = difficultyOf(level);
    if (found.at(-1)?.name !== name) found.push({ name, list: [] });
    found.at(-1).list.push(level);
  }
  return found;
}
