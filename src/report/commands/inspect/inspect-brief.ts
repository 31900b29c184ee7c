import { count, series } from "../../../core/sentence.ts";
import type { FactList, Inventory } from "../../../model/inventory.ts";
import type { Subject } from "../../../model/report.ts";
import type { Severity } from "../../../model/rule.ts";
import type { Target } from "../../../model/target.ts";
import { figure } from "../../../model/token-counter.ts";
import type { SkillInspection } from "../../../model/reports/inspect.ts";
import { wrap, wrapHanging } from "../../drawing/text-wrap.ts";
import { describeVerdicts, nameSubject } from "../../formats/text-subject.ts";
import { shownName, type SurveyStyle } from "../survey-style.ts";

/** A short summary of one of several skills: its size, verdicts, and number of capabilities. */
export function drawBrief(
  skill: SkillInspection,
  subject: Subject,
  targets: readonly Target[],
  style: SurveyStyle,
): readonly string[] {
  const { path, name } = skill;
  const { paint, width } = style;
  const called =
    name === undefined
      ? " (no readable name)"
      : name === path.split("/").at(-1)
        ? ""
        : ` (named "${shownName(name)}")`;
  const found = countFindings(subject);
  const lines = [
    `${describeVerdicts(subject, targets, paint)}${found === "" ? "" : `; ${found}`}`,
    countFacts(skill.inventory),
  ].filter((line) => line !== "");
  return [
    ...wrapHanging(`${paint.bold(nameSubject(path))}${called}: ${countSizes(skill)}`, width, 4),
    ...lines.flatMap((line) => wrap(line, width - 2).map((each) => `  ${each}`)),
  ];
}

function countSizes({ files, tokens: { counter, catalogue, body, files: others } }: SkillInspection): string {
  const listed = files.filter(({ kind }) => kind !== "directory");
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  return `${count(listed.length, "file")}, ${count(bytes, "byte")}, ${figure(catalogue + body + others, counter)} tokens`;
}

/** The number of names of each kind, not counting mere mentions. */
function countFacts({
  automaticCommands,
  executables,
  programs,
  hosts,
  variables,
  paths,
  tools,
  agentFiles,
  packages,
}: Inventory): string {
  const names = <Kind extends string>(
    { facts }: FactList<{ readonly name: string; readonly kind: Kind }>,
    ...but: readonly Kind[]
  ): number => new Set(facts.flatMap(({ name, kind }) => (but.includes(kind) ? [] : [name]))).size;
  const counts: readonly (readonly [number, string])[] = [
    [names(automaticCommands), "automatic command"],
    [executables.facts.length, "runnable file"],
    [names(programs), "program"],
    [names(hosts, "mentioned"), "host"],
    [names(variables, "mentioned"), "variable"],
    [names(paths, "mentioned"), "outside path"],
    [names(tools), "allowed tool"],
    [names(agentFiles, "mentioned"), "agent setting"],
    [names(packages, "mentioned"), "package"],
  ];
  return counts.flatMap(([amount, noun]) => (amount === 0 ? [] : [count(amount, noun)])).join(", ");
}

const severities = [
  ["error", "error"],
  ["warning", "warning"],
  ["info", "note"],
] as const satisfies readonly (readonly [Severity, string])[];

/** A count such as "1 error and 2 notes"; may be empty. Findings about the archive are shown with the archive. */
export function countFindings({ findings: all }: Subject): string {
  const findings = all.filter(
    ({ ruleId }) => !ruleId.startsWith("archive-file-") && ruleId !== "archive-manifest-subject",
  );
  const counts = severities.flatMap(([severity, word]) => {
    const amount = findings.filter((finding) => finding.severity === severity).length;
    return amount > 0 ? [count(amount, word)] : [];
  });
  return series(counts);
}
