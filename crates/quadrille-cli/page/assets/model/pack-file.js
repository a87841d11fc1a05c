// A text with many levels as a pack of the reader.

import * as api from "../api/index.js";
import { keepPack, newId, ownPacks } from "./own-levels.js";

/**
 * Keeps levels as a pack. A pack that came from the same file is replaced.
 * @param {{code: string, name?: string, known?: any, difficulty?: any, plan?: string}[]} levels
 * @param {string} title
 * @param {string} [from] the address of the file
 * @param {{author?: string, licence?: string}} [credits]
 * @returns {Promise<string>} the name of the pack
 */
export async function keepAsPack(levels, title, from = undefined, credits = {}) {
  const rows = [];
  for (const [index, level] of levels.entries()) {
    const { game, rows: height, cols, cells } = await api.position(level.code);
    const { code, name = String(index + 1), known = null, difficulty, plan } = level;
    rows.push({ index, game, name, code, rows: height, cols, cells: cells.map((cell) => cell.glyph), known, difficulty, plan });
  }
  const name = packFrom(from)?.name ?? `own-${newId()}`;
  keepPack({ name, title, own: true, from, ...credits, levels: rows });
  return name;
}

/** The pack that came from a file, if it is kept. @param {string} [from] */
export const packFrom = (from) => (from ? ownPacks().find((pack) => pack.from === from) : undefined);
