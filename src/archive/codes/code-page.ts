/** The explanation of one code, in ASCII, so that every terminal can show it. */
export interface CodePage {
  /** The problem, in one sentence. */
  readonly summary: string;
  /** The harm that an archive with this problem could do if it were accepted. */
  readonly why: string;
  /** What the user should type or do. */
  readonly remedy: string;
  /** URL of the specification or of a known vulnerability. */
  readonly source: string;
}
