// The rating of a solved level. A star needs the fewest possible moves, proved, without help.

import { text } from "../texts/index.js";

/**
 * The help that was used, in words; nothing if there was none.
 * @param {{helped: number, saw: boolean}} help the number of hints, and whether a solution was seen
 */
export const helpInWords = ({ helped, saw }) => (saw ? [text.praise.saw] : helped > 0 ? [text.praise.helped(helped)] : []);

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
  const [help = ""] = helpInWords({ helped: hints, saw }).map((one) => `, ${one}`);
  const isHelped = help !== "";
  if (proved)
    return played <= moves
      ? { mark: isHelped ? "hollow" : "star", words: words.shortest + help }
      : { mark: "check", words: words.more(played - moves, moves) + help };
  if (played < moves) return { mark: "check", words: words.better(moves) + help };
  return { mark: "check", words: (played === moves ? words.asBest : words.best(moves)) + help };
}
