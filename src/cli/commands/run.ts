import { defaultSystem } from "../../model/target.ts";
import type { Command } from "commander";
import { run as runAgent, type RunReport } from "../../api/run/run.ts";
import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { toPrintableWord } from "../../core/shell-word.ts";
import { type Policy, type Scope, type SystemId, systemIds } from "../../model/agent.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import {
  answerLines,
  answersIn,
  refusedPrompts,
  runText,
  whyUnanswered,
} from "../../report/commands/run-text.ts";
import { drawEvent, type TranscriptStyle } from "../../report/commands/transcript.ts";
import { clean } from "../../report/drawing/width.ts";
import { reportJson } from "../../report/formats/json.ts";
import { skillSources } from "../../model/reports/list.ts";
import type { ExitCode, Io } from "../io.ts";
import { agentNotes } from "../options/agent-notes.ts";
import { parseAmount } from "../options/amount.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { addScriptOptions, type ScriptFlags, scriptNotes, scriptsFor } from "../options/script-options.ts";
import { addTokenOption } from "../options/token-option.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats: readonly CheckFlags["format"][] = ["json", "text"];

interface Flags
  extends ScriptFlags,
    Omit<ApprovalFlags, "replay">,
    Pick<CheckFlags, "color" | "format" | "quiet"> {
  readonly system: SystemId;
  readonly model: string;
  readonly then?: readonly string[];
  readonly root?: readonly string[];
  readonly source?: Scope;
  readonly settings?: string;
  readonly tools?: string;
  readonly maxTurns?: number;
  readonly modelTimeout?: number;
  readonly record?: string;
  readonly audit?: boolean;
  readonly tokens: TokenCount;
}

export function define(io: Io): Command {
  const command = createCommand("skills run", io)
    .argument("<prompt>", "the prompt to send to the agent")
    .description(
      "Simulate one agent session with the skills found from the working directory, and print it live.",
    )
    .addOption(choiceOption("-s, --system <id>", "system to simulate; see below", systemIds, defaultSystem))
    .option("-m, --model <model>", "what to use in place of a model; see below", "lexical")
    .option("--then <prompt>", "another prompt, sent after the previous answer; repeatable", addWord)
    .option("--root <path>", "skills directory to use instead of the agent's own; repeatable", addWord)
    .addOption(
      choiceOption(
        "--source <name>",
        "use only project, user or builtin skills; react-actions prefers them",
        skillSources,
      ),
    )
    .option("--settings <file>", "JSON file with the agent's settings (react-actions: .agent/config.json)")
    .option("--tools <file>", "YAML or JSON file with the host's tools, as under tools in a scenario")
    .option("--max-turns <number>", "maximum number of model turns", (word) =>
      parseAmount("--max-turns", word),
    )
    .option(
      "--model-timeout <seconds>",
      "time limit for each answer of a command: model (default: 120)",
      (word) => parseAmount("--model-timeout", word),
    )
    .option("--record <file>", "save the session for --model replay:FILE")
    .option("-y, --yes", "approve everything the agent asks for")
    .option("--no-input", "never prompt; refuse whatever needs approval")
    .option("--audit", "save a record of the run in .agent/runs (default of react-actions in its project)")
    .option("--no-audit", "save no record")
    .addOption(
      choiceOption("-f, --format <format>", "text, or json for one report at the end", formats, "text"),
    )
    .option("-q, --quiet", "print the answer only");
  return addColorOption(addTokenOption(addScriptOptions(command))).addHelpText(
    "after",
    `\n${runNotes}\n${scriptNotes}`,
  );
}

function addWord(word: string, before: readonly string[] = []): readonly string[] {
  return [...before, word];
}

/** `skills run`: simulates one session of an agent, and prints each event as it happens. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args[0] ?? "", { ...command.opts<Flags>(), replay: replayOf(args) }, io);
}

/** The same command with every approval given. The options come first, as a prompt may follow "--". */
function replayOf(args: readonly string[]): string {
  return ["skills", "run", "--yes", ...args.filter((word) => word !== "--no-input")]
    .map(toPrintableWord)
    .join(" ");
}

interface Asked extends Flags {
  /** The command that repeats the run with every approval given. */
  readonly replay: string;
}

