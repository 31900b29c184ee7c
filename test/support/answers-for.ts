import { satisfies } from "semver";
import type { ClientVersion } from "../../src/model/loader.ts";

/** Whether a record answers for a version: it is of that version, or covers it. */
export function answersFor({ version, versions }: ClientVersion, wanted: string): boolean {
  return version === wanted || (versions !== "*" && satisfies(wanted, versions));
}
