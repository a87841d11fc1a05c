// The only way to the engine: one function per request. No other module sends requests, so that
// another engine can take the place of the server.

import { server } from "./server.js";
import { ApiError } from "./error.js";

/** @typedef {import("./types.js").Position} Position */

/** @type {import("./types.js").Engine} */
let engine = server;

/** Puts another engine in the place of the server. @param {import("./types.js").Engine} other */
export function use(other) {
  engine = other;
}

/** The sources of PuzzleScript games by their names: each goes with every request about its game. @type {Map<string, string>} */
const sources = new Map();

/** Makes the source of a game known. @param {string} game @param {string} source */
export const bringSource = (game, source) => void sources.set(game, source);

/** @param {import("./types.js").Values} values */
function withSource(values) {
  const source = sources.get(values.game ?? values.code?.match?.(/^([a-z]+)\d-/)?.[1] ?? "");
  return source === undefined ? values : { ...values, puzzlescript: source };
}

/** @param {string} question @param {import("./types.js").Values} values @param {AbortSignal} [signal] */
const ask = (question, values, signal) => engine.ask(question, withSource(values), signal);

/** The games, algorithms, heuristics and limits. @returns {Promise<import("./types.js").Catalogue>} */
export const catalogue = () => ask("catalogue", {});
/** The packs with their levels. @returns {Promise<import("./types.js").Pack[]>} */
export const packs = () => ask("packs", {});
/** @param {string} code @returns {Promise<Position>} */
export const position = (code) => ask("position", { code });
/** Plays moves; each position has the steps of the move that led to it. @param {string} code @param {string[]} moves @returns {Promise<{positions: Position[], solved: boolean, left: number}>} */
export async function play(code, moves) {
  const { positions, steps, ...rest } = await ask("play", { code, moves: moves.join(" ") });
  return { ...rest, positions: positions.map((position, index) => ({ ...position, steps: steps[index] })) };
}
/** Why a move is not possible: the engine is asked to play it, and refuses. @param {string} code @param {string} move @returns {Promise<any>} nothing for a legal move */
export const refusal = async (code, move) => (await ask("play", { code, moves: move, refusals: true })).refused;
/** The values of heuristics for a position, with their parts. @param {string} code @param {string} heuristics with commas between them @param {Record<string, string>} [scripts] @param {AbortSignal} [signal] @returns {Promise<{values: import("./types.js").Valued[]}>} */
export const values = (code, heuristics, scripts, signal) => ask("values", { code, heuristics, scripts }, signal);
/** The positions of a map that moves lead to, each by its key. @param {string} code @param {string[]} moves @param {AbortSignal} [signal] @returns {Promise<{keys: number[]}>} */
export const trace = (code, moves, signal) => ask("trace", { code, moves: moves.join(" ") }, signal);
/** The value of a script for a position. @param {string} code @param {string} text @param {AbortSignal} [signal] @returns {Promise<{value: number | null, printed: string[], mistake: (import("../texts/index.js").Diagnostic & {place?: {line: number, column: number}}) | null}>} */
export const tryScript = (code, text, signal) => ask("script", { code, text }, signal);
/** Reads a puzzle: its levels, or its mistake. @param {string} text @returns {Promise<{title: string, about: string, levels: (import("./types.js").Board & {name: string})[], mistake: (import("../texts/index.js").Diagnostic & {place?: {line: number, column: number}}) | null}>} */
export const readPuzzle = (text) => ask("puzzle", { text });
/**
 * Reads the source of a PuzzleScript game. @param {string} text @param {boolean} [onlyCheck] whether only its faults are asked for @param {AbortSignal} [signal]
 * @returns {Promise<{game: import("./types.js").Game | null, levels: import("./types.js").ListedLevel[], ending: string[], faults: import("../model/puzzlescript.js").Fault[]}>}
 */
export const readSource = (text, onlyCheck = false, signal) => ask("puzzlescript", { text, only_check: onlyCheck }, signal);
/** The PuzzleScript games that ship. @returns {Promise<{name: string, game: string, text: string}[]>} */
export const gallery = () => ask("gallery", {});
/** The words of scripts for a game. @param {string} game @returns {Promise<{words: {word: string, about: string}[], examples: {name: string, about: string, text: string}[]}>} */
export const words = (game) => ask("words", { game });
/** The assignments that come with the program or the server. @returns {Promise<{name: string, title: string, game: string | null, link: string}[]>} */
export const assignments = () => ask("assignments", {});
/** The parts of an assignment that students may see. @param {string} link @returns {Promise<import("./types.js").Assignment>} */
export const assignment = (link) => ask("assignment", { link });
/** @param {string} text @param {string} [game] */
export const check = (text, game) => ask("check", { text, game });
/** @param {{game: string, rows: number, cols: number, cells: string[]}} board @param {AbortSignal} [signal] */
export const board = ({ game, rows, cols, cells }, signal) => ask("board", { game, rows, cols, cells }, signal);
/** Levels as a file, its bytes in base64. @param {import("./types.js").Values} values @param {AbortSignal} [signal] @returns {Promise<{media_type: string, content: string}>} */
export const file = (values, signal) => engine.ask("file", { ...values, puzzlescript: withSource({ code: values.levels[0]?.code }).puzzlescript }, signal);
/** @param {string} code @param {string} format @param {string} [name] @returns {Promise<string>} */
export const exportText = async (code, format, name) => {
  const answer = await ask("export", { code, format, ...(name ? { name } : {}) });
  return typeof answer === "string" ? answer : JSON.stringify(answer, null, 1);
};

/**
 * Events of a search, a comparison or a generator.
 * @param {"solve" | "watch" | "compare" | "generate" | "describe" | "explain" | "claims" | "grade" | "inspect" | "map" | "vary"} what
 * @param {import("./types.js").Values} values
 * @param {AbortSignal} signal
 */
export async function* stream(what, values, signal) {
  for await (const event of engine.stream(what, withSource(values), signal)) {
    if (event.name === "failed") throw new ApiError(event.data.error?.message ?? "The search failed.", event.data.error);
    yield event;
  }
}

/**
 * Solves a position and gives the report.
 * @param {import("./types.js").Values} values
 * @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} [onEvent] called with what comes before the report: `queued`, `progress`, `plan`
 * @returns {Promise<import("./types.js").Report>}
 */
export async function solve(values, signal, onEvent = () => {}) {
  for await (const { name, data } of stream("solve", values, signal)) {
    if (name === "done") return data;
    onEvent(name, data);
  }
  throw new ApiError("The search ended without an answer.", { code: "gone" });
}

/**
 * Makes levels.
 * @param {import("./types.js").Values} values
 * @param {AbortSignal} signal
 * @param {(data: any) => void} [onProgress]
 * @returns {Promise<import("./types.js").ListedLevel[]>}
 */
export async function generate(values, signal, onProgress = () => {}) {
  const levels = [];
  for await (const { name, data } of stream("generate", values, signal)) {
    if (name === "level") levels.push(data);
    if (name === "progress") onProgress(data);
    if (name === "done") return levels;
  }
  throw new ApiError("The search ended without an answer.", { code: "gone" });
}
