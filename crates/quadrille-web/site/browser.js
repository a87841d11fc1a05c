// The engine in the browser, behind the same interface as the server. What never changes was written when the site was made;
// what only needs the rules is answered in the page; the rest is work for workers.

import { ApiError } from "../assets/api/error.js";
import { asked } from "../assets/api/server.js";
import * as rules from "./rules.js";

const WRITTEN = new Set(["catalogue", "packs", "assignments"]);
/** The rules of PuzzleScript games are part of the engine. */
const RULES = new Set(["position", "play", "board", "export", "picture"]);

/** Events after which there is nothing more to be told. */
const LAST = new Set(["answer", "text", "done", "failed"]);

/** What ends a request without an answer; the words for it are those of the page. */
const ENDS = new Set(["memory", "stack", "killed", "bug"]);

function failed(error) {
  if (error instanceof ApiError || error.name === "AbortError") return error;
  // A script waits for the board, which its own closure holds; a browser cannot wait.
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
 * Events of a request to a worker. Leaving them before the end ends the worker.
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
  let hand = null;
  let bytes = null;
  let isLeft = false;
  let isTold = false;
  /** Whether the worker has said anything, or a second one was asked. */
  let isBegun = false;
  const aborted = () => put({ aborted: true });
  signal?.addEventListener("abort", aborted);
  const begin = () =>
    take(memory, signal, (place) => put({ name: "queued", text: JSON.stringify({ place }) })).then(
      (free) => {
        if (isLeft) return giveBack(free, 0);
        hand = free;
        hand.listener = put;
        hand.worker.postMessage({ question, asked: asked(question, values) });
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
        // The browser may have ended a worker that had nothing to do: another one takes its place.
        if (message.ended?.code === "killed" && !isBegun) {
          isBegun = true;
          giveBack(hand, null);
          hand = null;
          begin();
          continue;
        }
        if (message.ended) throw Object.assign(new Error(message.ended.message), message.ended);
        if (message.over) {
          bytes = message.bytes;
          return;
        }
        if (message.name !== "queued") isBegun = true;
        isTold = LAST.has(message.name);
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
    // Whoever has the answer may leave before the worker says that it is done; it is not ended for that.
    if (hand && isTold && bytes === null && !hand.isGone) {
      hand.listener = (message) => {
        if (message.over || message.ended) giveBack(hand, message.over ? message.bytes : null);
      };
    } else if (hand) giveBack(hand, bytes);
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
