// What is said to the person: to screen readers, and for a moment at the foot of the page.

import { put, h } from "./dom.js";

let timer = 0;

/**
 * Says something to screen readers. The same words twice are said twice.
 * @param {string} text
 */
export function announce(text) {
  put(document.getElementById("polite"), h("span", {}, text));
}

/**
 * Shows a short message for a moment, and says it.
 * @param {string} text
 * @param {"plain" | "good" | "bad"} [tone]
 */
export function toast(text, tone = "plain") {
  const element = document.getElementById("toast");
  put(element, text);
  element.dataset.tone = tone;
  element.hidden = false;
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      element.hidden = true;
    },
    2600 + 30 * text.length,
  );
}

/**
 * A failure, with a way out, to be put in the place of what could not be shown.
 * @param {any} error
 * @param {...Node} ways
 */
export function failure(error, ...ways) {
  return h(
    "section",
    { class: "failure", role: "alert" },
    h("h1", {}, error.code === "gone" ? "The server is gone" : "That did not work"),
    h("p", {}, error.message ?? String(error)),
    error.help ? h("p", { class: "muted" }, error.help) : null,
    ways.length > 0 ? h("p", { class: "row" }, ways) : null,
  );
}

/**
 * Copies a text and says so.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`, "good");
  } catch {
    // Without permission, or not on a secure address: the old way, by a selection.
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    toast(done ? `${what} copied.` : `The browser does not let anything be copied.`, done ? "good" : "bad");
  }
}
