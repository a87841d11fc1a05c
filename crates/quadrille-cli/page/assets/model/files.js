// Levels as files: one text, printable pages, a picture, the animation of a solution.

import * as api from "../api/index.js";
import { download } from "../parts/notify.js";
import { text } from "../texts/index.js";

/** @typedef {{code: string, name?: string, plan?: string, known?: import("../api/types.js").Known | null, difficulty?: {score: number}}} Level */

const ENDINGS = { text: "txt", pdf: "pdf", png: "png", gif: "gif" };

/** A level is studied, or solved for a file, within these limits. */
const STUDIED = { max_nodes: 100_000, max_time: 5 };
const SOLVED = { max_time: 5 };

/**
 * Saves levels as a file. What only a search can tell, such as a solution, is looked for.
 * @param {"text" | "pdf" | "png" | "gif"} kind
 * @param {string} title
 * @param {Level[]} levels
 * @param {{signal: AbortSignal, author?: string, licence?: string, onStep?: (index: number) => void}} options
 */
export async function saveFile(kind, title, levels, { signal, author, licence, onStep = () => {} }) {
  const parts = [];
  for (const [index, level] of levels.entries()) {
    onStep(index);
    const { code, name, difficulty } = level;
    const { plan, optimum } = kind === "png" || level.plan ? told(level) : await solved(level, signal);
    if (kind === "gif" && !plan) throw new Error(text.making.noPlan);
    parts.push({ code, name, plan, optimum, score: difficulty?.score });
  }
  const { media_type: type, content } = await api.file({ kind, title, author, licence, levels: parts }, signal);
  download(`${title}.${ENDINGS[kind]}`, Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)), type);
}

/** @param {Level} level @returns {{plan?: string, optimum?: number}} */
const told = ({ plan, known }) => ({ plan, optimum: known?.kind === "optimal" ? known.moves : undefined });

/** @param {Level} level @param {AbortSignal} signal @returns {Promise<{plan?: string, optimum?: number}>} */
async function solved(level, signal) {
  if (level.known?.kind === "unsolvable") return {};
  const { plan, cost, optimal } = await api.solve({ code: level.code, ...SOLVED }, signal);
  return plan ? { plan: plan.join(" "), optimum: optimal ? cost : undefined } : told(level);
}

/**
 * What a pack says about a level: a solution, its proved length, its rating, and the codes of the same levels turned or mirrored.
 * @param {Level} level @param {string[]} others @param {AbortSignal} signal
 */
export async function studied({ code }, others, signal) {
  for await (const { name, data } of api.stream("inspect", { code, like: others.join(",") || undefined, ...STUDIED }, signal)) {
    if (name !== "done") continue;
    const { optimum, solvable, solutions, rating, similar } = data;
    const known = optimum !== null ? { kind: "optimal", moves: optimum } : solvable === false ? { kind: "unsolvable" } : null;
    return {
      known,
      plan: solutions[0]?.join(" "),
      difficulty: rating ? { label: rating.difficulty, score: rating.score } : undefined,
      same: similar.filter(({ cells }) => cells === 0).map((other) => other.code),
    };
  }
  throw new DOMException("", "AbortError");
}
