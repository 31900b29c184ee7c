import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formats } from "../src/report/formats/index.ts";
import { copyCases, folders } from "./support/fixtures.ts";
import { type Ran, runSkillsIn } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

// Reports have the elapsed time; with a clock that does not go on, the sum of the parts' is that of the whole run.
beforeEach(() => void vi.spyOn(process, "uptime").mockReturnValue(1));
afterEach(() => void vi.restoreAllMocks());

const commands = ["lint", "validate", "check"] as const;

/** Runs each part and writes its blob into a new directory next to the skills. */
async function writeBlobs(
  cwd: string,
  of: number,
  command: string,
  ...args: readonly string[]
): Promise<{ readonly folder: string; readonly runs: readonly Ran[] }> {
  const folder = `blobs-${command}-${of}`;
  mkdirSync(path.join(cwd, folder), { recursive: true });
  const runs: Ran[] = [];
  for (let index = 1; index <= of; index++) {
    const ran = await runSkillsIn(cwd, command, "--shard", `${index}/${of}`, "--format", "blob", ...args);
    writeFileSync(path.join(cwd, folder, `${index}.blob`), ran.stdout);
    runs.push(ran);
  }
  return { folder, runs };
}

/** Skills that rules, collection rules, overrides, suppressions and a baseline have something to say about. */
async function collection(rules: readonly string[]): Promise<string> {
  const cwd = makeTree({
    "skills.config.yaml": [
      "max-warnings: 3",
      "rules:",
      "  description-when: warning",
      "  acme/words: { forbid: { text: [forms] }, when: { paths: skills/pdf-* } }",
      "  acme/same: { require: { field: description, unique-in-collection: true }, severity: note }",
      "overrides:",
      "  - paths: [skills/name-format/**]",
      "    targets: [claude-api]",
      "    rules: { name-format: off }",
      "suppressions:",
      "  - { rule: reference-broken, paths: [skills/**], reason: known }",
      "  - { rule: body-empty, paths: [nowhere/**], reason: unused }",
      "",
    ].join("\n"),
    "skills/one/SKILL.md": skillMd("one"),
    "skills/pdf-tools/SKILL.md":
      "---\nname: pdf-tools\ndescription: Use the `pdf-form` skill for forms.\n---\nDo it.\n",
    "skills/pdf-forms/SKILL.md": skillMd("pdf-forms"),
    "other/one/SKILL.md": skillMd("one"),
    "skills/outer/SKILL.md": skillMd("outer", "See [x](inner/none.md).\n"),
    "skills/outer/inner/SKILL.md": skillMd("inner", "See [x](none.md).\n"),
  });
  copyCases(path.join(cwd, "skills"), rules);
  return cwd;
}

describe.each(commands)("skills %s in shards", (command) => {
  it("merges to the report of the whole run in every format", async () => {
    const cwd = await collection(folders("rules").filter((_, at) => at % 24 === 0));
    const args = ["--config", "skills.config.yaml", "skills", "other"];
    if (command !== "validate") {
      await runSkillsIn(cwd, "lint", "--write-baseline", "known.json", "skills/pdf-forms", "skills/one");
      args.unshift("--baseline", "known.json");
    }
    if (command === "check") args.unshift("--target", "spec,claude-ai,agentskills");
    for (const of of [2, 7]) {
      const { folder } = await writeBlobs(cwd, of, command, ...args);
      for (const format of formats) {
        const whole = await runSkillsIn(cwd, command, "--format", format, ...args);
        const merged = await runSkillsIn(cwd, "merge-reports", "--format", format, folder);
        expect(merged, format).toEqual(whole);
        expect(whole.stdout.length).toBeGreaterThan(100);
      }
    }
  });

  it("merges more shards than there are skills, of which the empty ones are clean", async () => {
    const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b"), "c/SKILL.md": "no" });
    const { folder, runs } = await writeBlobs(cwd, 97, command, ".");
    const empty = runs.filter(({ stderr }) => /: 0 of 3 skills\n/.test(stderr));
    expect(empty.length).toBeGreaterThanOrEqual(94);
    expect(new Set(empty.map(({ code }) => code))).toEqual(new Set([0]));
    const merged = await runSkillsIn(cwd, "merge-reports", "--format", "json", folder);
    expect(merged.stdout).toBe((await runSkillsIn(cwd, command, "--format", "json", ".")).stdout);
  });
});

it("checks each skill in one shard, whose report says which part it is", async () => {
  const cwd = await collection(folders("rules").filter((_, at) => at % 30 === 0));
  const subjects: string[] = [];
  for (const index of [1, 2, 3]) {
    const { stdout } = await runSkillsIn(cwd, "validate", "--format", "json", "--shard", `${index}/3`, ".");
    const report = JSON.parse(stdout);
    expect(report.data.scope).toMatchObject({ shard: { index, of: 3 }, selected: report.subjects.length });
    subjects.push(...report.subjects.map((subject: { readonly path: string }) => subject.path));
  }
  const whole = JSON.parse((await runSkillsIn(cwd, "validate", "--format", "json", ".")).stdout);
  expect(subjects.toSorted()).toEqual(
    whole.subjects.map((subject: { readonly path: string }) => subject.path).toSorted(),
  );
});

