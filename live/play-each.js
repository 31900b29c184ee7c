// Plays cases, some at a time.

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */

/**
 * Calls a function for each case, some at a time.
 * @param {readonly Play[]} plays
 * @param {number} parallel
 * @param {(play: Play) => Promise<Outcome>} one
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function playEach(plays, parallel, one) {
  const outcomes = new Map();
  const waiting = [...plays];
  const work = async () => {
    for (let play = waiting.shift(); play; play = waiting.shift()) outcomes.set(play.case, await one(play));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return outcomes;
}
