// Messages to the user: for screen readers, and as a toast at the bottom of the page.

import { put, h } from "./dom.js";
import { text } from "../texts/index.js";

let timer = 0;

/**
 * Announces a text to screen readers. The same text twice is announced twice.
 * @param {string} words
 */
export function announce(words) {
  put(document.getElementById("polite"), h("span", {}, words));
}

/**
 * Shows a short message for a moment, and says it.
 * @param {string} words
 * @param {"plain" | "good" | "bad"} [tone]
 */
export function toast(words, tone = "plain") {
  const element = document.getElementById("toast");
  put(element, words);
  element.dataset.tone = tone;
  element.hidden = false;
  announce(words);
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      element.hidden = true;
    },
    2600 + 30 * words.length,
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
    h("h1", {}, error.isGone ? text.failure.gone : text.failure.title),
    h("p", {}, error.message ?? String(error)),
    error.help ? h("p", { class: "muted" }, error.help) : null,
    ways.length > 0 ? h("p", { class: "row" }, ways) : null,
  );
}

/**
 * Copies words and says so.
 * @param {string} words
 * @param {string} done the message then
 */
export async function copy(words, done) {
  try {
    await navigator.clipboard.writeText(words);
    toast(done, "good");
  } catch {
    // Without permission, or not on a secure address: the old way, by a selection.
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = words;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    toast(copied ? done : text.failure.copy, copied ? "good" : "bad");
  }
}

/** Offers a text or bytes as a file. @param {string} name @param {BlobPart} content @param {string} [type] */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
