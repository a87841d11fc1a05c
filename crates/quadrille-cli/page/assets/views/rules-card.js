// The rules of a game in words, with a picture of a move.

import { h, put } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { aboutGame, boardOf } from "../model/catalogue.js";
import { address } from "../parts/router.js";
import { BoardView } from "../board/board.js";
import { thumbnail } from "../board/thumbnail.js";
import { example, hasLessons, lessonSheet } from "../model/lessons.js";
import { setting, keepSetting } from "../model/store.js";
import { text } from "../texts/index.js";

/**
 * @param {import("../api/types.js").Game} game
 * @param {boolean} learning whether a lesson says the rules already
 */
export function rulesCard(game, learning) {
  const keys = game.move_kind === "keys" ? text.puzzlescript.keys : [];
  const rules = text.games[game.name]?.rules ?? [aboutGame(game.name), ...keys];
  // The boards of the picture are asked for; their place is taken at once, so that nothing below moves when they come.
  const blank = () => h("div", { class: "boardbox", "aria-hidden": "true" }, thumbnail(boardOf(lessonSheet(game.name, 0))));
  const picture = h("div", { class: "example" }, hasLessons(game.name) ? [blank(), h("span", { class: "becomes", "aria-hidden": "true" }, "→"), blank()] : null);
  const card = h(
    "details",
    { class: "card rules", open: !learning && setting("rules", true), ontoggle: () => keepSetting("rules", card.open) },
    h("summary", {}, text.play.rules),
    picture,
    h("ul", {}, rules.map((rule) => h("li", {}, rule))),
    learning || !hasLessons(game.name) ? null : h("a", { class: "button quiet small", href: address("learn", game.name) }, icon("learn"), text.play.learn),
  );
  draw(game.name, picture);
  return card;
}

/** The board before and after a move. */
async function draw(id, picture) {
  const shown = await example(id).catch(() => null);
  if (!shown) return put(picture);
  const board = (position) => {
    const view = new BoardView();
    view.svg.setAttribute("aria-hidden", "true");
    view.svg.removeAttribute("role");
    const box = h("div", { class: "boardbox" }, view.element);
    view.show(position);
    return { view, box };
  };
  const [before, after] = [board(shown.before), board(shown.after)];
  put(picture, before.box, h("span", { class: "becomes", "aria-hidden": "true" }, "→"), after.box);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", text.play.example);
  before.view.preview({ after: shown.after, move: shown.move });
  after.view.mark({ cells: [], last: { before: shown.before, move: shown.move } });
}
