import type { Command } from "commander";
import { type TestRealOptions, testReal } from "../api/real/test-real.ts";
import { testRealText } from "../report/commands/test-real-text.ts";
import { reportJson } from "../report/formats/json.ts";
import type { ExitCode, Io } from "./io.ts";
import { paintFor } from "./options/color.ts";
import { refuseOthers } from "./options/other-options.ts";

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

/** Throws a SkillsError for options that only simulations have. */
export function refuseWithReal(command: Command, format: string): void {
  refuseOthers(command, format, { option: "--real", fitting, formats: ["text", "json"] });
}
