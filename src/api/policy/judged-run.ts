import { SkillsError } from "../../core/errors.ts";
import type { Answer } from "../../model/answer.ts";
import type { Denial, PolicyVerdict } from "../../model/policy.ts";
import { isChecked, type Report, type Subject } from "../../model/report.ts";
import { openDirectory } from "../../read/directory.ts";
import { placeOf, realDirectory } from "../../read/there.ts";
import { checkPreparer } from "../check/prepare-check.ts";
import { type CommandQuestion, type LintRequest, lintUnwritten } from "../lint/lint.ts";
import { isPlugin, withVerdict } from "./conclude-policy.ts";
import { gainsSince } from "./gains-since.ts";
import { judgePlugin } from "./judge-skill.ts";
import { type LoadedPolicy, type PolicyChoice, readPolicy, requireJudged } from "./read-policy.ts";

/** What a policy adds to a run of `skills check`. */
export interface JudgedRun {
  /** What is asked of each skill. */
  readonly asking: CommandQuestion;
  /** Adds the verdict to the report of a run with these answers and options. */
  judge<Found extends Report>(
    report: Found,
    answers: readonly Answer[],
    options: LintRequest,
  ): Promise<Found>;
}

interface Base {
  readonly cwd: string;
  /** The commit with which skills are compared. */
  readonly since: string | undefined;
}

/** Reads a policy for a run that asks this besides. Throws as `readPolicy` does. */
export async function judgedRun(
  choice: PolicyChoice,
  base: Base,
  question: CommandQuestion,
): Promise<JudgedRun> {
  const loaded = await readPolicy(choice, base.cwd);
  const { policy } = loaded;
  requireJudged(loaded, notJudgedIn(loaded, base, []));
  const asking: CommandQuestion = {
    ...question,
    examiners: (targets) => [...question.examiners(targets), "policy"],
    policy,
  };
  return {
    asking,
    judge: async (report, answers, options) => {
      const { answers: hidden, plugins: hiddenPlugins } = await hiddenBy(loaded, options);
      const found = new Map([...hidden, ...answers].map(({ subject, policy: part }) => [subject.path, part]));
      const skills = [...report.subjects, ...hidden.map(({ subject }) => subject)];
      const gains = await gainsIn(loaded, base, skills);
      const plugins = [...report.subjects.filter(isPlugin), ...hiddenPlugins].map(({ path }) => path);
      const denials = new Map(
        Array.from(found).flatMap(([path, part]): [string, readonly Denial[]][] =>
          part ? [[path, [...part, ...(gains.get(path) ?? [])]]] : [],
        ),
      );
      const known = new Set(report.subjects.map(keyOf));
      const leftOut = [...hidden.map(({ subject }) => subject), ...hiddenPlugins];
      return withVerdict(report, {
        loaded,
        denials,
        plugins: await judgePlugins(loaded, base, Array.from(new Set(plugins))),
        leftOut: leftOut.flatMap((subject) =>
          known.has(keyOf(subject)) ? [] : [{ ...subject, findings: [] }],
        ),
        notJudged: notJudgedIn(loaded, base, skills),
        maxWarnings: options.maxWarnings,
      });
    },
  };
}

/** A skill and a plugin may have the same path. */
function keyOf(subject: Subject): string {
  return `${isPlugin(subject) ? "plugin" : "skill"} ${subject.path}`;
}

/** The modules that read plugins are loaded only for one. */
async function judgePlugins(
  { policy }: LoadedPolicy,
  { cwd, since }: Base,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly Denial[]>> {
  if (paths.length === 0) return new Map();
  const { pluginInventory } = await import("../plugin/plugin-inventory.ts");
  const { pluginGainsSince } = await import("./gains-since.ts");
  const gains =
    policy.gains && since !== undefined ? await pluginGainsSince(policy, { cwd, since, paths }) : new Map();
  return new Map(
    paths.map((path) => {
      const inventory = pluginInventory(openDirectory(realDirectory(placeOf(path, cwd)), path));
      return [path, [...judgePlugin(policy, inventory), ...(gains.get(path) ?? [])]];
    }),
  );
}

interface Hidden {
  readonly answers: readonly Answer[];
  readonly plugins: readonly Subject[];
}

const noneHidden: Hidden = { answers: [], plugins: [] };

/** The skills and plugins that settings of a change leave out: it must not choose what is judged. */
async function hiddenBy({ policy }: LoadedPolicy, options: LintRequest): Promise<Hidden> {
  const {
    earlier,
    cache: _,
    ignore,
    overrides,
    rules,
    ownRules,
    suppressions,
    baseline,
    ...others
  } = options;
  if (!earlier?.files.some(({ changed }) => changed ?? true)) return noneHidden;
  const { ignore: before } = earlier.settings;
  const asking: CommandQuestion = {
    command: "check",
    examiners: () => ["lint", "costs", "policy"],
    prepare: checkPreparer(options.cwd),
    policy,
  };
  const request = {
    ...others,
    ...(before && { ignore: before }),
    fix: "none",
    syntax: false,
    timing: false,
  } as const;
  try {
    const { answers, report } = await lintUnwritten(request, undefined, asking);
    return { answers, plugins: report.subjects.filter(isPlugin) };
  } catch (error) {
    // The settings before the change leave out every skill.
    if (error instanceof SkillsError && error.code === "not-a-skill") return noneHidden;
    throw error;
  }
}

async function gainsIn(
  { policy }: LoadedPolicy,
  { cwd, since }: Base,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, readonly Denial[]>> {
  if (!policy.gains || since === undefined) return new Map();
  const paths = subjects.flatMap(({ kind, path }) => (kind === "skill" && path !== "-" ? [path] : []));
  return gainsSince(policy, { cwd, since, paths: Array.from(new Set(paths)) });
}

function notJudgedIn(
  { policy }: LoadedPolicy,
  { since }: Base,
  subjects: readonly Subject[],
): PolicyVerdict["notJudged"] {
  const hasOthers = subjects.some((each) => isChecked(each) && (each.kind !== "skill" || each.path === "-"));
  const reason =
    since === undefined
      ? "no earlier version; give one with --changed REF or --settings-from REF"
      : hasOthers
        ? "archives and standard input have no earlier version"
        : undefined;
  return [
    ...(policy.sources ? [{ rule: "sources", reason: "only skills install knows the source" }] : []),
    ...(policy.gains && reason !== undefined ? [{ rule: "gains", reason }] : []),
  ];
}
