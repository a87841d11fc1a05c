// The engine in a worker. It gets the compiled module once, then one request after the other; events go out as they come. Why a
// worker cannot go on is told before it is ended.

import { instantiate } from "./instance.js";

let engine = null;

/** The page notices by this lock that a worker is gone, whatever has ended it. */
async function hold(lock) {
  if (!navigator.locks) return;
  await new Promise((held) => {
    navigator.locks.request(lock, () => {
      held(undefined);
      return new Promise(() => {});
    });
  });
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.module) {
      await hold(data.lock);
      engine = instantiate(data.module, data.bytes, (name, text) => postMessage({ name, text }));
      postMessage({ ready: true });
    } else {
      engine.request(data.question, data.asked);
      postMessage({ over: true, bytes: engine.memory.buffer.byteLength });
    }
  } catch (error) {
    postMessage({ ended: { code: error.code ?? "bug", message: String(error.message) } });
  }
});
