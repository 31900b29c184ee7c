import { SkillsError } from "../core/errors.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { FilePosition } from "../core/place.ts";
import type { Diagnostic, Report, Subject } from "../model/report.ts";
import type { RuleExample, RulePage } from "../model/reports/explain.ts";
import { nearestSkill } from "../find/nearest-skill.ts";
import { placeOf } from "../read/there.ts";
import { metaOf } from "../own/rule-meta.ts";
import { explainAll } from "./explain.ts";
import { lint } from "./lint/lint.ts";
import type { LintOptions } from "./lint/lint-options.ts";

/** Where a finding was reported, as printed: `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`. */
interface FindingLocation extends Partial<FilePosition> {
  readonly file: string;
}

/** What was found at a location, and the page of each rule that found it. */
export interface ExplainedFinding {
  /** The skill, with the findings of the location only. */
  readonly subject: Subject;
  /** One for each rule and reason; `bad` is the case that is most like the finding. */
  readonly pages: readonly RulePage[];
}

/** Maximum number of lines to list if there is no finding on the given one. */
const shownLines = 8;

/**
 * Lints the skill that contains the file and explains the findings at the location. Throws a SkillsError if no skill
 * contains the file or nothing is reported there.
 */
export async function explainFinding(written: string, options: LintOptions): Promise<ExplainedFinding> {
  const location = parseLocation(written);
  const report = await lintAround(location.file, options);
  const found = findingsIn(report, location.file, options.cwd);
  const here = found.flatMap(({ subject, findings }) =>
    findings.filter((finding) => isAt(finding, location)).map((finding) => ({ subject, finding })),
  );
  const [first] = here;
  // It may be a finding of a rule that only --security runs.
  if (!first && !options.security) return explainFinding(written, { ...options, security: true });
  if (!first)
    throw nothingAt(
      written,
      found.flatMap(({ findings }) => findings),
    );
  const findings = here.flatMap(({ subject, finding }) => (subject === first.subject ? [finding] : []));
  const own = (options.ownRules ?? []).map((rule) => ({ meta: metaOf(rule), refusedBy: [] }));
  const pages = new Map([...(await explainAll()), ...own].map((page) => [page.meta.id, page]));
  const asked = findings.flatMap((finding) => {
    const page = pages.get(finding.ruleId);
    return page ? [pageFor(finding, page)] : [];
  });
  return { subject: { ...first.subject, findings }, pages: withoutDoubles(asked) };
}

/** The skills below the working directory, as some findings are about several; else only the skill of the file. */
async function lintAround(file: string, options: LintOptions): Promise<Report> {
  const below = await lintFor(file, options);
  if (below && below.subjects.length > 0) return below;
  const skill = nearestSkill(file, options.cwd);
  const alone = skill && (await lintFor(file, { ...options, paths: [skill] }));
  if (alone) return alone;
  throw new SkillsError("not-found", `no skill contains ${quote(file)}`);
}

/** Undefined if there is no skill. */
async function lintFor(file: string, options: LintOptions): Promise<Report | undefined> {
  try {
    return (await lint({ ...options, files: [file] })).report;
  } catch (error) {
    if (error instanceof SkillsError && ["not-a-skill", "not-found"].includes(error.code)) return undefined;
    throw error;
  }
}

function parseLocation(written: string): FindingLocation {
  const [, file, line, column] = /^(.+?)(?::([1-9]\d{0,8}))?(?::([1-9]\d{0,8}))?$/s.exec(written) ?? [];
  return {
    file: file ?? written,
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

function findingsIn(report: Report, file: string, cwd: string) {
  const wanted = placeOf(file, cwd);
  return report.subjects.map((subject) => ({
    subject,
    findings: subject.findings.filter((finding) => placeOf(pathOf(subject, finding), cwd) === wanted),
  }));
}

function pathOf({ path }: Subject, { file }: Diagnostic): string {
  return file === "" ? path : `${path}/${file}`;
}

function isAt({ start }: Diagnostic, { line, column }: FindingLocation): boolean {
  return (line ?? start?.line) === start?.line && (column ?? start?.column) === start?.column;
}

function nothingAt(written: string, others: readonly Diagnostic[]): SkillsError {
  const lines = Array.from(new Set(others.flatMap(({ start }) => (start ? [String(start.line)] : []))));
  return new SkillsError("not-found", `nothing is reported at ${quote(written)}`, {
    hint:
      lines.length === 0
        ? "name a rule instead, as shown after each finding"
        : `the file has findings on ${lines.length === 1 ? "line" : "lines"} ${seriesAtMost(lines, shownLines)}`,
  });
}

function pageFor({ message }: Diagnostic, { bad, others = [], ...page }: RulePage): RulePage {
  const [closest] = [...(bad ? [bad] : []), ...others]
    .map((example) => ({ example, likeness: likenessTo(message, example) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  return { ...page, ...(closest && { bad: closest.example }) };
}

/** The share of words that two messages have in common, without what they quote; of the most similar message. */
function likenessTo(message: string, { says }: RuleExample): number {
  const words = wordsOf(message);
  return Math.max(
    0,
    ...says.map((line) => {
      const others = wordsOf(line.slice(line.indexOf(" ") + 1));
      const common = Array.from(words).filter((word) => others.has(word)).length;
      return common / (words.size + others.size - common || 1);
    }),
  );
}

/** A quoted part of punctuation only, such as ": ", is the reason itself and stays. */
function wordsOf(message: string): ReadonlySet<string> {
  const bare = message.replace(/"[^"]*"|`[^`]*`/g, (quoted) => (/[\p{L}\p{N}]/u.test(quoted) ? "" : quoted));
  return new Set(bare.match(/\p{L}+|[^\p{L}\p{N}\s]+/gu));
}

function withoutDoubles(pages: readonly RulePage[]): readonly RulePage[] {
  return Array.from(new Map(pages.map((page) => [`${page.meta.id} ${page.bad?.name}`, page])).values());
}
