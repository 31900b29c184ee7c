import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FileBytes } from "../../src/model/archive.ts";

/** A skill with the values that every implementation must compute: fixtures/vectors. */
export interface Vector {
  readonly name: string;
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly size: number;
    readonly executable: boolean;
  }[];
  readonly content: string;
  readonly root: string;
  readonly manifest: { readonly file: string; readonly size: number; readonly sha256: string };
  readonly archives: readonly {
    readonly layout: "root" | "wrapped";
    readonly manifest: boolean;
    readonly size: number;
    readonly sha256: string;
  }[];
}

export const vectorDirectory = fileURLToPath(new URL("../../fixtures/vectors/", import.meta.url));

export const vectors: readonly Vector[] = readdirSync(vectorDirectory)
  .filter((name) => /^[a-z]+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(path.join(vectorDirectory, name), "utf8")));

export function readVectorManifest({ manifest }: Vector): Buffer {
  return readFileSync(path.join(vectorDirectory, manifest.file));
}

/** The files below a directory, as the disk has them. */
export function readFiles(directory: string): readonly FileBytes[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(directory, name)).isFile(),
  );
  return names.map((name) => ({
    path: name.split(path.sep).join("/"),
    bytes: readFileSync(path.join(directory, name)),
    executable: (statSync(path.join(directory, name)).mode & 0o111) !== 0,
  }));
}

export function filesOf({ name }: Vector): readonly FileBytes[] {
  return readFiles(path.join(vectorDirectory, name));
}
