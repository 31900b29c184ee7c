import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { findChangeBase, type ChangeBase } from "../api/scope/change-base.ts";
import { tokenDeltas } from "../api/scope/token-deltas.ts";
import type { ExitCode } from "../cli/io.ts";
import { findCheckout } from "../cli/report-context.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { actionSummary, failureSummary } from "../report/commands/action-summary.ts";
import { workflowCommand } from "../report/formats/github.ts";
import { clean } from "../report/drawing/width.ts";
import { commandLine } from "./command-line.ts";
import { readEvent, type Event } from "./event.ts";
import { addSummary, setOutputs } from "./file-commands.ts";
import { readInputs, type Environment, type Inputs } from "./inputs.ts";
import { runCommand, type Ran } from "./run-command.ts";
import { outputsOf, tellAnnotations, tellLog, unsaid } from "./tell.ts";
import { findDirectory, fromRoot, requireOutput } from "./workspace.ts";

/** The action: runs a command as the workflow asks, and tells GitHub what it found. The exit code is the command's. */
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
  const notices =
    narrows && base.commit === undefined ? [`all skills are checked, as ${whyNone(event, base)}`] : [];
  const json = path.join(env["RUNNER_TEMP"] || tmpdir(), `skills-${randomUUID()}.json`);
  const args = commandLine(inputs, { since: narrows ? base.commit : undefined, json });
  if (env["RUNNER_DEBUG"] === "1")
    write(`${workflowCommand("debug", {}, clean(`skills ${JSON.stringify(args)} in ${quote(cwd)}`))}\n`);
  const ran = await runCommand(args, { ...place, json });
  write(tellLog(inputs, ran));
  write(tellAnnotations(inputs, ran, notices, place));
  setOutputs(env, outputsOf(inputs, ran, { json, cwd }));
  if (inputs.summary) addSummary(env, await summarise(inputs, ran, { ...place, event, base, notices }));
  return ran.code;
}

/** The end of a sentence. */
function whyNone({ name, base, head }: Event, { missing, shallow }: ChangeBase): string {
  if (base === undefined || head === undefined)
    return `the event ${quote(name)} names no commit that they could have changed since`;
  if (/^0+$/.test(base)) return "the branch is new";
  return `${missing}${shallow ? ': "fetch-depth: 2" of actions/checkout brings what a pull request is merged into, "fetch-depth: 0" every commit' : ""}`;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly event: Event;
  readonly base: ChangeBase;
  readonly notices: readonly string[];
}

/** Its links are to the head of the change, which stays, and not to the commit that GitHub made to try a merge. */
async function summarise(
  { command }: Inputs,
  ran: Ran,
  { cwd, env, event, base, notices }: Surroundings,
): Promise<string> {
  const { report, run: tests } = ran;
  if (!report) return failureSummary(command, unsaid(ran).join("\n").replaceAll("\n", "; "));
  const checkout = findCheckout({
    cwd,
    env: { ...env, ...(event.head !== undefined && { GITHUB_SHA: event.head }) },
  });
  const skills = report.subjects.flatMap(({ kind, path: skill }) => (kind === "skill" ? [skill] : []));
  const tokens =
    base.commit === undefined
      ? { deltas: [], omitted: 0 }
      : await tokenDeltas({ cwd, base: base.commit, skills });
  return actionSummary(report, { checkout, run: tests, notices, tokens });
}
