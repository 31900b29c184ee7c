import { SkillsError } from "../../core/errors.ts";
import { estimateTokens } from "../../core/estimate-tokens.ts";
import { describeProblems } from "../../core/file-problem.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { auditOf, auditPath } from "../../harness/audit.ts";
import { openModel } from "../../harness/models/open-model.ts";
import { recordSession } from "../../harness/models/recording.ts";
import { watchFailure } from "../../harness/models/watch-failure.ts";
import { openChanges } from "../../harness/scenario/changes.ts";
import { problemsInSettings } from "../../harness/scenario/read-settings.ts";
import { toHostTool } from "../../harness/scenario/host-tool.ts";
import { usualBudget } from "../../harness/scenario/run-scenario.ts";
import { readPromptsIn } from "../../harness/scenario/scenario-roots.ts";
import { readToolsFile } from "../../harness/scenario/tool-format.ts";
import { mergeSettings, readProjectSettings } from "../../harness/project-settings.ts";
import { dryRunner } from "../../harness/scripts/dry.ts";
import { runSession } from "../../harness/session.ts";
import { parseSettings } from "../../harness/settings.ts";
import { systems } from "../../generated/systems.ts";
import { startTrace } from "../../harness/tracer.ts";
import type { System } from "../../harness/system.ts";
import {
  type AgentWorld,
  type Policy,
  type RootSpec,
  type Scope,
  type ScriptRunner,
  type SessionResult,
  type Settings,
  shownAt,
  type SkillRoot,
  type SystemId,
} from "../../model/agent.ts";
import type { Outcome, Report } from "../../model/report.ts";
import type { RunData } from "../../model/reports/run.ts";
import type { ScenarioTool } from "../../model/scenario.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { openDirectory } from "../../read/directory.ts";
import { lookUpOperand } from "../../find/archive-file.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { readFile } from "../../read/open-file.ts";
import { placesWithSkills } from "../../find/project-place.ts";
import { scanRoots } from "../../find/scan-roots.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { createFile, requirePlain } from "../../write/create-file.ts";
import { findOutput } from "../../write/destination.ts";
import { requireRecordingFile, writeRecording } from "../recording-file.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { chooseModel, type ModelChoice, objectToSystem } from "./model-choice.ts";

/**
 * Runs one session of an agent over the skills that it finds. Throws a SkillsError if it cannot start; later
 * failures are in the result.
 */
export async function run(options: RunOptions): Promise<RunReport> {
  const started = now();
  const system = systems.find(({ id }) => id === options.system);
  if (!system) throw new SkillsError("bad-usage", `unknown system ${quote(options.system)}`);
  const choice = chooseModel(options.model, options);
  if (options.record !== undefined) requireRecordingFile(options.record, options.cwd);
  const objection = objectToSystem(choice, system);
  if (objection !== undefined) throw new SkillsError("bad-usage", objection);
  const settings = mergeSettings(readSettings(system, options), settingsOf(choice, system, options));
  const roots = rootsFor(system, settings, options);
  const usesSkills = system.roots(options.env, settings).length > 0;
  if (usesSkills) requireSkills(roots, options);
  const world = await worldFor(roots, settings, choice, options);
  const moment = options.auditAt ?? (recordsRuns(system, roots, options) ? options.ownAuditAt : undefined);
  const audit = moment === undefined ? undefined : placeAudit(moment, options);
  const key = { repeat: 1, system: system.id, prompts: [options.prompt, ...(options.followUps ?? [])] };
  const recorded = recordSession(openModel(choice.plan, system, key), key);
  const { model, hasFailed } = watchFailure(recorded.model);
  const changes = openChanges(choice.scenario?.steps ?? [], roots, system, world.tracer);
  const budget = {
    ...usualBudget,
    ...(options.maxTurns !== undefined && { turns: options.maxTurns }),
    ...choice.scenario?.budget,
  };
  try {
    const result = await runSession({
      system,
      model,
      world: { ...world, roots: changes.roots },
      prompt: options.prompt,
      ...(options.followUps && { followUps: options.followUps }),
      budget,
      between: changes.afterStep,
    });
    if (options.record !== undefined && !hasFailed())
      await writeRecording(options.record, [recorded.session()], options.cwd);
    if (audit) await keepAudit(audit, auditOf(result));
    const report = timedReport({
      command: "run",
      targets: ["spec"],
      subjects: [],
      unread: roots.flatMap(({ unread }) => unread),
      started,
      maxWarnings: Infinity,
    });
    const outcome: Outcome = hasFailed() ? 2 : result.stop === "answered" ? 0 : 1;
    return {
      report: { ...report, outcome, data: result },
      result,
      ...(usesSkills && { usesSkills: true as const }),
      ...(audit && { audit: audit.label }),
    };
  } finally {
    await model.close?.();
  }
}

function settingsOf({ scenario, directory }: ModelChoice, { id }: System, { cwd }: RunOptions): Settings {
  return scenario ? readPromptsIn(directory ?? cwd, scenario.settingsBySystem[id]) : {};
}

async function worldFor(
  roots: readonly SkillRoot[],
  settings: Settings,
  { scenario }: ModelChoice,
  { policy, scripts, tools, tokens, watch, cwd }: RunOptions,
): Promise<AgentWorld> {
  return {
    roots,
    tracer: startTrace(watch),
    tokens: tokens === "exact" ? await loadExactCounter() : { name: "estimate", count: estimateTokens },
    policy,
    scripts: scripts ?? dryRunner(scenario?.scripts ?? []),
    hostTools: [...(tools === undefined ? [] : readTools(tools, cwd)), ...(scenario?.tools ?? [])].map(
      (tool) => toHostTool(tool),
    ),
    settings,
    project: openDirectory(cwd, shownAt.project),
  };
}

