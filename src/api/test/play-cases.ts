import { SkillsError } from "../../core/errors.ts";
import { compareText } from "../../core/order.ts";
import { once } from "../../core/once.ts";
import { joinLabel } from "../../core/paths.ts";
import type { EvalCase } from "../../harness/evals/eval-file.ts";
import { inputFiles } from "../../harness/evals/judge-evals.ts";
import type { SessionKey } from "../../harness/models/recording.ts";
import { readProjectSettings } from "../../harness/project-settings.ts";
import { type Played, watchRequests } from "../../harness/scenario/played.ts";
import { usualBudget } from "../../harness/scenario/run-scenario.ts";
import { dryRunner } from "../../harness/scripts/dry.ts";
import { runSession } from "../../harness/session.ts";
import { startTrace } from "../../harness/tracer.ts";
import type { System } from "../../harness/system.ts";
import { type Model, type ScriptRunner, type Settings, shownAt, type SkillRoot } from "../../model/agent.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { Tracer } from "../../model/trace.ts";
import { openDirectory } from "../../read/directory.ts";
import { absentBeside } from "../../harness/scenario/scenario-roots.ts";
import { type Places, scanRoots } from "../../find/scan-roots.ts";
import { inOrder } from "../../core/in-order.ts";
import type { AnnouncedSkill } from "./eval-tests.ts";
import { type SpanPlan, type TestedSession, testedSession } from "./test-metrics.ts";
import type { TestModel } from "./test-model.ts";

