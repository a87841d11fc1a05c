// The levels of the day, one per game.

import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { games, titleOf, boardOf, difficultyOf } from "../model/catalogue.js";
import { daily, dateInWords, isDate, knownDaily, streak, today } from "../model/daily.js";
import { isSolved, standing } from "../model/progress.js";
import { address, go } from "../parts/router.js";
import { thumbnail } from "../board/thumbnail.js";
import { whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const date = isDate(route.part ?? "") ? route.part : today();
  const days = streak();
  const cards = games().map((game) => ({ game, box: h("li", { class: "card daycard" }, waiting(game, text.daily.soon)) }));
  put(
    host,
    h(
      "div",
      { class: "page daily" },
      h("header", { class: "hero" }, h("h1", {}, text.daily.title), h("p", {}, `${dateInWords(date)}. ${text.daily.about}`), days > 0 ? h("p", { class: "streak" }, text.daily.streak(days)) : null),
      h("ul", { class: "daycards" }, cards.map(({ box }) => box)),
    ),
  );
  // One after the other: each is work for the engine.
  (async () => {
    for (const { game, box } of cards) {
      if (signal.aborted) return;
      await fill(game, box, date, signal);
    }
  })();
}

/** What stands there until the level does. */
const waiting = (game, state) => [h("div", { class: "picture" }), h("h2", {}, titleOf(game.name)), h("p", { class: "muted small" }, state)];

async function fill(game, box, date, signal) {
  put(box, waiting(game, knownDaily(game.name, date) ? "" : text.daily.making));
  const state = box.lastElementChild;
  try {
    const level = await daily(game.name, date, signal, (data) => put(state, text.new.progress(whole(data.tried))));
    if (signal.aborted) return;
    const solved = isSolved(level.code);
    const { best } = standing(level);
    put(
      box,
      h("div", { class: "picture" }, thumbnail(boardOf(level))),
      h("h2", {}, titleOf(game.name)),
      h("p", { class: "muted small" }, solved ? text.standing.solved(best, level.known?.moves) : difficultyOf(level)),
      button([icon(solved ? "check" : "play"), solved ? text.daily.again : text.daily.play], () => go(address("play", level.code), { resume: true }), {
        class: solved ? "quiet" : "primary",
      }),
    );
  } catch (error) {
    if (error.name !== "AbortError") put(state, error.message);
  }
}
