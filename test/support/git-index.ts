import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** What git records about an entry. */
export type IndexMode = "file" | "symlink" | "submodule";

const modes: Readonly<Record<IndexMode, number>> = { file: 0o100644, symlink: 0o120000, submodule: 0o160000 };

/** Writes an index of version 2 with these entries, which is much faster than running git for thousands of trees. */
export function writeIndex(git: string, entries: ReadonlyMap<string, IndexMode>): void {
  const names = Array.from(entries.keys(), (name) => Buffer.from(name)).toSorted(Buffer.compare);
  const head = Buffer.alloc(12);
  head.write("DIRC");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(names.length, 8);
  const blocks = names.map((name) => {
    const block = Buffer.alloc((Math.floor((62 + name.length) / 8) + 1) * 8);
    block.writeUInt32BE(modes[entries.get(name.toString())!], 24);
    block.writeUInt16BE(name.length, 60);
    name.copy(block, 62);
    return block;
  });
  const content = Buffer.concat([head, ...blocks]);
  writeFileSync(
    path.join(git, "index"),
    Buffer.concat([content, createHash("sha1").update(content).digest()]),
  );
}
