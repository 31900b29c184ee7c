import { pack, type Pack } from "tar-stream";
import type { PackedFile } from "../model/archive.ts";
import { sortByName } from "./write-zip.ts";

/** 1970-01-01: an archive's bytes must not depend on when it was made. */
const epoch = new Date(0);

/** The one tar of these files, in pieces that follow one another, the files' own bytes not copied: ustar, an extended header only where ustar cannot hold a name, no directories, owners or times, sorted by the bytes of their names in UTF-8. */
export async function tarParts(files: readonly PackedFile[]): Promise<readonly Uint8Array[]> {
  const tar = pack();
  const parts = collect(tar);
  for (const { file } of sortByName(files)) await append(tar, file);
  tar.finalize();
  return parts;
}

async function collect(tar: Pack): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of tar) if (part instanceof Uint8Array) parts.push(part);
  return parts;
}

async function append(tar: Pack, { path, bytes, executable }: PackedFile): Promise<void> {
  const header = {
    name: path,
    mode: executable ? 0o755 : 0o644,
    uid: 0,
    gid: 0,
    mtime: epoch,
    type: "file",
    uname: "",
    gname: "",
  } as const;
  await new Promise<void>((resolve, reject) => {
    tar.entry(header, bytes, (cause) => (cause ? reject(cause) : resolve()));
  });
}
