import { Buffer } from "node:buffer";
import { writeTarGz } from "../../src/archive/tar/tar-gz.ts";
import { writeZip } from "../../src/archive/zip/write-zip.ts";
import type { PackedFile } from "../../src/model/archive.ts";
import { manifestName } from "../../src/model/manifest.ts";
import { makeManifest } from "../../src/manifest/make-manifest.ts";

export function packed(path: string, content: string | Uint8Array, executable = false): PackedFile {
  return { path, bytes: Buffer.from(content), executable };
}

/** The files of the golden vector. */
export const demoFiles: readonly PackedFile[] = [
  packed("SKILL.md", "---\nname: demo\ndescription: d\n---\nhi\n"),
  packed("references/café.md", "café\n"),
  packed("scripts/run.sh", "#!/bin/sh\necho hi\n", true),
];

/** The files with their manifest. */
export function withManifest(files: readonly PackedFile[], name = "demo"): readonly PackedFile[] {
  return [...files, { path: manifestName, bytes: makeManifest(name, files), executable: false }];
}

/** The files in one directory, as archives have them. */
export function wrapped(files: readonly PackedFile[], directory = "demo"): readonly PackedFile[] {
  return files.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
}

export function zipOf(files: readonly PackedFile[], directory = "demo"): Buffer {
  return writeZip(wrapped(files, directory));
}

export async function tarGzOf(files: readonly PackedFile[], directory = "demo"): Promise<Buffer> {
  return writeTarGz(wrapped(files, directory));
}
