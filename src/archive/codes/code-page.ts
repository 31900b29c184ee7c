/** The explanation of one code; in ASCII, so that every terminal can show it. */
export interface CodePage {
  /** What is refused, in one sentence. */
  readonly summary: string;
  /** The harm it could do if it were accepted. */
  readonly why: string;
  /** What to type or do. */
  readonly remedy: string;
  /** URL of the specification or of a known vulnerability. */
  readonly source: string;
}
