import { count } from "../core/sentence.ts";
import { clean, cleanPath } from "./width.ts";

/** A fix and where it is: `path` is the skill's, `file` is from there. */
export interface ShownFix {
  readonly path: string;
  readonly file: string;
  readonly title: string;
  readonly ruleId: string;
}

/** What was mended, one line a fix, and how many fixes there are that were not asked for. */
export function fixText(fixed: readonly ShownFix[], unsafe: number): string {
  const lines = fixed.map(({ path, file, title, ruleId }) => `${cleanPath(path === "." ? file : `${path}/${file}`)}: fixed: ${title.charAt(0).toLowerCase()}${clean(title.slice(1))} [${ruleId}]`);
  return [...lines, ...unsafeNote(unsafe)].map((line) => `${line}\n`).join("");
}

function unsafeNote(unsafe: number): readonly string[] {
  return unsafe === 0 ? [] : [`${count(unsafe, "possible cure")} left for --unsafe-fixes, which may change what a skill means`];
}
