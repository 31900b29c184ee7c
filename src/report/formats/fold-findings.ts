import { count, grouped, seriesAtMost } from "../../core/sentence.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import { cleanPath } from "../drawing/width.ts";
import type { SkillFinding } from "./worst.ts";

/** Findings that share one line: the first of them is drawn, and the others are listed after it. */
export interface Fold extends SkillFinding {
  /** The first of the other findings. */
  readonly others: readonly SkillFinding[];
  /** The number of all other findings. */
  readonly more: number;
  /** The other skills. */
  readonly skills: readonly Subject[];
  /** Whether all have the same message. */
  readonly equal: boolean;
}

/** Maximum number of other findings, and of other skills, that a line lists. */
const [listed, namedSkills] = [8, 6];

/** The findings of a line: only those that may be listed, as a run may have hundreds of thousands. */
interface Group {
  readonly first: SkillFinding[];
  /** The first of the findings for which most targets refuse the skill. */
  worst: SkillFinding;
  readonly subjects: Subject[];
  findings: number;
  equal: boolean;
}

/** Which findings share a line: none, those with the same message, or all warnings and notes of one rule. */
export type Folding = "none" | "equal" | "rule";

/** The findings in their order, those that share a line at the first of them. */
export function foldFindings(subjects: readonly Subject[], folding: Folding): readonly Fold[] {
  const groups = new Map<string, Group>();
  let number = 0;
  for (const subject of subjects)
    for (const finding of subject.findings)
      addTo(groups, folding === "none" ? String(number++) : keyOf(finding, subject, folding), {
        finding,
        subject,
      });
  return Array.from(groups.values(), ({ first, worst, subjects: all, findings, equal }) => ({
    ...worst,
    others: first.filter((each) => each !== worst).slice(0, listed + 1),
    more: findings - 1,
    skills: all.filter((subject) => subject !== worst.subject),
    equal,
  }));
}

function addTo(groups: Map<string, Group>, key: string, placed: SkillFinding): void {
  const { finding, subject } = placed;
  const group = groups.get(key);
  if (!group) {
    groups.set(key, { first: [placed], worst: placed, subjects: [subject], findings: 1, equal: true });
    return;
  }
  group.findings++;
  if (group.first.length <= listed + 1) group.first.push(placed);
  if (finding.refusedBy.length > group.worst.finding.refusedBy.length) group.worst = placed;
  if (finding.message !== group.worst.finding.message) group.equal = false;
  if (group.subjects.at(-1) !== subject) group.subjects.push(subject);
}

/** Each error must be fixed, so only equal ones in the same skill are folded. */
function keyOf({ severity, ruleId, message }: Diagnostic, { path }: Subject, folding: Folding): string {
  const words = severity === "error" ? [message, path] : folding === "equal" ? [message] : [];
  return JSON.stringify([severity, ruleId, ...words]);
}

/** Number of the other findings of which neither the message nor the position is listed. */
export function hiddenIn({ more, skills, equal }: Fold): number {
  return skills.length === 0 && more <= listed + 1
    ? 0
    : equal && more === skills.length && more <= namedSkills + 1
      ? 0
      : more;
}

/** Where the other findings are, such as "also in 3 more skills: a, b and c"; empty if there are none. */
export function describeOthers(
  { finding: { file }, others, more, skills, equal }: Fold,
  name: (subject: Subject) => string,
): string {
  if (more === 0) return "";
  const lead = equal ? "also" : `and ${grouped(more)} like it`;
  if (skills.length > 0) {
    const number = equal && more > skills.length ? ` (${count(more, "finding")})` : "";
    return `${lead} in ${count(skills.length, "more skill")}${number}: ${seriesAtMost(skills.map(name), namedSkills)}`;
  }
  const isSameFile = others.every(({ finding }) => finding.file === file && finding.start);
  const places = others.map(({ finding }) =>
    isSameFile
      ? String(finding.start!.line)
      : `${cleanPath(finding.file)}${finding.start ? `:${finding.start.line}` : ""}`,
  );
  const known = Array.from(new Set(places));
  const rest = more > others.length ? more - listed : 0;
  const where = rest > 0 ? [...known.slice(0, listed), `${grouped(rest)} more`] : known;
  const list = where.length === 1 ? where[0]! : `${where.slice(0, -1).join(", ")} and ${where.at(-1)}`;
  return `${lead} ${isSameFile ? (where.length === 1 ? "on line" : "on lines") : "in"} ${list}`;
}
