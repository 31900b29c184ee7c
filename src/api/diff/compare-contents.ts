import type { PackedFile } from "../../model/archive.ts";
import { groupBy } from "../../core/group-by.ts";
import type { FileDifference } from "../../model/manifest.ts";
import type { FileChangeFact, FileFacts } from "../../results/diff.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { describeFiles } from "../../manifest/digest.ts";

const kinds = {
  modified: "changed",
  "line-endings": "line-endings",
  mode: "mode",
  missing: "removed",
  extra: "added",
} as const satisfies Record<FileDifference["kind"], FileChangeFact["kind"]>;

/** Files that came, went, or are not the same; one that went and one that came with the same bytes are one that was renamed. */
export function compareContents(
  before: readonly PackedFile[],
  after: readonly PackedFile[],
): readonly FileChangeFact[] {
  const changes = compareFiles(describeFiles(before), after).map(toFact);
  const renames = findRenames(changes);
  const gone = new Set(renames.values());
  return changes.flatMap((change): readonly FileChangeFact[] => {
    if (gone.has(change)) return [];
    const from = renames.get(change);
    return [from?.old ? { ...change, kind: "renamed", from: from.path, old: from.old } : change];
  });
}

function toFact({ kind, path, expected, got }: FileDifference): FileChangeFact {
  const [old, current] = [factsOf(expected), factsOf(got)];
  return { kind: kinds[kind], path, ...(old && { old }), ...(current && { new: current }) };
}

function factsOf(facts: FileDifference["got"]): FileFacts | undefined {
  const { digest, size, executable } = facts ?? {};
  return digest === undefined || size === undefined || executable === undefined
    ? undefined
    : { digest, size, executable };
}

/** What was added, and what was removed that it was; of several alike in the order of their paths. Empty files are all alike and tell nothing. */
function findRenames(changes: readonly FileChangeFact[]): ReadonlyMap<FileChangeFact, FileChangeFact> {
  const removed = new Map(
    Array.from(
      groupBy(
        changes.filter((change) => change.kind === "removed" && change.old && change.old.size > 0),
        (change) => change.old?.digest,
      ),
      ([digest, group]) => [digest, group.values()],
    ),
  );
  const pairs = changes.flatMap((change): (readonly [FileChangeFact, FileChangeFact])[] => {
    const next = change.kind === "added" ? removed.get(change.new?.digest)?.next() : undefined;
    return next && !next.done ? [[change, next.value]] : [];
  });
  return new Map(pairs);
}
