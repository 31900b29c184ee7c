import type { Linted } from "../api/lint/lint-options.ts";
import type { Report, Reporter } from "../model/report.ts";
import type { PatchData } from "../model/reports/lint.ts";
import { count } from "../core/sentence.ts";
import { drawPieces, reporters } from "../report/formats/index.ts";
import { unsafeNote } from "../report/commands/fix-text.ts";
import { timingText, unparsedText } from "../report/commands/timing-text.ts";
import { wrap } from "../report/drawing/text-wrap.ts";
import { unifiedDiff } from "../report/drawing/unified-diff.ts";
import { explainOutcome } from "./options/check-options.ts";
import { type ExitCode, type Io, writePieces } from "./io.ts";
import type { LintFlags } from "./options/lint-options.ts";
import { writeOutput, type OutputPlan } from "./options/output-option.ts";
import { reportContext, type ReportFlags } from "./report-context.ts";
import { explainBaseline } from "./options/suppression-options.ts";
import { writeBlob } from "./write-blob.ts";
import { writePatch } from "./write-patch.ts";

/** How a command renders its report as text. */
export interface Page {
  readonly text: Reporter;
  /** Lists the applied fixes and those that were not applied. */
  readonly fixes: (fixed: Linted["fixed"], left: Linted["left"]) => string;
  /** Whether findings may have ids that are not those of rules. */
  readonly allRules?: boolean;
  /** Printed below the report on standard output, but not written to files. */
  readonly below?: (report: Report, width: number | undefined) => string;
}

/** How a report is printed and which files are written. */
interface Printing {
  readonly flags: Pick<LintFlags, "timing" | "maxWarnings" | "syntax"> & ReportFlags;
  readonly plan: OutputPlan;
}

/** Prints the applied fixes and the report on standard output, and writes the files of --output. */
export async function printReport(
  { report, fixed, left, unparsed, timings, baseline, blob }: Linted,
  { text, fixes: describeFixes, below = () => "", allRules = false }: Page,
  { flags, plan }: Printing,
  io: Io,
): Promise<ExitCode> {
  const context = await reportContext(flags, plan, io, allRules);
  const drawn = { ...reporters, text };
  await writeOutput(report, context, plan, drawn);
  const fixes = plan.stdout === "text" ? describeFixes(fixed, left) : "";
  if (fixes !== "") io.stdout.write(`${fixes}\n`);
  if (plan.stdout === "blob") await writeBlob(blob, io);
  else writePieces(drawPieces(plan.stdout, report, context, drawn), io.stdout);
  if (plan.stdout === "text") {
    io.stdout.write(below(report, context.width));
    if (unparsed.length > 0) io.stdout.write(unparsedText(unparsed));
    if (flags.timing) io.stdout.write(`\n${timingText(timings, report.summary.seconds)}`);
  }
  if (baseline) explainBaseline(baseline, report.summary, io);
  explainOutcome(report, flags, io);
  return report.outcome;
}

/**
 * Prints only the patch on standard output, so that it can be piped to `patch`; the JSON output also lists the fixes.
 */
export async function printPatch(
  { report, fixed, left, unparsed, timings, changes }: Linted,
  { flags, plan }: Printing,
  io: Io,
): Promise<ExitCode> {
  const { syntax, timing } = flags;
  const patch = unifiedDiff(changes);
  const outcome = changes.length > 0 ? 1 : 0;
  const dry: Report<PatchData> = {
    ...report,
    outcome,
    data: { fixed, left, patch, ...(syntax && { unparsed }), ...(timing && { timings }) },
  };
  const context = await reportContext(flags, plan, io);
  await writeOutput(dry, context, plan);
  if (plan.stdout !== "text" && plan.stdout !== "blob")
    writePieces(drawPieces(plan.stdout, dry, context), io.stdout);
  else {
    writePatch(patch, context.paint, io);
    io.stderr.write(
      `skills: ${changes.length === 0 ? "nothing to fix" : `${count(changes.length, "file")} would change`}\n${wrap(unsafeNote(fixed, left), io.stderr.columns ?? Infinity).join("\n")}`,
    );
    if (unparsed.length > 0) io.stderr.write(unparsedText(unparsed));
    if (timing) io.stderr.write(`\n${timingText(timings, report.summary.seconds)}`);
  }
  return outcome;
}
