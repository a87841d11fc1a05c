// The rules alone, in the page itself: a module that is small enough to be there at once. A move never waits for the engine.

import { compile } from "./module.js";
import { instantiate } from "./instance.js";

/** Boards and texts are small. */
const MEMORY = 256 << 20;

let module = null;
let rules = null;
let told = null;

/** Fetches and compiles the rules. A file that could not be fetched is asked for again with the next question. */
export function load() {
  module ??= compile("rules.wasm");
  return module.catch((error) => {
    module = null;
    throw error;
  });
}

/**
 * Answers a question about the rules: the name of an event, and its data as JSON.
 * @param {string} question
 * @param {string} asked
 * @returns {Promise<{name: string, text: string}>}
 */
export async function ask(question, asked) {
  const compiled = await load();
  rules ??= instantiate(compiled, MEMORY, (name, text) => {
    told = { name, text };
  });
  try {
    rules.request(question, asked);
    return told;
  } catch (error) {
    rules = null;
    throw error;
  }
}
