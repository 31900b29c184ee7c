import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { Environment } from "./inputs.ts";

/** Hands values to the steps that come after. A value may hold lines; nobody can guess the one that ends it (docs.github.com, "Workflow commands"). */
export function setOutputs(env: Environment, outputs: Readonly<Record<string, string | number>>): void {
  const text = Object.entries(outputs).map(([name, value]) => {
    const end = `end-${randomUUID()}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  append(env["GITHUB_OUTPUT"], text.join(""));
}

export function addSummary(env: Environment, markdown: string): void {
  append(env["GITHUB_STEP_SUMMARY"], `${markdown}\n`);
}

/** A runner that has no such file does not want it. */
function append(file: string | undefined, text: string): void {
  if (file) appendFileSync(file, text);
}
