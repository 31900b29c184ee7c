import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { encodeUtf8 } from "../core/utf8.ts";
import type { ChosenFix, UnappliedFix } from "../model/chosen-fix.ts";
import { type MemoryFile, openMemory } from "../model/memory-source.ts";
import type { Diagnostic, Report } from "../model/report.ts";
import { planFixes, type FixLevel, type FixPlan } from "./fix.ts";
import { fixableOf } from "./fix-skill.ts";

/** Which fixes of a report `applyFixes` applies. */
export interface ApplyFixesOptions {
  /** "safe": only fixes that never change what the skill means, the default; "unsafe": all. */
  readonly level?: FixLevel;
  /** Decides about each finding that has a fix; by default, all are accepted. */
  readonly accept?: (finding: Diagnostic) => boolean;
  /** The path of the skill in the report; needed only if the report is about several. */
  readonly path?: string;
}

/** The files of a skill after fixes. */
export interface AppliedFixes {
  /** All files of the skill; those that no fix changed are the given ones. */
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly applied: readonly ChosenFix[];
  /** The fixes that were not applied, and why. */
  readonly left: readonly UnappliedFix[];
}

/**
 * Applies the fixes of a report about exactly these files. The fixes of one finding are alternatives, of which the first
 * possible one is applied; of fixes that change the same text, the first. Suppressed findings are left. A fix can
 * uncover a finding or make another fix possible: examine the result, and repeat until `applied` is empty. Throws a
 * SkillsError if the report has no skill of that path.
 */
export function applyFixes(
  files: Readonly<Record<string, MemoryFile>>,
  report: Report,
  { level = "safe", accept = () => true, path }: ApplyFixesOptions = {},
): AppliedFixes {
  const findings = findingsOf(report, path).filter(
    (finding) => !finding.suppressed && finding.fixes.length > 0 && accept(finding),
  );
  // The directory is never used: it says that files can be changed.
  const source = { ...openMemory("skill", files), directory: "/" };
  const plan = planFixes(fixableOf({ findings }, source, new Set()), findings, level);
  return { files: changed(files, plan), applied: plan.applied, left: plan.unapplied };
}

function findingsOf({ subjects }: Report, path: string | undefined): readonly Diagnostic[] {
  const skills = subjects.filter(
    (subject) => subject.kind === "skill" && subject.path === (path ?? subject.path),
  );
  const [skill, ...others] = skills;
  if (!skill)
    throw new SkillsError(
      "bad-usage",
      path === undefined ? "the report is about no skill" : `the report has no skill ${quote(path)}`,
    );
  if (others.length > 0)
    throw new SkillsError("bad-usage", 'the report is about several skills; name one with "path"');
  return skill.findings;
}

function changed(
  files: Readonly<Record<string, MemoryFile>>,
  { texts, chmods, renames }: FixPlan,
): Readonly<Record<string, MemoryFile>> {
  const modes = new Map(chmods.map(({ file, executable }) => [file, executable]));
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const entries = Object.entries(files).map(([file, content]) => {
    const text = texts.get(file);
    const edited = text === undefined ? content : withText(content, text);
    const executable = modes.get(file);
    return [
      names.get(file) ?? file,
      executable === undefined ? edited : withMode(edited, executable),
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** A text stays a string, and bytes stay bytes. */
function withText(content: MemoryFile, text: string): MemoryFile {
  if (typeof content === "string") return text;
  if (ArrayBuffer.isView(content)) return encodeUtf8(text);
  return { ...content, content: typeof content.content === "string" ? text : encodeUtf8(text) };
}

function withMode(content: MemoryFile, executable: boolean): MemoryFile {
  if (typeof content === "string" || ArrayBuffer.isView(content))
    return { kind: "file", content, executable };
  return { ...content, executable };
}
