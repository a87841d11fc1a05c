// The levels: games and packs to choose from, with what has been solved.

import * as api from "./api.js";
import { h, put, button } from "./dom.js";
import { icon } from "./icons.js";
import { games, packs } from "./catalogue.js";
import { address, go } from "./router.js";
import { recordOf, setting, keepSetting } from "./progress.js";

/** How many levels of a pack are shown beside those of other games. */
const FIRST_LEVELS = 7;

/**
 * Opens the view.
 * @param {import("./router.js").Route} _route
 * @param {HTMLElement} host
 */
export async function open(_route, host) {
  const chosen = setting("game", "");
  const sections = h("div", { class: "packs" });
  const filters = h("div", { class: "chips", role: "group", "aria-label": "Games" });
  const choose = (id) => {
    keepSetting("game", id);
    put(
      filters,
      ["", ...games().map((game) => game.id)].map((game) =>
        button(
          game === "" ? "All games" : games().find((other) => other.id === game).title,
          () => {
            choose(game);
            filters.querySelector("[aria-pressed=true]").focus();
          },
          { class: "chip big", "aria-pressed": String(game === id) },
        ),
      ),
    );
    put(
      sections,
      games()
        .filter((game) => id === "" || game.id === id)
        .map((game) => gameSection(game, id === "" ? () => choose(game.id) : null)),
    );
  };
  choose(games().some((game) => game.id === chosen) ? chosen : "");
  put(
    host,
    h(
      "div",
      { class: "page" },
      h(
        "header",
        { class: "hero" },
        h("h1", {}, "Choose a level"),
        h(
          "p",
          { class: "muted" },
          "Grid puzzles that are solved by search. Play them, let the solver prove how short they can be, watch it think, or draw your own.",
        ),
        resume(),
      ),
      filters,
      sections,
    ),
  );
}

/** The level that was left in the middle, if there is one. */
function resume() {
  const code = setting("last", "");
  const record = code && recordOf(code);
  const level = packs()
    .flatMap((pack) => pack.levels)
    .find((other) => other.code === code);
  if (!record || !level || record.played === 0 || record.played === record.best) return null;
  return h(
    "p",
    {},
    button([icon("play"), `Go on with ${level.name}`], () => go(address("play", code), { resume: true }), { class: "primary" }),
  );
}

/**
 * The packs of a game: all of their levels, or the next ones to play and a way to all.
 * @param {any} game
 * @param {(() => void) | null} showAll
 */
function gameSection(game, showAll) {
  const own = packs()
    .map((pack) => ({ pack, levels: pack.levels.filter((level) => level.game === game.id) }))
    .filter(({ levels }) => levels.length > 0);
  return h(
    "section",
    { class: "game", "aria-label": game.title },
    h(
      "header",
      {},
      h("h2", {}, game.title),
      h("p", { class: "muted" }, game.about),
      h("a", { class: "button quiet small", href: address("edit", null, { game: game.id }) }, icon("edit"), "Draw a level"),
    ),
    own.map(({ pack, levels }) => [
      own.length > 1 || packs().length > 1
        ? h("h3", {}, pack.title ?? pack.id, " ", h("span", { class: "muted" }, tally(levels)))
        : null,
      h("ul", { class: "levels" }, (showAll ? nextOf(levels) : levels).map(levelCard)),
    ]),
    showAll && own.some(({ levels }) => levels.length > FIRST_LEVELS)
      ? h(
          "p",
          {},
          button(
            `All ${own.reduce((sum, { levels }) => sum + levels.length, 0)} levels of ${game.title}`,
            () => {
              showAll();
              scrollTo(0, 0);
            },
            { class: "quiet" },
          ),
        )
      : null,
  );
}

/** The levels around the first one that is not solved. */
function nextOf(levels) {
  const next = levels.findIndex((level) => recordOf(level.code)?.best === undefined);
  const start = Math.max(0, Math.min(Math.max(0, next - 1), levels.length - FIRST_LEVELS));
  return levels.slice(start, start + FIRST_LEVELS);
}

function tally(levels) {
  return `${levels.filter((level) => recordOf(level.code)?.best !== undefined).length} of ${levels.length} solved`;
}

function levelCard(level) {
  const { mark, words } = standing(level);
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(address("play", level.code), { resume: true });
  };
  return h(
    "li",
    {},
    h(
      "a",
      { class: "level", href: address("play", level.code), onclick: open, title: level.note },
      h("img", { src: api.pictureAddress(level.code), alt: "", loading: "lazy", decoding: "async" }),
      h("span", { class: "name" }, level.name),
      h("span", { class: "muted small" }, level.difficulty ? `${level.difficulty.label} · ` : "", words),
      mark ? h("span", { class: "mark", "aria-hidden": "true" }, mark) : null,
    ),
  );
}

/** How a level stands: solved as short as can be, solved, left in the middle, or untouched. */
function standing(level) {
  const record = recordOf(level.code);
  const fewest = record?.proved ?? level.known?.moves;
  const of = fewest === undefined ? "" : ` of ${fewest}`;
  if (record?.best !== undefined)
    return record.best <= (fewest ?? -1)
      ? { mark: "★", words: `solved, ${record.best}${of}` }
      : { mark: "✓", words: `solved, ${record.best}${of}` };
  if (record?.played) return { mark: "…", words: `left after ${record.played}${of}` };
  if (level.known?.kind === "unsolvable") return { mark: "", words: "no solution" };
  return { mark: "", words: fewest === undefined ? "" : `${fewest} ${fewest === 1 ? "move" : "moves"}` };
}
