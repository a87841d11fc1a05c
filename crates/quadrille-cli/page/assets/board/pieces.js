// Drawing of cells: grounds, goals and pieces, the same on every board, thumbnail and brush.
// Everything that has a colour also has a letter or a shape of its own.

import { s } from "../parts/dom.js";
import { colours } from "../model/catalogue.js";
import { CELL, outline } from "./outline.js";

/** @typedef {import("../api/types.js").Look} Look */
/** @typedef {import("../api/types.js").Board} Board */

const HALF = CELL / 2;
/** The pale colour of cells that are covered: they lie flat. */
const COVER = 22;

/** Black or white, whichever is easier to read on a colour. @param {string} colour `#rrggbb` */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.22 ? "#1a1c20" : "#ffffff";
}

/** @param {number} x @param {number} y @param {string} words @param {number} size @param {Record<string, any>} [more] */
export function label(x, y, words, size, { class: kind = "", ...more } = {}) {
  // Letters only repeat what the colour says; numbers are needed.
  return s("text", { x, y, dy: ".35em", "font-size": size, class: `${kind} ${/^[a-z]$/i.test(words) ? "letter" : ""}`.trim() || null, ...more }, words);
}

const sizeOf = (words) => (words.length > 1 ? 16 : 20);

/**
 * The frame of a board. Where a player walks it is a wall, and none where the level has walls all around.
 * @param {Board} board
 */
export function frameClass({ rows, cols, cells }) {
  if (cells.length === 1 || !cells.some(isWalker)) return "frame";
  const isEdge = (at) => at < cols || at >= (rows - 1) * cols || at % cols === 0 || at % cols === cols - 1;
  return cells.every(({ ground }, at) => !isEdge(at) || ground === "wall" || ground === "hole") ? "frame open" : "frame walled";
}

/**
 * What a piece is called: the key of its words.
 * @param {import("../api/types.js").Piece} piece
 * @returns {"player" | "disc" | "joined" | "block" | "box" | "filled"}
 */
export function kindOf(piece) {
  if (isWalker(/** @type {any} */ ({ piece }))) return "player";
  if (piece.shape === "disc" || piece.shape === "joined") return piece.shape;
  return piece.label ? "block" : piece.colour === COVER ? "filled" : "box";
}

/** True if a player stands on a cell. @param {Look} look */
const isWalker = ({ piece }) => piece?.shape === "disc" && piece.label === "@";

/**
 * The grounds of a board: floor, walls that join, holes, goals.
 * @param {Board} board
 * @param {number} margin where the first cell begins
 */
export function grounds(board, margin) {
  const { cells, cols, rows } = board;
  const of = (kind) => cells.flatMap((look, at) => (kind(look.ground, look.glyph) ? [at] : []));
  const floor = of((ground) => ground !== "wall" && ground !== "hole");
  const walls = of((ground) => ground === "wall");
  // Cells outside the walls of Sokoban have the glyph of a floor; they are not drawn.
  const holes = of((ground, glyph) => ground === "hole" && !["", "-"].includes(glyph));
  // Under a piece of several cells the floor has no gaps.
  const covered = [...joinedPieces(cells).values()];
  // Walls around a player are solid: no floor is seen between them and the frame.
  const shape = (of) => outline(of, cols, { inset: cells.some(isWalker) ? 0 : 1, radius: 6, margin });
  const wall = shape(walls);
  // The lowest walls go on in a frame that is a wall.
  const feet = frameClass(board) === "frame walled" ? shape(walls.filter((at) => at < (rows - 1) * cols)) : wall;
  const tile = (at) => `M${margin + (at % cols) * CELL + 1} ${margin + Math.floor(at / cols) * CELL + 7}a6 6 0 0 1 6 -6h30a6 6 0 0 1 6 6v30a6 6 0 0 1 -6 6h-30a6 6 0 0 1 -6 -6z`;
  return [
    floor.length > 0 ? s("path", { class: "floor", d: floor.map(tile).join("") }) : null,
    covered.map((piece) => s("path", { class: "floor", d: outline(piece, cols, { inset: 1, radius: 6, margin }) })),
    holes.length > 0 ? s("path", { class: "hole", d: outline(holes, cols, { inset: 1, radius: 5, margin }) }) : null,
    walls.length > 0 ? [s("path", { class: "wall-foot", d: feet }), s("path", { class: "wall", transform: "translate(0 -2.5)", d: wall })] : null,
  ];
}

