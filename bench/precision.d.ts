/** The location of a finding or a label. */
export interface Place {
  readonly rule: string;
  readonly skill: string;
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Hit extends Place {
  readonly severity: string;
  readonly message: string;
}

export interface Label extends Place {
  readonly severity: string;
  readonly right: boolean;
  readonly reason: string;
}

export interface PrecisionRow {
  readonly rule: string;
  readonly severity: string;
  readonly hits: number;
  readonly skills: number;
  readonly labeled: number;
  readonly right: number;
  readonly precision: number | undefined;
  readonly atLeast: number;
  readonly verdict: "meets" | "must change" | "too few labels" | "advice";
}

/** What a reader says about a finding outside the corpus. */
export type UnseenVerdict = "true" | "debatable" | "false";

/** Two readers' verdicts on one finding. */
export interface UnseenLabel {
  /** "owner/name@commit:path:line". */
  readonly at: string;
  readonly rule: string;
  readonly severity: string;
  readonly first: UnseenVerdict;
  readonly second: UnseenVerdict;
}

export interface UnseenRow {
  readonly rule: string;
  readonly severity: string;
  readonly findings: number;
  readonly true: number;
  readonly debatable: number;
  readonly false: number;
  /** Labels whose finding is no longer reported, or has another severity. */
  readonly gone: number;
}

export interface UnseenTotals {
  readonly findings: number;
  readonly labels: number;
  readonly true: number;
  readonly debatable: number;
  readonly false: number;
  /** Between 0 and 1. */
  readonly trueShare: number;
  readonly falseShare: number;
}

export interface Agreement {
  readonly both: number;
  readonly agreed: number;
  readonly kappa: number;
  readonly disputed: readonly { readonly label: Label; readonly other: Label }[];
}

export declare function precisionRows(hits: readonly Hit[], labels: readonly Label[]): PrecisionRow[];
export declare function goneLabels(hits: readonly Hit[], labels: readonly Label[]): Label[];
export declare function unlabeledHits(
  rows: readonly PrecisionRow[],
  hits: readonly Hit[],
  labels: readonly Label[],
): Hit[];
export declare function unseenRows(
  found: readonly Pick<UnseenLabel, "rule" | "severity" | "at">[],
  labels: readonly UnseenLabel[],
): UnseenRow[];
export declare function unseenTotals(rows: readonly UnseenRow[]): UnseenTotals;
export declare function percent(share: number): string;
export declare function agreement(first: readonly Label[], second: readonly Label[]): Agreement;
export declare function kappa(pairs: readonly (readonly [boolean, boolean])[]): number;
export declare function wilsonLower(right: number, of: number): number;
export declare function isAt(label: Place, other: Place): boolean;
export declare function byPlace(a: Place, b: Place): number;
