/** The findings that a project has decided to live with for now. */
export interface Baseline {
  readonly skills: readonly BaselineSkill[];
}

export interface BaselineSkill extends SkillIdentity {
  readonly findings: readonly BaselineEntry[];
}

/** A skill is known by both, or by one of them where the other has changed; never by where it stands. */
export interface SkillIdentity {
  /** The frontmatter's name. */
  readonly name?: string;
  /** The directory's own name. */
  readonly directory: string;
}

export interface BaselineEntry extends FindingPrint {
  /** Findings that are alike. */
  readonly count: number;
}

/** What a finding is known by wherever it moves to. All but rule and file are hashes. */
export interface FindingPrint {
  readonly rule: string;
  /** For whoever reads the baseline: nothing is looked up by it. */
  readonly file: string;
  /** Of the line's words; absent where no line is meant. */
  readonly line?: string;
  /** Of what is said, its numbers left out. */
  readonly message: string;
  /** Of all that the file holds; only where no line is meant and the file is text. */
  readonly content?: string;
}

export interface PrintedSkill extends SkillIdentity {
  readonly prints: readonly FindingPrint[];
}
