// Workers for the engine: one per search, and one that is ready for the next. Stopping a search
// ends its worker.

import { compile } from "./module.js";

/** The default memory of a search. */
export const USUAL_MEMORY = 512 << 20;
/** Memory of the engine beside the tables of a search, which the engine counts. */
const REST = 96 << 20;
const MOST_MEMORY = 4096 * 2 ** 20 - 65536;
/** A worker whose memory has grown beyond this is ended after its search: memory never shrinks. */
const KEPT = 128 << 20;
/** A worker that has not started after this many milliseconds never will. */
const START = 15_000;
/** The number of searches at a time; the others wait. */
const MOST = Math.max(2, Math.min(8, navigator.hardwareConcurrency || 2));

let module = null;
let count = 0;
let busy = 0;
/** The searches that wait for a worker. @type {(() => void)[]} */
const queue = [];
/** Idle workers with the default memory. @type {EngineWorker[]} */
let idle = [];

/** The module, compiled once for all workers; a failed fetch is tried again. @returns {Promise<WebAssembly.Module>} */
export function engine() {
  module ??= compile("engine.wasm");
  return module.catch((error) => {
    module = null;
    throw error;
  });
}

/** A worker with an engine in it. */
class EngineWorker {
  /** @param {WebAssembly.Module} compiled @param {number} memory */
  constructor(compiled, memory) {
    this.memory = memory;
    /** Receives each message, and the end of the worker. @type {(message: any) => void} */
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

  /** The lock is released when the worker ends, for any reason. */
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
    idle = idle.filter((worker) => worker !== this);
  }
}

/** Starts a worker for the next search. */
export async function prepare() {
  const compiled = await engine();
  if (idle.length === 0) idle.push(new EngineWorker(compiled, USUAL_MEMORY));
}

/**
 * Returns a worker that is ready for a request.
 * @param {number} memory
 * @param {AbortSignal | undefined} signal
 * @param {(place: number) => void} queued called with the number of searches before this one, while
 * all workers are busy
 * @returns {Promise<EngineWorker>}
 */
export async function take(memory, signal, queued) {
  const compiled = await engine();
  while (busy >= MOST) {
    queued(queue.length);
    await /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        queue.push(resolve);
        signal?.addEventListener("abort", () => resolve(), { once: true });
      })
    );
    signal?.throwIfAborted();
  }
  busy += 1;
  try {
    signal?.throwIfAborted();
    const waited = memory === USUAL_MEMORY ? idle.pop() : undefined;
    // A worker that ended while it waited, or did not start, is replaced.
    const worker = (await started(waited)) ?? (await started(new EngineWorker(compiled, memory)));
    if (!worker) throw Object.assign(new Error("the worker did not start"), { code: "killed" });
    return worker;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Resolves to the worker when it is ready; to undefined if the browser has ended it. @param {EngineWorker | undefined} worker */
async function started(worker) {
  if (!worker) return null;
  // Start the next one meanwhile.
  prepare().catch(() => {});
  try {
    await worker.ready;
    return worker.isGone ? null : worker;
  } catch (error) {
    worker.end();
    if (error.code === "killed") return null;
    throw error;
  }
}

function leave() {
  busy -= 1;
  queue.shift()?.();
}

/**
 * Returns a worker to the pool.
 * @param {EngineWorker} worker
 * @param {number | null} bytes the size of its memory; null while a request is running
 */
export function giveBack(worker, bytes) {
  const isFresh = bytes !== null && !worker.isGone && worker.memory === USUAL_MEMORY && bytes <= KEPT;
  worker.listener = () => {};
  if (isFresh && idle.length < 2) idle.push(worker);
  else worker.end();
  leave();
}
