// The level of the day: one per game, made from the date alone, so it is the same for everyone; and
// a hard one for every week. What was solved, and days in a row, are stored in the browser.

import * as api from "../api/index.js";
import { games } from "./catalogue.js";
import { setting, keepSetting } from "./store.js";
import { text } from "../texts/index.js";

const DAY = 86_400_000;
/** The difficulty for each day of the week, Sunday first. */
const BY_WEEKDAY = ["hard", "medium", "medium", "medium", "medium", "hard", "hard"];

/** A date as people abbreviate it everywhere: `2026-11-15`, by the clock of the reader. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Games of which a level for experts is found within seconds; the level of the week is of one after the other. */
const WEEKLY = ["tiles", "zhed", "sokoban"];

const WEEK = /^(\d{4})-W(\d\d)$/;

/** The week of a date, as calendars number it: `2026-W47`, from Monday to Sunday. @param {string} date */
export function weekOf(date) {
  const fromMonday = (time) => (new Date(time).getUTCDay() + 6) % 7;
  const noon = Date.parse(`${date}T12:00:00Z`);
  // A week belongs to the year of its Thursday, and the 4th of January is in the first week.
  const thursday = noon + (3 - fromMonday(noon)) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const begin = Date.UTC(year, 0, 4) - fromMonday(Date.UTC(year, 0, 4)) * DAY;
  return `${year}-W${String(1 + Math.floor((thursday - begin) / DAY / 7)).padStart(2, "0")}`;
}

/** The game of a week. @param {string} week */
export function weeklyGame(week) {
  const known = WEEKLY.filter((name) => games().some((game) => game.name === name));
  const [, year, number] = (week.match(WEEK) ?? []).map(Number);
  return known[(53 * year + number) % known.length];
}

/** The request to the generator for a date or a week. @param {string} game @param {string} edition */
export function orderOf(game, edition) {
  const [, year, week] = edition.match(WEEK) ?? [];
  if (week) return { game, seed: Number(year + week), difficulty: "expert", count: 1 };
  const weekday = new Date(`${edition}T12:00:00Z`).getUTCDay();
  return { game, seed: Number(edition.replaceAll("-", "")), difficulty: BY_WEEKDAY[weekday], count: 1 };
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
  // Those that were looked at last are kept, be they old or new.
  const recent = Object.fromEntries(Object.entries(all).slice(-40));
  keepSetting("daily", { ...recent, [date]: { ...all[date], [game]: level } });
  return level;
}

/** The level of a day with a code, with its name. @param {string} code */
export function findDaily(code) {
  for (const [date, levels] of Object.entries(kept())) {
    const level = Object.values(levels).find((one) => one.code === code);
    if (level) return { ...level, date, title: editionTitle(date), from: dateInWords(date) };
  }
  return undefined;
}

/** True if a text is a date of the form `2026-11-15`. @param {string} [words] */
export const isDate = (words = "") => /^\d{4}-\d\d-\d\d$/.test(words) && !Number.isNaN(Date.parse(words));

/** True if a text is a date or a week. @param {string} [words] */
export const isEdition = (words = "") => isDate(words) || WEEK.test(words);

/** @param {string} edition */
export const editionTitle = (edition) => (WEEK.test(edition) ? text.daily.weekly : text.daily.title);

/** A date or a week in words. @param {string} edition */
export function dateInWords(edition) {
  const [, year, week] = edition.match(WEEK) ?? [];
  return week ? text.daily.week(Number(week), year) : text.daily.date(new Date(`${edition}T12:00:00`));
}

/** The games whose level was solved, by date and week. @returns {Record<string, string[]>} */
export const solvedDays = () => setting("days", {});

/** Notes that a level was solved: a level of today counts for the streak. @param {string} code */
export function noteDaily(code) {
  const found = Object.entries(kept()).find(([, levels]) => Object.values(levels).some((level) => level.code === code));
  if (!found) return;
  const [date, levels] = found;
  const game = Object.keys(levels).find((name) => levels[name].code === code);
  const done = solvedDays();
  keepSetting("days", { ...done, [date]: [...new Set([...(done[date] ?? []), game])] });
  if (date !== today()) return;
  const days = new Set(setting("streak", []));
  days.add(date);
  keepSetting("streak", [...days].sort().slice(-400));
}

/** The number of days in a row with a solved level, up to today or yesterday. @param {Date} [now] */
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

/** The most days in a row that there were. */
export function longestStreak() {
  let [longest, count, before] = [0, 0, 0];
  for (const date of [...setting("streak", [])].sort()) {
    const day = Math.round(Date.parse(`${date}T12:00:00Z`) / DAY);
    count = day === before + 1 ? count + 1 : 1;
    longest = Math.max(longest, count);
    before = day;
  }
  return longest;
}

/** Today's level of a game, if it was generated. @param {string} date */
export const dailies = (date) => games().map((game) => ({ game, level: knownDaily(game.name, date) }));
