import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { pass } from "./check-result.ts";
import type { SmokeCommand } from "./subject.ts";

/** Maximum number of listed commands. */
const maxNamed = 3;

/**
 * Checks for commands that break if the executable bit is lost, which several installers drop. Undefined if no script
 * is run by bare path.
 */
export function modes(commands: readonly SmokeCommand[]): CheckResult | undefined {
  if (commands.length === 0) return undefined;
  const lost = commands.filter(({ executable }) => executable);
  const already = commands.filter(({ executable }) => !executable);
  const warnings = [
    ...warn(lost, "where the executable bit is lost"),
    ...warn(already, "now: the file is not executable"),
  ];
  return pass(`${count(commands.length, "script")} run by bare path`, warnings);
}

function warn(commands: readonly SmokeCommand[], where: string): readonly string[] {
  const [first] = commands;
  if (!first) return [];
  const named = commands.map(({ written, line }) => `${quote(written, 80)} (SKILL.md:${line})`);
  return [
    `${seriesAtMost(named, maxNamed)} ${commands.length === 1 ? "breaks" : "break"} ${where}; write \`${show(`${first.interpreter} ${first.written}`, 80)}\``,
  ];
}
