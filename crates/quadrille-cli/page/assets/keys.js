// Which key does what, said once: listeners and the help dialog are made from it. The keys are those of the terminal, but for Tab,
// which in a browser leads from one control to the next.

import { h, button } from "./dom.js";
import { games, version } from "./catalogue.js";

/** The keys of a direction. */
const DIRECTIONS = {
  ArrowUp: "up",
  k: "up",
  w: "up",
  ArrowDown: "down",
  j: "down",
  s: "down",
  ArrowLeft: "left",
  h: "left",
  a: "left",
  ArrowRight: "right",
  l: "right",
  d: "right",
};

/** What keys mean, by view. The first of the keys is the one that buttons show. */
export const KEYS = {
  play: [
    { act: "pick", keys: ["Enter", " "], does: "pick what is under the cursor; a direction then plays it" },
    { act: "next", keys: ["."], does: "the next thing that can be picked" },
    { act: "previous", keys: [","], does: "the one before" },
    { act: "undo", keys: ["u", "Backspace"], does: "take a move back" },
    { act: "redo", keys: ["r"], does: "play it again" },
    { act: "restart", keys: ["R"], does: "back to the start; redo leads forth again" },
    { act: "hint", keys: ["i"], does: "show the next move of a shortest plan; once more plays it" },
    { act: "solve", keys: ["v"], does: "solve from here and watch the plan" },
    { act: "method", keys: ["m"], does: "choose the algorithm that solves" },
    { act: "check", keys: ["c"], does: "switch on or off: can it still be solved from here?" },
    { act: "nextLevel", keys: ["n"], does: "the next level" },
    { act: "previousLevel", keys: ["p"], does: "the previous level" },
    { act: "back", keys: ["Escape"], does: "let go of what is picked, stop a search, end the plan" },
  ],
  plan: [
    { act: "pause", keys: [" ", "Enter"], does: "pause and go on" },
    { act: "first", keys: ["Home"], does: "to the start of the plan" },
    { act: "last", keys: ["End"], does: "to its end" },
    { act: "faster", keys: ["+", "="], does: "faster" },
    { act: "slower", keys: ["-"], does: "slower" },
    { act: "back", keys: ["Escape", "v"], does: "back to your game" },
  ],
  search: [
    { act: "pause", keys: [" "], does: "pause and go on" },
    { act: "faster", keys: ["+", "="], does: "faster" },
    { act: "slower", keys: ["-"], does: "slower" },
    { act: "first", keys: ["Home"], does: "to the start" },
    { act: "last", keys: ["End"], does: "to the end" },
  ],
  edit: [
    { act: "paint", keys: ["Enter", " "], does: "paint the cell under the cursor" },
    { act: "erase", keys: ["x", "Delete"], does: "make it empty" },
    { act: "next", keys: ["."], does: "the next brush" },
    { act: "previous", keys: [","], does: "the one before" },
    { act: "undo", keys: ["u", "Backspace"], does: "undo" },
    { act: "redo", keys: ["r"], does: "redo" },
  ],
};

const TITLES = { play: "Playing", plan: "Watching a plan", search: "Watching a search", edit: "Drawing" };
const GO = {
  play: "play in that direction; where there is something to pick, go to it",
  plan: "a move back or forth",
  search: "one expansion back or forth",
  edit: "move the cursor",
};

/**
 * What a key means in a view: an act, or a direction. Null when it is none of ours.
 * @param {KeyboardEvent} event
 * @param {keyof typeof KEYS} view
 * @returns {{act: string, direction?: any} | null}
 */
export function meaning(event, view) {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase();
    if (letter === "z") return { act: event.shiftKey ? "redo" : "undo" };
    return letter === "y" ? { act: "redo" } : null;
  }
  const direction = DIRECTIONS[event.key];
  if (direction) return { act: "go", direction };
  const entry = KEYS[view].find(({ keys }) => keys.includes(event.key));
  return entry ? { act: entry.act } : null;
}

/**
 * Listens to the keys of a view until the signal ends it. Keys that belong to a control under the focus stay with it.
 * @param {() => keyof typeof KEYS} view
 * @param {(act: string, direction?: any) => void} act
 * @param {AbortSignal} signal
 */
export function listenToKeys(view, act, signal) {
  addEventListener(
    "keydown",
    (event) => {
      const focus = document.activeElement;
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (focus instanceof HTMLElement && focus.matches("input:not([type=checkbox],[type=radio]), select, textarea")) return;
      const pressed = event.key === "Enter" || event.key === " ";
      if (pressed && focus instanceof HTMLElement && focus.matches("button, a, summary, input")) return;
      const meant = meaning(event, view());
      if (!meant) return;
      event.preventDefault();
      act(meant.act, meant.direction);
    },
    { signal },
  );
}

/** How a key is written. @param {string} key */
export function keyName(key) {
  return { " ": "Space", Escape: "Esc", Backspace: "⌫", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" }[key] ?? key;
}

/** Shows all keys, and the rules of the games. */
export function showHelp() {
  const row = (keys, does) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        keys.map((key) => h("kbd", {}, keyName(key))),
      ),
      h("td", {}, does),
    );
  const table = (view) => [
    h("h3", {}, TITLES[view]),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        {},
        row(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], `${GO[view]} (also hjkl, wasd)`),
        KEYS[view].map(({ keys, does }) => row(keys, does)),
      ),
    ),
  ];
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id: "help-title" }, "Help"),
      button("Close", () => dialog.close(), { class: "quiet" }),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Help text" },
      h("h3", {}, "The games"),
      h(
        "dl",
        {},
        games().map((game) => [h("dt", {}, game.title), h("dd", {}, game.about)]),
      ),
      h(
        "p",
        {},
        "With the mouse or a finger: tap a piece and the side where it shall go, or swipe it there. Where everything moves at once, swipe across the board or use the arrows beside it.",
      ),
      h("h2", {}, "Keys"),
      Object.keys(KEYS).map(table),
      h("p", { class: "muted" }, `Quadrille ${version()}`),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
