// The card after solving a level, beside the board: how well it was done, and what comes next.

import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { isSolved } from "../model/progress.js";
import { helpInWords, praise } from "../model/praise.js";
import { packById } from "../model/levels.js";
import { packTitle, titleOf } from "../model/catalogue.js";
import { isDate } from "../model/daily.js";
import { pathTo } from "../model/game-tree.js";
import { address, go } from "../parts/router.js";
import { announce, copy } from "../parts/notify.js";
import { played } from "../model/numbers.js";
import { text } from "../texts/index.js";

/** The fewest moves of a level that is suggested after a lesson. */
const WORTH = 3;

/**
 * Shows the card, and says what Enter does.
 * @param {import("./play.js").Round} round
 * @returns {() => void}
 */
export function showSolved(round) {
  const { layout, tree, place } = round;
  const { label, act } = wayOn(round);
  const box = layout.solvedBox;
  let shown = "";
  // A solution that is looked at after the win takes nothing from it.
  const { helped, saw } = round;
  const draw = () => {
    const { mark, words } = place.lesson ? { mark: "check", words: text.learn.well } : praise(tree.played, round.solver.fewest, helped, saw);
    const title = played(tree);
    // A button that is being pressed stays the same unless there is something new.
    const said = `${text.solved.title(title)}: ${words}.`;
    if (shown === mark + said) return;
    shown = mark + said;
    announce(said);
    put(
      box,
      h(
        "div",
        { class: "solved-card", data: { mark } },
        h("p", { class: "mark" }, icon(mark === "check" ? "check" : "star")),
        h("p", { class: "verdict" }, h("strong", {}, text.solved.title(title)), h("span", {}, words)),
        h(
          "div",
          { class: "row" },
          button([label, h("kbd", {}, "⏎")], act, { class: "primary onward" }),
          button(text.solved.again, () => round.act("restart"), { class: "quiet" }),
          round.level?.date ? button([icon("link"), text.daily.copyResult], () => copy(resultText(round, { helped, saw }), text.daily.resultCopied), { class: "quiet", id: "copy-result" }) : null,
        ),
        // Themes are a part of the solution: they are named after it.
        round.level?.themes ? h("p", { class: "themes small" }, h("span", { class: "muted" }, text.themes.label), round.level.themes.map((theme) => h("a", { href: address("themes", theme) }, text.themes.of[theme].name))) : null,
      ),
    );
  };
  draw();
  round.refreshSolved = draw;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
  return act;
}

/** A result to paste into a message: a square per move, green for a best one, the help that was used, and nothing of the solution. */
function resultText({ tree, level, solver, link }, help) {
  const squares = pathTo(tree.current)
    .slice(1)
    .map((node) => solver.knowledge.costOf(node.parent.position.code, node.position.code))
    .map((cost) => (cost === null ? "⬜" : cost === 0 ? "🟩" : "🟨"));
  return `Quadrille · ${titleOf(level.game)} · ${level.date}\n${squares.join("")} ${[played(tree), ...helpInWords(help)].join(", ")}\n${link}`;
}

/** The next step: the next lesson, level or pack, another level like it, or home. */
function wayOn(round) {
  const { place, level } = round;
  if (place.lesson) {
    const { next } = place.lesson;
    return next
      ? { label: text.learn.next, act: () => go(next) }
      : {
          label: text.learn.done,
          act: () => {
            const first = packById(round.game.name)?.levels.find((other) => !isSolved(other.code) && (other.known?.moves ?? 0) >= WORTH);
            if (first) return go(address("play", first.code), { resume: true });
            go(address("new", null, { game: round.game.name }));
          },
        };
  }
  const other = round.neighbour(1);
  if (level?.date) return { label: text.solved.day, act: () => go(address("daily", isDate(level.date) ? level.date : null)) };
  if (level?.order && !other)
    return { label: text.solved.another, act: () => go(address("new", null, { ...level.order, go: "1" })) };
  if (!other) return place.theme ? { label: text.themes.more, act: () => go(address("themes")) } : { label: text.solved.home, act: () => go("#/") };
  const same = place.theme || other.pack === level.pack || other.pack.name === level.pack.name;
  return {
    label: same ? text.solved.next : text.solved.nextPack(packTitle(other.pack)),
    act: () => round.open(other),
  };
}
