// The user's own levels: named drawings, imported packs, made levels. All are stored in the
// browser.

import { setting, keepSetting, onChange } from "./store.js";
import { bringSource } from "../api/index.js";
import { asPack, bringEntry } from "./catalogue.js";
import { text } from "../texts/index.js";

/**
 * @typedef {import("./drawing.js").Sheet} Sheet
 * @typedef {{id: string, name: string, game: string, sheet: Sheet, past: Sheet[], code: string | null, changed: number}} Draft a drawing with
 *   what was drawn before, so that undo outlives the page
 * @typedef {{name: string, title: string, own?: boolean, from?: string, author?: string, licence?: string, levels: any[], puzzlescript?: import("./puzzlescript.js").Kept}} OwnPack `from` is
 *   the file that it came from, and `puzzlescript` the game that all of its levels are of
 */

const KEPT_STEPS = 40;
const KEPT_MADE = 60;

const isSheet = (sheet) =>
  Number.isInteger(sheet?.rows) && Number.isInteger(sheet?.cols) && Array.isArray(sheet?.cells) && sheet.cells.length === sheet.rows * sheet.cols;

const isPack = (pack) =>
  typeof pack?.name === "string" && Array.isArray(pack.levels) && (!pack.puzzlescript || (typeof pack.puzzlescript.source === "string" && Array.isArray(pack.puzzlescript.game?.palette)));
/** Makes the game of a pack known. @param {OwnPack} pack */
function bring({ name, puzzlescript }) {
  if (!puzzlescript) return;
  bringSource(name, puzzlescript.source);
  bringEntry(puzzlescript.game);
}
/** Packs stored by older versions have an `id` in place of a name. */
const named = (old) => (old?.id === undefined ? old : { ...old, name: old.id, id: undefined });

/** @type {Draft[]} */
let drafts = [];
/** @type {OwnPack[]} */
let imported = [];
/** @type {any[]} */
let made = [];

function read() {
  drafts = setting("drafts", []).filter((draft) => typeof draft?.id === "string" && isSheet(draft.sheet));
  imported = setting("packs", []).map(named).filter(isPack);
  imported.forEach(bring);
  made = setting("made", []).filter((level) => typeof level?.code === "string" && Array.isArray(level.cells));
}
read();
for (const name of ["drafts", "packs", "made"]) onChange(name, read);

/** All drawings, the last changed first. */
export const allDrafts = () => [...drafts].sort((one, other) => other.changed - one.changed);

/** @param {string} id */
export const draftById = (id) => drafts.find((draft) => draft.id === id);

/** An identifier for something new. */
export const newId = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** A name that no drawing has. @param {string} title the title of the game */
export function freshName(title) {
  const taken = new Set(drafts.map((draft) => draft.name));
  for (let number = 1; ; number += 1) {
    const name = text.mine.draftName(title, number);
    if (!taken.has(name)) return name;
  }
}

/** Keeps a drawing. @param {Omit<Draft, "changed">} draft */
export function keepDraft(draft) {
  const kept = { ...draft, past: draft.past.slice(-KEPT_STEPS), changed: Date.now() };
  drafts = [...drafts.filter((other) => other.id !== draft.id), kept];
  keepSetting("drafts", drafts);
}

/** @param {string} id */
export function removeDraft(id) {
  drafts = drafts.filter((draft) => draft.id !== id);
  keepSetting("drafts", drafts);
}

/** The packs that were read in, and one with the levels that were made. */
export function ownPacks() {
  const rows = [...imported];
  if (made.length > 0) rows.push({ name: "made", title: text.packs.made, levels: made });
  return rows.map((pack) => asPack(/** @type {any} */ (pack)));
}

/** Keeps a pack. @param {OwnPack} pack */
export function keepPack(pack) {
  bring(pack);
  imported = [...imported.filter((other) => other.name !== pack.name), pack];
  keepSetting("packs", imported);
}

/** @param {string} name */
export function removePack(name) {
  if (name === "made") {
    made = [];
    return keepSetting("made", made);
  }
  imported = imported.filter((pack) => pack.name !== name);
  keepSetting("packs", imported);
}

/** Keeps a level that was made. @param {any} level */
export function keepMade(level) {
  made = [...made.filter((other) => other.code !== level.code), level].slice(-KEPT_MADE);
  keepSetting("made", made);
}

/** The level with a code among drawings. @param {string} code */
export function findOwn(code) {
  const draft = drafts.find((other) => other.code === code);
  return draft && { ...draft.sheet, game: draft.game, code, name: draft.name, title: draft.name, known: null, from: text.mine.title, draft: draft.id };
}

/** Everything, to be written to a file. */
export const ownText = () => ({ drafts, packs: imported, made });

/** Takes in what a file holds. @param {any} own */
export function takeOwn(own) {
  for (const draft of own?.drafts ?? []) if (typeof draft?.id === "string" && isSheet(draft.sheet)) keepDraft({ past: [], ...draft });
  for (const pack of (own?.packs ?? []).map(named)) if (isPack(pack)) keepPack(pack);
  for (const level of own?.made ?? []) if (typeof level?.code === "string" && Array.isArray(level.cells)) keepMade(level);
}

/** Forgets everything. */
export function clearOwn() {
  for (const name of ["drafts", "packs", "made"]) keepSetting(name, []);
  read();
}
