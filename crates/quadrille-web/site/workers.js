// Workers for the engine: one a search, and one more that is ready for the next. Stopping a search ends its worker.

import { compile } from "./module.js";

/** How much memory a search may use when it does not ask for more. */
export const USUAL_MEMORY = 512 << 20;
/** Beside the tables of a search, which the engine counts, there is the rest of the engine. */
const REST = 96 << 20;
const MOST_MEMORY = 4096 * 2 ** 20 - 65536;
/** A worker whose memory has grown beyond this is ended after its search: memory never shrinks. */
const KEPT = 128 << 20;
/** A worker that has not started after so many milliseconds never will. */
const START = 15_000;
/** Searches at a time; the others wait. */
const MOST = Math.max(2, Math.min(8, navigator.hardwareConcurrency || 2));

let module = null;
let count = 0;
let busy = 0;
/** Who waits for a worker. @type {(() => void)[]} */
const line = [];
/** Workers with the usual memory that have nothing to do. @type {Hand[]} */
let idle = [];

/** Compiled once for all workers; a failed fetch is tried again. @returns {Promise<WebAssembly.Module>} */
export function engine() {
  module ??= compile("engine.wasm");
  return module.catch((error) => {
    module = null;
    throw error;
  });
}

/** A worker with an engine in it. */
class Hand {
  /** @param {WebAssembly.Module} compiled @param {number} memory */
  constructor(compiled, memory) {
    this.memory = memory;
    /** Called with each message, and with the end of the worker. @type {(message: any) => void} */
    this.listener = () => {};
    this.isGone = false;
    const lock = `quadrille-worker-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`}-${(count += 1)}`;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "quadrille" });
    this.ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        const ended = { code: "killed", message: "the worker did not start" };
        reject(Object.assign(new Error(ended.message), ended));
        this.lost(ended);
      }, START);
      this.worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(late);
        const ended = { code: "bug", message: event.message ?? "the worker did not start" };
        reject(Object.assign(new Error(ended.message), ended));
        this.lost(ended);
      };
      this.worker.onmessage = ({ data }) => {
        if (data.ready || data.ended) clearTimeout(late);
        if (data.ready) {
          this.watch(lock);
          resolve(undefined);
        } else if (data.ended) {
          reject(Object.assign(new Error(data.ended.message), data.ended));
          this.lost(data.ended);
        } else this.listener(data);
      };
    });
    this.ready.catch(() => {});
    const bytes = Math.min(MOST_MEMORY, memory + memory / 4 + REST);
    this.worker.postMessage({ module: compiled, bytes, lock });
  }

  /** The lock is free when the worker is gone, however that came. */
  watch(lock) {
    navigator.locks?.request(lock, () => this.lost({ code: "killed", message: "the worker was ended" }));
  }

  lost(ended) {
    if (this.isGone) return;
    this.end();
    this.listener({ ended });
  }

  end() {
    this.isGone = true;
    this.worker.terminate();
    idle = idle.filter((hand) => hand !== this);
  }
}

/** Makes sure that the next search finds a worker. */
export async function prepare() {
  const compiled = await engine();
  if (idle.length === 0) idle.push(new Hand(compiled, USUAL_MEMORY));
}

/**
 * A worker that is ready for a request.
 * @param {number} memory
 * @param {AbortSignal | undefined} signal
 * @param {(place: number) => void} queued called with how many come before, while there is no worker free
 * @returns {Promise<Hand>}
 */
export async function take(memory, signal, queued) {
  const compiled = await engine();
  while (busy >= MOST) {
    queued(line.length);
    await /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        line.push(resolve);
        signal?.addEventListener("abort", () => resolve(), { once: true });
      })
    );
    signal?.throwIfAborted();
  }
  busy += 1;
  try {
    signal?.throwIfAborted();
    const waited = memory === USUAL_MEMORY ? idle.pop() : undefined;
    // One that was ended while it waited, or did not start, has another in its place.
    const hand = (await started(waited)) ?? (await started(new Hand(compiled, memory)));
    if (!hand) throw Object.assign(new Error("the worker did not start"), { code: "killed" });
    return hand;
  } catch (error) {
    leave();
    throw error;
  }
}

/** The worker when it is ready; nothing when the browser has ended it. @param {Hand | undefined} hand */
async function started(hand) {
  if (!hand) return null;
  // The next one starts while this one works.
  prepare().catch(() => {});
  try {
    await hand.ready;
    return hand.isGone ? null : hand;
  } catch (error) {
    hand.end();
    if (error.code === "killed") return null;
    throw error;
  }
}

function leave() {
  busy -= 1;
  line.shift()?.();
}

/**
 * Gives a worker back.
 * @param {Hand} hand
 * @param {number | null} bytes how large its memory is; nothing when it is in the middle of something
 */
export function giveBack(hand, bytes) {
  const isFresh = bytes !== null && !hand.isGone && hand.memory === USUAL_MEMORY && bytes <= KEPT;
  hand.listener = () => {};
  if (isFresh && idle.length < 2) idle.push(hand);
  else hand.end();
  leave();
}
