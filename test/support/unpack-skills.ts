import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { corpusNote } from "./closing-line.ts";

/**
 * A directory with skills.tar.gz and reference.jsonl: real skills, and the results of the Python programs. Nothing in
 * it is executed.
 */
const corpus = process.env["SKILLS_CORPUS"];

/**
 * Unpacks the corpus for the tests of a block, which are skipped if there is none; says where the skills are while
 * these run.
 */
export function unpackSkills(): () => string {
  let root = "";
  beforeAll(() => {
    if (corpus === undefined) return;
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-corpus-")));
    const { status, stderr } = spawnSync("tar", ["-xzf", path.join(corpus, "skills.tar.gz"), "-C", root], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  });
  beforeEach(({ skip }) => {
    if (corpus === undefined) skip(corpusNote);
  });
  afterAll(() => {
    if (root !== "") rmSync(root, { recursive: true, force: true });
  });
  return () => root;
}

/** The path of a file of the corpus. */
export function corpusFile(name: string): string {
  if (corpus === undefined) throw new Error("SKILLS_CORPUS names no directory");
  return path.join(corpus, name);
}
