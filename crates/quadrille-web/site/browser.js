// The engine in the browser, with the same interface as the server. Constant responses are files of
// the site; requests that only need the rules are answered in the page; the rest goes to workers.

import { ApiError } from "../assets/api/error.js";
import { asked } from "../assets/api/server.js";
import * as rules from "./rules.js";

const WRITTEN = new Set(["catalogue", "packs", "assignments"]);
/** The rules of PuzzleScript games are part of the engine. */
const RULES = new Set(["position", "play", "board", "export", "picture"]);

/** The last event of a request. */
const LAST = new Set(["answer", "text", "done", "failed"]);

/** The reasons why a request ends without an answer; the page has the texts. */
const ENDS = new Set(["memory", "stack", "killed", "bug"]);

function failed(error) {
  if (error instanceof ApiError || error.name === "AbortError") return error;
  // A script waits for the board that its own closure holds; a browser cannot wait.
  if (error.message?.includes("can't sleep")) return new ApiError(error.message, { code: "board-held" });
  console.warn(`Quadrille: ${error.message}`);
  return new ApiError(error.message, { code: ENDS.has(error.code) ? error.code : "offline" });
}

function answerOf({ name, text }) {
  if (name === "text") return text;
  const data = JSON.parse(text);
  if (name === "failed") throw new ApiError(data.error.message, data.error);
  return data;
}

async function written(question) {
  const response = await fetch(new URL(`${question}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${question}: ${response.status}`);
  return response.json();
}

/**
 * The events of a request to a worker. Leaving them early ends the worker.
 * @param {string} question
 * @param {Record<string, any>} values
 * @param {AbortSignal} [signal]
 */
async function* events(question, values, signal) {
  signal?.throwIfAborted();
  const { USUAL_MEMORY, giveBack, take } = await import("./workers.js");
  signal?.throwIfAborted();
  const waiting = [];
  let wake = () => {};
  const put = (message) => {
    waiting.push(message);
    wake();
  };
  const memory = Math.max(USUAL_MEMORY, Number(values.max_memory) || 0);
  let worker = null;
  let bytes = null;
  let isLeft = false;
  let isComplete = false;
  /** True once the worker has sent a message, or a second worker was tried. */
  let isBegun = false;
  const aborted = () => put({ aborted: true });
  signal?.addEventListener("abort", aborted);
  const begin = () =>
    take(memory, signal, (place) => put({ name: "queued", text: JSON.stringify({ place }) })).then(
      (free) => {
        if (isLeft) return giveBack(free, 0);
        worker = free;
        worker.listener = put;
        worker.worker.postMessage({ question, fields: asked(question, values) });
      },
      (error) => put({ error }),
    );
  try {
    begin();
    for (;;) {
      while (waiting.length > 0) {
        const message = waiting.shift();
        if (message.aborted) signal.throwIfAborted();
        if (message.error) throw message.error;
        // The browser may have ended an idle worker: try once with another one.
        if (message.ended?.code === "killed" && !isBegun) {
          isBegun = true;
          giveBack(worker, null);
          worker = null;
          begin();
          continue;
        }
        if (message.ended) throw Object.assign(new Error(message.ended.message), message.ended);
        if (message.over) {
          bytes = message.bytes;
          return;
        }
        if (message.name !== "queued") isBegun = true;
        isComplete = LAST.has(message.name);
        yield { name: message.name, text: message.text };
      }
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        if (waiting.length > 0) wake();
      });
    }
  } finally {
    isLeft = true;
    signal?.removeEventListener("abort", aborted);
    bytes ??= waiting.find((message) => message.over)?.bytes ?? null;
    // The caller may leave with the answer before the worker reports that it is done; the worker is
    // kept.
    if (worker && isComplete && bytes === null && !worker.isGone) {
      worker.listener = (message) => {
        if (message.over || message.ended) giveBack(worker, message.over ? message.bytes : null);
      };
    } else if (worker) giveBack(worker, bytes);
  }
}

/** @type {import("../assets/api/types.js").Engine} */
export const browser = {
  async ask(question, values, signal) {
    try {
      if (WRITTEN.has(question)) return await written(question);
      if (RULES.has(question) && values.puzzlescript === undefined) return answerOf(await rules.ask(question, asked(question, values)));
      let last = null;
      for await (const event of events(question, values, signal)) last = event;
      return answerOf(last);
    } catch (error) {
      throw failed(error);
    }
  },

  async *stream(question, values, signal) {
    try {
      for await (const { name, text } of events(question, values, signal)) yield { name, data: JSON.parse(text) };
    } catch (error) {
      throw failed(error);
    }
  },
};
