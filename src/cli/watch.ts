import type { LintRequest } from "../api/lint/lint.ts";
import { runOnChange, type Watched, watchSkills, type WatchUpdate } from "../api/watch.ts";
import { SkillsError } from "../core/errors.ts";
import { count } from "../core/sentence.ts";
import { chosenOnly } from "../report/formats/chosen-only.ts";
import { html } from "../report/formats/html.ts";
import { reporters } from "../report/formats/index.ts";
import type { ReporterContext } from "../model/report.ts";
import { openAddress } from "../programs/open-address.ts";
import { describeCounts } from "../report/formats/text-summary.ts";
import { clean } from "../report/drawing/width.ts";
import type { ExitCode, Io } from "./io.ts";
import type { OutputPlan } from "./options/output-option.ts";
import { openLivePage } from "./live-page.ts";
import { pageContext, reportContext, type ReportFlags } from "./report-context.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Prints the report; after each change, the new findings, or on a terminal all findings on a cleared screen. A signal
 * ends the watch, and the shell sees 130 or 143.
 */
export async function watchAndPrint<Options extends LintRequest>(
  watched: Watched<Options>,
  { flags, plan }: { readonly flags: ReportFlags; readonly plan: OutputPlan },
  io: Io,
): Promise<ExitCode> {
  refuseOthers("--watch", watched.options, plan);
  return untilSignal(async (ends) => {
    let first = true;
    for await (const update of watchSkills(watched, ends)) {
      if (first && "error" in update) throw update.error;
      await print(update, first, () => reportContext(flags, plan, io), io);
      first = false;
    }
  });
}

/** Serves the report as a page, as `serveOnChange` does. */
export async function watchAndServe<Options extends LintRequest>(
  watched: Watched<Options>,
  { plan, open }: { readonly plan: OutputPlan; readonly open?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  refuseOthers("--web", watched.options, plan);
  return untilSignal((ends) => serve(pagesOf(watched, ends, io), open, io));
}

async function* pagesOf<Options extends LintRequest>(
  watched: Watched<Options>,
  ends: AbortSignal,
  io: Io,
): AsyncGenerator<PageUpdate> {
  for await (const update of watchSkills(watched, ends))
    yield "error" in update ? update : { found: html(update.result.report, await pageContext(io)) };
}

/**
 * Serves a page on loopback, and shows it new after each change below the paths. Prints the address, and opens it only
 * if asked to. A signal ends it, as of `watchAndPrint`.
 */
export async function serveOnChange(
  scope: Parameters<typeof runOnChange>[0],
  { draw, open }: { draw(): Promise<string>; readonly open?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  return untilSignal((ends) => serve(runOnChange(scope, draw, ends), open, io));
}

type PageUpdate = { readonly found: string } | { readonly error: SkillsError };

async function serve(updates: AsyncIterable<PageUpdate>, open: boolean | undefined, io: Io): Promise<void> {
  const live = await openLivePage();
  try {
    let first = true;
    for await (const update of updates) {
      if (first && "error" in update) throw update.error;
      if ("error" in update) io.stderr.write(`skills: ${clean(update.error.message)}\n`);
      else live.show(update.found);
      if (first) io.stdout.write(`${live.address}\n`);
      if (first && open)
        openAddress(live.address, () => io.stderr.write("skills: no browser could be opened\n"));
      first = false;
    }
  } finally {
    live.close();
  }
}

/** Runs until a signal; the shell then sees 130 or 143. */
async function untilSignal(run: (ends: AbortSignal) => Promise<void>): Promise<ExitCode> {
  const ends = new AbortController();
  let caught: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    caught = signal;
    ends.abort();
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    await run(ends.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  if (caught) process.kill(process.pid, caught);
  return 0;
}

/** Throws a SkillsError for options that cannot be combined with this one. */
function refuseOthers(
  option: "--watch" | "--web",
  { fix = "none", stdin, changed, files, shard, baseline, earlier }: LintRequest,
  { stdout, files: outputs }: OutputPlan,
): void {
  const others = {
    "--fix": fix !== "none",
    "standard input": stdin,
    "--changed": changed,
    "--files-from": files,
    "--shard": shard,
    "--settings-from": earlier,
    "--write-baseline": baseline?.write,
    "--format": stdout !== "text",
    "--output": outputs.length > 0,
  };
  const [other] = Object.entries(others).flatMap(([name, asked]) => (asked ? [name] : []));
  if (other !== undefined) throw new SkillsError("bad-usage", `${option} cannot be combined with ${other}`);
}

async function print(
  update: WatchUpdate,
  first: boolean,
  contextOf: () => Promise<ReporterContext>,
  io: Io,
): Promise<void> {
  if ("error" in update) return io.stderr.write(`\nskills: ${clean(update.error.message)}\n`);
  const { report } = update.result;
  const context = await contextOf();
  // On a cleared screen, the findings that were there before are missing.
  const isCleared = !first && io.stdout.isTTY;
  const shown = first || isCleared ? report : update.news;
  const text = shown.subjects.length > 0 || first ? reporters.text(chosenOnly(shown), context) : "";
  const counts = describeCounts(report.summary, context.paint).join(", ");
  const skills = count(report.summary.checked, "skill");
  const title =
    first || isCleared ? `watching ${skills}` : report.summary.checked === 1 ? skills : `all ${skills}`;
  const begin = first ? "" : isCleared ? clearScreen : "\n";
  io.stdout.write(`${begin}${text}${title}: ${counts || "nothing to report"}\n`);
}

/** Keeps what was on the screen before in the terminal's history. */
const clearScreen = "\x1b[2J\x1b[H";
