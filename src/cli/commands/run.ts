import type { Command } from "commander";
import { run as runAgent } from "../../api/run/run.ts";
import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { type Policy, type Scope, type SystemId, systemIds } from "../../model/agent.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { answerLines, runText, whyUnanswered } from "../../report/commands/run-text.ts";
import { drawEvent, type TranscriptStyle } from "../../report/commands/transcript.ts";
import { clean } from "../../report/drawing/width.ts";
import { reportJson } from "../../report/formats/json.ts";
import { skillSources } from "../../results/list.ts";
import type { ExitCode, Io } from "../io.ts";
import { agentNotes } from "../options/agent-notes.ts";
import { parseAmount } from "../options/amount.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { addScriptOptions, type ScriptFlags, scriptNotes, scriptsFor } from "../options/script-options.ts";
import { addTokenOption } from "../options/token-option.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats: readonly CheckFlags["format"][] = ["json", "text"];

interface Flags extends ScriptFlags, ApprovalFlags, Pick<CheckFlags, "color" | "format" | "quiet"> {
  readonly client: SystemId;
  readonly model: string;
  readonly root?: readonly string[];
  readonly source?: Scope;
  readonly settings?: string;
  readonly maxTurns?: number;
  readonly audit?: boolean;
  readonly tokens: TokenCount;
}

export function define(io: Io): Command {
  const command = createCommand("skills run", io)
    .argument("<prompt>", "what the person says")
    .description(
      "One session of an agent with the skills that it finds from the working directory, shown as it goes.",
    )
    .addOption(choiceOption("-c, --client <id>", "which agent; see below", systemIds, "agentskills"))
    .option("-m, --model <model>", "what answers in a model's place; see below", "lexical")
    .option(
      "--root <path>",
      "a directory that holds skills, in place of the agent's own; may be given again",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .addOption(
      choiceOption(
        "--source <name>",
        "only skills of project, user or builtin; react-actions puts them first",
        skillSources,
      ),
    )
    .option("--settings <file>", "the agent's settings, as JSON (react-actions: .agent/config.json)")
    .option("--max-turns <number>", "how often the model may be asked", (word) =>
      parseAmount("--max-turns", word),
    )
    .option("-y, --yes", "approve everything that the agent asks for")
    .option("--no-input", "ask nobody: what needs an approval is refused")
    .option("--audit", "keep a record of the run in .agent/runs")
    .addOption(
      choiceOption("-f, --format <format>", "text, or json for all of it at the end", formats, "text"),
    )
    .option("-q, --quiet", "print the answer only");
  return addColorOption(addTokenOption(addScriptOptions(command))).addHelpText(
    "after",
    `\n${runNotes}\n${scriptNotes}`,
  );
}

/** `skills run`: plays one session of an agent, and shows what happens as it happens. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args[0] ?? "", command.opts<Flags>(), io);
}

async function print(prompt: string, flags: Flags, io: Io): Promise<ExitCode> {
  if (prompt.trim() === "")
    throw new SkillsError("bad-usage", "the prompt is empty, expected what the person says");
  const {
    client: system,
    model,
    root: roots,
    source,
    settings,
    maxTurns,
    audit,
    tokens,
    format,
    quiet,
  } = flags;
  const scripts = await scriptsFor(flags, io);
  const style = await styleOf(flags, io);
  const isLive = format === "text" && quiet !== true;
  // The first event is when nothing can be refused any more.
  const heading = once(() =>
    io.stdout.write(`${style.paint.bold(`${system}, the model ${clean(model, 100)}`)}\n\n`),
  );
  const ran = await runAgent({
    prompt,
    system,
    model,
    cwd: io.cwd,
    env: io.env,
    tokens,
    policy: approvalFrom(flags, io, { prompt, system, model }),
    ...(roots && { roots }),
    ...(source !== undefined && { source }),
    ...(settings !== undefined && { settings }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(scripts && { scripts }),
    ...(isLive && {
      watch: (event) => {
        heading();
        if (event.kind !== "answer") io.stdout.write(`${drawEvent(event, style).join("\n")}\n`);
      },
    }),
    // The record's place has the moment in it, and nothing else of the run has.
    ...(audit && { auditAt: new Date().toISOString() }),
  });
  if (format === "json") io.stdout.write(reportJson(ran.report));
  else if (!quiet) io.stdout.write(runText(ran.result, style));
  else if (ran.result.answer !== undefined) io.stdout.write(`${answerLines(ran.result.answer).join("\n")}\n`);
  const why = quiet && format === "text" ? whyUnanswered(ran.result) : undefined;
  if (why !== undefined) io.stderr.write(`skills: ${clean(why)}\n`);
  if (isLive && ran.result.catalog.length === 0)
    io.stderr.write(`skills: ${system} takes none of the skills here; skills check tells why\n`);
  if (ran.audit !== undefined) io.stderr.write(`skills: the record is in ${ran.audit}\n`);
  return ran.report.outcome;
}

async function styleOf({ color, tokens }: Flags, io: Io): Promise<TranscriptStyle> {
  return {
    paint: await paintFor(io, color),
    width: Math.min(io.stdout.columns || 80, 100),
    counter: tokens === "exact" ? "o200k_base" : "estimate",
    indent: "",
  };
}

/** Who approves what an agent asks for. */
export interface ApprovalFlags {
  readonly yes?: boolean;
  readonly input?: boolean;
}

/** Approved beforehand, or by whoever sits at the terminal, or by nobody; then what was wanting is told with what to type to have it. */
export function approvalFrom(
  { yes, input }: ApprovalFlags,
  io: Io,
  { prompt, system, model }: { readonly prompt: string; readonly system: SystemId; readonly model: string },
): Policy {
  const replay = ["skills", "run", prompt, "--client", system, "--model", model, "--yes"]
    .map(toShellWord)
    .join(" ");
  if (yes) return { approval: "yes", replay };
  const { readLine, stderr } = io;
  if (input === false || !readLine) return { approval: "ci", replay };
  const ask = async (question: string): Promise<boolean> => {
    stderr.write(`${clean(question)}: approve? [y/N] `);
    return /^y(?:es)?$/i.test(readLine()?.trim() ?? "");
  };
  return { approval: "interactive", ask, replay };
}

/** For the end of the help of `skills run`. */
export const runNotes = `Models:
  lexical             activates the skill with which the prompt has most words
                      in common, and reads the documents that it names; that
                      says nothing of what a model would choose
  scripted:FILE       the steps of a scenario
  replay:FILE         what was said in an earlier run, as --format json printed
                      it
  command:'PROGRAM …' a program of yours that speaks JSON lines

${agentNotes}
Examples:
  skills run 'Fill the form in form.pdf'
  skills run '/pdf-forms form.pdf' --client harness9
  skills run 'Fill it' --client react-actions --model command:'python3 agent.py'
  skills run 'Fill it' --model scripted:fills.scenario.yaml --root skills
  skills run 'Fill it' --format json > session.json

Exit codes:
  0  answered
  1  ended without an answer
  2  it could not be done: bad usage, no skill in scope, or the model could not
     go on
`;
