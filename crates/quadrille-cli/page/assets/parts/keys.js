// The keyboard shortcuts, defined once: listeners and the help dialog derive from this table. The
// keys are those of the terminal, except Tab, which moves between controls in a browser.

/** The keys of a direction. @type {Record<string, import("../api/types.js").Direction>} */
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

/** The keys of each action, by view; their names are in the texts. Buttons show the first key. */
export const KEYS = {
  play: [
    ["pick", ["Enter", " ", "x"]],
    ["next", ["."]],
    ["previous", [","]],
    ["undo", ["u", "Backspace", "z"]],
    ["redo", ["r"]],
    ["restart", ["R"]],
    ["hint", ["i"]],
    ["solve", ["v"]],
    ["wrong", ["g"]],
    ["method", ["m"]],
    ["check", ["c"]],
    ["nextLevel", ["n"]],
    ["previousLevel", ["p"]],
    ["back", ["Escape"]],
  ],
  plan: [
    ["pause", [" ", "Enter"]],
    ["first", ["Home"]],
    ["last", ["End"]],
    ["faster", ["+", "="]],
    ["slower", ["-"]],
    ["back", ["Escape", "v"]],
  ],
  search: [
    ["pause", [" "]],
    ["faster", ["+", "="]],
    ["slower", ["-"]],
    ["first", ["Home"]],
    ["last", ["End"]],
  ],
  edit: [
    ["paint", ["Enter", " "]],
    ["erase", ["x", "Delete"]],
    ["next", ["."]],
    ["previous", [","]],
    ["undo", ["u", "Backspace"]],
    ["redo", ["r"]],
  ],
};

/**
 * The meaning of a key in a view: an action or a direction. Null if the page does not use it.
 * @param {KeyboardEvent} event
 * @param {keyof typeof KEYS} view
 * @returns {{act: string, direction?: import("../api/types.js").Direction} | null}
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
  const entry = KEYS[view].find(([, keys]) => keys.includes(event.key));
  return entry ? { act: String(entry[0]) } : null;
}

/** Keys that a slider needs for itself. */
const OF_SLIDER = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

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
      if (focus instanceof HTMLElement) {
        if (focus.matches("input:not([type=checkbox],[type=radio],[type=range]), select, textarea")) return;
        if (focus.matches("input[type=range]") && OF_SLIDER.has(event.key)) return;
        const pressed = event.key === "Enter" || event.key === " ";
        if (pressed && focus.matches("button, a, summary, input")) return;
      }
      const meant = meaning(event, view());
      if (!meant) return;
      event.preventDefault();
      act(meant.act, meant.direction);
    },
    { signal },
  );
}

/**
 * A control that was used with the mouse or a finger gives the focus back, so that the keys of the view go on. Who goes by keyboard
 * keeps it.
 */
export function giveFocusBack() {
  let pointed = null;
  const free = (element) => element instanceof HTMLElement && !element.closest("dialog") && element.blur();
  addEventListener("pointerdown", (event) => {
    pointed = event.target instanceof Element ? event.target.closest("button, summary, input, select, a") : null;
  });
  addEventListener("keydown", () => {
    pointed = null;
  });
  addEventListener("click", (event) => {
    const control = event.target instanceof Element ? event.target.closest("button, summary, input[type=checkbox], input[type=radio]") : null;
    if (control && control === pointed) free(control);
  });
  addEventListener("change", (event) => {
    if (event.target === pointed && pointed?.matches("select, input[type=range]")) free(pointed);
  });
}

/** The label of a key. @param {string} key */
export function keyName(key) {
  return { " ": "␣", Escape: "Esc", Backspace: "⌫", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" }[key] ?? key;
}
