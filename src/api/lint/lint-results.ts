import { Buffer } from "node:buffer";
import { onceForEach } from "../../core/once.ts";
import { isFixable, saveSkill, type SavedHead, type SavedSkill } from "../../lint/saved-skill.ts";
import { examine, lintSaved, lintSkill, type LintedSkill, type LintRun } from "../../lint/lint-run.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import { holdSource } from "../../model/held-source.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { resultsOf, type SkillWork } from "../jobs/results-of.ts";
import type { CheckAddition } from "./check-addition.ts";
import { hashText } from "./hash-text.ts";
import { type LintMemory, recalled, remember } from "./lint-memory.ts";
import { packLoads, type PackedLoads, unpackLoads } from "./packed-loads.ts";
import { type LintPlan, prepareRun } from "./prepare-run.ts";

/** Lints a skill, or takes its findings from the cache. If fixes are applied, a skill with fixes is examined again. */
export function lintedBy(run: LintRun, cache: ResultCache): (source: SkillSource) => LintedSkill {
  return (source) => {
    const found = cache.find<SavedSkill, SavedHead>(source, () => settingsOf(run, source));
    const isFixed = run.fix !== "none";
    if (found.saved && !(isFixed && found.saved.result.subject.findings.some(isFixable)))
      return lintSaved(run, source, found.saved.result, found.saved.rest);
    if (isFixed) return lintSkill(run, source);
    const examined = examine(run, found.source);
    if (examined.subject.partial.length === 0) {
      const { saved, rest } = saveSkill(examined, source, hashText);
      found.store(saved, rest);
    }
    return lintSkill(run, source, examined);
  };
}

/** Where the results of a run come from. */
interface Origins {
  readonly sources: readonly SkillSource[];
  readonly cache: ResultCache | undefined;
  readonly threads: number;
}

/** Lints all skills in several threads; settings and suppressions are applied here. */
export function lintOnThreads(
  run: LintRun,
  plan: LintPlan,
  origins: Origins,
): Promise<readonly LintedSkill[]> {
  const job = {
    ...origins,
    work: workOf(run),
    about: (source: SkillSource) => settingsOf(run, source),
    plan: () => plan,
  };
  return resultsOf(origins.sources, job, (source, saved, head) => lintSaved(run, source, saved, head));
}

/** The work of a thread. */
export async function lintWork(
  plan: LintPlan,
  contextOf: ContextReader,
): Promise<SkillWork<SavedSkill, SavedHead>> {
  return workOf(await prepareRun(plan, { contextOf }));
}

function workOf(run: LintRun): SkillWork<SavedSkill, SavedHead> {
  return (source) => {
    const examined = examine(run, source);
    return { ...saveSkill(examined, source, hashText), isLasting: examined.subject.partial.length === 0 };
  };
}

/** The result of `skills check` for a skill. */
interface SavedCheck {
  readonly skill: SavedSkill;
  readonly check: Omit<SkillCheck, "loads">;
  readonly loads: PackedLoads;
}

function saveCheck(skill: SavedSkill, { loads, ...check }: SkillCheck): SavedCheck {
  return { skill, check, loads: packLoads(loads) };
}

/** In the order of a report. */
function openCheck({ check: { skill, ...rest }, loads }: SavedCheck): SkillCheck {
  return { skill, loads: unpackLoads(loads), ...rest };
}

/** As `lintOnThreads`, in any number of threads and with a memory, for a run with additional findings. */
export async function checkAll(
  run: LintRun,
  addition: CheckAddition,
  plan: LintPlan,
  { memory, ...origins }: Origins & { readonly memory: LintMemory | undefined },
): Promise<readonly LintedSkill[]> {
  const { sources } = origins;
  const results = await resultsOf(
    sources,
    {
      ...origins,
      recall: (source) => {
        const [linted, check] = [recalled(source, memory), memory?.checks.get(source.label)];
        return linted && check && { linted, check };
      },
      work: checkWorkOf(run, addition),
      begin: (index) => addition.begin(index, sources.length),
      about: (source, files) => [...settingsOf(run, source), ...addition.about(source, files)],
      plan: () => addition.plan(plan),
    },
    (source, saved, head) => {
      const check = openCheck(saved);
      memory?.checks.set(source.label, check);
      return { linted: remember(source, memory, lintSaved(run, source, saved.skill, head)), check };
    },
  );
  for (const { check } of results) addition.note(check);
  return results.map(({ linted }) => linted);
}

/** As `lintWork`, with additional findings. */
export async function checkWork(
  plan: LintPlan,
  contextOf: ContextReader,
  addition: Pick<CheckAddition, "add">,
): Promise<SkillWork<SavedCheck, SavedHead>> {
  return checkWorkOf(await prepareRun(plan, { contextOf }), addition);
}

function checkWorkOf(run: LintRun, { add }: Pick<CheckAddition, "add">): SkillWork<SavedCheck, SavedHead> {
  return async (source) => {
    const held = holdSource(source);
    const targets = run.settings.targetsOf(source);
    const { examined, check, isLasting } = await add(examine(run, held), held, targets);
    const { saved: skill, ...rest } = saveSkill(examined, source, hashText);
    return { saved: saveCheck(skill, check), isLasting, ...rest };
  };
}

/** What the findings of a skill depend on, besides its files and surroundings. */
function settingsOf(run: LintRun, source: SkillSource): readonly unknown[] {
  return [rulesOf(run), run.reading.tokens?.name, run.settings.targetsOf(source)];
}

const rulesOf = onceForEach(({ rules }: LintRun) =>
  sha256(Buffer.from(rules.map(({ meta }) => meta.id).join(" "))),
);
