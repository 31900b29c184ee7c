import { randomUUID } from "node:crypto";
import path from "node:path";
import { findCheckout } from "../cli/report-context.ts";
import type { Report } from "../core/report.ts";
import { annotations, workflowCommand } from "../report/formats/github.ts";
import { clean } from "../report/drawing/width.ts";
import type { Environment, Inputs } from "./inputs.ts";
import { controlsOf } from "./read-report.ts";
import type { Ran } from "./run-command.ts";
import { withTestFindings } from "./test-findings.ts";

interface Place {
  readonly cwd: string;
  readonly env: Environment;
}

/** What the command printed, folded away. Nobody can guess the word that ends it, so that no line of it is a command. */
export function tellLog({ command }: Inputs, { text, stderr }: Ran): string {
  const end = randomUUID();
  const said = [text, stderr].map((part) => (part === "" || part.endsWith("\n") ? part : `${part}\n`)).join("");
  return [workflowCommand("group", {}, `skills ${command}`), `${workflowCommand("stop-commands", {}, end)}\n${said}::${end}::`, workflowCommand("endgroup", {}, ""), ""].join("\n");
}

/** What GitHub shows beside the lines of the change: the notices, the findings, and why the step fails where no finding says it. */
export function tellAnnotations({ command }: Inputs, ran: Ran, notices: readonly string[], place: Place): string {
  const title = { title: `skills ${command}` };
  const lines = [...notices.map((notice) => workflowCommand("notice", title, clean(notice))), ...unsaid(ran).map((sentence) => workflowCommand("error", title, sentence))];
  const report = ran.report && findingsOf(ran.report, ran.run);
  const found = report ? annotations(report, { quiet: false, ...checkoutOf(place) }, notices.length) : "";
  return `${lines.map((line) => `${line}\n`).join("")}${found}`;
}

export function outputsOf({ sarifFile }: Inputs, { code, report: own, run }: Ran, { json, cwd }: { readonly json: string; readonly cwd: string }): Readonly<Record<string, string | number>> {
  const report = own && findingsOf(own, run);
  if (!report) return { outcome: code };
  const { errors, warnings, infos, checked } = report.summary;
  return { outcome: code, errors, warnings, notes: infos, skills: checked, report: json, ...(sarifFile !== undefined && { "sarif-file": path.resolve(cwd, sarifFile) }) };
}

function findingsOf(report: Report, run: Ran["run"]): Report {
  return run ? withTestFindings(report, run) : report;
}

function checkoutOf(place: Place): { readonly checkout?: NonNullable<ReturnType<typeof findCheckout>> } {
  const checkout = findCheckout(place);
  return checkout ? { checkout } : {};
}

/** Sentences: why it could not be done, and what is wrong beside all findings. */
export function unsaid({ code, report, stderr }: Omit<Ran, "text">): readonly string[] {
  const lines = stderr.split("\n").flatMap((line) => (line === "" ? [] : [clean(line.replace(/^skills: /, ""))]));
  if (!report) return [lines.join("\n") || "nothing was reported"];
  if (code === 2) return controlsOf(report).map((sentence) => clean(sentence));
  // Too many warnings are told last.
  return code === 1 && report.command !== "test" && report.summary.errors === 0 ? lines.slice(-1) : [];
}
