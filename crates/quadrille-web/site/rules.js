// The rules alone, in the page itself: a module small enough to load at once. A move never waits
// for the engine.

import { compile } from "./module.js";
import { instantiate } from "./instance.js";

/** Boards and texts are small. */
const MEMORY = 256 << 20;

let module = null;
let rules = null;
let event = null;

/** Fetches and compiles the rules. A failed fetch is tried again with the next request. */
export function load() {
  module ??= compile("rules.wasm");
  return module.catch((error) => {
    module = null;
    throw error;
  });
}

/**
 * Answers a request about the rules: the name of an event, and its data as JSON.
 * @param {string} question
 * @param {string} fields
 * @returns {Promise<{name: string, text: string}>}
 */
export async function ask(question, fields) {
  const compiled = await load();
  rules ??= instantiate(compiled, MEMORY, (name, text) => {
    event = { name, text };
  });
  try {
    rules.request(question, fields);
    return event;
  } catch (error) {
    rules = null;
    throw error;
  }
}
