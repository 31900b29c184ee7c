/** Why there is no commit to compare with. */
export interface MissingBase {
  /** A whole sentence. */
  readonly reason: string;
  /** The history was cut off when the repository was cloned. */
  readonly shallow: boolean;
}
