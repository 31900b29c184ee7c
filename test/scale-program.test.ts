import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const names = Array.from({ length: 40 }, (_, at) => `skill-${at}`);
const makeSkills = (): string =>
  makeTree(
    Object.fromEntries(
      names.map((name, at) => [`skills/${name}/SKILL.md`, at % 5 === 0 ? "no frontmatter\n" : skillMd(name)]),
    ),
  );
const run = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [program, ...args], { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
const withoutTime = (json: string): string => json.replace(/"seconds": [\d.e-]+/, '"seconds": 0');

it("merges the blobs of four processes at the same time, as of the jobs of a CI matrix", async () => {
  const cwd = makeSkills();
  const shards = [1, 2, 3, 4];
  await Promise.all(
    shards.map(async (index) => {
      const args = [program, "lint", "--shard", `${index}/4`, "--format", "blob", "skills"];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
        // A part with problems ends with 1 and has written its blob.
        (error: { readonly code: number; readonly stdout: string }) => {
          expect(error.code).toBe(1);
          return error;
        },
      );
      writeFileSync(path.join(cwd, `${index}.blob`), stdout);
    }),
  );
  const merged = run(cwd, "merge-reports", "--format", "json", ".");
  const whole = run(cwd, "lint", "--format", "json", "skills");
  expect(withoutTime(merged.stdout)).toBe(withoutTime(whole.stdout));
  expect([merged.status, whole.status]).toEqual([1, 1]);
  expect(JSON.parse(merged.stdout).summary.checked).toBe(names.length);
});

/** The commands of docs/scale.md, for any number of cores and with the program under test. */
const inParts = {
  xargs:
    'split -n l/4 skills.ndjson part- && ls part-?? | xargs -P 4 -I{} sh -c \'"$0" "$1" lint --stdin-ndjson < {} > {}.out\' "$NODE" "$SKILLS"; cat part-*.out',
  parallel:
    'parallel --jobs 4 --pipepart -a skills.ndjson --block -1 --keep-order --quote "$NODE" "$SKILLS" lint --stdin-ndjson',
};

it.each(Object.entries(inParts))(
  "answers parts of an NDJSON file in the processes of %s as one process does",
  (tool, command) => {
    needs(tool);
    const cwd = makeSkills();
    expect(run(cwd, "lint", "--export-ndjson", "skills.ndjson", "skills").status).toBe(0);
    const parts = spawnSync("sh", ["-c", command], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, NODE: process.execPath, SKILLS: program, PARALLEL_HOME: cwd },
    });
    const whole = spawnSync(process.execPath, [program, "lint", "--stdin-ndjson"], {
      cwd,
      encoding: "utf8",
      input: readFileSync(path.join(cwd, "skills.ndjson")),
    });
    // The number of a line is that in its part.
    const answers = (text: string) => text.replace(/^\{"line":\d+,/gm, "{");
    expect(parts.stderr).toBe("");
    expect(answers(parts.stdout)).toBe(answers(whole.stdout));
    expect(answers(whole.stdout).split("\n").length).toBe(names.length + 1);
  },
);
