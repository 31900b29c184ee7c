import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ChangeBase, findChangeBase } from "../api/scope/change-base.ts";
import { tokenDeltas } from "../api/scope/token-deltas.ts";
import { configureLint } from "../api/settings/configured.ts";
import { findConfig } from "../api/settings/find-config.ts";
import type { ExitCode } from "../cli/io.ts";
import { findCheckout } from "../cli/report-context.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { Report } from "../model/report.ts";
import type { FindingDelta, TokenDeltas } from "../model/reports/action.ts";
import { isLintTarget } from "../model/target.ts";
import { actionSummary, failureSummary } from "../report/commands/action-summary.ts";
import { clean } from "../report/drawing/width.ts";
import { workflowCommand } from "../report/formats/github.ts";
import { type Event, readEvent } from "./event.ts";
import { type Environment, type Inputs, readInputs } from "./inputs.ts";
import { type Ran, runCommand } from "./run-command.ts";
import { outputsOf, describeAnnotations, describeLog, unsaid } from "./tell.ts";
import { findDirectory, fromRoot, requireOutput } from "./workspace.ts";

/** The action: runs the workflow's command and reports its findings to GitHub. The exit code is the command's. */
export async function runAction(env: Environment, write: (text: string) => void): Promise<ExitCode> {
  try {
    return await run(readInputs(env), env, write);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    const sentence = [error.message, ...(error.hint === undefined ? [] : [error.hint])]
      .map((each) => clean(each))
      .join("\n");
    write(`${workflowCommand("error", { title: "skills" }, sentence)}\n`);
    setOutputs(env, { outcome: 2 });
    return 2;
  }
}

async function run(inputs: Inputs, env: Environment, write: (text: string) => void): Promise<ExitCode> {
  const cwd = findDirectory(inputs, env);
  requireOutput(inputs, cwd, env);
  const event = readEvent(env);
  const base = await findChangeBase({ cwd, ...event });
  const place = { cwd, env: fromRoot(env, base) };
  const narrows = inputs.changedOnly === "true" || (inputs.changedOnly === "auto" && event.proposes);
  // A change must not weaken the check of itself, whichever skills are checked.
  const judges = event.proposes && inputs.command !== "test" && event.base !== undefined;
  if (inputs.policy !== undefined && event.proposes && event.base === undefined)
    throw new SkillsError(
      "not-found",
      `the event ${quote(event.name)} has no base commit to read the policy from`,
    );
  const unknown = [
    ...(narrows && base.commit === undefined ? ["checking all skills"] : []),
    ...(judges && (base.commit ?? base.before) === undefined
      ? ["dangers are judged without the settings in the repository"]
      : []),
  ];
  const notices = unknown.length === 0 ? [] : [`${unknown.join("; ")}: ${whyNone(event, base)}`];
  const json = path.join(env["RUNNER_TEMP"] || tmpdir(), `skills-${randomUUID()}.json`);
  const args = commandLine(inputs, {
    since: narrows ? base.commit : undefined,
    settingsFrom: judges ? (base.commit ?? event.base) : undefined,
    json,
  });
  if (env["RUNNER_DEBUG"] === "1")
    write(`${workflowCommand("debug", {}, clean(`skills ${JSON.stringify(args)} in ${quote(cwd)}`))}\n`);
  const ran = await runCommand(args, { ...place, json });
  write(describeLog(inputs, ran));
  write(describeAnnotations(inputs, ran, notices, place));
  setOutputs(env, outputsOf(inputs, ran, { json, cwd }));
  if (inputs.summary) addSummary(env, await summarize(inputs, ran, { ...place, event, base, notices }));
  return ran.code;
}

/** Why no base commit is known, as the end of a sentence. */
function whyNone({ name, base, head }: Event, { missing, shallow }: ChangeBase): string {
  if (base === undefined || head === undefined) return `the event ${quote(name)} has no base commit`;
  if (/^0+$/.test(base)) return "the branch is new";
  return `${missing}${shallow ? '; in actions/checkout set "fetch-depth: 2" for the base of a pull request, or "fetch-depth: 0" for every commit' : ""}`;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly event: Event;
  readonly base: ChangeBase;
  readonly notices: readonly string[];
}

