import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { FileEntry } from "../model/source.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "file-kind",
    category: "files",
    origin: "guidance",
    source: "https://github.com/openai/codex/issues/22506",
    summary: "Reports what is no file in a skill: a link that leads nowhere, a FIFO, a socket, a device.",
    why: "It cannot be packed or installed, and a reader of a FIFO or device may wait for ever.",
    remedy: "Delete it, or put a file in its place.",
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
    : [{ file: entry.path, message: `${quote(entry.path)} is ${what}, expected a file` }];
}

/** What leads out of the skill is link-outside's to say. */
function whatItIs({ kind, link }: FileEntry): string | undefined {
  if (link?.leads === "nowhere") return `a link to ${quote(link.target)}, where nothing is`;
  if (link?.leads === "other") return `a link to ${quote(link.target)}, which is no file`;
  return kind === "other" ? "a FIFO, a socket, a device or has a name that is not UTF-8" : undefined;
}
