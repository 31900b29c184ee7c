import type { Inputs } from "./inputs.ts";

interface Given {
  /** The commit that only changes since are to be looked at; absent for all skills. */
  readonly since?: string | undefined;
  /** Where the report is to be written. `skills test` writes none, and prints it. */
  readonly json: string;
}

/** What somebody would type for the same. A value never stands apart from its option, nor a path before "--", so that none is taken for an option. */
export function commandLine(
  { command, paths, targets, maxWarnings, baseline, config, sarifFile }: Inputs,
  { since, json }: Given,
): readonly string[] {
  const isTest = command === "test";
  const options = {
    [isTest ? "system" : "target"]: targets,
    "max-warnings": maxWarnings,
    baseline,
    config,
    changed: since,
    ...(isTest && { format: "json" }),
  };
  const outputs = isTest
    ? []
    : [`--output=json=${json}`, ...(sarifFile === undefined ? [] : [`--output=sarif=${sarifFile}`])];
  const typed = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  return [command, ...typed, ...outputs, "--", ...paths];
}
