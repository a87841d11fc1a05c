// The statistics of a player, counted from the records of levels.

import { games } from "./catalogue.js";
import { longestStreak, solvedDays, streak } from "./daily.js";
import { progressText } from "./progress.js";

/** The figures of all games together, and the levels solved of each game. */
export function statistics() {
  const records = Object.entries(progressText().levels).filter(([, record]) => record.best !== undefined);
  /** @param {[string, import("./progress.js").LevelRecord]} entry */
  const isStar = ([, { best, proved, helped }]) => proved !== undefined && best <= proved && !helped;
  // A code begins with the name of its game and the version of the format.
  const byGame = games().map(({ name }) => ({ name, solved: records.filter(([code]) => code.startsWith(`${name}1-`)).length }));
  return {
    solved: records.length,
    stars: records.filter(isStar).length,
    moves: records.reduce((sum, [, { best }]) => sum + best, 0),
    days: Object.keys(solvedDays()).length,
    streak: streak(),
    longest: longestStreak(),
    byGame,
  };
}
