import { groupBy } from "../../core/group-by.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { modes } from "../../harness/smoke/modes.ts";
import { type ProjectSettings, readProjectSettings, settingsFacts } from "../../harness/project-settings.ts";
import { runUntraced, type SmokeResult } from "../../harness/smoke/run-smoke.ts";
import type { SmokeSubject } from "../../harness/smoke/subject.ts";
import type { System } from "../../harness/system.ts";
import type { SystemId } from "../../model/agent.ts";
import { documentName } from "../../model/document-name.ts";
import type { Reason } from "../../model/validator.ts";
import type { Target } from "../../model/target.ts";
import type { Skill } from "../../model/skill.ts";
import type { SmokeCheck } from "../../model/smoke.ts";
import type { SkillSource } from "../../model/source.ts";
import { uncounted } from "../../model/token-counter.ts";
import type { SmokeCounts } from "../../model/reports/test.ts";
import { describeMisplaced } from "./misplaced.ts";
import { smokeRoot } from "./smoke-root.ts";
import { readiedForSmoke } from "./smoke-subject.ts";
import type { Examiner } from "../../lint/examine.ts";
import type { Objection } from "../../lint/objection.ts";
import { systems } from "../../generated/systems.ts";

/** Simulates the chosen agents with a skill; their complaints are objections. */
export function smokeExaminer(cwd: string): Examiner {
  return {
    id: "smoke",
    facts: (source, _, { targets }) => {
      const projects = projectsIn(targets, cwd);
      return [
        ...misplacedIn(source, projects, cwd).map(({ message }) => message),
        ...projects.flatMap(({ project }) => settingsFacts(project)),
      ];
    },
    examine: async ({ source, parsed }, _, { targets }) => {
      const asked = projectsIn(targets, cwd);
      const { skill } = parsed();
      const { objections, counts } = await trySmoke(source, skill, asked);
      return {
        smoke: {
          // A skill without a SKILL.md is found nowhere.
          objections:
            skill.document?.file === documentName
              ? [...objections, ...misplacedIn(source, asked, cwd)]
              : objections,
          asked: asked.map(({ system }) => system.id),
          lasting: counts.couldNotMeasure === 0,
          answer: { counts },
        },
      };
    },
  };
}

/** A chosen agent, with the settings that the project has for it. */
interface Asked {
  readonly system: System;
  readonly project: ProjectSettings;
}

export function projectsIn(targets: readonly Target[], cwd: string): readonly Asked[] {
  return systems
    .filter(({ id }) => targets.includes(id))
    .map((system) => ({ system, project: readProjectSettings(system, { directory: cwd }) }));
}

/** The result of simulating agents with one skill. */
interface SmokeTried {
  readonly objections: readonly Objection[];
  readonly counts: SmokeCounts;
}

interface Result extends SmokeResult {
  readonly system: SystemId;
}

/** Simulates the agents. Leaves out token limits and scripts that are run by bare path, as rules report both. */
export async function trySmoke(
  source: SkillSource,
  skill: Skill,
  asked: readonly Asked[],
): Promise<SmokeTried> {
  const { subject, nearMiss } = readiedForSmoke(source, skill);
  if (!subject) return { objections: [absent(asked, nearMiss)], counts: countResults([]) };
  const results: Result[] = [];
  for (const { system, project } of asked) {
    const { settings, remarks: noted } = project;
    const setup = { system, subject, root: smokeRoot(system, subject), tokens: uncounted, settings };
    for (const result of await runUntraced(setup))
      results.push({
        system: system.id,
        ...result,
        warnings: result.check === "announced" ? [...result.warnings, ...noted] : result.warnings,
      });
  }
  return {
    objections: [...failures(results), ...remarks(results), ...lostModes(subject)],
    counts: countResults(results),
  };
}

/** Which of the chosen agents do not find the skill where it is. */
function misplacedIn(source: SkillSource, chosen: readonly Asked[], cwd: string): readonly Objection[] {
  return chosen.flatMap(({ system, project: { settings } }): readonly Objection[] => {
    const message = describeMisplaced(system, source, { cwd, env: {}, settings });
    return message === undefined
      ? []
      : [
          {
            ruleId: ruleIdOf("announced"),
            by: [system.id],
            remark: "info",
            message: `in ${system.id}: ${message}`,
          },
        ];
  });
}

/** The objection that all of these agents have to a skill without a readable SKILL.md. */
function absent(asked: readonly Asked[], nearMiss: string | undefined): Objection {
  const message =
    nearMiss === undefined
      ? "SKILL.md cannot be read"
      : `agents ignore ${quote(nearMiss)}; rename it to \`SKILL.md\``;
  return {
    ruleId: ruleIdOf("announced"),
    by: asked.map(({ system }) => system.id),
    message,
    reasons: ["file-missing", "file-name", "unreadable", "too-large", "encoding"],
  };
}

