/** Known findings that a project accepts for now. */
export interface Baseline {
  readonly skills: readonly BaselineSkill[];
}

export interface BaselineSkill extends SkillIdentity {
  readonly findings: readonly BaselineEntry[];
}

/** A skill is matched by both, or by one of them if the other has changed; never by its location. */
export interface SkillIdentity {
  /** The frontmatter's name. */
  readonly name?: string;
  /** The directory's own name. */
  readonly directory: string;
}

export interface BaselineEntry extends FindingPrint {
  /** Findings with equal keys. */
  readonly count: number;
}

/** Identifies a finding even if it moves. All values except rule and file are hashes. */
export interface FindingPrint {
  readonly rule: string;
  /** For readers of the baseline; not used for matching. */
  readonly file: string;
  /** Of the line's words; absent if the finding has no line. */
  readonly line?: string;
  /** Of the message without its numbers. */
  readonly message: string;
  /** Of the file's text; only if the finding has no line and the file is text. */
  readonly content?: string;
}

export interface PrintedSkill extends SkillIdentity {
  readonly prints: readonly FindingPrint[];
}
