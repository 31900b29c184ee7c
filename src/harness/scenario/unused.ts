import { didYouMean, nearest } from "../../core/nearest.ts";
import type { FilePosition } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import type { SkillRoot } from "../../model/agent.ts";
import {
  type ExpectedSet,
  isChange,
  type PlacedExpectation,
  type Scenario,
  type ScenarioCall,
  type ScenarioStep,
} from "../../model/scenario.ts";
import type { SkillSource } from "../../model/source.ts";
import { namesFile } from "./match-event.ts";
import type { Played } from "./played.ts";

/** The parts of a scenario that had no effect on the session, or that name something that exists nowhere. */
export async function findUnused(
  scenario: Scenario,
  played: Played,
  use: SessionUse,
): Promise<readonly UnusedPart[]> {
  const known = collectNames(played, use, scenario);
  return [
    ...unplayedSteps(scenario, played, use),
    ...(expectsRefusal(scenario) ? [] : unresolvedSteps(scenario, known)),
    ...unusedScripts(scenario, use),
    ...unresolvedGroups(scenario, known),
    ...(await unusedPolicy(scenario, known.offered, use)),
    ...(await unresolvedNames(scenario, known, use)),
  ].toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

/** The names of everything that the agent could find. */
interface KnownNames {
  /** Paths of the skills' directories, as shown to the model. */
  readonly paths: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly files: readonly { readonly skill: string; readonly file: string }[];
  /** Paths of files outside the skills, and of those that the scenario writes. */
  readonly others: readonly string[];
  readonly offered: ReadonlySet<string>;
}

function collectNames(
  { result: { catalog, trace }, requests = [] }: Played,
  { roots, project }: SessionUse,
  { steps = [], scripts }: Scenario,
): KnownNames {
  const found = roots.flatMap(({ skills, without }) => [
    ...skills.map(({ path, source }) => ({ path, files: source.list().entries })),
    ...without.map((path) => ({ path, files: [] })),
  ]);
  const named = new Map(catalog.map(({ path, name }) => [path, name]));
  return {
    paths: found.map(({ path }) => path),
    names: new Set([...found.map(({ path }) => baseOf(path)), ...catalog.map(({ name }) => name)]),
    files: [
      ...found.flatMap(({ path, files }) =>
        files.flatMap((entry) =>
          entry.kind === "directory"
            ? []
            : [
                { skill: baseOf(path), file: entry.path },
                { skill: named.get(path) ?? baseOf(path), file: entry.path },
              ],
        ),
      ),
      ...trace.flatMap(({ kind, skill = "", file }) =>
        file === undefined || kind === "refuse" ? [] : [{ skill, file }],
      ),
    ],
    others: [
      ...steps.flatMap((step) => ("change" in step ? Object.keys(step.change) : [])),
      ...scripts.flatMap(({ writes = {} }) => Object.keys(writes)),
      ...(project?.list().entries ?? []).map(({ path }) => path),
    ],
    offered: new Set(requests.flatMap(({ tools }) => tools.map(({ name }) => name))),
  };
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Steps after the end of the session. If the session is expected to end at a limit, further steps show that the limit
 * ended it.
 */
function unplayedSteps(
  { positions, expectations, steps: all = [] }: Scenario,
  { result: { stop, trace } }: Played,
  { steps }: SessionUse,
): readonly UnusedPart[] {
  const isExpected = expectations.some((each) => each.kind === "stop" && each.value === stop);
  if (!steps || (isExpected && stop !== "answered" && stop !== "nothing-to-do")) return [];
  const changes = all.filter(isChange);
  const changed = new Set<ScenarioStep>(
    changes.slice(0, trace.filter(({ kind }) => kind === "change").length),
  );
  return positions.steps.flatMap((at, index) =>
    steps.has(index) || changed.has(all[index]!)
      ? []
      : [{ at, message: `step ${index + 1} was never played: the session had ended with ${quote(stop)}` }],
  );
}

/**
 * Whether the scenario says what happens when the agent refuses something; then a step may ask for what is not there.
 */
function expectsRefusal({ expectations }: Scenario): boolean {
  return expectations.some((each) => {
    if (each.kind === "text") return each.how !== "lacks" && asksForReasons.has(each.of);
    if (each.kind === "order") return each.events.some(({ kind }) => kind === "refuse");
    if (each.kind === "stop") return each.value !== "answered";
    return each.kind === "most" && each.of.unit === "refusals";
  });
}

const asksForReasons: ReadonlySet<string> = new Set(["refusals", "conversation", "person"]);

function unresolvedSteps({ steps = [], positions }: Scenario, known: KnownNames): readonly UnusedPart[] {
  return steps.flatMap((step, index) => {
    const at = positions.steps[index];
    const calls = callsOf(step).flatMap((call) => describeUnresolved(call, known) ?? []);
    return at
      ? calls.map((unresolved) => ({
          at,
          message: `step ${index + 1} ${unresolved}`,
        }))
      : [];
  });
}

const orRefusal = "; correct it, or expect the refusal";

function callsOf(step: ScenarioStep): readonly ScenarioCall[] {
  if ("calls" in step) return step.calls;
  return "activate" in step || "read" in step || "run" in step ? [step] : [];
}

function describeUnresolved(step: ScenarioCall, known: KnownNames): string | undefined {
  const skill = "activate" in step ? step.activate : "skill" in step ? step.skill : undefined;
  if (skill !== undefined && !hasSkill(skill, known))
    return `names the skill ${quote(skill, 80)}, which does not exist${didYouMean(nearest(skill, known.names)) || orRefusal}`;
  const file = "read" in step ? step.read : "run" in step ? step.run : undefined;
  if (file === undefined || hasFile(file, known)) return undefined;
  return `names the file ${quote(file, 80)}, which is in no skill${meantFile(file, known) || orRefusal}`;
}

function hasSkill(name: string, { names, others }: KnownNames): boolean {
  return names.has(name) || others.some((path) => path.split("/").includes(name));
}

function hasFile(file: string, { files, others }: KnownNames): boolean {
  return (
    files.some((each) => namesFile(file, each)) ||
    others.some((path) => path === file || path.endsWith(`/${file}`))
  );
}

function meantFile(file: string, { files }: KnownNames): string {
  const known = files.map((each) => each.file);
  return didYouMean(nearest(file, known));
}

function unusedScripts(
  { scripts, positions }: Scenario,
  { scripts: used }: SessionUse,
): readonly UnusedPart[] {
  return positions.scripts.flatMap((at, index) => {
    const { file, skill } = scripts[index] ?? {};
    return !used || used.has(index) || file === undefined || skill === undefined
      ? []
      : [{ at, message: `the recorded result of ${quote(`${skill}/${file}`, 80)} was never used` }];
  });
}

function unresolvedGroups({ tools, positions }: Scenario, known: KnownNames): readonly UnusedPart[] {
  return tools.flatMap(({ group, name }, index) => {
    const at = positions.tools[index];
    return group === undefined || hasSkill(group, known) || !at
      ? []
      : [
          {
            at,
            message: `the tool ${quote(name, 80)} is in the group of ${quote(group, 80)}, which does not exist${didYouMean(nearest(group, known.names))}`,
          },
        ];
  });
}

/** Values after "never" that nothing could ever equal. */
async function unresolvedNames(
  scenario: Scenario,
  known: KnownNames,
  use: SessionUse,
): Promise<readonly UnusedPart[]> {
  const unresolved: UnusedPart[] = [];
  for (const expectation of scenario.expectations) {
    if (expectation.kind !== "set" || expectation.extent !== "never") continue;
    for (const [index, value] of expectation.values.entries()) {
      const message = await describeUnknown(expectation, value, { scenario, known, use });
      if (message !== undefined)
        unresolved.push({ at: expectation.valuesAt?.[index] ?? expectation.at, message });
    }
  }
  return unresolved;
}

type SetExpectation = Extract<PlacedExpectation, { readonly kind: "set" }>;

const kinds: Readonly<Record<ExpectedSet, "skill" | "file" | "path" | "tool" | "any">> = {
  activated: "skill",
  announced: "skill",
  hidden: "skill",
  shadowed: "path",
  skipped: "path",
  read: "file",
  run: "file",
  called: "tool",
  offered: "tool",
  // A file that must not be written need not exist.
  written: "any",
};

async function describeUnknown(
  { of }: SetExpectation,
  value: string,
  {
    scenario,
    known,
    use,
  }: { readonly scenario: Scenario; readonly known: KnownNames; readonly use: SessionUse },
): Promise<string | undefined> {
  const never = `never ${quote(value, 80)} always holds`;
  switch (kinds[of]) {
    case "any":
      return undefined;
    case "skill":
      return hasSkill(value, known)
        ? undefined
        : `${never}: there is no such skill${didYouMean(nearest(value, known.names))}`;
    case "path":
      return known.paths.some((path) => path === value || path.endsWith(`/${value}`))
        ? undefined
        : `${never}: there is no such skill${didYouMean(nearest(value, known.names))}`;
    case "file":
      return hasFile(value, known)
        ? undefined
        : `${never}: no skill contains this file${meantFile(value, known)}`;
    case "tool": {
      const tools = [...scenario.tools.map(({ name }) => name), ...known.offered];
      if (tools.includes(value)) return undefined;
      const others = await use.tools();
      return others.has(value)
        ? undefined
        : `${never}: no agent has this tool${didYouMean(nearest(value, [...tools, ...others]))}`;
    }
  }
}

/** The parts of a scenario's policy without any effect. `offered` are the tools of the session's requests. */
async function unusedPolicy(
  scenario: Scenario,
  offered: ReadonlySet<string>,
  use: Pick<SessionUse, "approvals" | "tools">,
): Promise<readonly UnusedPart[]> {
  return [...unusedApprovals(scenario, use), ...(await unresolvedTools(scenario, offered, use))];
}

function unusedApprovals(
  { policy: { approval, approvals }, positions }: Scenario,
  use: Pick<SessionUse, "approvals">,
): readonly UnusedPart[] {
  return positions.policy.approvals.slice(use.approvals).map((at, index) => ({
    at,
    message:
      approval === "interactive"
        ? `the answer ${use.approvals + index + 1} of ${approvals.length} was never asked for`
        : "the user is never asked; write `approval: interactive`",
  }));
}

/** Tools that the policy names and that no agent has: most often, the name is misspelled. */
async function unresolvedTools(
  { policy: { configured = [], allowed = [] }, tools, positions }: Scenario,
  offered: ReadonlySet<string>,
  use: Pick<SessionUse, "tools">,
): Promise<readonly UnusedPart[]> {
  const known = new Set([...tools.map(({ name }) => name), ...offered]);
  const unresolved: UnusedPart[] = [];
  for (const [index, name] of [...configured, ...allowed].entries()) {
    const at = positions.policy.tools[index];
    if (!at || known.has(name)) continue;
    const others = await use.tools();
    if (others.has(name)) continue;
    unresolved.push({
      at,
      message: `the policy names the tool ${quote(name, 80)}, which no agent has${didYouMean(nearest(name, [...known, ...others]))}`,
    });
  }
  return unresolved;
}

/** A part of a scenario without any effect, which therefore tests nothing. */
export interface UnusedPart {
  readonly message: string;
  readonly at: FilePosition;
}

/** What is known about a session besides its result. */
export interface SessionUse {
  readonly roots: readonly SkillRoot[];
  readonly project?: SkillSource;
  /** Indexes of the steps that were played and of the recordings that were used; absent if others replaced them. */
  readonly steps?: ReadonlySet<number>;
  readonly scripts?: ReadonlySet<number>;
  /** Number of the scenario's approvals that were asked for. */
  readonly approvals: number;
  /** Names of all tools that some simulated agent would offer with these skills. */
  tools(): Promise<ReadonlySet<string>>;
}
