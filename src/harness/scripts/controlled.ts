import { SkillsError } from "../../core/errors.ts";
import { aboutRuns, controlledWords, type EarnestRunner, type RunOptions, usualTimeout } from "./about.ts";
import { runInCopy, type Enclosure } from "./run-in-copy.ts";

const enclosure: Enclosure = {
  mode: "controlled",
  rootOf: ({ root }) => root,
  command: ({ interpreter, words, limits }) => [...limits, interpreter, ...words],
};

/**
 * Runs scripts with the user's rights, within limits and on a copy. Create one only with the user's consent.
 */
export function controlledRunner({
  environment,
  timeoutMilliseconds = usualTimeout,
}: RunOptions): EarnestRunner {
  if (process.platform === "win32")
    throw new SkillsError(
      "bad-usage",
      "scripts cannot be run on Windows, which cannot end all processes of a script at once",
    );
  return {
    about: aboutRuns(controlledWords, environment),
    run: (request) => runInCopy(request, enclosure, timeoutMilliseconds),
  };
}
