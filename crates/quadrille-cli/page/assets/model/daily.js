// The level of the day: one per game, made from the date alone, so it is the same for everyone.
// Days in a row are stored in the browser.

import * as api from "../api/index.js";
import { games } from "./catalogue.js";
import { setting, keepSetting } from "./store.js";
import { text } from "../texts/index.js";

const DAY = 86_400_000;
/** How hard the level is on each day of the week, from Sunday on. */
const BY_WEEKDAY = ["hard", "medium", "medium", "medium", "medium", "hard", "hard"];

/** A date as people abbreviate it everywhere: `2026-11-15`, by the clock of the reader. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** What is asked of the generator on a date. @param {string} game @param {string} date */
export function orderOf(game, date) {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return { game, seed: Number(date.replaceAll("-", "")), difficulty: BY_WEEKDAY[weekday], count: 1 };
}

/** @returns {Record<string, any>} the levels that were made, by date and game */
const kept = () => setting("daily", {});

/** The level of a date when it was made before. @param {string} game @param {string} date */
export const knownDaily = (game, date) => kept()[date]?.[game];

/**
 * The level of a date.
 * @param {string} game
 * @param {string} date
 * @param {AbortSignal} signal
 * @param {(data: any) => void} [onProgress]
 */
export async function daily(game, date, signal, onProgress = () => {}) {
  const known = knownDaily(game, date);
  if (known) return known;
  const [level] = await api.generate(orderOf(game, date), signal, onProgress);
  if (!level) throw new Error(text.daily.none);
  const all = kept();
  // A fortnight is enough to look back.
  const recent = Object.fromEntries(Object.entries(all).sort().slice(-13));
  keepSetting("daily", { ...recent, [date]: { ...all[date], [game]: level } });
  return level;
}

/** The level of a day with a code, with its name. @param {string} code */
export function findDaily(code) {
  for (const [date, levels] of Object.entries(kept())) {
    const level = Object.values(levels).find((one) => one.code === code);
    if (level) return { ...level, date, title: text.daily.title, from: dateInWords(date) };
  }
  return undefined;
}

/** Whether a text is a date of the form `2026-11-15`. @param {string} [words] */
export const isDate = (words = "") => /^\d{4}-\d\d-\d\d$/.test(words) && !Number.isNaN(Date.parse(words));

/** @param {string} date */
export const dateInWords = (date) => text.daily.date(new Date(`${date}T12:00:00`));

/** Notes that a level was solved: a level of today counts for the streak. @param {string} code */
export function noteDaily(code) {
  const date = today();
  if (!Object.values(kept()[date] ?? {}).some((level) => level.code === code)) return;
  const days = new Set(setting("streak", []));
  days.add(date);
  keepSetting("streak", [...days].sort().slice(-400));
}

/** How many days in a row have a level that was solved, up to today or yesterday. @param {Date} [now] */
export function streak(now = new Date()) {
  const days = new Set(setting("streak", []));
  let count = 0;
  let at = now.getTime();
  if (!days.has(today(now))) at -= DAY;
  while (days.has(today(new Date(at)))) {
    count += 1;
    at -= DAY;
  }
  return count;
}

/** Whether today's level of a game was made and which one it is. @param {string} date */
export const dailies = (date) => games().map((game) => ({ game, level: knownDaily(game.name, date) }));
