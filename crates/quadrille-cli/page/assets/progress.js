// What was played and solved, kept in the browser. Levels are known by their codes. Whatever is found there is checked before it
// is used, and what is damaged is laid aside, never overwritten.

const KEY = "quadrille.progress";
const VERSION = 1;

/**
 * @typedef {{moves: string[], played: number, best?: number, proved?: number}} Record_ the line of moves, how many of them are
 * played, the fewest moves it was solved in, and the fewest there are
 */

/** @type {Map<string, Record_>} */
let records = new Map();
let writable = true;

/**
 * Reads a text that was stored; what is no record of a level is left out.
 * @param {string} text
 * @returns {Map<string, Record_> | null} null when the text is damaged or of a newer version
 */
export function readProgress(text) {
  let stored;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (stored?.version !== VERSION || typeof stored.levels !== "object" || stored.levels === null) return null;
  const count = (value) => (Number.isInteger(value) && value >= 0 ? value : undefined);
  const read = new Map();
  for (const [code, record] of Object.entries(stored.levels)) {
    const moves = record?.moves;
    if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string" && move.length < 16)) continue;
    read.set(code, {
      moves,
      played: Math.min(count(record.played) ?? 0, moves.length),
      best: count(record.best),
      proved: count(record.proved),
    });
  }
  return read;
}

function load() {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return;
    const read = readProgress(text);
    if (read) records = read;
    else {
      localStorage.setItem(`${KEY}.damaged`, text);
      localStorage.removeItem(KEY);
    }
  } catch {
    writable = false;
  }
}

load();
// Another tab has played: take over what it knows.
addEventListener("storage", (event) => {
  if (event.key === KEY && event.newValue) records = readProgress(event.newValue) ?? records;
});

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, levels: Object.fromEntries(records) }));
    writable = true;
  } catch {
    writable = false;
  }
}

/** Whether the browser lets anything be kept. */
export const isKept = () => writable;

/**
 * @param {string} code
 * @returns {Record_ | undefined}
 */
export const recordOf = (code) => records.get(code);

/**
 * Keeps where a level stands.
 * @param {string} code
 * @param {string[]} moves
 * @param {number} played
 * @param {boolean} solved
 */
export function keepLine(code, moves, played, solved) {
  const record = records.get(code);
  if (!record && moves.length === 0) return;
  const best = solved ? Math.min(played, record?.best ?? Infinity) : record?.best;
  records.set(code, { ...record, moves, played, best });
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

/** A setting that is kept in the browser, or its usual value. */
export function setting(name, usual) {
  try {
    const text = localStorage.getItem(`quadrille.${name}`);
    const value = text === null ? usual : JSON.parse(text);
    return typeof value === typeof usual ? value : usual;
  } catch {
    return usual;
  }
}

/** Keeps a setting. */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(`quadrille.${name}`, JSON.stringify(value));
  } catch {
    // A setting that cannot be kept holds until the page is closed.
  }
}