export interface CasePlan extends SpanPlan {
  readonly tokens: TokenCounter;
  readonly scripts?: ScriptRunner;
  /** Number of sessions to play in parallel. */
  readonly jobs: number;
  readonly model: Pick<TestModel, "repeat" | "open">;
  readonly onStep: (index: number, of: number) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Cases {
  readonly cases: readonly EvalCase[];
  /** The name of the test. */
  readonly name: string;
  readonly system: System;
  /** The skills in the catalog. */
  readonly skills: readonly AnnouncedSkill[];
  /** The skill that contains the eval file. */
  readonly own: AnnouncedSkill | undefined;
  /** The name of the skill that the cases are about. */
  readonly skill?: string;
  /** The directory of the project that has the eval file; its own skills are played. */
  readonly project?: string | undefined;
  /** Which cases to play. */
  plays(each: EvalCase): boolean;
}

/** A case in one session. */
export interface PlayedCase {
  readonly each: EvalCase;
  /** The number of the case, from 1. */
  readonly number: number;
  readonly repeat: number;
  readonly played?: Played;
  /** Why the model failed, or the system could not start. */
  readonly failure?: string;
}

/** Plays the prompt of each case that sessions can decide, each repeat in a new session. */
export async function playCases(
  { cases, name, system, skills, own, skill, project, plays }: Cases,
  plan: CasePlan,
): Promise<readonly PlayedCase[]> {
  const isInProject = skills.length === 0 || project !== undefined;
  const directory = project ?? plan.cwd;
  const settings = once(() => readProjectSettings(system, { directory }).settings);
  // The skills of a home directory would make the result of a project depend on the machine.
  const home = project === undefined ? (plan.env["HOME"] ?? plan.cwd) : absentBeside(project);
  const roots = once(() =>
    isInProject
      ? rootsOfProject(system, { project: directory, home }, plan.env, settings())
      : [rootWith(system, skills)],
  );
  const repeats = Array.from({ length: plan.model.repeat }, (_, index) => index + 1);
  const work = cases.flatMap((each, index) =>
    plays(each) ? repeats.map((repeat) => ({ each, number: index + 1, repeat })) : [],
  );
  let ended = 0;
  return inOrder(work, plan.jobs, async ({ each, number, repeat }) => {
    const key = { test: name, case: number, repeat, system: system.id, prompts: [each.prompt ?? ""] };
    const targets = targetsOf(each, skill);
    const played = await playCase(
      {
        key,
        system,
        roots,
        targets,
        settings,
        project: () => (isInProject ? openDirectory(directory, shownAt.project) : filesOf(each, own)),
      },
      plan,
    );
    plan.onStep(ended++, work.length);
    return { each, number, repeat, ...played };
  });
}

/** The sessions that were played; `name` is that of their test. */
export function caseSessions(
  name: string,
  sessions: readonly PlayedCase[],
  plan: SpanPlan,
): readonly TestedSession[] {
  return sessions.flatMap(({ each, played }) =>
    played ? [testedSession(`${name}: ${each.id}`, played, [], plan)] : [],
  );
}

/** Whether a session can decide any expectation of the case. */
export function isPlayable({ prompt, checks }: EvalCase): boolean {
  return prompt !== undefined && prompt.trim() !== "" && checks.some(({ kind }) => kind !== "open");
}

/** The skills whose activation decides all checks of a case; undefined if other checks need the rest of the session. */
function targetsOf({ checks }: EvalCase, skill: string | undefined): readonly string[] | undefined {
  const triggers = checks.flatMap((check) => (check.kind === "trigger" ? [check.skill ?? skill] : []));
  const targets = triggers.filter((name) => name !== undefined);
  const decidable = checks.filter(({ kind }) => kind !== "open");
  return targets.length > 0 && targets.length === decidable.length ? targets : undefined;
}

interface CaseSession {
  readonly key: SessionKey;
  readonly system: System;
  /** Throws a SkillsError if there is no skill. */
  readonly roots: () => readonly SkillRoot[];
  readonly targets: readonly string[] | undefined;
  /** The project's configuration. Throws a SkillsError if it cannot be read. */
  readonly settings: () => Settings;
  /** The files of the user's project. Throws a SkillsError if one cannot be read. */
  readonly project: () => SkillSource;
}

/** The input files of a case, at the paths that its prompt uses. */
function filesOf(each: EvalCase, own: AnnouncedSkill | undefined): SkillSource {
  const inputs = own ? inputFiles(each, own.files) : [];
  const files = inputs.map(({ written, path }) => [written, own!.source.read(path)] as const);
  return openMemory("project", Object.fromEntries(files), shownAt.project);
}

async function playCase(
  { key, system, roots, targets, settings, project }: CaseSession,
  { model: models, tokens, scripts = dryRunner([]) }: CasePlan,
): Promise<Pick<PlayedCase, "played" | "failure">> {
  try {
    const tracer = startTrace();
    const opened = models.open(key, system);
    const { model, seen } = watchRequests(targets ? untilActivated(opened, targets, system, tracer) : opened);
    try {
      const result = await runSession({
        system,
        model,
        world: {
          roots: roots(),
          tracer,
          tokens,
          policy: { approval: "yes" },
          scripts,
          hostTools: [],
          settings: settings(),
          project: project(),
        },
        prompt: key.prompts[0] ?? "",
        budget: usualBudget,
      });
      const played: Played = { result, ...seen() };
      return { played, ...(played.failure !== undefined && { failure: played.failure }) };
    } finally {
      await model.close?.();
    }
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return { failure: error.message };
  }
}

/** Ends the session in place of the model once these skills are activated: further turns only cost time and money. */
function untilActivated(
  model: Model,
  targets: readonly string[],
  { speak }: System,
  { events }: Tracer,
): Model {
  const isActivated = (name: string): boolean =>
    events.some(({ kind, skill }) => kind === "activate" && skill === name);
  return {
    ...model,
    next: async (request, catalog) =>
      targets.every(isActivated)
        ? speak.finish("Not played further: the activation decides the case.")
        : model.next(request, catalog),
  };
}

/** The roots of a project, for an eval file that belongs to no skill. */
function rootsOfProject(
  system: System,
  places: Places,
  env: CasePlan["env"],
  settings: Settings,
): readonly SkillRoot[] {
  const roots = scanRoots(system.roots(env, settings), places, system);
  if (roots.some(({ skills, unread }) => skills.length + unread.length > 0)) return roots;
  throw new SkillsError("not-found", `${system.id} finds no skill here; name the skills too`);
}

/** The system's first project root with these skills in it. */
function rootWith(system: System, own: readonly AnnouncedSkill[]): SkillRoot {
  const spec = system.roots({}, {}).find(({ scope }) => scope === "project");
  const path = joinLabel(shownAt.project, spec?.path ?? "skills");
  const skills = own.map(({ source }) => ({ path: joinLabel(path, source.name), depth: 0, source }));
  return {
    scope: "project",
    path,
    skills: skills.toSorted((a, b) => compareText(a.path, b.path)),
    without: [],
    unread: [],
  };
}
