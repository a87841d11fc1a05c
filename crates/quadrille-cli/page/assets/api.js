// The server's interface: one function a request. Streams are server-sent events read by `fetch`, so that a refusal can be
// read and that letting go of a stream stops the search behind it.

import { sentence } from "./quantities.js";

/** A refusal by the server, or its absence. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{code?: string, help?: string, diagnostics?: any[], status?: number}} [more]
   */
  constructor(message, more = {}) {
    super(sentence(message));
    this.name = "ApiError";
    this.code = more.code ?? "unknown";
    this.help = sentence(more.help);
    this.diagnostics = more.diagnostics ?? [];
    this.status = more.status ?? 0;
  }
}

/**
 * @param {Record<string, any>} values
 */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

async function send(address, options = {}) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not answer.", {
      code: "gone",
      help: "Is 'quadrille serve' still running? The page tries again with your next move.",
    });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  const error = body.error ?? {};
  throw new ApiError(error.message ?? `The server refused: ${response.status}.`, { ...error, status: response.status });
}

async function get(path, values = {}, signal = undefined) {
  const text = query(values);
  const response = await send(text ? `${path}?${text}` : path, { signal, headers: { accept: "application/json" } });
  return response.json();
}

async function post(path, body, signal = undefined) {
  const response = await send(path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** What there is: games, algorithms, heuristics, limits. */
export const catalogue = () => get("/api/catalogue");
/** The packs with their levels. */
export const packs = () => get("/api/packs");
/** @param {string} code */
export const position = (code) => get("/api/position", { code });
/** @param {string} code @param {string[]} moves */
export const play = (code, moves) => post("/api/play", { code, moves: moves.join(" ") });
/** @param {string} text @param {string} [game] */
export const check = (text, game) => post("/api/check", { text, game });
/** @param {{game: string, rows: number, cols: number, cells: string[]}} board @param {AbortSignal} [signal] */
export const board = (board, signal) => post("/api/board", board, signal);
/** @param {string} code */
export const pictureAddress = (code) => `/api/picture?${query({ code })}`;
/** @param {string} code @param {string} format */
export const exportAddress = (code, format) => `/api/export?${query({ code, format })}`;
/** @param {string} code @param {string} format */
export const exportText = async (code, format) => (await send(exportAddress(code, format))).text();

/**
 * @typedef {{name: string, data: any}} StreamEvent
 */

/**
 * Reads a stream of events. It ends with the stream, or when the signal says so.
 * @param {"solve" | "watch" | "compare"} what
 * @param {Record<string, any>} values
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<StreamEvent>}
 */
export async function* stream(what, values, signal) {
  const response = await send(`/api/${what}?${query(values)}`, { signal, headers: { accept: "text/event-stream" } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.replaceAll("\r", "");
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The connection to the server broke.", { code: "gone", help: "Is 'quadrille serve' still running?" });
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * One block of a stream of server-sent events.
 * @param {string} block
 * @returns {StreamEvent | null}
 */
export function parseEvent(block) {
  let name = "message";
  const lines = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) lines.push(line.slice(5).replace(/^ /, ""));
  }
  return lines.length === 0 ? null : { name, data: JSON.parse(lines.join("\n")) };
}

/**
 * Solves a position and gives the report.
 * @param {Record<string, any>} values
 * @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} [onProgress]
 */
export async function solve(values, signal, onProgress = () => {}) {
  for await (const { name, data } of stream("solve", values, signal)) {
    if (name === "done") return data;
    if (name === "failed") throw new ApiError(data.error?.message ?? "The search failed.", data.error);
    onProgress(name, data);
  }
  throw new ApiError("The search ended without an answer.", { code: "gone" });
}