function readTools(written: string, cwd: string): readonly ScenarioTool[] {
  const { absolute, label } = lookUpFile(written, cwd);
  return readToolsFile(readFile(absolute, label), label);
}

/** The settings file that the user chose; otherwise that of the project, if the system has one. */
function readSettings(system: System, { settings, cwd, source }: RunOptions): Settings {
  const chosen = system.hasSource && source !== undefined ? { source } : {};
  if (settings !== undefined) {
    const { absolute, label } = lookUpFile(settings, cwd);
    const bytes = readFile(absolute, label);
    const values = parseSettings(decodeUtf8(bytes) ?? "", label);
    const problems = problemsInSettings(bytes, label, system);
    if (problems.length > 0)
      throw new SkillsError("bad-usage", `${quote(label)} does not contain settings of ${system.id}`, {
        others: describeProblems(problems),
        hint: `\`skills test --print-settings ${system.id}\` prints them`,
      });
    return { ...readPromptsIn(`${absolute}/..`, values), ...chosen };
  }
  return { ...readProjectSettings(system, { directory: cwd }).settings, ...chosen };
}

function rootsFor(
  system: System,
  settings: Settings,
  { roots, source, cwd, env }: RunOptions,
): readonly SkillRoot[] {
  const specs = roots
    ? roots.map((path): RootSpec => ({ scope: "project", path: rootAt(path, cwd) }))
    : system.roots(env, settings);
  const chosen =
    source === undefined || system.hasSource ? specs : specs.filter(({ scope }) => scope === source);
  return scanRoots(chosen, { project: cwd, home: env["HOME"] ?? env["USERPROFILE"] ?? cwd }, system);
}

/** Throws if there is no skill, as the session would not test any. */
function requireSkills(roots: readonly SkillRoot[], { system, cwd }: RunOptions): void {
  if (roots.some(({ skills, unread }) => skills.length + unread.length > 0)) return;
  const [place = "PATH"] = placesWithSkills(cwd);
  const message = `no skill in scope: ${system} looked in ${roots.length === 0 ? "no directory" : series(roots.map(({ path }) => quote(hereOf(path))))}`;
  throw new SkillsError("not-found", message, {
    hint:
      place === "PATH"
        ? "use --root PATH to choose a directory with skills"
        : `skills are in ${quote(place)}; add --root ${place}`,
  });
}

/** The root's real path, not the one shown to the model. */
function hereOf(path: string): string {
  return path.replace(`${shownAt.project}/`, "").replace(shownAt.home, "~");
}

function rootAt(written: string, cwd: string): string {
  if (written === "") throw new SkillsError("bad-usage", "--root is empty; pass a directory with skills");
  const { kind, absolute, label } = lookUpOperand(written, cwd);
  if (kind !== "directory")
    throw new SkillsError("bad-usage", `${quote(label)} is a file; pass a directory with skills`);
  return absolute;
}

/** Whether the agent itself records the run: only in a project with its own directory of skills. */
function recordsRuns(system: System, roots: readonly SkillRoot[], { roots: given }: RunOptions): boolean {
  return (
    system.recordsRuns === true &&
    !given &&
    roots.some(({ scope, missing }) => scope === "project" && !missing)
  );
}

interface AuditPlace {
  readonly absolute: string;
  readonly label: string;
}

/** Throws a SkillsError before the session if the record would be written through a symlink of the project. */
function placeAudit(moment: string, { cwd }: RunOptions): AuditPlace {
  const label = auditPath(moment);
  const { absolute } = findOutput(label, cwd);
  requirePlain(absolute, label);
  return { absolute, label };
}

async function keepAudit({ absolute, label }: AuditPlace, audit: ReturnType<typeof auditOf>): Promise<void> {
  await createFile(absolute, Buffer.from(`${JSON.stringify(audit, null, 2)}\n`), label, async () => {});
}

export interface RunOptions {
  readonly prompt: string;
  /** Further prompts, each sent after the previous one was answered. */
  readonly followUps?: readonly string[];
  readonly system: SystemId;
  /** "lexical", "scripted:FILE", "replay:FILE" or "command:PROGRAM ARGUMENT…". */
  readonly model: string;
  /** The project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directories of skills, instead of those in which the agent looks. */
  readonly roots?: readonly string[];
  /** Use only the skills of the project or of the user, or only those built into the agent. */
  readonly source?: Scope;
  /** A file with the agent's settings, as JSON. */
  readonly settings?: string;
  /** A file with the host's tools, as in a scenario. */
  readonly tools?: string;
  readonly policy: Policy;
  /** Runs scripts for real; absent if scripts are not run. */
  readonly scripts?: ScriptRunner;
  readonly maxTurns?: number;
  /** Time limit for each answer of a program that acts as the model. */
  readonly modelSeconds?: number;
  /** Writes a recording of the session to this file, unless the model fails. */
  readonly record?: string;
  readonly tokens?: TokenCount;
  readonly watch?: (event: TraceEvent) => void;
  /** Saves a record of the run in the project, in a directory named after this timestamp. */
  readonly auditAt?: string;
  /** As `auditAt`, but only if the agent records its runs by itself, as react-actions does in its project. */
  readonly ownAuditAt?: string;
}

export interface RunReport {
  /** Its `data` is the result; its outcome is 0 if there is an answer, 2 if the model failed, otherwise 1. */
  readonly report: Report<RunData, "run">;
  readonly result: SessionResult;
  /** Absent if the agent's settings turn skills off. */
  readonly usesSkills?: true;
  /** Path of the record. */
  readonly audit?: string;
}
