import { Buffer, isUtf8 } from "node:buffer";
import type { PackedFile } from "../../model/archive.ts";
import type { FileChange } from "../../model/file-change.ts";
import { limits } from "../../model/limits.ts";
import type { FileChangeFact } from "../../results/diff.ts";

/** Past this nobody reads a patch; in bytes of both sides together. */
const mostBytes = 8 * 1_048_576;

/** The changed texts side by side, of files in a directory to be shown by its label; `unshown` are the paths of what is no text in UTF-8, or too much of it. */
export function textChanges(
  changes: readonly FileChangeFact[],
  before: readonly PackedFile[],
  after: readonly PackedFile[],
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

/** What is not there is empty. */
function readText(bytes: Uint8Array = new Uint8Array()): string | undefined {
  return bytes.length <= limits.textBytes && !bytes.includes(0) && isUtf8(bytes)
    ? Buffer.from(bytes).toString()
    : undefined;
}