/**
 * A goal: a ring at the edge of its cell, so that it is seen around whatever stands on it, and its letter.
 * @param {Look} look
 * @param {boolean} met whether what wants to come here is here
 */
export function goal(look, met) {
  const colour = colours()[look.target.colour];
  return s(
    "g",
    { class: met ? "goal met" : "goal" },
    s("rect", { class: "goal-tint", x: 2.5, y: 2.5, width: CELL - 5, height: CELL - 5, rx: 9, fill: colour }),
    s("rect", { class: "goal-ring", x: 2.5, y: 2.5, width: CELL - 5, height: CELL - 5, rx: 9, stroke: colour }),
    look.target.label && !look.piece ? label(HALF, HALF, look.target.label, sizeOf(look.target.label) - 2, { class: "ink goal-letter" }) : null,
  );
}

/** The letter of a goal that something else stands on. @param {Look} look */
export function goalTab(look) {
  return s(
    "g",
    { class: "goal-tab" },
    s("circle", { cx: CELL - 8, cy: 8, r: 7.5, fill: colours()[look.target.colour] }),
    label(CELL - 8, 8, look.target.label, 10, { fill: inkOn(colours()[look.target.colour]) }),
  );
}

/** True if a piece is on its goal. @param {Look} look */
export function isMet(look) {
  if (!look.target || !look.piece) return false;
  return look.piece.colour === look.target.colour || look.piece.label.toLowerCase() === look.target.label.toLowerCase();
}

/**
 * The piece on a cell, or the picture of the whole cell in a game with its own pictures.
 * @param {Look} look
 */
export function pieceOf(look) {
  return look.sprite ? spriteOf(look.sprite) : single(look.piece);
}

/** @param {import("../api/types.js").Sprite} sprite */
export function spriteOf({ colours, pixels }) {
  const side = CELL / 5;
  const square = (at) => `M${((at % 5) * side).toFixed(1)} ${(Math.floor(at / 5) * side).toFixed(1)}h${side}v${side}h${-side}z`;
  const path = (fill, number) =>
    s("path", { fill, "shape-rendering": "crispEdges", d: [...pixels].flatMap((pixel, at) => (pixel.charCodeAt(0) - 97 === number ? [square(at)] : [])).join("") });
  return s("g", { class: "piece sprite" }, colours.map(path));
}

/**
 * A piece that stands on one cell.
 * @param {import("../api/types.js").Piece} piece
 */
export function single({ shape, colour, label: words }) {
  const fill = colours()[colour];
  const group = s("g", { class: `piece ${shape}` });
  const walks = isWalker(/** @type {any} */ ({ piece: { shape, label: words } }));
  if (walks) {
    group.append(...figure(fill));
  } else if (shape === "disc") {
    group.append(
      s("circle", { class: "foot", cx: HALF, cy: HALF + 2.5, r: 17.5, fill }),
      s("circle", { class: "shade", cx: HALF, cy: HALF + 2.5, r: 17.5 }),
      s("circle", { class: "body", cx: HALF, cy: HALF - 0.5, r: 17.5, fill }),
      s("circle", { class: "gloss", cx: HALF, cy: HALF - 0.5, r: 17.5, fill: "url(#gloss)" }),
    );
  } else if (words === "" && colour === COVER) {
    // Flat, so that what can still be moved stands out.
    group.append(s("rect", { class: "body flat", x: 2.5, y: 2.5, width: CELL - 5, height: CELL - 5, rx: 8, fill }));
  } else {
    const box = (more) => ({ x: 5.5, width: CELL - 11, rx: 9, ...more });
    group.append(
      s("rect", box({ class: "foot", y: 8, height: CELL - 11.5, fill })),
      s("rect", box({ class: "shade", y: 8, height: CELL - 11.5 })),
      s("rect", box({ class: "body", y: 4.5, height: CELL - 11.5, fill })),
      s("rect", box({ class: "gloss", y: 4.5, height: CELL - 11.5, fill: "url(#gloss)" })),
    );
  }
  // A box has planks where others have a letter.
  if (kindOf({ shape, colour, label: words }) === "box") group.append(s("path", { class: "planks", d: "M11 10.500L33 31.500M33 10.500L11 31.500" }));
  if (words && !walks) group.append(label(HALF, HALF - 1, words, sizeOf(words), { fill: inkOn(fill) }));
  return group;
}

