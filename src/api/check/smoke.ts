import { systemIds, type System, type SystemId } from "../../model/agent.ts";
import { groupBy } from "../../core/group-by.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SmokeCounts } from "../../results/test.ts";
import type { SmokeCheck } from "../../model/smoke.ts";
import type { StageTokens } from "../../results/check.ts";
import { modes } from "../../harness/smoke/modes.ts";
import { runSmoke, type SmokeResult } from "../../harness/smoke/run-smoke.ts";
import type { SmokeSubject } from "../../harness/smoke/subject.ts";
import { smokeRoot } from "../test/smoke-root.ts";
import { readiedForSmoke } from "../test/smoke-subject.ts";
import type { Objection } from "./objection.ts";
import { causeOf } from "./smoke-causes.ts";

/** What came of playing every system with one skill. */
export interface SmokeTried {
  readonly objections: readonly Objection[];
  readonly counts: SmokeCounts;
  readonly tokens?: StageTokens;
}

interface Result extends Omit<SmokeResult, "trace"> {
  readonly system: SystemId;
}

/**
 * Plays the systems. What a skill costs is not held against a limit, as the rules say what is too much; of scripts that
 * are run by their paths, the rules say which may not be.
 */
export async function trySmoke(
  source: SkillSource,
  skill: Skill,
  systems: readonly System[],
): Promise<SmokeTried> {
  const { subject, nearMiss } = readiedForSmoke(source, skill);
  if (!subject) return { objections: [absent(nearMiss)], counts: countResults([]) };
  const results: Result[] = [];
  for (const system of systems) {
    for (const { trace: _trace, ...result } of await runSmoke({
      system,
      subject,
      root: smokeRoot(system, subject),
      tokens: skill.tokens,
    }))
      results.push({ ...result, system: system.id });
  }
  return {
    objections: [...failures(results), ...remarks(results), ...lostModes(subject)],
    counts: countResults(results),
    tokens: stagesOf(subject),
  };
}

/** Nobody looks for another name, and nobody reads what cannot be read. */
function absent(nearMiss: string | undefined): Objection {
  const message =
    nearMiss === undefined
      ? "its SKILL.md cannot be read"
      : `there is ${quote(nearMiss)}, expected "SKILL.md": agents look for no other name`;
  return {
    ruleId: ruleIdOf("announced"),
    by: systemIds,
    message,
    reasons: ["file-missing", "file-name", "unreadable", "too-large", "encoding"],
  };
}

/** The rules that speak of a path in the instructions. */
const aboutReferences = [
  "reference-absolute",
  "reference-ambiguous",
  "reference-broken",
  "reference-case",
  "reference-escapes",
];

/** One objection of all systems in which a check came out alike. */
function failures(results: readonly Result[]): readonly Objection[] {
  const failed = groupBy(
    results.filter(({ outcome }) => outcome === "fail"),
    ({ check, message, lines = [] }) => JSON.stringify([check, message, lines]),
  );
  return Array.from(failed.values(), (group): Objection => {
    const { check, message, lines } = group[0]!;
    const cause = lines ? { lines, rules: aboutReferences } : causeOf(message);
    return { ruleId: ruleIdOf(check), by: group.map(({ system }) => system), message, ...cause };
  });
}

function remarks(results: readonly Result[]): readonly Objection[] {
  const said = results.flatMap(({ check, system, warnings }) =>
    warnings.map((message) => ({ check, system, message })),
  );
  return Array.from(
    groupBy(said, ({ check, message }) => JSON.stringify([check, message])).values(),
    (group): Objection => {
      const { check, message } = group[0]!;
      const by = group.map(({ system }) => system);
      return {
        ruleId: ruleIdOf(check),
        by,
        isRemark: true,
        message: `in ${series(by)}: ${message}`,
        ...causeOf(message),
      };
    },
  );
}

/** Whatever the agent: an installer may drop the right to run a file. */
function lostModes({ commands }: SmokeSubject): readonly Objection[] {
  const executable = commands.filter((command) => command.executable);
  return (modes(executable)?.warnings ?? []).map((message) => ({
    ruleId: ruleIdOf("modes"),
    by: [],
    isRemark: true,
    message,
    lines: executable.map(({ line }) => line),
  }));
}

function ruleIdOf(check: SmokeCheck): string {
  return `smoke-${check}`;
}

function countResults(results: readonly Result[]): SmokeCounts {
  const count = (is: (result: Result) => boolean): number => results.filter(is).length;
  return {
    passed: count(({ outcome }) => outcome === "pass"),
    failed: count(({ outcome }) => outcome === "fail"),
    couldNotMeasure: count(({ outcome }) => outcome === "could-not-measure"),
    warned: count(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0),
  };
}

function stagesOf({ costs: { counter, entry, body, files } }: SmokeSubject): StageTokens {
  return {
    counter,
    entry,
    body,
    files: files.reduce((sum, { tokens }) => sum + tokens, 0),
    named: files.length,
  };
}
