import type { TargetId } from "../core/client.ts";
import type { Diagnostic, Excerpt, Report } from "../core/report.ts";
import { skillRules } from "../rules/index.ts";
import { assembleReport } from "./assemble-report.ts";
import { examineSkill, keepExcerpts } from "./examine-skill.ts";
import { findSources, type Scope } from "./find-sources.ts";

export interface ValidateOptions extends Scope {
  /** The targets whose refusal is an error; "spec" alone where none is given. */
  readonly targets?: readonly TargetId[];
  /** More warnings than this are an outcome of 1. */
  readonly maxWarnings?: number;
}

export interface ValidateResult {
  readonly report: Report;
  /** The source line that one of the report's diagnostics points at. */
  excerpt(diagnostic: Diagnostic): Excerpt | undefined;
}

/** Holds skills against the specification and the modelled clients. Throws a SkillsError where nothing can be read, or no skill is in scope. */
export async function validate({ targets = ["spec"], maxWarnings = Infinity, ...scope }: ValidateOptions): Promise<ValidateResult> {
  const started = performance.now();
  const { sources, unread } = await findSources(scope);
  const excerpts = new Map<Diagnostic, Excerpt>();
  const subjects = sources.map((source) => {
    const examined = examineSkill(source, { targets, rules: skillRules });
    keepExcerpts(examined, excerpts);
    return examined.subject;
  });
  return { report: assembleReport({ command: "validate", targets, subjects, unread, started, maxWarnings }), excerpt: (diagnostic) => excerpts.get(diagnostic) };
}