/** Links point to the head of the change, which is permanent, not to GitHub's temporary merge commit. */
async function summarize(
  inputs: Inputs,
  ran: Ran,
  { cwd, env, event, base, notices }: Surroundings,
): Promise<string> {
  const { report, run: tests } = ran;
  if (!report) return failureSummary(inputs.command, unsaid(ran).join("\n").replaceAll("\n", "; "));
  const checkout = findCheckout({
    cwd,
    env: { ...env, ...(event.head !== undefined && { GITHUB_SHA: event.head }) },
  });
  const skills = report.subjects.flatMap(({ kind, path: skill }) => (kind === "skill" ? [skill] : []));
  const tokens =
    base.commit === undefined
      ? { deltas: [], omitted: 0 }
      : await tokenDeltas({ cwd, base: base.commit, skills, targets: report.targets });
  const findings = await findingsSince(inputs, { cwd, env, base: base.commit, report, tokens });
  return actionSummary(report, { checkout, run: tests, notices, tokens, findings });
}

interface Compared {
  readonly cwd: string;
  readonly env: Environment;
  readonly base: string | undefined;
  readonly report: Report;
  readonly tokens: TokenDeltas;
}

/** What the change does to the findings of the skills that it changes, for commands that lint. */
async function findingsSince(
  { command, targets, config: file, baseline }: Inputs,
  { cwd, env, base, report, tokens: { deltas } }: Compared,
): Promise<ReadonlyMap<string, FindingDelta>> {
  if (base === undefined || deltas.length === 0 || (command !== "check" && command !== "lint"))
    return new Map();
  const { place } = findConfig({ cwd, env, ...(file !== undefined && { file }) });
  const config = place && (await import("../api/settings/read-config.ts")).readConfigFile(place, cwd);
  const options = configureLint(
    {
      paths: deltas.map(({ path: skill }) => skill),
      cwd,
      ...(targets !== undefined && { targets: report.targets.filter(isLintTarget) }),
      ...(baseline !== undefined && { baseline: { path: baseline } }),
    },
    config,
  );
  const { findingDeltas } = await import("../api/scope/finding-deltas.ts");
  return findingDeltas(options, base);
}

interface Given {
  /** Check only skills that changed since this commit; absent for all skills. */
  readonly since?: string | undefined;
  /** The commit whose settings count for dangers; absent for those of the checkout. */
  readonly settingsFrom?: string | undefined;
  /** The file of the report. `skills test` prints it instead of writing it. */
  readonly json: string;
}

/**
 * The equivalent command line. Values are joined to their options, and paths come after "--", so that none is read as
 * an option.
 */
function commandLine(
  { command, paths, targets, maxWarnings, baseline, config, policy, sarifFile, htmlFile }: Inputs,
  { since, settingsFrom, json }: Given,
): readonly string[] {
  const isTest = command === "test";
  const options = {
    [isTest ? "system" : "target"]: targets,
    "max-warnings": maxWarnings,
    baseline,
    config,
    policy,
    changed: since,
    "settings-from": settingsFrom,
    ...(isTest && { format: "json" }),
  };
  const outputs = isTest
    ? []
    : [
        `--output=json=${json}`,
        ...(sarifFile === undefined ? [] : [`--output=sarif=${sarifFile}`]),
        ...(htmlFile === undefined ? [] : [`--output=html=${htmlFile}`]),
      ];
  const typed = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  return [command, ...typed, ...outputs, "--", ...paths];
}

/**
 * Sets outputs for later steps. Values may have several lines, and end with an unguessable delimiter (docs.github.com,
 * "Workflow commands").
 */
function setOutputs(env: Environment, outputs: Readonly<Record<string, string | number>>): void {
  const text = Object.entries(outputs).map(([name, value]) => {
    const end = `end-${randomUUID()}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  append(env["GITHUB_OUTPUT"], text.join(""));
}

function addSummary(env: Environment, markdown: string): void {
  append(env["GITHUB_STEP_SUMMARY"], `${markdown}\n`);
}

/** Skipped if the runner provides no file. */
function append(file: string | undefined, text: string): void {
  if (file) appendFileSync(file, text);
}