/** Somebody who walks: a face under a cap, arms and feet. */
function figure(fill) {
  return [
    s("ellipse", { class: "shade", cx: HALF, cy: 39.5, rx: 12, ry: 2.6 }),
    s("path", { class: "foot", d: "M14 36h6.500v3q0 1.500-1.500 1.500h-4q-2 0-2-1.500t1-3zM23.500 36h6.500q1 1.500 1 3t-2 1.500h-4q-1.500 0-1.500-1.500z", fill: "#2b303b" }),
    s("path", { class: "body", d: "M13 37v-4q-2 1.500-3.500 0t0-4q2.500-5.500 6-6h13q3.500.5 6 6 1.500 2.500 0 4t-3.500 0v4q0 1-1 1h-16q-1 0-1-1z", fill }),
    s("circle", { class: "face", cx: HALF, cy: 15.5, r: 9 }),
    s("path", { class: "body", d: "M12 14.500a10 10 0 0 1 20 0h3q1.500 0 1.500 1.300t-1.500 1.200h-23q-.6-1.200 0-2.500z", fill }),
    s("path", { class: "features", d: "M19 18.800v1.600M25.500 18.800v1.600M20 22.300q2.200 1.400 4.500 0" }),
  ];
}

/**
 * A piece of several cells, drawn as one, with its letter once.
 * @param {import("../api/types.js").Piece} piece
 * @param {number[]} cells
 * @param {number} cols
 * @param {number} margin
 * @param {number} at the cell of the letter
 */
export function joined({ colour, label: words }, cells, cols, margin, at) {
  const fill = colours()[colour];
  const shape = outline(cells, cols, { inset: 3.5, radius: 9, margin });
  return s(
    "g",
    { class: "piece joined" },
    s("path", { class: "foot", d: shape, transform: "translate(0 2)", fill }),
    s("path", { class: "shade", d: shape, transform: "translate(0 2)" }),
    s("path", { class: "body", d: shape, transform: "translate(0 -1)", fill }),
    words
      ? label(margin + (at % cols) * CELL + HALF, margin + Math.floor(at / cols) * CELL + HALF - 1, words, sizeOf(words), { fill: inkOn(fill) })
      : null,
  );
}

/**
 * The pieces of several cells, by what they show.
 * @param {Look[]} cells
 * @returns {Map<string, number[]>}
 */
export function joinedPieces(cells) {
  const pieces = new Map();
  for (const [at, look] of cells.entries()) {
    if (look.piece?.shape !== "joined") continue;
    const key = `${look.piece.colour} ${look.piece.label}`;
    pieces.set(key, [...(pieces.get(key) ?? []), at]);
  }
  return pieces;
}

/** The cell nearest to the middle of some cells. @param {number[]} cells @param {number} cols */
export function middleOf(cells, cols) {
  const mean = (part) => cells.reduce((sum, at) => sum + part(at), 0) / cells.length;
  const [row, col] = [mean((at) => Math.floor(at / cols)), mean((at) => at % cols)];
  const away = (at) => Math.hypot(Math.floor(at / cols) - row, (at % cols) - col);
  return cells.reduce((best, at) => (away(at) < away(best) - 1e-9 ? at : best), cells[0]);
}
