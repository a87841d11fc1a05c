// How well a level was solved. A star is for as few moves as can be, proved, and without help.

import { text } from "../texts/index.js";

/**
 * @param {number} played
 * @param {{moves: number, proved: boolean} | null} fewest the fewest moves that anybody knows of
 * @param {number} [helped] how often help was taken
 * @returns {{mark: "star" | "hollow" | "check", words: string}}
 */
export function praise(played, fewest, helped = 0) {
  const { praise: words } = text;
  if (!fewest) return { mark: "check", words: words.unknown };
  const { moves, proved } = fewest;
  const help = helped > 0 ? `, ${words.helped(helped)}` : "";
  if (proved)
    return played <= moves
      ? { mark: helped > 0 ? "hollow" : "star", words: words.shortest + help }
      : { mark: "check", words: words.more(played - moves, moves) + help };
  if (played < moves) return { mark: "check", words: words.better(moves) + help };
  return { mark: "check", words: (played === moves ? words.asBest : words.best(moves)) + help };
}
