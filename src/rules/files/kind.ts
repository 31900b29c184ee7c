import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { FileEntry } from "../../model/source.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "file-kind",
    category: "files",
    origin: "guidance",
    source: "https://github.com/openai/codex/issues/22506",
    summary:
      "Reports entries that are neither files nor directories: dangling symlinks, FIFOs, sockets, devices.",
    why: "They cannot be packed or installed, and reading a FIFO or device may block forever.",
    remedy: "Delete the entry, or replace it with a file.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { files } }) =>
    files.filter(({ kind }) => kind !== "file" && kind !== "directory").flatMap(findings),
});

function findings(entry: FileEntry): readonly Finding[] {
  const what = whatItIs(entry);
  return what === undefined
    ? []
    : [{ file: entry.path, message: `${quote(entry.path)} is ${what}; replace it with a file` }];
}

/** What an entry is; symlinks that point outside the skill are reported by link-outside. */
function whatItIs({ kind, link }: FileEntry): string | undefined {
  if (link?.leads === "nowhere") return `a dangling symlink to ${quote(link.target)}`;
  if (link?.leads === "other") return `a symlink to ${quote(link.target)}, which is not a file`;
  return kind === "other" ? "a FIFO, socket or device, or its name is not UTF-8" : undefined;
}
