import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { aboutRuns, type EarnestRunner, isolatedWords, type RunOptions, usualTimeout } from "./about.ts";
import { inSandbox } from "./bubblewrap.ts";
import { findProgram, programDirectories } from "./interpreter.ts";
import { runInCopy, type Enclosure } from "./run-in-copy.ts";
import { testIsolation } from "./self-test.ts";
import { shownRoot } from "./work-place.ts";

/**
 * Runs scripts in a bubblewrap sandbox that was tested in this process. Throws a SkillsError if bubblewrap is missing
 * or the test fails; scripts are never run without the sandbox instead.
 */
export async function isolatedRunner(
  { environment, timeoutMilliseconds = usualTimeout }: RunOptions,
  bubblewrap = findProgram("bwrap"),
): Promise<EarnestRunner> {
  if (bubblewrap === undefined) throw cannotIsolate(`bwrap is not in ${series(programDirectories, "or")}`);
  const { version, failures } = await testOnce(bubblewrap);
  if (failures.length > 0) throw cannotIsolate(`the self-test of bubblewrap failed: ${series(failures)}`);
  const enclosure: Enclosure = {
    mode: "isolated",
    rootOf: () => shownRoot,
    command: (script, place) => inSandbox(bubblewrap, script, place),
  };
  return {
    about: aboutRuns(isolatedWords(version), environment),
    run: (request) => runInCopy(request, enclosure, timeoutMilliseconds),
  };
}

const tested = new Map<string, ReturnType<typeof testIsolation>>();

function testOnce(bubblewrap: string): ReturnType<typeof testIsolation> {
  const known = tested.get(bubblewrap) ?? testIsolation(bubblewrap);
  tested.set(bubblewrap, known);
  return known;
}

function cannotIsolate(why: string): SkillsError {
  return new SkillsError("not-found", `cannot isolate scripts: ${why}`, {
    hint: "install bubblewrap on a system that allows user namespaces, or omit --isolate",
  });
}
