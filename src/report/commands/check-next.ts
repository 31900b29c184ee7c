import { isCounted } from "../../core/counted.ts";
import type { Diagnostic, Report, ReporterContext } from "../../core/report.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { count } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import { isSystem } from "../../core/target.ts";
import type { CheckView } from "./check-text.ts";
import { isMade } from "./fix-text.ts";
import { createPaint } from "../drawing/paint.ts";
import { widthOf } from "../drawing/width.ts";

interface Command {
  readonly line: string;
  /** What it does. */
  readonly about: string;
}

/** The one to three commands that are worth typing now, by what was found; `report` has the worst first. */
export function drawNext(report: Report, view: CheckView, { color, width = Infinity }: ReporterContext): readonly string[] {
  const paint = createPaint(color);
  const commands = [...mend(report, view), ...explain(report), ...pack(report, view)].slice(0, 3);
  const column = Math.max(...commands.map(({ line }) => widthOf(line)));
  const lines = commands.map(({ line, about }) => (column + about.length + 6 <= width ? `  ${paint.bold(line)}${" ".repeat(column - widthOf(line))}  ${paint.dim(`# ${about}`)}` : `  ${paint.bold(line)}`));
  return lines.length === 0 ? [] : ["Next:", ...lines];
}

function mend({ subjects }: Report, view: CheckView): readonly Command[] {
  const fixes = subjects.filter(({ path }) => path !== "-").flatMap(({ findings }) => findings.filter(isCounted).map((finding) => finding.fixes.filter(isMade)));
  const safe = fixes.filter((each) => each.some((fix) => fix.safe)).length;
  if (safe > 0) return [{ line: withPaths("skills check --fix", view.operands), about: `mends ${count(safe, "finding")}, and changes no meaning` }];
  const unsafe = fixes.filter((each) => each.length > 0).length;
  return unsafe > 0 ? [{ line: withPaths("skills lint --unsafe-fixes --dry-run", pathsOf(view)), about: `shows what would mend ${count(unsafe, "finding")}` }] : [];
}

function explain({ subjects }: Report): readonly Command[] {
  const findings = subjects.flatMap((subject) => subject.findings.filter(isCounted));
  const worst = findings.find(isError) ?? findings.find(({ severity }) => severity === "warning") ?? findings[0];
  return worst ? [{ line: `skills explain ${worst.ruleId}`, about: "why it is reported, and what to do" }] : [];
}

/** Only what would be packed. */
function pack({ subjects, targets }: Report, view: CheckView): readonly Command[] {
  const { checked } = view;
  if (checked.length === 0 || checked.some((skill) => !skill.pack) || subjects.some(({ findings }) => findings.some((finding) => isCounted(finding) && isError(finding)))) return [];
  const named = targets.filter((id) => !isSystem(id) && id !== "spec");
  return [{ line: withPaths(`skills pack${named.length > 0 ? ` --target ${named.join(",")}` : ""}`, pathsOf(view)), about: checked.length === 1 ? "makes the archive" : `makes ${count(checked.length, "archive")}` }];
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Other commands do not know of a project. */
function pathsOf({ operands, paths }: CheckView): readonly string[] {
  return operands.length > 0 ? operands : paths.filter((path) => path !== ".");
}

/** As they were typed; what no terminal should get is left to the user. */
function withPaths(command: string, paths: readonly string[]): string {
  const words = paths.filter((path) => path !== "-").map((path) => (show(path, Infinity) === path ? toShellWord(path) : "PATH"));
  return [command, ...(paths.some((path) => /^-./.test(path)) ? ["--"] : []), ...words].join(" ");
}
