import { SkillsError } from "../../core/errors.ts";
import { aboutRuns, controlledWords, type EarnestRunner, type RunOptions, usualTimeout } from "./about.ts";
import { runInCopy, type Enclosure } from "./run-in-copy.ts";

const enclosure: Enclosure = {
  mode: "controlled",
  rootOf: ({ root }) => root,
  command: ({ interpreter, words, limits }) => [...limits, interpreter, ...words],
};

/** Runs scripts on a copy, with limits but with the user's rights. The user must have agreed to this. */
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
