import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { findSkill } from "../../src/archive/find-skills.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { type Ran, runSkills } from "./io.ts";
import { makeTree } from "./tree.ts";

/** The published vector: the smallest skill with a non-ASCII name and an executable file. */
export function makeDemo(): string {
  const cwd = makeTree({
    "demo/SKILL.md": "---\nname: demo\ndescription: d\n---\nhi\n",
    "demo/references/café.md": "café\n",
    "demo/scripts/run.sh": "#!/bin/sh\necho hi\n",
  });
  chmodSync(path.join(cwd, "demo/scripts/run.sh"), 0o755);
  return cwd;
}

/** `skills pack` in this process. */
export function pack(cwd: string, ...args: string[]): Promise<Ran> {
  return runSkills(["pack", ...args], { cwd });
}

/** The paths in an archive, relative to the skill's root, with "*" after executable files. */
export async function packedPaths(archive: string): Promise<readonly string[]> {
  const { files } = findSkill(await openArchive(readFileSync(archive)));
  return files.map((file) => `${file.path}${file.executable ? "*" : ""}`);
}
