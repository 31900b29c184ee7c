import type { Field, ParseProblem } from "./skill.ts";

/** YAML as its fields: whatever is wrong with it, those that can be read are there. */
export interface YamlDocument {
  readonly fields: ReadonlyMap<string, Field>;
  readonly problems: readonly ParseProblem[];
}
