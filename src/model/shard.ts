/** One of several parts of the skills in scope, from 1. The hash of a skill's path says which part it is in. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}
