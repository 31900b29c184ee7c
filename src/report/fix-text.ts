import type { Report } from "../core/report.ts";
import type { Fix } from "../core/rule.ts";
import { count, grouped } from "../core/sentence.ts";
import { wrap } from "./text-wrap.ts";
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

/** What could be mended, in lines of at most `width` columns; nothing where nothing can, or nothing stands in a file. */
export function fixHint({ subjects }: Report, width = Infinity): string {
  const findings = subjects.flatMap(({ path, findings }) => (path === "-" ? [] : findings.map(({ fixes, suppressed }) => (suppressed ? [] : fixes.filter(isMade)))));
  const safe = findings.filter((fixes) => fixes.some((fix) => fix.safe)).length;
  const unsafe = findings.filter((fixes) => fixes.length > 0).length - safe;
  const parts = [...(safe > 0 ? ["with --fix"] : []), ...(unsafe > 0 ? [`${safe > 0 ? `${grouped(unsafe)} more ` : ""}with --unsafe-fixes, which may change what a skill means`] : [])];
  return parts.length === 0 ? "" : `${wrap(`${count(safe > 0 ? safe : unsafe, "finding")} can be mended ${parts.join(", ")}`, width).join("\n")}\n`;
}

/** The skill's own directory is left to the user. */
function isMade({ operations }: Fix): boolean {
  return operations.every(({ kind }) => kind !== "rename-directory");
}
