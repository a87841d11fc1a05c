// The lessons of a game: small boards, one idea each.

import { go, address } from "../parts/router.js";
import { example, largest, lesson, lessonCount } from "../model/lessons.js";
import { lessonsSolved, noteLesson } from "../model/learned.js";
import { GameTree } from "../model/game-tree.js";
import { titleOf } from "../model/catalogue.js";
import { Round } from "./play.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const game = route.code ?? "";
  const steps = lessonCount(game);
  const step = Math.max(1, Math.min(steps, Number(route.part) || 1));
  if (steps === 0) return go("#/");
  const position = await lesson(game, step - 1);
  if (signal.aborted) return;
  const to = (other) => (other >= 1 && other <= steps ? address("learn", game, {}, String(other)) : null);
  const round = new Round(new GameTree(position), host, signal, {
    name: text.learn.title(titleOf(game)),
    about: text.learn.step(step, steps),
    lesson: { sentence: text.games[game]?.lessons?.[step - 1] ?? "", step, steps, solved: lessonsSolved(game), next: to(step + 1), previous: to(step - 1) },
  });
  // All boards of a game have cells of one size, so that nothing jumps from step to step.
  for (const [side, most] of Object.entries(largest(game))) round.layout.stage.style.setProperty(`--most-${side}`, String(most));
  round.onSolved = () => noteLesson(game, step);
  if (step > 1) return;
  const shown = await example(game);
  if (shown && !signal.aborted && round.tree.played === 0) round.layout.demonstrate(shown.move);
}