async function print(prompt: string, flags: Asked, io: Io): Promise<ExitCode> {
  const followUps = flags.then ?? [];
  if ([prompt, ...followUps].some((words) => words.trim() === ""))
    throw new SkillsError("bad-usage", "the prompt is empty; pass the message for the agent");
  const {
    system,
    model,
    root: roots,
    source,
    settings,
    tools,
    maxTurns,
    modelTimeout,
    record,
    audit,
    tokens,
    format,
    quiet,
  } = flags;
  const scripts = await scriptsFor(flags, io);
  const style = await styleOf(flags, io);
  const isLive = format === "text" && quiet !== true;
  // The heading is printed together with the first event, when usage errors can no longer occur.
  const heading = once(() =>
    io.stdout.write(`${style.paint.bold(`${system}, model ${clean(model, 100)}`)}\n\n`),
  );
  const ran = await runAgent({
    prompt,
    followUps,
    system,
    model,
    cwd: io.cwd,
    env: io.env,
    tokens,
    policy: approvalFrom(flags, io),
    ...(roots && { roots }),
    ...(source !== undefined && { source }),
    ...(settings !== undefined && { settings }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(modelTimeout !== undefined && { modelSeconds: modelTimeout }),
    ...(record !== undefined && { record }),
    ...(scripts && { scripts }),
    ...(isLive && {
      watch: (event) => {
        heading();
        if (event.kind !== "answer") io.stdout.write(`${drawEvent(event, style).join("\n")}\n`);
      },
    }),
    ...(tools !== undefined && { tools }),
    // Only the path of the record contains the time; the rest of the run does not depend on it.
    ...(audit !== false && { [audit ? "auditAt" : "ownAuditAt"]: new Date().toISOString() }),
  });
  printResult(ran, flags, style, io);
  return ran.report.outcome;
}

function printResult(
  { report, result, usesSkills, audit }: RunReport,
  { system, format, quiet, record, replay }: Asked,
  style: TranscriptStyle,
  io: Io,
): void {
  const isLive = format === "text" && quiet !== true;
  if (format === "json") io.stdout.write(reportJson(report));
  else if (!quiet) io.stdout.write(runText(result, style));
  else for (const answer of answersIn(result)) io.stdout.write(`${answerLines(answer).join("\n")}\n`);
  const notes = [
    ...(quiet && format === "text" ? refusedPrompts(result) : []),
    quiet && format === "text" ? whyUnanswered(result) : undefined,
    isLive && result.catalog.length === 0
      ? usesSkills
        ? `${system} loads none of the skills here; run \`skills check\` to see why`
        : `the settings of ${system} turn skills off`
      : undefined,
    record === undefined
      ? undefined
      : report.outcome === 2
        ? "not recorded, as the model failed"
        : `recorded in ${record}`,
    result.stop === "needs-approval" && format === "text"
      ? `to approve everything, run \`${replay}\``
      : undefined,
    audit === undefined ? undefined : `run recorded in ${audit}`,
  ];
  for (const note of notes) if (note !== undefined) io.stderr.write(`skills: ${clean(note)}\n`);
}

async function styleOf({ color, tokens }: Flags, io: Io): Promise<TranscriptStyle> {
  return {
    paint: await paintFor(io, color),
    width: Math.min(io.stdout.columns || 80, 100),
    counter: tokens === "exact" ? "o200k_base" : "estimate",
    indent: "",
  };
}

/** Options for approving what an agent asks for. */
export interface ApprovalFlags {
  readonly yes?: boolean;
  readonly input?: boolean;
  /** The command that repeats the run with every approval given. */
  readonly replay: string;
}

/**
 * Approvals are given in advance, by the user at the terminal, or not at all; a refusal then suggests the command
 * that approves everything.
 */
export function approvalFrom({ yes, input, replay }: ApprovalFlags, io: Io): Policy {
  if (yes) return { approval: "yes", replay };
  const { readLine, stderr } = io;
  if (input === false || !readLine) return { approval: "ci", replay };
  const ask = async (question: string): Promise<boolean> => {
    stderr.write(`${clean(question)}: approve? [y/N] `);
    return /^y(?:es)?$/i.test(readLine()?.trim() ?? "");
  };
  return { approval: "interactive", ask, replay };
}

/** Printed after the options in the help of `skills run`. */
export const runNotes = `Models:
  lexical             activate the skill that shares most words with the prompt
                      and read the documents it refers to; a real model may
                      choose differently
  scripted:FILE       follow the steps of a scenario
  replay:FILE         repeat the replies of a --record or --format json run;
                      with other prompts, tools or skills, exit with 2
  command:'PROGRAM …' ask your own program, which reads and writes JSON lines

${agentNotes}
Examples:
  skills run 'Fill the form in form.pdf'
  skills run '/pdf-forms form.pdf' --system harness9
  skills run 'Fill it' --system react-actions --model command:'python3 agent.py'
  skills run 'Fill it' --model scripted:fills.scenario.yaml --root skills
  skills run 'Fill it' --model command:'python3 agent.py' --record fill.json
  skills run 'Fill it' --format json > session.json

Exit codes:
  0  answered
  1  ended without an answer
  2  usage or I/O error, no skill in scope, or the model failed
`;
