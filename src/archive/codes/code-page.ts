/** What is to be said of one code; in ASCII, for every terminal. */
export interface CodePage {
  /** One sentence: what is refused. */
  readonly summary: string;
  /** What could happen otherwise, and to whom. */
  readonly why: string;
  /** What to type or do. */
  readonly remedy: string;
  /** A link: who says so, or who was bitten. */
  readonly source: string;
}
