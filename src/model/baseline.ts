/** Known findings that a project accepts for the time being. */
export interface Baseline {
  readonly skills: readonly BaselineSkill[];
}

export interface BaselineSkill extends SkillIdentity {
  readonly findings: readonly BaselineEntry[];
}

/** Identifies a skill: by both values, or by one of them if the other has changed, but never by its location. */
export interface SkillIdentity {
  /** The name in the frontmatter. */
  readonly name?: string;
  /** The name of the directory. */
  readonly directory: string;
}

export interface BaselineEntry extends FindingPrint {
  /** Number of findings with equal keys. */
  readonly count: number;
}

/** Identifies a finding even if it moves. All values except the rule and the file are hashes. */
export interface FindingPrint {
  readonly rule: string;
  /** Helps people who read the baseline; not used for matching. */
  readonly file: string;
  /** Hash of the line's words; absent if the finding has no line. */
  readonly line?: string;
  /** Hash of the message without its numbers. */
  readonly message: string;
  /** Hash of the file's text; present only if the finding has no line and the file is text. */
  readonly content?: string;
  /**
   * The finding's fingerprint in reports without its number, which findings with equal keys share. Not used for matching;
   * absent in baselines of versions before it.
   */
  readonly fingerprint?: string;
}

export interface PrintedSkill extends SkillIdentity {
  readonly prints: readonly FindingPrint[];
}
