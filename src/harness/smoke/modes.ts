import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { pass } from "./check-result.ts";
import type { SmokeCommand } from "./subject.ts";

/** Maximum number of listed commands. */
const told = 3;

/**
 * Commands that break where the executable bit is lost, as with several installers; undefined if no script is
 * run by its path only.
 */
export function modes(commands: readonly SmokeCommand[]): CheckResult | undefined {
  if (commands.length === 0) return undefined;
  const lost = commands.filter(({ executable }) => executable);
  const already = commands.filter(({ executable }) => !executable);
  const warnings = [
    ...warn(lost, "where the executable bit is lost"),
    ...warn(already, "already: it is not executable"),
  ];
  return pass(`${count(commands.length, "script")} run by path only`, warnings);
}

function warn(commands: readonly SmokeCommand[], where: string): readonly string[] {
  const [first] = commands;
  if (!first) return [];
  const named = commands.map(({ written, line }) => `${quote(written, 80)} (SKILL.md:${line})`);
  return [
    `${seriesAtMost(named, told)} ${commands.length === 1 ? "breaks" : "break"} ${where}; write \`${show(`${first.interpreter} ${first.written}`, 80)}\``,
  ];
}
