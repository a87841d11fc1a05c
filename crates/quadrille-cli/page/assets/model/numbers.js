// Numbers and sentences in readable form.

import { language, text } from "../texts/index.js";

/** A text as a sentence, with a capital and a full stop. @param {string | undefined | null} message */
export function sentence(message) {
  if (!message) return "";
  return message[0].toUpperCase() + message.slice(1) + (/[.!?…:]$/.test(message) ? "" : ".");
}

/** A whole number, grouped by thin blanks. @param {number} value */
export function whole(value) {
  return Number(value).toLocaleString("en").replaceAll(",", "\u202f");
}

const decimal = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** A large number in few characters. @param {number} value */
export function brief(value) {
  if (value < 10_000) return whole(value);
  const [scale, unit] = value < 1e6 ? [1e3, "k"] : value < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const scaled = value / scale;
  return `${scaled < 100 ? decimal(scaled, 1) : Math.round(scaled)}\u202f${unit}`;
}

/** @param {number} value */
export function bytes(value) {
  if (value < 1024) return `${value} B`;
  const power = Math.min(3, Math.floor(Math.log2(value) / 10));
  const scaled = value / 1024 ** power;
  return `${scaled < 10 ? decimal(scaled, 1) : Math.round(scaled)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

/** @param {number} value */
export function seconds(value) {
  if (value < 0.001) return `${Math.max(1, Math.round(value * 1e6))} µs`;
  if (value < 1) return `${decimal(value * 1000, value < 0.01 ? 1 : 0)} ms`;
  return `${decimal(value, value < 10 ? 2 : 1)} s`;
}

/** A count of moves in words. @param {number} count */
export const moves = (count) => text.count.moves(count, whole(count));

/**
 * The moves that are played in words, with those that the game counts beside all: `24 moves, 8 pushes`.
 * @param {import("./game-tree.js").GameTree} tree
 */
export const played = (tree) => [moves(tree.played), tallied(tree)].filter(Boolean).join(", ");

/** The moves that the game counts separately: `8 pushes`. @param {import("./game-tree.js").GameTree} tree */
export function tallied(tree) {
  const tally = text.count.tally[tree.start.tally ?? ""];
  return tally ? tally(tree.tallied, whole(tree.tallied)) : "";
}

/** An estimate or a sum with one: no more digits than it needs. @param {number} value */
export function estimate(value) {
  return Number.isFinite(value) ? (Math.round(value * 100) / 100).toLocaleString(language, { useGrouping: false }) : "∞";
}
