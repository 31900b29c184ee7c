import type { Command } from "commander";
import { findUselessFixes, type UselessFixes } from "../../api/check/useless-fixes.ts";
import type { Merged } from "../../api/shards/merge-blobs.ts";
import { mergeReports } from "../../api/shards/merge-reports.ts";
import { SkillsError } from "../../core/errors.ts";
import { checkText } from "../../report/commands/check/check-text.ts";
import { detailedFixText, fixHint, fixText } from "../../report/commands/fix-text.ts";
import { text } from "../../report/formats/text.ts";
import type { ExitCode, Io } from "../io.ts";
import { addColorOption } from "../options/color.ts";
import { addOutputOptions, type OutputFlags, outputNotes, planOutput } from "../options/output-option.ts";
import { type Page, printReport } from "../print-report.ts";
import { programName } from "../program-name.ts";
import { createCommand, parseArguments } from "../program.ts";
import type { ReportFlags } from "../report-context.ts";

type Flags = OutputFlags & ReportFlags;

const notes = `
Merging:
  A FILE is what "skills lint", "validate" or "check" wrote with --format blob;
  in a DIR, each file whose name ends with ".blob" is one. The report is that of
  a run over all skills at once, but for the time, which is the sum of the
  parts: skills are compared, suppressions and the baseline apply, and findings
  are counted here. Options and the config are those of the parts; no skill is
  read, but for the fixes that the text of "check" suggests.
  All parts of one run are needed, each once, of this version of the program.

${outputNotes}
Examples:
  skills lint --shard 1/4 --format blob . > 1.blob
  skills merge-reports 1.blob 2.blob 3.blob 4.blob
  skills merge-reports --format sarif --output report.html blobs

Exit codes:
  0  no errors, and no more warnings than --max-warnings of the parts
  1  problems found
  2  usage or I/O error; a part is missing, there twice or of another run
`;

export function define(io: Io): Command {
  const command = createCommand("skills merge-reports", io)
    .description("Print the report of a whole run, merged from the blobs of its shards.")
    .argument("<PATH...>", "blobs, or directories that contain them");
  return addColorOption(
    addOutputOptions(command)
      .option("-q, --quiet", "show errors only; files written by --output have all findings")
      .option("--all", "show every finding, in full")
      .option("--summary", "show one row per skill instead of the findings"),
  ).addHelpText("after", notes);
}

/** `skills merge-reports`: prints the merged report on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? merge(command.args, command.opts<Flags>(), io);
}

async function merge(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const planned = planOutput(
    flags,
    io,
    operands.map((path) => ({ path, role: "a blob" })),
  );
  const merged = await mergeReports({ paths: operands, cwd: io.cwd });
  const { maxWarnings, syntax = false, ownRules } = merged.options;
  const plan = { ...planned, ...(ownRules && { ownRules }) };
  const settled = { ...flags, syntax, ...(maxWarnings !== undefined && { maxWarnings }) };
  const suggests = !flags.quiet && [plan.stdout, ...plan.files.map(({ format }) => format)].includes("text");
  return printReport(merged, await pageOf(merged, flags, suggests, io), { flags: settled, plan }, io);
}

async function pageOf(merged: Merged, { quiet = false }: Flags, suggests: boolean, io: Io): Promise<Page> {
  if (merged.command === "validate") return { text, fixes: () => "" };
  if (merged.command === "lint") return { text, fixes: fixText, ...(!quiet && { below: fixHint }) };
  const { checked, controls, installed, typed = { operands: [], keep: [] } } = merged;
  const useless = suggests ? await uselessFixes(merged) : new Map<string, never>();
  const view = {
    checked,
    controls,
    ...typed,
    isFiltered: false,
    command: programName(io),
    installed,
    useless,
  };
  return { text: checkText(view), fixes: detailedFixText, allRules: true };
}

/** Fixes are tried where the skills are; elsewhere, all are suggested. */
async function uselessFixes({ options, report }: Merged): Promise<UselessFixes> {
  try {
    return await findUselessFixes(options, report);
  } catch (error) {
    if (error instanceof SkillsError) return new Map();
    throw error;
  }
}
