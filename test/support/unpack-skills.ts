import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";

/** Unpacks the skills.tar.gz of a folder for the tests of a block; says where they are while these run. */
export function unpackSkills(folder: string): () => string {
  let root = "";
  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-corpus-")));
    const { status, stderr } = spawnSync("tar", ["-xzf", path.join(folder, "skills.tar.gz"), "-C", root], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return () => root;
}
