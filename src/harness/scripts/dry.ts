import type { ScenarioScript } from "../../model/scenario.ts";
import type { ScriptRequest, ScriptRunner } from "../../model/agent.ts";
import type { ProjectChange } from "../../model/stage.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { defaultSeconds, describeTimeout, refused } from "./ended-early.ts";

/**
 * Runs nothing. Returns the first result that is recorded for exactly these arguments, otherwise the first one for
 * any arguments. `onUse` receives the index of each result that is returned.
 */
export function dryRunner(
  recorded: readonly ScenarioScript[],
  onUse: (index: number) => void = () => {},
): ScriptRunner {
  return {
    run: async (request) => {
      const answers = recorded.filter(({ skill, file }) => skill === request.skill && file === request.file);
      const answer =
        answers.find(({ args }) => args && areEqual(args, request.args)) ?? answers.find(({ args }) => !args);
      if (!answer)
        return refused(
          "dry",
          `script ${quote(request.file)} of skill ${quote(request.skill)} was not run: dry run without a recorded result${withArguments(request)}`,
        );
      onUse(recorded.indexOf(answer));
      const { exitCode = 0, stdout = "", stderr = "", seconds = 0, writes } = answer;
      const limit = request.timeoutSeconds ?? defaultSeconds;
      if (seconds > limit)
        return {
          mode: "dry",
          outcome: "timed-out",
          stdout: "",
          stderr: "",
          truncated: [],
          notes: [describeTimeout(limit)],
        };
      return {
        mode: "dry",
        outcome: "answered",
        exitCode,
        stdout,
        stderr,
        truncated: [],
        notes: [],
        ...(writes && { changes: Object.entries(writes).map(toChange) }),
      };
    },
  };
}

function toChange([path, text]: readonly [string, string]): ProjectChange {
  return { path, bytes: encodeUtf8(text), executable: false };
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, at) => word === others[at]);
}

function withArguments({ args }: ScriptRequest): string {
  return args.length === 0 ? "" : ` for ${quote(JSON.stringify(args))}`;
}
