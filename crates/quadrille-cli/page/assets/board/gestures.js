// Pointer gestures on a board: pointing, tapping, holding and dragging.

/** Pixels before a press is a drag, and how far a drag must go, in cells or in pixels when it is quick, to be meant. */
const [SLOP, MEANT, QUICK] = [7, 0.4, 24];
const HOLD_MS = 350;

/**
 * @typedef {import("../api/types.js").Direction} Direction
 * @typedef {object} Acts
 * @property {(cell: number | null, side: Direction | null) => void} point the cell under the pointer, and the side of it that is nearer
 * @property {(cell: number) => void} tap
 * @property {(cell: number) => void} hold a finger rests
 * @property {(cell: number | null, direction: Direction) => boolean} grab a drag begins; whether something follows it
 * @property {(cells: number) => void} drag
 * @property {(cell: number | null, direction: Direction, meant: boolean, cells: number) => void} drop
 */

/** @param {number} across @param {number} down @returns {Direction} */
const towards = (across, down) => (Math.abs(across) > Math.abs(down) ? (across < 0 ? "left" : "right") : down < 0 ? "up" : "down");

/**
 * Listens to a board.
 * @param {import("./board.js").BoardView} board
 * @param {Acts} act
 */
export function listenToGestures(board, act) {
  /** @type {{x: number, y: number, time: number, cell: number | null, direction: Direction | null, held: boolean} | null} */
  let press = null;
  let holding = 0;
  const { element } = board;
  const point = (event) => {
    const at = board.pointAt(event.clientX, event.clientY);
    act.point(at?.cell ?? null, at && Math.max(Math.abs(at.across), Math.abs(at.down)) > 0.35 ? towards(at.across, at.down) : null);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    press = {
      x: event.clientX,
      y: event.clientY,
      time: event.timeStamp,
      cell: board.cellAt(event.clientX, event.clientY),
      direction: null,
      held: false,
    };
    element.setPointerCapture(event.pointerId);
    clearTimeout(holding);
    holding = setTimeout(() => {
      if (!press || press.direction || press.cell === null) return;
      press.held = true;
      act.hold(press.cell);
    }, HOLD_MS);
  });
  element.addEventListener("pointermove", (event) => {
    if (!press) {
      if (event.pointerType === "mouse") point(event);
      return;
    }
    const [across, down] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.max(Math.abs(across), Math.abs(down)) < SLOP && !press.direction) return;
    const direction = towards(across, down);
    if (direction !== press.direction) {
      press.direction = direction;
      act.grab(press.cell, direction);
    }
    act.drag(Math.max(Math.abs(across), Math.abs(down)) / board.cellSize);
  });
  const end = (event, cancelled) => {
    clearTimeout(holding);
    if (!press) return;
    const { x, y, time, cell, direction, held } = press;
    press = null;
    if (!direction) {
      if (cell !== null && !held && !cancelled) act.tap(cell);
      return;
    }
    const far = Math.max(Math.abs(event.clientX - x), Math.abs(event.clientY - y));
    const quick = event.timeStamp - time < 300 && far >= QUICK;
    const cells = far / board.cellSize;
    act.drop(cell, direction, !cancelled && (quick || cells >= MEANT), cells);
  };
  element.addEventListener("pointerup", (event) => end(event, false));
  element.addEventListener("pointercancel", (event) => end(event, true));
  element.addEventListener("pointerleave", () => act.point(null, null));
  // A quick swipe would count as the start of a fling, and Chromium ignores the tap after a fling: it only stops the fling.
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
}
