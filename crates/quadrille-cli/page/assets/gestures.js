// Clicks, drags and swipes on a board.

/**
 * Listens to a board: a tap gives its cell, a swipe the cell where it began and its direction, as soon as it is clear.
 * @param {import("./board.js").BoardView} board
 * @param {{tap: (cell: number) => void, swipe: (cell: number | null, direction: any) => void}} act
 */
export function listenToGestures(board, act) {
  let start = null;
  const { element } = board;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY, cell: board.cellAt(event.clientX, event.clientY) };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [across, down] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.max(Math.abs(across), Math.abs(down)) < 22) return;
    const { cell } = start;
    start = null;
    act.swipe(cell, Math.abs(across) > Math.abs(down) ? (across < 0 ? "left" : "right") : down < 0 ? "up" : "down");
  });
  element.addEventListener("pointerup", () => {
    const cell = start?.cell ?? null;
    start = null;
    if (cell !== null) act.tap(cell);
  });
  element.addEventListener("pointercancel", () => {
    start = null;
  });
  // A quick swipe would count as the begin of a fling, and Chromium takes the tap after a fling for the one that stops it.
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
}
