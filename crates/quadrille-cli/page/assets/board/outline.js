// The outline of a set of cells as one path: straight sides, round corners, no seams between neighbours.

/** The side of a cell in units of the drawing. */
export const CELL = 44;

/** @typedef {[number, number]} Point a row and a column, or a step in both */

/** To the right of a direction, with rows counting down. @param {Point} way @returns {Point} */
const right = ([down, across]) => [across, 0 - down];

/**
 * The corners of the boundary, loop by loop, with the inside on the right. Cells that touch only at a corner stay apart.
 * @param {number[]} cells
 * @param {number} cols
 * @returns {{at: Point, before: Point, after: Point}[][]} each corner with the direction before and after it
 */
function loopsOf(cells, cols) {
  const inside = new Set(cells);
  const has = (row, col) => row >= 0 && col >= 0 && col < cols && inside.has(row * cols + col);
  /** @type {Map<string, Point[]>} */
  const sides = new Map();
  const add = (row, col, way) => sides.set(`${row},${col}`, [...(sides.get(`${row},${col}`) ?? []), way]);
  for (const at of inside) {
    const [row, col] = [Math.floor(at / cols), at % cols];
    if (!has(row - 1, col)) add(row, col, [0, 1]);
    if (!has(row, col + 1)) add(row, col + 1, [1, 0]);
    if (!has(row + 1, col)) add(row + 1, col + 1, [0, -1]);
    if (!has(row, col - 1)) add(row + 1, col, [-1, 0]);
  }
  const loops = [];
  for (const [key, ways] of sides) {
    while (ways.length > 0) {
      const start = /** @type {Point} */ (key.split(",").map(Number));
      let [row, col] = start;
      let way = ways.pop();
      const first = way;
      const loop = [];
      for (;;) {
        [row, col] = [row + way[0], col + way[1]];
        const home = row === start[0] && col === start[1];
        const leaving = sides.get(`${row},${col}`) ?? [];
        const turn = right(way);
        const same = (one) => one[0] === turn[0] && one[1] === turn[1];
        let next = leaving.find(same) ?? leaving[0];
        if (home && (!next || !same(next) || leaving.length === 0)) next = first;
        if (next === first && home) {
          if (next[0] !== way[0] || next[1] !== way[1]) loop.push({ at: /** @type {Point} */ ([row, col]), before: way, after: next });
          break;
        }
        leaving.splice(leaving.indexOf(next), 1);
        if (next[0] !== way[0] || next[1] !== way[1]) loop.push({ at: /** @type {Point} */ ([row, col]), before: way, after: next });
        way = next;
      }
      loops.push(loop);
    }
  }
  return loops;
}

/**
 * The path around some cells.
 * @param {number[]} cells
 * @param {number} cols
 * @param {{inset?: number, radius?: number, margin?: number}} [options] how far inside the cells the path runs (negative is outside), how
 *   round its corners are, and where the first cell begins
 */
export function outline(cells, cols, { inset = 0, radius = 8, margin = 0 } = {}) {
  return loopsOf(cells, cols)
    .map((loop) => {
      const corners = loop.map(({ at, before, after }) => {
        const [one, other] = [right(before), right(after)];
        return {
          y: margin + at[0] * CELL + inset * (one[0] + other[0]),
          x: margin + at[1] * CELL + inset * (one[1] + other[1]),
          before,
          after,
        };
      });
      const parts = corners.map((corner, index) => {
        const previous = corners[(index + corners.length - 1) % corners.length];
        const next = corners[(index + 1) % corners.length];
        const reach = (other) => (Math.abs(other.x - corner.x) + Math.abs(other.y - corner.y)) / 2;
        const turnsRight = right(corner.before)[0] === corner.after[0] && right(corner.before)[1] === corner.after[1];
        const round = Math.max(0, Math.min(turnsRight ? radius : radius * 0.6, reach(previous), reach(next)));
        const [x0, y0] = [corner.x - corner.before[1] * round, corner.y - corner.before[0] * round];
        const [x1, y1] = [corner.x + corner.after[1] * round, corner.y + corner.after[0] * round];
        return `${index === 0 ? "M" : "L"}${trim(x0)} ${trim(y0)}A${trim(round)} ${trim(round)} 0 0 ${turnsRight ? 1 : 0} ${trim(x1)} ${trim(y1)}`;
      });
      return `${parts.join("")}z`;
    })
    .join("");
}

const trim = (value) => Number(value.toFixed(2));
