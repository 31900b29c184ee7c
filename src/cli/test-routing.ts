import type { Command } from "commander";
import { testRouting, type TestRoutingOptions } from "../api/routing/test-routing.ts";
import { routingJunit } from "../report/commands/test/routing-junit.ts";
import { routingText } from "../report/commands/test/routing-text.ts";
import { reportJson } from "../report/formats/json.ts";
import type { ExitCode, Io } from "./io.ts";
import { paintFor } from "./options/color.ts";
import { refuseOthers } from "./options/other-options.ts";

interface Presentation {
  readonly format: string;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** `skills test --routing`: compares prompts with the catalogs of clients. */
export async function printRouting(
  options: TestRoutingOptions,
  { format, color, quiet = false, verbose = false }: Presentation,
  io: Io,
): Promise<ExitCode> {
  const report = await testRouting(options);
  if (format === "json") io.stdout.write(reportJson(report));
  else if (format === "junit") io.stdout.write(routingJunit(report.data!));
  else {
    const width = Math.min(io.stdout.columns || 80, 100);
    io.stdout.write(routingText(report, { paint: await paintFor(io, color), width, quiet, verbose }));
  }
  return report.outcome;
}

/** The options that go with --routing. */
const fitting: ReadonlySet<string> = new Set([
  "routing",
  "write",
  "changed",
  "client",
  "config",
  "format",
  "color",
  "quiet",
  "verbose",
  "stdinName",
]);

/** Throws a SkillsError for options that only simulations have. */
export function refuseWithRouting(command: Command, format: string): void {
  refuseOthers(command, format, { option: "--routing", fitting, formats: ["text", "json", "junit"] });
}
