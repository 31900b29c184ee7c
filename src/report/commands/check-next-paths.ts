import type { Subject } from "../../model/report.ts";
import { groupBy } from "../../core/group-by.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { show } from "../../core/show.ts";
import type { CheckView } from "./check-text.ts";

/** Paths that a proposed command has at most. */
const most = 8;

/** Paths below which there are these skills and no other; absent where that takes too many. `skills` are all that were looked at. */
export function coverPaths(
  wanted: readonly Subject[],
  skills: readonly Subject[],
  { operands, isNarrowed }: CheckView,
): readonly string[] | undefined {
  const paths = wanted.map(({ path }) => path);
  const each = paths.length <= most ? paths : undefined;
  // Below a directory there may be skills that were not looked at.
  if (isNarrowed) return each;
  if (wanted.length === skills.length && operands.length > 0) return operands;
  if (paths.length === 1) return paths;
  const others = skills.filter((skill) => !wanted.includes(skill)).map(({ path }) => path);
  const roots = Array.from(groupBy(paths, (path) => path.split("/")[0]).values(), commonDirectory);
  const isPure = roots.every((root) => !others.some((other) => other.startsWith(`${root}/`)));
  if (isPure && roots.length <= most) return roots;
  // What begins with a dot git may ignore, and then it has to be named.
  return each ?? (others.length === 0 && !paths.some((path) => path.startsWith(".")) ? ["."] : undefined);
}

function commonDirectory(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!;
  const [first = [], ...rest] = paths.map((path) => path.split("/"));
  const length = first.findIndex((word, at) => rest.some((words) => words[at] !== word));
  return first.slice(0, length === -1 ? undefined : length).join("/");
}

/** As they were typed; what no terminal should get is left to the user. `options` stand before them. */
export function withPaths(
  command: string,
  paths: readonly string[],
  options: readonly string[] = [],
): string {
  const words = paths
    .filter((path) => path !== "-")
    .map((path) => (show(path, Infinity) === path ? toShellWord(path) : "PATH"));
  const kept = options.map((word) => (show(word, Infinity) === word ? toShellWord(word) : "VALUE"));
  return [command, ...kept, ...(paths.some((path) => /^-./.test(path)) ? ["--"] : []), ...words].join(" ");
}
