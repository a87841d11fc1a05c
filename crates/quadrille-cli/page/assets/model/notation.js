// Names of cells and moves as players count: letters for columns and numbers for rows, from the top
// left. The notation of the command, which counts from 0, is one of the choices.

import { preference } from "./preferences.js";
import { text } from "../texts/index.js";

const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };

/** A column by letters: A to Z, then AA. @param {number} col */
const letters = (col) => (col < 26 ? "" : letters(Math.floor(col / 26) - 1)) + String.fromCharCode(65 + (col % 26));

/** The name of a column at the edge of a board. @param {number} col */
export const columnName = (col) => ({ letters: letters(col), numbers: String(col + 1), command: String(col) })[preference("notation")];

/** The name of a row at the edge of a board. @param {number} row */
export const rowName = (row) => String(preference("notation") === "command" ? row : row + 1);

/** A cell in few characters: `B3`, or `3,2`. @param {number} row @param {number} col */
export const cellName = (row, col) => (preference("notation") === "letters" ? columnName(col) + rowName(row) : `${rowName(row)},${columnName(col)}`);

/** A cell in words: `B3`, or `row 3, column 2`. @param {number} row @param {number} col */
export const cellWords = (row, col) => (preference("notation") === "letters" ? cellName(row, col) : text.board.place(rowName(row), columnName(col)));

/**
 * A move from its notation in the command, `2,1R`, as players write it: `B3→`.
 * @param {string} words
 */
export function moveName(words) {
  const arrow = (rest) => rest.replace(/[UDLR]$/i, (letter) => ARROWS[letter.toUpperCase()]);
  const [, row, col, rest] = words.match(/^(\d+),(\d+)(.*)$/) ?? [];
  return row === undefined ? arrow(words) : cellName(Number(row), Number(col)) + arrow(rest);
}

/** A message of the engine with its cells, `2,1`, as players write them. @param {string} message */
export const withCellNames = (message) => message.replace(/\b(\d+),(\d+)\b/g, (_, row, col) => cellName(Number(row), Number(col)));

/** Moves in a line. @param {string[]} moves */
export const moveNames = (moves) => moves.map(moveName).join(" ");
