import type { Command } from "commander";
import { explain, explainAll } from "../../api/explain.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Paint } from "../../model/paint.ts";
import type { Report } from "../../model/report.ts";
import type { ExplainData } from "../../model/reports/explain.ts";
import { version } from "../../generated/version.ts";
import { reportJson } from "../../report/formats/json.ts";
import { ruleList, ruleText } from "../../report/pages/rule-text.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags {
  readonly format: Format;
  readonly color?: boolean;
}

type Format = "json" | "text";

const formats: readonly Format[] = ["json", "text"];

const notes = `
Examples:
  skills explain                          list all rules and archive codes
  skills explain name-matches-directory   one rule, with an example
  skills explain archive-name-segment     why "skills verify" refuses an archive
  skills explain --format json            all rules and their examples

Exit codes:
  0  explained
  2  usage error or unknown rule
`;

export function define(io: Io): Command {
  const command = createCommand("skills explain", io)
    .description("Show what a rule reports, why, and how to fix it; without RULE, list all rules.")
    .argument("[RULE]", "a rule's id, as shown after each finding")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills explain`: prints what a rule reports, why, and how to fix it. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const [id, more] = command.args;
  if (more !== undefined)
    throw new SkillsError("bad-usage", "only one rule can be explained at a time", {
      hint: "without RULE, skills explain lists all rules",
    });
  const { format, color } = command.opts<Flags>();
  io.stdout.write(format === "json" ? await asJson(id) : await asText(id, await paintFor(io, color), io));
  return 0;
}

async function asText(id: string | undefined, paint: Paint, io: Io): Promise<string> {
  const { columns } = io.stdout;
  return id === undefined
    ? ruleList(await explainAll(), { paint, width: Math.min(columns ?? Infinity, 120) })
    : ruleText(await explain(id), { paint, width: Math.min(columns ?? 80, 100) });
}

async function asJson(id: string | undefined): Promise<string> {
  const rules = id === undefined ? await explainAll() : [await explain(id)];
  const summary = {
    checked: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    suppressed: 0,
    baselined: 0,
    partial: 0,
    seconds: 0,
  };
  const report: Report<ExplainData> = {
    schemaVersion: 1,
    tool: { name: "skills", version },
    command: "explain",
    outcome: 0,
    targets: [],
    subjects: [],
    unread: [],
    data: { rules },
    summary,
  };
  return reportJson(report);
}
