// A word that is explained when it is pointed at or tapped.

import { h, freshId } from "./dom.js";

/**
 * @param {string} words
 * @param {string} about
 */
export function term(words, about) {
  const id = freshId("tip");
  const tip = h("span", { class: "tip", id, popover: "auto", role: "note" }, about);
  const word = h("button", { type: "button", class: "term", popovertarget: id, title: about }, words);
  tip.addEventListener("toggle", () => {
    const { left, bottom, top } = word.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    tip.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : top - height - 4}px`;
  });
  // Outside of the word, so that its name is the word alone.
  return h("span", { class: "termbox" }, word, tip);
}
