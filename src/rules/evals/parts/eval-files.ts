import { memberOf, type JsonString } from "../../../core/json.ts";
import type { Skill } from "../../../model/skill.ts";
import { evalSetOf, itemsOf, type EvalSet } from "./eval-set.ts";

export interface EvalFile {
  readonly node: JsonString;
  /** Normalized, with `/`, relative to the directory that it is probably meant to be relative to. */
  readonly path: string;
}

/**
 * The input files to which evals refer by path, and the set that contains each. URLs, glob patterns and placeholders
 * are skipped.
 */
export function evalFilesOf(
  skill: Skill,
):
  | { readonly set: EvalSet; readonly named: readonly EvalFile[]; readonly there: ReadonlySet<string> }
  | undefined {
  const set = evalSetOf(skill);
  if (!set) return undefined;
  const strings = set.evals
    .flatMap((each) => itemsOf(memberOf(each, "files")?.value))
    .filter((node) => node.kind === "string");
  const named = strings
    .filter(({ value }) => value.trim() !== "" && !notAPath.test(value))
    .map((node) => ({ node, path: normal(node.value) }));
  if (named.length === 0) return undefined;
  return { set, named, there: new Set(skill.files.map(({ path }) => path)) };
}

/** Maximum number of missing files that are looked up. */
const mostElsewhere = 100;

/** The input files that the skill lacks, to be looked up in the repository around it. */
export function evalFilesElsewhere(skill: Skill): readonly string[] {
  const files = evalFilesOf(skill);
  if (!files) return [];
  const missing = files.named.filter(({ path }) => !files.there.has(path) && !path.startsWith(".."));
  return Array.from(new Set(missing.map(({ path }) => path))).slice(0, mostElsewhere);
}

const notAPath = /^[a-z][a-z0-9+.-]*:\/\/|[*?{}<>$]/i;

/** Removes "." and empty segments, and resolves ".." as far as the path itself allows. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
