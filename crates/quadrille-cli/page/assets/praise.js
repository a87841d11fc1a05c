// How well a level was solved, in words.

/**
 * @param {number} played
 * @param {{moves: number, proved: boolean} | null} fewest the fewest moves that anybody knows of
 * @returns {{star: boolean, words: string}}
 */
export function praise(played, fewest) {
  if (!fewest) return { star: false, words: "the shortest plan is not known" };
  const { moves, proved } = fewest;
  if (proved) {
    return played <= moves
      ? { star: true, words: "as short as can be" }
      : { star: false, words: `${played - moves} more than needed (shortest: ${moves})` };
  }
  if (played < moves) return { star: true, words: `better than the best known, ${moves}` };
  return played === moves
    ? { star: true, words: "as short as the best known plan" }
    : { star: false, words: `the best known plan has ${moves}` };
}
