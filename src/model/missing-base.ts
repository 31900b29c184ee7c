/** Why there is no commit to compare with. */
export interface MissingBase {
  /** A complete sentence. */
  readonly reason: string;
  /** Whether the reason may be that the clone is shallow. */
  readonly shallow: boolean;
}
