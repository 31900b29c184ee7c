import type { Command } from "commander";
import { type TestRealOptions, testReal } from "../api/real/test-real.ts";
import { SkillsError } from "../core/errors.ts";
import { series } from "../core/sentence.ts";
import { testRealText } from "../report/commands/test-real-text.ts";
import { reportJson } from "../report/formats/json.ts";
import type { ExitCode, Io } from "./io.ts";
import { paintFor } from "./options/color.ts";

interface Presentation {
  readonly format: string;
  readonly color?: boolean;
}

/** `skills test --real`: takes skills through disclosure in an installed client. */
export async function printRealTest(
  options: TestRealOptions,
  { format, color }: Presentation,
  io: Io,
): Promise<ExitCode> {
  let shown = false;
  const end = (): void => {
    if (shown) io.stderr.write("\r\x1b[K");
  };
  const onStep = (index: number, of: number): void => {
    if (!io.stderr.isTTY) return;
    shown = true;
    io.stderr.write(`\r\x1b[Kstarting the client, ${index + 1} of ${of}`);
  };
  try {
    const report = await testReal({ ...options, onStep });
    end();
    const style = { paint: await paintFor(io, color), width: Math.min(io.stdout.columns || 80, 100) };
    io.stdout.write(format === "json" ? reportJson(report) : testRealText(report, style));
    return report.outcome;
  } finally {
    end();
  }
}

/** The options that go with --real. */
const fitting: ReadonlySet<string> = new Set([
  "real",
  "clientCommand",
  "allowNetwork",
  "allowHome",
  "timeout",
  "format",
  "color",
  "stdinName",
  "changed",
  "filesFrom",
  "files",
]);

/** Throws a SkillsError for options that only the simulated systems have. */
export function refuseWithReal(command: Command, format: string): void {
  const others = command.options.flatMap((option) => {
    const name = option.attributeName();
    return command.getOptionValueSource(name) === "cli" && !fitting.has(name) ? [option.long ?? name] : [];
  });
  if (others.length > 0) throw new SkillsError("bad-usage", `--real cannot be used with ${series(others)}`);
  if (format !== "text" && format !== "json")
    throw new SkillsError("bad-usage", "--real prints text or json only");
}
