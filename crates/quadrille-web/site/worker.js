// The engine in a worker. It receives the compiled module once, then one request after the other,
// and sends events. Before it ends, it sends the reason.

import { instantiate } from "./instance.js";

let engine = null;

/** The page detects by this lock that a worker has ended, for any reason. */
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
      engine.request(data.question, data.fields);
      postMessage({ over: true, bytes: engine.memory.buffer.byteLength });
    }
  } catch (error) {
    postMessage({ ended: { code: error.code ?? "bug", message: String(error.message) } });
  }
});
