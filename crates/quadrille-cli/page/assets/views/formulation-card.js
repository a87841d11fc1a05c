// A level as a search problem, as an assignment asks for it: state, goal test, operators, the size
// of the space.

import * as api from "../api/index.js";
import { h, put, button } from "../parts/dom.js";
import { titleOf } from "../model/catalogue.js";
import { estimate, moves as movesInWords, sentence, whole } from "../model/numbers.js";
import { announce } from "../parts/notify.js";
import { formulations, text } from "../texts/index.js";

/**
 * The card. What stands in it is asked for when it is opened.
 * @param {import("../api/types.js").Position} position
 * @param {AbortSignal} signal
 */
export function formulationCard(position, signal) {
  const words = text.formulation;
  const body = h("div", { class: "formulation" });
  let asked = false;
  const card = h(
    "details",
    {
      class: "card formulation-card",
      ontoggle: () => {
        if (!card.open || asked) return;
        asked = true;
        fill(position, body, signal).catch((error) => {
          if (error.name === "AbortError") return;
          asked = false;
          put(body, h("p", { class: "error", role: "alert" }, sentence(error.message)));
        });
      },
    },
    h("summary", {}, words.title),
    body,
  );
  return card;
}

async function fill(position, body, signal) {
  const words = text.formulation;
  put(body, h("p", { class: "muted", role: "status" }, words.working));
  let found;
  for await (const { name, data } of api.stream("describe", { code: position.code, max_time: 5 }, signal)) if (name === "done") found = data;
  if (!found || signal.aborted) return;
  const own = (await formulations())?.[position.game];
  if (signal.aborted) return;
  const { level, operators } = found;
  put(
    body,
    part(words.state, own?.state ?? found.state),
    part(words.goal, own?.goal ?? found.goal_test),
    h("h3", {}, words.operators),
    operators.map((operator, index) => {
      const said = { ...operator, ...own?.operators[index] };
      return h(
        "dl",
        { class: "operator" },
        h("dt", {}, h("code", {}, operator.name)),
        h("dd", {}, h("strong", {}, `${words.parameters}: `), said.parameters),
        h("dd", {}, h("strong", {}, `${words.precondition}: `), said.precondition),
        h("dd", {}, h("strong", {}, `${words.effect}: `), said.effect),
        h("dd", {}, h("strong", {}, `${words.cost}: `), whole(operator.cost)),
      );
    }),
    h("h3", {}, words.worked),
    h("p", {}, words.legal(level.worked.legal.length, level.worked.legal.slice(0, 24).join(", "))),
    level.worked.move
      ? h(
          "div",
          { class: "beforeafter" },
          h("pre", {}, level.board),
          h("span", { class: "becomes" }, level.worked.move, " →"),
          h("pre", {}, level.worked.after),
        )
      : null,
    h("h3", {}, words.size),
    figures(level, words),
    part(words.facts, null, own?.facts ?? found.facts),
    h(
      "div",
      { class: "row" },
      button(words.copy, () => copy(found.markdown)),
      h("a", { class: "button quiet", download: `${position.game}.md`, href: `data:text/markdown;charset=utf-8,${encodeURIComponent(found.markdown)}` }, words.save),
    ),
  );
  body.setAttribute("aria-label", `${titleOf(position.game)}: ${words.title}`);
}

const part = (head, body, list = []) => [
  h("h3", {}, head),
  body ? h("p", {}, body) : null,
  list.length > 0 ? h("ul", {}, list.map((fact) => h("li", {}, fact))) : null,
];

/** The figures of the space. */
function figures({ space, optimum, plan, unsolvable }, words) {
  const { at_most: bound, reachable, stop, solved, dead_ends: dead, mean_branching: mean, layers } = space;
  const rows = [
    bound ? [words.atMost, power(bound.log10)] : null,
    [words.reachable, stop ? words.atLeast(whole(reachable)) : whole(reachable)],
    [words.goals, whole(solved)],
    dead === null ? null : [words.deadEnds, whole(dead)],
    mean === null ? null : [words.branching, words.mean(estimate(mean))],
    [words.depth, movesInWords(Math.max(0, layers.length - 1))],
    [words.shortest, optimum === null ? (unsolvable ? words.none : words.unknown) : `${movesInWords(optimum)}: ${plan.join(" ")}`],
  ];
  return h(
    "table",
    { class: "figures" },
    h("tbody", {}, rows.filter(Boolean).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))),
    stop ? h("caption", { class: "small muted" }, words.partly) : null,
  );
}

/** A number by its decimal logarithm. @param {number} log10 */
function power(log10) {
  if (log10 < 9) return whole(Math.round(10 ** log10));
  const exponent = Math.floor(log10);
  return h("span", {}, `${estimate(10 ** (log10 - exponent))} · 10`, h("sup", {}, String(exponent)));
}

async function copy(markdown) {
  try {
    await navigator.clipboard.writeText(markdown);
    announce(text.formulation.copied);
  } catch {
    announce(text.formulation.notCopied);
  }
}
