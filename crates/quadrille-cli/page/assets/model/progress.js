// Progress per level, stored in the browser under the code of the level. Stored data is checked
// before use; damaged data is moved aside, never overwritten.

import { keepSetting, onChange, rawSetting, setAside } from "./store.js";

const NAME = "progress";
const VERSION = 1;

/**
 * @typedef {{moves: string[], played: number, best?: number, proved?: number, helped?: number, saw?: boolean}} LevelRecord the moves of the
 * line, how many of them are played, the fewest moves it was solved in, the fewest there are, how often help was taken for the best, and
 * whether a solution was seen
 */

/** @type {Map<string, LevelRecord>} */
let records = new Map();

const count = (value) => (Number.isInteger(value) && value >= 0 ? value : undefined);

/**
 * Reads a text that was stored; what is no record of a level is left out.
 * @param {string} stored
 * @returns {Map<string, LevelRecord> | null} null when the text is damaged or of a newer version
 */
export function readProgress(stored) {
  let value;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  if (value?.version !== VERSION || typeof value.levels !== "object" || value.levels === null) return null;
  const read = new Map();
  for (const [code, record] of Object.entries(value.levels)) {
    const moves = record?.moves;
    if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string" && move.length < 16)) continue;
    read.set(code, {
      moves,
      played: Math.min(count(record.played) ?? 0, moves.length),
      best: count(record.best),
      proved: count(record.proved),
      helped: count(record.helped),
      saw: record.saw === true || undefined,
    });
  }
  return read;
}

function load() {
  const stored = rawSetting(NAME);
  if (stored === null) return;
  const read = readProgress(stored);
  if (read) records = read;
  else setAside(NAME);
}

load();
// Another tab has played: take over what it knows.
onChange(NAME, load);

const store = () => keepSetting(NAME, { version: VERSION, levels: Object.fromEntries(records) });

/** @param {string} code @returns {LevelRecord | undefined} */
export const recordOf = (code) => records.get(code);

/**
 * Keeps where a level stands.
 * @param {string} code
 * @param {string[]} moves
 * @param {number} played
 * @param {boolean} solved
 * @param {number} hints how many hints were taken
 * @param {boolean} saw whether a solution was seen
 */
export function keepLine(code, moves, played, solved, hints, saw) {
  const helped = hints + (saw ? 1 : 0);
  /** @type {Partial<LevelRecord>} */
  const record = records.get(code) ?? {};
  const better = solved && (record.best === undefined || played < record.best || (played === record.best && helped < (record.helped ?? 0)));
  records.set(code, { ...record, moves, played, ...(better ? { best: played, helped } : {}) });
  store();
}

/** Stores that a solution of a level was seen: solving it from now on counts as solved with help. @param {string} code */
export function keepSaw(code) {
  records.set(code, { ...(records.get(code) ?? { moves: [], played: 0 }), saw: true });
  store();
}

/**
 * Keeps how few moves there are at least.
 * @param {string} code
 * @param {number} moves
 */
export function keepProved(code, moves) {
  const record = records.get(code) ?? { moves: [], played: 0 };
  if (record.proved === moves) return;
  records.set(code, { ...record, proved: moves });
  store();
}

/**
 * The state of a level.
 * @param {{code: string, known?: any}} level
 * @returns {{state: "shortest" | "helped" | "solved" | "begun" | "fresh", best?: number, fewest?: number, played?: number}}
 */
export function standing(level) {
  const record = records.get(level.code);
  const fewest = record?.proved ?? (level.known?.kind === "optimal" ? level.known.moves : undefined);
  if (record?.best !== undefined) {
    const shortest = fewest !== undefined && record.best <= fewest;
    return { state: !shortest ? "solved" : record.helped ? "helped" : "shortest", best: record.best, fewest };
  }
  return record?.played ? { state: "begun", played: record.played, fewest } : { state: "fresh", fewest };
}

/** True if a level was solved. @param {string} code */
export const isSolved = (code) => records.get(code)?.best !== undefined;

/** All records, to be written to a file. */
export const progressText = () => ({ version: VERSION, levels: Object.fromEntries(records) });

/** Takes in the records of a file, where they are better than what is known. @param {any} value */
export function takeProgress(value) {
  const read = readProgress(JSON.stringify(value ?? null));
  if (!read) return false;
  for (const [code, record] of read) {
    const known = records.get(code);
    if (!known || (record.best ?? Infinity) < (known.best ?? Infinity)) records.set(code, record);
  }
  store();
  return true;
}

/** Forgets everything. */
export function clearProgress() {
  records = new Map();
  store();
}