describe("skills merge-reports", () => {
  async function twoShards(): Promise<{ readonly cwd: string; readonly folder: string }> {
    const cwd = makeTree({ "skills/a/SKILL.md": skillMd("a"), "skills/b/SKILL.md": skillMd("b") });
    return { cwd, folder: (await writeBlobs(cwd, 2, "lint", "skills")).folder };
  }

  it("prints the same in a directory without the skills", async () => {
    const cwd = await collection(folders("rules").filter((_, at) => at % 20 === 0));
    const args = ["--config", "skills.config.yaml", "skills"];
    const { folder } = await writeBlobs(cwd, 3, "lint", ...args);
    const elsewhere = makeTree(
      Object.fromEntries(
        [1, 2, 3].map((index) => [`${index}.blob`, readFileSync(path.join(cwd, folder, `${index}.blob`))]),
      ),
    );
    const merged = await runSkillsIn(elsewhere, "merge-reports", "--format", "json", ".");
    expect(merged.stdout).toBe((await runSkillsIn(cwd, "lint", "--format", "json", ...args)).stdout);
    expect(existsSync(path.join(elsewhere, "skills"))).toBe(false);
  });

  it("names a missing shard", async () => {
    const { cwd, folder } = await twoShards();
    const ran = await runSkillsIn(cwd, "merge-reports", `${folder}/2.blob`);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("shard 1/2 missing");
  });

  it("names a shard that is there twice", async () => {
    const { cwd, folder } = await twoShards();
    const ran = await runSkillsIn(cwd, "merge-reports", folder, `${folder}/2.blob`);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain(`shard 2/2 is in both "${folder}/2.blob" and "${folder}/2.blob"`);
  });

  it.each([
    [
      "another question",
      ["lint", "--shard", "2/2", "--rule", "body-empty=off", "skills"],
      "has other options",
    ],
    ["another command", ["validate", "--shard", "2/2", "skills"], "is of `validate`"],
    ["other skills", ["lint", "--shard", "2/2", "skills/a"], "found other skills"],
    ["another number of shards", ["lint", "--shard", "2/3", "skills"], "is not one of the 2 shards"],
  ])("names a shard of %s", async (_, args, message) => {
    const { cwd, folder } = await twoShards();
    const other = await runSkillsIn(cwd, ...args, "--format", "blob");
    writeFileSync(path.join(cwd, folder, "2.blob"), other.stdout);
    const ran = await runSkillsIn(cwd, "merge-reports", folder);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(`${folder}/2.blob`);
  });

  it("names a shard with another rule of the config", async () => {
    const { cwd } = await twoShards();
    const define = (word: string) =>
      writeFileSync(
        path.join(cwd, "skills.config.yaml"),
        `rules:\n  acme/words: { forbid: { text: [${word}] } }\n`,
      );
    define("forms");
    const { folder } = await writeBlobs(cwd, 2, "lint", "skills");
    expect((await runSkillsIn(cwd, "merge-reports", folder)).code).toBe(0);
    define("tables");
    const other = await runSkillsIn(cwd, "lint", "--shard", "2/2", "--format", "blob", "skills");
    writeFileSync(path.join(cwd, folder, "2.blob"), other.stdout);
    expect(await runSkillsIn(cwd, "merge-reports", folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has other options or another config"),
    });
  });

  it("refuses a blob that was changed, cut off or of another version, and what is no blob", async () => {
    const { cwd, folder } = await twoShards();
    const file = path.join(cwd, folder, "2.blob");
    const whole = readFileSync(file, "latin1");
    const refusal = async (text: string): Promise<string> => {
      writeFileSync(file, text);
      const { code, stdout, stderr } = await runSkillsIn(cwd, "merge-reports", folder);
      expect([code, stdout]).toEqual([2, ""]);
      return stderr;
    };
    const { blobLines, readBlob } = await import("../src/api/shards/blob-text.ts");
    const blob = readBlob(Buffer.from(whole), "x");
    const old = { ...blob, tool: { ...blob.tool, version: "0.0.1" } };
    expect(await refusal(Array.from(blobLines(old)).join(""))).toContain("written by version 0.0.1");
    expect(await refusal(whole.replace('"skills":2', '"skills":1'))).toContain("was changed");
    for (const end of [20, whole.length >> 1, whole.length - 1])
      expect(await refusal(whole.slice(0, end)), String(end)).toMatch(/incomplete|no blob/);
    expect(await refusal(whole.split("\n").slice(0, 1).join("\n"))).toContain("incomplete");
    expect(await refusal("{}")).toContain("is no blob");
    expect(await refusal("")).toContain("is no blob");
    writeFileSync(file, whole);
    expect((await runSkillsIn(cwd, "merge-reports", folder)).code).toBe(0);
  });

  it("does not overwrite a blob with a report", async () => {
    const { cwd, folder } = await twoShards();
    const files = [1, 2].map((index) => `${folder}/${index}.blob`);
    const ran = await runSkillsIn(cwd, "merge-reports", ...files, "--output", `text=${files[0]}`);
    expect(ran.stderr).toContain("would overwrite a blob");
    expect(ran.code).toBe(2);
  });
});

it.each([
  [["--changed"], "changed skills"],
  [["--files"], "listed files"],
  [["--fix"], "fixes"],
  [["--timing"], "the time of rules"],
  [["--write-baseline", "new.json"], "a new baseline"],
])("does not combine a shard with %j", async (args, words) => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const ran = await runSkillsIn(cwd, "lint", "--shard", "1/1", ...args, "a");
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toContain(words);
});

it.each(["0/2", "3/2", "1", "a/b", "1/0", "1/99999"])("refuses --shard %s", async (word) => {
  const ran = await runSkillsIn(makeTree({}), "validate", "--shard", word);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toContain(`--shard "${word}" is not a part`);
});

it("still finds that there is no skill at all", async () => {
  const ran = await runSkillsIn(makeTree({}), "lint", "--shard", "1/2", ".");
  expect(ran).toMatchObject({ code: 2, stdout: "" });
});
