// The rating of a solved level. A star needs the fewest possible moves, proved, without help.

import { text } from "../texts/index.js";

/**
 * @param {number} played
 * @param {{moves: number, proved: boolean} | null} fewest the fewest moves that anybody knows of
 * @param {number} [hints] how many hints were taken
 * @param {boolean} [saw] whether a solution was seen
 * @returns {{mark: "star" | "hollow" | "check", words: string}}
 */
export function praise(played, fewest, hints = 0, saw = false) {
  const { praise: words } = text;
  if (!fewest) return { mark: "check", words: words.unknown };
  const { moves, proved } = fewest;
  const isHelped = hints > 0 || saw;
  const help = isHelped ? `, ${saw ? words.saw : words.helped(hints)}` : "";
  if (proved)
    return played <= moves
      ? { mark: isHelped ? "hollow" : "star", words: words.shortest + help }
      : { mark: "check", words: words.more(played - moves, moves) + help };
  if (played < moves) return { mark: "check", words: words.better(moves) + help };
  return { mark: "check", words: (played === moves ? words.asBest : words.best(moves)) + help };
}
