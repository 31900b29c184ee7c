import { encodeUtf8, utf8Length } from "../core/utf8.ts";
import type { FileChange } from "../model/file-change.ts";
import { compareText } from "../core/order.ts";
import type { FileEntry, SkillSource } from "../model/source.ts";

/** The skill as it would be after these changes. Nothing is written. */
export function overlay(source: SkillSource, changes: readonly FileChange[]): SkillSource {
  const byOrigin = new Map(changes.map((change) => [change.from, change]));
  const byName = new Map(changes.map((change) => [change.to, change]));
  const originOf = (path: string): string => byName.get(path)?.from ?? path;
  const bytesOf = (path: string): Uint8Array | undefined => {
    const text = byName.get(path)?.text;
    return text && encodeUtf8(text.after);
  };
  return {
    ...source,
    list: () => {
      const { entries, unread } = source.list();
      return {
        entries: entries
          .map((entry) => changed(entry, byOrigin.get(entry.path)))
          .sort((a, b) => compareText(a.path, b.path)),
        unread,
      };
    },
    read: (path) => bytesOf(path) ?? source.read(originOf(path)),
    readHead: (path, limit) => bytesOf(path)?.subarray(0, limit) ?? source.readHead(originOf(path), limit),
  };
}

function changed(entry: FileEntry, change: FileChange | undefined): FileEntry {
  if (!change) return entry;
  const { to, text, executable } = change;
  return {
    ...entry,
    path: to,
    ...(text && { size: utf8Length(text.after) }),
    ...(executable && { executable: executable.after }),
  };
}
