// The levels of a day, one per game; the hard one of the week; days gone by; what was solved.

import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { games, titleOf, boardOf, difficultyOf } from "../model/catalogue.js";
import { daily, dateInWords, isDate, knownDaily, solvedDays, today, weeklyGame, weekOf } from "../model/daily.js";
import { isSolved, standing } from "../model/progress.js";
import { statistics } from "../model/statistics.js";
import { address, go } from "../parts/router.js";
import { thumbnail } from "../board/thumbnail.js";
import { whole } from "../model/numbers.js";
import { language, text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const now = today();
  const date = isDate(route.code ?? "") && route.code < now ? route.code : now;
  const week = weekOf(date);
  const card = (game, edition) => ({ game, edition, box: h("li", { class: "card daycard" }, waiting(game, text.daily.soon)) });
  const cards = games().map((game) => card(game, date));
  const weekly = card(games().find(({ name }) => name === weeklyGame(week)), week);
  put(
    host,
    h(
      "div",
      { class: "page daily" },
      h("header", { class: "hero" }, h("h1", {}, text.daily.title), h("p", {}, text.daily.about), daySteps(date, now)),
      h("ul", { class: "daycards" }, cards.map(({ box }) => box)),
      h(
        "div",
        { class: "dailymore" },
        h("section", { class: "weekly" }, h("h2", {}, text.daily.weekly), h("p", { class: "muted" }, `${dateInWords(week)}. ${text.daily.weeklyAbout}`), h("ul", {}, weekly.box)),
        h("section", { class: "archive", "aria-label": text.daily.archive }, h("h2", {}, text.daily.archive), calendar(date, now)),
        statisticsSection(),
      ),
    ),
  );
  // One after the other: each is work for the engine.
  (async () => {
    for (const { game, edition, box } of [...cards, weekly]) {
      if (signal.aborted) return;
      await fill(game, box, edition, signal);
    }
  })();
}

const DAY = 86_400_000;
/** @param {string} date @param {number} days */
const later = (date, days) => new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The date, between the ways to the day before and the day after. */
function daySteps(date, now) {
  const step = (other, label, picture) => (other > now ? h("span", { class: "button quiet icon", "aria-disabled": "true" }, icon(picture)) : h("a", { class: "button quiet icon", href: address("daily", other), "aria-label": label, title: label }, icon(picture)));
  return h("div", { class: "row daysteps" }, step(later(date, -1), text.daily.before, "previous"), h("strong", {}, dateInWords(date)), step(later(date, 1), text.daily.after, "next"));
}

/** The month of a date: a link for every day, with as many dots as levels were solved. */
function calendar(date, now) {
  const [year, month] = date.split("-").map(Number);
  const noon = (day) => new Date(Date.UTC(year, month - 1, day, 12));
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const done = solvedDays();
  const weekdays = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index, 12)).toLocaleDateString(language, { weekday: "narrow", timeZone: "UTC" }));
  const days = Array.from({ length: count }, (_, index) => noon(index + 1).toISOString().slice(0, 10));
  const entry = (day) => {
    const solved = done[day]?.length ?? 0;
    const number = String(Number(day.slice(8)));
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: Math.min(5, solved) }, () => h("i", {})));
    if (day > now) return h("li", {}, h("span", { class: "day later" }, number));
    return h("li", {}, h("a", { class: "day", href: address("daily", day), "aria-current": day === date ? "date" : null, "aria-label": `${dateInWords(day)}, ${text.daily.done(solved, games().length)}` }, number, dots));
  };
  const title = noon(1).toLocaleDateString(language, { month: "long", year: "numeric", timeZone: "UTC" });
  const next = days.at(-1) < now ? later(days.at(-1), 1) : null;
  const blanks = (noon(1).getUTCDay() + 6) % 7;
  return h(
    "div",
    { class: "card calendar" },
    h(
      "div",
      { class: "cardhead" },
      h("a", { class: "button quiet icon small", href: address("daily", later(days[0], -1)), "aria-label": text.daily.monthBefore }, icon("previous")),
      h("strong", {}, title),
      next ? h("a", { class: "button quiet icon small", href: address("daily", next), "aria-label": text.daily.monthAfter }, icon("next")) : h("span", { class: "button quiet icon small", "aria-disabled": "true" }, icon("next")),
    ),
    h("div", { class: "weekdays", "aria-hidden": "true" }, weekdays.map((name) => h("span", {}, name))),
    h("ol", { class: "days", data: { blanks: String(blanks) } }, days.map(entry)),
  );
}

/** The levels solved so far. */
function statisticsSection() {
  const figures = statistics();
  const { statistics: words } = text;
  const most = Math.max(1, ...figures.byGame.map(({ solved }) => solved));
  return h(
    "section",
    { class: "statistics" },
    h("h2", {}, words.title),
    h(
      "div",
      { class: "card" },
      h("dl", { class: "tally" }, ["streak", "longest", "solved", "stars"].map((name) => h("div", {}, h("dt", {}, words[name]), h("dd", {}, whole(figures[name]))))),
      h("ul", { class: "ways" }, figures.byGame.map(({ name, solved }) => h("li", {}, h("span", { class: "way" }, h("span", {}, titleOf(name)), h("span", { class: "muted small" }, whole(solved)), h("progress", { max: most, value: solved, "aria-hidden": "true" }))))),
      h("p", { class: "muted small" }, words.about),
    ),
  );
}

/** A placeholder until the level is ready. */
const waiting = (game, state) => [h("div", { class: "picture" }), h("h3", {}, titleOf(game.name)), h("p", { class: "muted small" }, state)];

async function fill(game, box, edition, signal) {
  put(box, waiting(game, knownDaily(game.name, edition) ? "" : text.daily.making));
  const state = box.lastElementChild;
  try {
    const level = await daily(game.name, edition, signal, (data) => put(state, text.new.progress(data.tried, whole(data.tried))));
    if (signal.aborted) return;
    const solved = isSolved(level.code);
    const { best } = standing(level);
    put(
      box,
      h("div", { class: "picture" }, thumbnail(boardOf(level))),
      h("h3", {}, titleOf(game.name)),
      h("p", { class: "muted small" }, solved ? text.standing.solved(best, level.known?.moves) : difficultyOf(level)),
      button([icon(solved ? "check" : "play"), solved ? text.daily.again : text.daily.play], () => go(address("play", level.code), { resume: true }), {
        class: solved ? "quiet" : "primary",
      }),
    );
  } catch (error) {
    if (error.name !== "AbortError") put(state, error.message);
  }
}
