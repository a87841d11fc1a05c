// The settings of the whole page. ahead.js applies the theme before anything is
// drawn.

import { setting, keepSetting } from "./store.js";

/** The choices there are, the usual one first. */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  letters: ["on", "off"],
  motion: ["normal", "slow", "fast", "off"],
  sound: ["off", "on"],
  notation: ["letters", "numbers", "command"],
};

/** The time that a movement takes, as a multiple of the usual time. @type {Record<string, number>} */
const PACES = { slow: 2, normal: 1, fast: 0.5 };

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** The value of a setting. @param {keyof typeof CHOICES} name */
export function preference(name) {
  const kept = setting(name, CHOICES[name][0]);
  return CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
}

/** Keeps a choice, and applies it. @param {keyof typeof CHOICES} name @param {string} value */
export function choose(name, value) {
  keepSetting(name, value);
  document.documentElement.dataset[name] = value;
  dispatchEvent(new CustomEvent("quadrille-preference", { detail: name }));
}

/** True if animations are off, by the system or by choice. */
export const isStill = () => reduced.matches || preference("motion") === "off";

/** The duration of animations, as a multiple of the default. */
export const pace = () => PACES[preference("motion")] ?? 1;
