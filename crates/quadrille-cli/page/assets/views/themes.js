// Puzzles by theme: the themes, or the levels of one of them.

import { h, put, button, select } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { boardOf, games, titleOf } from "../model/catalogue.js";
import { THEMES, levelsOf } from "../model/themes.js";
import { isSolved } from "../model/progress.js";
import { address, go } from "../parts/router.js";
import { thumbnail } from "../board/thumbnail.js";
import { levelCard } from "./home.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 */
export async function open(route, host) {
  const words = text.themes;
  if (route.code && !THEMES.includes(route.code)) return go(address("themes"));
  if (route.code) return put(host, oneTheme(route.code, route.query.get("game") ?? ""));
  put(
    host,
    h(
      "div",
      { class: "page themes" },
      h("header", { class: "hero" }, h("h1", {}, words.title), h("p", {}, words.about)),
      h("ul", { class: "themecards" }, THEMES.map(themeCard)),
    ),
  );
}

function themeCard(theme) {
  const { name, about } = text.themes.of[theme];
  const levels = levelsOf(theme);
  if (levels.length === 0) return null;
  const solved = levels.filter((level) => isSolved(level.code)).length;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card themecard", href: address("themes", theme), data: { theme } },
      h("span", { class: "picture" }, thumbnail(boardOf(levels.find((level) => !isSolved(level.code)) ?? levels[0]))),
      h("span", { class: "words" }, h("strong", {}, name), h("span", { class: "muted small" }, about), h("span", { class: "muted small" }, text.home.solved(solved, levels.length))),
    ),
  );
}

function oneTheme(theme, wanted) {
  const { name, about } = text.themes.of[theme];
  document.title = `${name} · Quadrille`;
  const all = levelsOf(theme);
  const levels = all.filter((level) => !wanted || level.game === wanted);
  const next = levels.find((level) => !isSolved(level.code));
  const solved = levels.filter((level) => isSolved(level.code)).length;
  const choices = [{ value: "", text: text.themes.anyGame }, ...games().filter((game) => all.some((level) => level.game === game.name)).map((game) => ({ value: game.name, text: titleOf(game.name) }))];
  return h(
    "div",
    { class: "page pack" },
    h(
      "header",
      { class: "pagehead" },
      h("div", {}, h("p", {}, h("a", { href: address("themes") }, text.themes.title)), h("h1", {}, name), h("p", { class: "muted" }, about, " ", text.home.solved(solved, levels.length))),
      h(
        "div",
        { class: "row" },
        select(text.themes.game, choices, wanted, (game) => go(address("themes", theme, game ? { game } : {}))),
        next ? button([icon("play"), solved > 0 ? text.pack.goOn : text.pack.begin], () => go(address("play", next.code), { resume: true, theme }), { class: "primary" }) : null,
      ),
    ),
    h("ul", { class: "levels" }, levels.map((level) => levelCard(level, { theme }))),
  );
}
