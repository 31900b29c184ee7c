import { Buffer } from "node:buffer";
import { writeTarGz } from "../../src/archive/tar/tar-gz.ts";
import { writeZip } from "../../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../../src/model/archive.ts";
import { manifestName } from "../../src/model/manifest.ts";
import { makeManifest } from "../../src/manifest/make-manifest.ts";

export function packed(path: string, content: string | Uint8Array, executable = false): FileBytes {
  return { path, bytes: Buffer.from(content), executable };
}

/** The files of the golden vector. */
export const demoFiles: readonly FileBytes[] = [
  packed("SKILL.md", "---\nname: demo\ndescription: d\n---\nhi\n"),
  packed("references/café.md", "café\n"),
  packed("scripts/run.sh", "#!/bin/sh\necho hi\n", true),
];

/** The files with their manifest. */
export function withManifest(files: readonly FileBytes[], name = "demo"): readonly FileBytes[] {
  return [...files, { path: manifestName, bytes: makeManifest(name, files), executable: false }];
}

/** The files in one directory, as archives have them. */
export function wrapped(files: readonly FileBytes[], directory = "demo"): readonly FileBytes[] {
  return files.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
}

export function zipOf(files: readonly FileBytes[], directory = "demo"): Buffer {
  return writeZip(wrapped(files, directory));
}

export async function tarGzOf(files: readonly FileBytes[], directory = "demo"): Promise<Buffer> {
  return writeTarGz(wrapped(files, directory));
}
