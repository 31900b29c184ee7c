import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { skills } from "../cli/router.ts";
import type { ExitCode } from "../cli/io.ts";
import { runMain } from "../cli/run-process.ts";
import type { CommandReport } from "../model/reports/command-report.ts";
import type { TestRun } from "../model/reports/test.ts";
import { plainPaint } from "../model/paint.ts";
import { testText } from "../report/commands/test/test-text.ts";
import type { Environment } from "./inputs.ts";
import { parseReport, testRunOf } from "./read-report.ts";

export interface Ran {
  readonly code: ExitCode;
  /** Absent if the command ended with a usage or I/O error. */
  readonly report?: CommandReport;
  /** Present only for `skills test`. */
  readonly run?: TestRun;
  /** The command's text output. */
  readonly text: string;
  readonly stderr: string;
}

/** Runs `skills` with these arguments, its streams in memory and its report in the file `json`. */
export async function runCommand(
  args: readonly string[],
  { cwd, env, json }: { readonly cwd: string; readonly env: Environment; readonly json: string },
): Promise<Ran> {
  const streams = { stdout: "", stderr: "" };
  const collect = (name: keyof typeof streams) => ({
    isTTY: false,
    write: (text: string) => void (streams[name] += text),
  });
  const code = await runMain("skills", skills, args, {
    cwd,
    env,
    stdout: collect("stdout"),
    stderr: collect("stderr"),
    readStdin: () => new Uint8Array(),
  });
  const { stdout, stderr } = streams;
  const isPrinted = args[0] === "test";
  const report = parseReport(isPrinted ? stdout : existsSync(json) ? readFileSync(json, "utf8") : "");
  const run = report && testRunOf(report);
  if (report && isPrinted) writeFileSync(json, stdout);
  const text =
    report && run
      ? testText(
          { report, run },
          {
            paint: plainPaint,
            width: 100,
            counter: "estimate",
            quiet: false,
            verbose: false,
            summary: false,
          },
        )
      : stdout;
  return { code, text, stderr, ...(report && { report }), ...(run && { run }) };
}
