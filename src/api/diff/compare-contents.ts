import { Buffer, isUtf8 } from "node:buffer";
import { groupBy } from "../../core/group-by.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { describeFiles } from "../../manifest/digest.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { FileChange } from "../../model/file-change.ts";
import { limits } from "../../model/limits.ts";
import type { FileDifference } from "../../model/manifest.ts";
import type { FileChangeFact, FileFacts } from "../../model/reports/diff.ts";

const kinds = {
  modified: "changed",
  "line-endings": "line-endings",
  mode: "mode",
  missing: "removed",
  extra: "added",
} as const satisfies Record<FileDifference["kind"], FileChangeFact["kind"]>;

/** Added, removed and changed files; a removed and an added file with the same bytes are a rename. */
export function compareContents(
  before: readonly FileBytes[],
  after: readonly FileBytes[],
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

/**
 * Pairs of added and removed files with equal bytes, in the order of their paths. Empty files are ignored, as they all
 * match.
 */
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

/** Maximum number of bytes, of both versions together, for a patch that people can read. */
const mostBytes = 8 * 1_048_576;

/**
 * Pairs of changed texts, below the label of their directory. `unshown` contains the paths of files that are not
 * UTF-8 or are too large.
 */
export function textChanges(
  changes: readonly FileChangeFact[],
  before: readonly FileBytes[],
  after: readonly FileBytes[],
  label: string,
): { readonly changes: readonly FileChange[]; readonly unshown: readonly string[] } {
  const [old, current] = [before, after].map(
    (files) => new Map(files.map(({ path, bytes }) => [path, bytes])),
  );
  const unshown: string[] = [];
  let bytes = 0;
  const shown = changes.flatMap((change): readonly FileChange[] => {
    const from = change.from ?? change.path;
    const [removed, added] = [change.old && old?.get(from), change.new && current?.get(change.path)];
    const texts = readBoth(removed, added);
    bytes += (removed?.length ?? 0) + (added?.length ?? 0);
    if (texts && bytes <= mostBytes) return [toChange(change, texts, label)];
    unshown.push(change.path);
    return [];
  });
  return { changes: shown, unshown };
}

function toChange(
  { path, from = path, old, new: current }: FileChangeFact,
  text: NonNullable<FileChange["text"]>,
  label: string,
): FileChange {
  const existence =
    old && current
      ? undefined
      : ({ state: old ? "removed" : "created", executable: (old ?? current)?.executable === true } as const);
  const executable =
    old && current && old.executable !== current.executable
      ? { before: old.executable, after: current.executable }
      : undefined;
  return {
    directory: "",
    label,
    from,
    to: path,
    ...(text.before !== text.after && { text }),
    ...(executable && { executable }),
    ...(existence && { existence }),
  };
}

function readBoth(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): FileChange["text"] | undefined {
  const [old, current] = [readText(before), readText(after)];
  return old === undefined || current === undefined ? undefined : { before: old, after: current };
}

/** Treats a missing file as empty. */
function readText(bytes: Uint8Array = new Uint8Array()): string | undefined {
  return bytes.length <= limits.textBytes && !bytes.includes(0) && isUtf8(bytes)
    ? Buffer.from(bytes).toString()
    : undefined;
}
