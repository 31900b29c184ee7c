import type { Position } from "../../core/place.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { encodePath, type Located } from "./locate.ts";

/** The names that relative URIs stand behind, and what they mean: the machine's own paths are nobody's business. */
export function baseIdOf({
  base,
  levels,
}: Located): { readonly id: string; readonly means: string } | undefined {
  if (base === "absolute") return undefined;
  if (base === "root")
    return { id: "SRCROOT", means: "the root of the repository, or the working directory" };
  if (base === "stdin") return { id: "STDIN", means: "standard input" };
  return { id: `SRCROOT_PARENT_${levels}`, means: `the directory ${count(levels, "level")} above SRCROOT` };
}

export function artifactLocation(located: Located): object {
  const id = baseIdOf(located)?.id;
  return id === undefined
    ? { uri: fileUri(located.path) }
    : { uri: encodePath(located.path) || ".", uriBaseId: id };
}

/** "C:" is no segment to be encoded. */
function fileUri(path: string): string {
  const [, drive = "", rest = ""] = /^([a-z]:)?(.*)$/is.exec(path) ?? [];
  return `file://${drive === "" ? "" : `/${drive}`}${encodePath(rest)}`;
}

/** Lines, columns in UTF-16 units as the run's `columnKind` says, and bytes. An end that is the start is a place to insert. */
export function regionOf(start: Position, end: Position = start): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    byteOffset: start.byteOffset,
    byteLength: end.byteOffset - start.byteOffset,
  };
}

/** GitHub takes no result without a line (docs.github.com, "SARIF support for code scanning"): the first stands for the whole file. */
export function regionOfFinding({ start, end }: Pick<Diagnostic, "start" | "end">): object {
  return start ? regionOf(start, end) : { startLine: 1 };
}

/** The name of the skill, for a viewer that groups by it. */
export function logicalLocations({ path, name }: Subject): readonly object[] {
  return [{ name: name ?? path.split("/").at(-1), fullyQualifiedName: path, kind: "module" }];
}
