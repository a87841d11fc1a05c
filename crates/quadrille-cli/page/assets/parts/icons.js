// The icons on buttons, as strokes on a grid of 24.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 7L4 12l5 5M4 12h9.500a5.500 5.500 0 0 1 0 11H11",
  redo: "M15 7l5 5-5 5M20 12h-9.500a5.500 5.500 0 0 0 0 11H13",
  restart: "M5 12a7 7 0 1 0 2.300-5.200M5 4v4h4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z",
  solve: "M4 20l9.500-9.500M14 4v3M19 9h3M18 5l2-2M11 5l-1.500-1.500M19.500 14.500L18 13",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  back: "M15 5l-9 7 9 7z",
  forth: "M9 5l9 7-9 7z",
  first: "M18 5l-9 7 9 7zM6 5v14",
  last: "M6 5l9 7-9 7zM18 5v14",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7.200M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 16.800",
  up: "M12 19V6M6 12l6-6 6 6",
  down: "M12 5v13M6 12l6 6 6-6",
  left: "M19 12H6M12 6l-6 6 6 6",
  right: "M5 12h13M12 6l6 6-6 6",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  search: "M12 5v5M12 10l-6 5M12 10l6 5M12 3.500a1.500 1.500 0 1 0 .01 0M6 16a2 2 0 1 0 .01 0M18 16a2 2 0 1 0 .01 0",
  compare: "M4 20h16M7 20v-7M12 20V6M17 20v-10",
  levels: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  board: "M4 4h16v16H4zM12 4v16M4 12h16",
  star: "M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1.100 5.900L12 16.900l-5.300 2.800 1.100-5.900L3.500 9.700l5.900-.8z",
  check: "M5 13l4.500 4.500L19 7",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  stop: "M6 6h12v12H6z",
  home: "M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6",
  learn: "M3 9l9-4 9 4-9 4zM7 11v5c3 2.500 7 2.500 10 0v-5",
  new: "M12 5v14M5 12h14",
  day: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  mine: "M5 4h10l4 4v12H5zM15 4v4h4M8 13h8M8 16h6",
  wrong: "M4 4v16M4 5h12l-2 4 2 4H4",
  rules: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
  upload: "M12 20V9M7 12l5-5 5 5M5 4h14",
  settings: "M4 7h10M18 7h2M4 17h4M12 17h8M16 5v4M10 15v4",
};

const FILLED = new Set(["play", "back", "forth", "first", "last", "stop"]);

/**
 * A picture for a button; what it means stands in the button's label.
 * @param {string} name one of the paths
 */
export function icon(name) {
  const shift = name === "undo" || name === "redo" ? "translate(0 -3)" : null;
  return s(
    "svg",
    { class: FILLED.has(name) ? "glyph filled" : "glyph", viewBox: "0 0 24 24", "aria-hidden": "true", width: 20, height: 20 },
    s("path", { d: PATHS[name], transform: shift }),
  );
}
