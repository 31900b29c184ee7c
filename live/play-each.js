// Plays cases, some at a time.

/** How often a case is played until the client answers: on a busy machine it may run out of time. */
const attempts = 3;

/**
 * Calls a function for each case, some at a time.
 * @template {{ readonly case: string }} Play
 * @template Outcome
 * @param {readonly Play[]} plays
 * @param {number} parallel
 * @param {(play: Play) => Promise<Outcome>} one
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function playEach(plays, parallel, one) {
  const outcomes = new Map();
  const waiting = [...plays];
  const work = async () => {
    for (let play = waiting.shift(); play; play = waiting.shift())
      outcomes.set(play.case, await attempt(play, one, attempts));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return outcomes;
}

/**
 * @template {{ readonly case: string }} Play
 * @template Outcome
 * @param {Play} play
 * @param {(play: Play) => Promise<Outcome>} one
 * @param {number} left
 * @returns {Promise<Outcome>}
 */
async function attempt(play, one, left) {
  try {
    return await one(play);
  } catch (error) {
    if (left === 1) throw error;
    return attempt(play, one, left - 1);
  }
}