/** The rules that report paths in the instructions. */
const aboutReferences = [
  "reference-absolute",
  "reference-ambiguous",
  "reference-broken",
  "reference-case",
  "reference-escapes",
];

/** Merges equal failures of a check into one objection for all agents that have it. */
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
        remark: "info",
        message: `in ${series(by)}: ${message}`,
        ...causeOf(message),
      };
    },
  );
}

/** Applies to all agents, as installers may drop the executable bit. */
function lostModes({ commands }: SmokeSubject): readonly Objection[] {
  const executable = commands.filter((command) => command.executable);
  return (modes(executable)?.warnings ?? []).map((message) => ({
    ruleId: ruleIdOf("modes"),
    by: [],
    remark: "info",
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

const fences: readonly Reason[] = ["fence-open", "fence-close", "fence-line", "byte-order-mark", "encoding"];

const absentName: readonly Reason[] = ["name-missing", "name-empty"];

const absentDescription: readonly Reason[] = [
  "description-missing",
  "description-empty",
  "description-lines",
];

/**
 * Maps messages of the simulated systems to reasons of the rules: the first match counts. A captured number is a line.
 * Other messages are reported unchanged.
 */
const causes: readonly (readonly [sentence: RegExp, reasons: readonly Reason[]])[] = [
  // The indicator of a folded block (">") counts as an angle bracket, too.
  [/^line (\d+) contains an angle bracket/, ["angle-brackets", "description-lines"]],
  [
    /^line (\d+) of the frontmatter: "allowed-tools" must be a scalar/,
    ["allowed-tools-type", "yaml-syntax", "yaml-flow", "yaml-feature"],
  ],
  [
    /^line (\d+) of the frontmatter(?:: ".*" must be a scalar| is )/,
    ["yaml-syntax", "yaml-flow", "yaml-feature"],
  ],
  [/^line (\d+) of the frontmatter repeats the field/, ["duplicate-key"]],
  [/frontmatter between|does not begin with "---"|frontmatter is not closed/, fences],
  [/^cannot read SKILL\.md: not UTF-8$/, ["encoding"]],
  [/special characters are not allowed/, ["control-character"]],
  [/frontmatter is (?:not valid YAML|valid YAML only)/, ["yaml-syntax", "yaml-feature"]],
  [/frontmatter (?:must be a map|is empty or not a map)/, ["not-a-mapping"]],
  // Agents that read line by line find no fields without fences.
  [/has no name or description/, [...absentName, ...absentDescription, ...fences]],
  [
    /has no name|^name is (?:missing|empty)|field "name" (?:is missing|must be a non-empty string, not (?:missing|""))/,
    absentName,
  ],
  [
    /has no description|description is (?:missing or )?empty|field "description" (?:is missing|must be a non-empty string, not (?:missing|""))/,
    absentDescription,
  ],
  [/is announced instead of the description$|^only the first .* are announced$/, ["description-lines"]],
  [/^metadata must (?:have the type|be a)/, ["metadata-type"]],
  [/^name must (?:have the type|be a string)/, ["name-type"]],
  [/^description must (?:have the type|be a string)/, ["description-type"]],
  [/name "" must be lower-case/, absentName],
  [/" must be lower-case/, ["name-case", "name-characters", "name-hyphens"]],
  [/" does not match its directory/, ["name-directory"]],
  [/name has \d+ characters/, ["name-length"]],
  [/description has \d+ characters/, ["description-length"]],
  [/body has [\d,]+ lines/, ["body-lines"]],
];

/** Messages about a field of the frontmatter, with the rules that report the same. */
const aboutFields: readonly (readonly [sentence: RegExp, rules: readonly string[]])[] = [
  [/^the field "([\w-]{1,64})" (?:must be|is not) /, ["allowed-tools-format", "boolean-field", "field-type"]],
  [
    /^this agent reads "[\w-]{1,64}", not "([\w-]{1,64})"$/,
    ["allowed-tools-format", "field-spelling", "unknown-field"],
  ],
];

/**
 * The reasons, lines and field in an agent's message about a skill; empty if no rule reports the problem that it describes.
 */
export function causeOf(message: string): Pick<Objection, "reasons" | "lines" | "field" | "rules"> {
  const sentence = message.replace(/^skipped: /, "");
  for (const [pattern, reasons] of causes) {
    const found = pattern.exec(sentence);
    if (found) return { reasons, ...(found[1] !== undefined && { lines: [Number(found[1])] }) };
  }
  for (const [pattern, rules] of aboutFields) {
    const field = pattern.exec(sentence)?.[1];
    if (field !== undefined) return { rules, field };
  }
  return {};
}
