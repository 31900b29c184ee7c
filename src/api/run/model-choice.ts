import type { System } from "../../harness/system.ts";
import { SkillsError } from "../../core/errors.ts";
import { describeProblems } from "../../core/file-problem.ts";
import { isObject } from "../../core/is-object.ts";
import { nearest } from "../../core/nearest.ts";
import type { Scenario } from "../../model/scenario.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { modelKinds, type ModelPlan } from "../../harness/models/open-model.ts";
import { readScenario } from "../../harness/scenario/read-scenario.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { readFile } from "../../read/open-file.ts";
import { readJsonFile } from "../recording-file.ts";

export interface ModelChoice {
  readonly plan: ModelPlan;
  /** The scenario whose steps are played; its recorded scripts and tools are used in the session too. */
  readonly scenario?: Scenario;
  /** The directory of its file. */
  readonly directory?: string;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time limit for each answer of a program. */
  readonly modelSeconds?: number;
}

/** Parses the user's model argument and reads its file. Throws a SkillsError. */
export function chooseModel(written: string, surroundings: Surroundings): ModelChoice {
  const colon = written.indexOf(":");
  const kind = colon === -1 ? written : written.slice(0, colon);
  const rest = colon === -1 ? "" : written.slice(colon + 1);
  const known = modelKinds.find((each) => each === kind);
  if (known === undefined) throw unknownModel(kind);
  if (known === "lexical") {
    if (colon !== -1)
      throw new SkillsError(
        "bad-usage",
        `the model "lexical" takes no argument; remove ${quote(`:${rest}`)}`,
      );
    return { plan: { kind: "lexical" } };
  }
  if (rest === "")
    throw new SkillsError(
      "bad-usage",
      `the model ${quote(known)} needs an argument; write \`${known}:${known === "command" ? "PROGRAM" : "FILE"}\``,
    );
  if (known === "command")
    return {
      plan: {
        kind: "command",
        argv: splitArguments(rest),
        cwd: surroundings.cwd,
        environment: definedIn(surroundings.env),
        ...(surroundings.modelSeconds !== undefined && { seconds: surroundings.modelSeconds }),
      },
    };
  return known === "replay"
    ? { plan: { kind: "replay", transcript: readRecorded(rest, surroundings) } }
    : readSteps(rest, surroundings);
}

function unknownModel(kind: string): SkillsError {
  const near = nearest(kind, modelKinds);
  const fix =
    near === undefined
      ? `use ${series(
          modelKinds.map((each) => quote(each)),
          "or",
        )}`
      : `did you mean ${quote(near)}?`;
  return new SkillsError("bad-usage", `unknown model ${quote(kind)}; ${fix}`);
}

/**
 * Splits a command into program and arguments; quotes protect spaces. No shell is involved. Throws a
 * SkillsError for an unclosed quote.
 */
export function splitArguments(written: string): readonly string[] {
  if (/["']/.test(written.replace(/"[^"]*"|'[^']*'/g, "")))
    throw new SkillsError("bad-usage", `the command ${quote(written)} has an unclosed quote`);
  return Array.from(written.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
    word.replace(
      /"([^"]*)"|'([^']*)'/g,
      (_, double: string | undefined, single: string | undefined) => double ?? single ?? "",
    ),
  );
}

function definedIn(env: Surroundings["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Reads a recording, or the result of a session, which may be inside a report of "skills run". */
function readRecorded(written: string, { cwd }: Surroundings): unknown {
  const { absolute, label } = lookUpFile(written, cwd);
  const value = readJsonFile(absolute, label);
  if (value === undefined)
    throw new SkillsError(
      "bad-usage",
      `${quote(label)} is not JSON; use a file of --record, or the output of \`skills run --format json\``,
    );
  return isReport(value) ? value.data : value;
}

function isReport(value: unknown): value is { readonly data: unknown } {
  return isObject(value) && value["command"] === "run" && "data" in value;
}

function readSteps(written: string, { cwd }: Surroundings): ModelChoice {
  const { absolute, label } = lookUpFile(written, cwd);
  const read = readScenario(readFile(absolute, label), label);
  if ("problems" in read)
    throw new SkillsError("bad-usage", `${quote(label)} is not a valid scenario`, {
      others: describeProblems(read.problems),
    });
  const { scenario } = read;
  return { scenario, directory: `${absolute}/..`, plan: { kind: "scripted", steps: scenario.steps ?? [] } };
}

/** Why the scenario cannot be run in the system that the user chose; undefined if it can. */
export function objectToSystem({ scenario }: ModelChoice, { id }: Pick<System, "id">): string | undefined {
  const [refused] = scenario?.settingsProblems[id] ?? [];
  if (refused) return describeProblems([refused]).join();
  if (!scenario || scenario.systems.includes(id)) return undefined;
  return `the scenario ${quote(scenario.file)} is for ${series(scenario.systems.map((each) => quote(each)))}, not ${quote(id)}`;
}
