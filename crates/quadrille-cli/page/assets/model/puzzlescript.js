// PuzzleScript games of the reader: a source with its levels is a pack, and its game is known to the
// catalogue. A link carries the source in a packed form.

import * as api from "../api/index.js";
import { asPack, game, version } from "./catalogue.js";
import { keepPack, ownPacks, removePack } from "./own-levels.js";
import { text } from "../texts/index.js";

/**
 * @typedef {import("../texts/index.js").Diagnostic & {severity: string, place?: {line: number, column: number}}} Fault
 * @typedef {{source: string, game: import("../api/types.js").Game, ending: string[], version: string, packed: string | null}} Kept `packed` is the source
 *   for links; nothing where the game ships with the program
 */

/** The headings by which a source is known. */
const HEADINGS = ["objects", "legend", "collisionlayers", "rules", "levels"];

/** The games that ship, in the order in which they are shown, each with the picture of one of its cells; the words for them are in the texts. */
export const SIGNS = {
  push: { colours: ["#eb8931", "#f7e26b"], pixels: "aaaaaabbbaababaabbbaaaaaa" },
  slide: { colours: ["#cccccc", "#1d57f7", "#1b2632"], pixels: "abbbabbbbbbbbbbbbbbbaccca" },
  zhed: { colours: ["#1b2632", "#ffffff"], pixels: "abbaaaaabaaabaaabaaaabbba" },
  squares: { colours: ["#cccccc", "#44891a", "#2f484e"], pixels: "abbbabbbbbbbbbbbbbbbaccca" },
  fold: { colours: ["#be2633", "#732930"], pixels: "aaaaaaaaaaaaaaaaaaaabbbbb" },
  ice: { colours: ["#b2dcef", "#000000", "#de65e2"], pixels: "aabaaacccabacabaacaaababa" },
  lamps: { colours: ["#697175", "#f7e26b", "#eb8931"], pixels: "abbbabbcbbbcccbbbcbbabbba" },
  doors: { colours: ["#9d9d9d", "#f7e26b"], pixels: "aaaaabbbaababbbbbbabaaaaa" },
  trail: { colours: ["#eeb62f", "#000000", "#be2633"], pixels: "abbbaababacccccacccaababa" },
  pull: { colours: ["#1d57f7", "#b2dcef"], pixels: "aaaaaabbbaabbbaabbbaaaaaa" },
};
export const SHIPPED = Object.keys(SIGNS);

/** True if a text is the source of a game. @param {string} words */
export function isSource(words) {
  const lines = new Set(words.split("\n").map((line) => line.trim().toLowerCase()));
  return HEADINGS.every((heading) => lines.has(heading));
}

/** The name of the game in a share code. @param {string} code */
export const gameIn = (code) => code.match(/^([a-z]+)\d-/)?.[1] ?? "";

/** The pack of a game, if it is one of PuzzleScript. @param {string} id @returns {any} */
export const packOf = (id) => ownPacks().find((pack) => pack.name === id && /** @type {any} */ (pack).puzzlescript);

/** The errors and warnings of a source. @param {string} source @param {AbortSignal} [signal] @returns {Promise<Fault[]>} */
export const faultsOf = async (source, signal) => (await api.readSource(source, true, signal)).faults;

/**
 * Reads a source and keeps it as a pack.
 * @param {string} source
 * @param {{instead?: string, isShipped?: boolean}} [how] the name of the game that it is a new version of
 * @returns {Promise<{pack: any, faults: Fault[]}>} no pack where there is nothing to play
 */
export async function keepSource(source, { instead = "", isShipped = false } = {}) {
  const { game: entry, levels, ending, faults } = await api.readSource(source);
  if (!entry || levels.length === 0) return { pack: null, faults };
  const known = packOf(entry.name);
  const packed = isShipped || known?.puzzlescript.packed === null ? null : await pack(source);
  const kept = { name: entry.name, title: entry.title, own: true, levels, puzzlescript: { source, game: entry, ending, version: version(), packed } };
  if (instead && instead !== entry.name) removePack(instead);
  keepPack(kept);
  return { pack: asPack(/** @type {any} */ (kept)), faults };
}

/** The other parameters of a link to a position: the source of its game. @param {string} code @returns {Record<string, string>} */
export function sourceQuery(code) {
  const packed = packOf(gameIn(code))?.puzzlescript.packed;
  return packed ? { source: packed } : {};
}

/**
 * Makes sure that the game of a position is known: it may be in the address, in this browser, or ship with the program.
 * @param {string | null} code
 * @param {URLSearchParams} query
 */
export async function bringGame(code, query) {
  const id = gameIn(code ?? "");
  const packed = query.get("source");
  const kept = id ? packOf(id)?.puzzlescript : null;
  if (!id || (game(id) && !kept)) return;
  if (kept && kept.version === version()) return;
  if (kept) return void (await keepSource(kept.source, { isShipped: kept.packed === null }));
  const source = packed ? await unpack(packed).catch(() => null) : null;
  if (source !== null && (await keepSource(source)).pack) return;
  const shipped = (await api.gallery()).find((one) => one.game === id);
  if (shipped) return void (await keepSource(shipped.text, { isShipped: true }));
  // Another unknown game is a damaged code: the engine says so.
  if (/x[a-z]{12}$/.test(id)) throw new Error(text.puzzlescript.unknown);
}

/** The pack of a game that ships, read if need be. @param {string} name @returns {Promise<any>} */
export async function shippedPack(name) {
  const shipped = (await api.gallery()).find((one) => one.name === name);
  if (!shipped) return null;
  return packOf(shipped.game) ?? (await keepSource(shipped.text, { isShipped: true })).pack;
}

/** Bytes through a stream of the browser. @param {Blob} bytes @param {any} through */
const piped = (bytes, through) => new Response(bytes.stream().pipeThrough(through)).arrayBuffer();

/** A text as a word for an address. @param {string} source */
async function pack(source) {
  const bytes = new Uint8Array(await piped(new Blob([source]), new CompressionStream("deflate-raw")));
  let word = "";
  for (const byte of bytes) word += String.fromCharCode(byte);
  return btoa(word).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The longest source in a link, in bytes: a few bytes can stand for very many. */
const LONGEST = 1 << 20;

/** The text of such a word. @param {string} word */
async function unpack(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > LONGEST) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
}
