import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { diff, type DiffOptions } from "../src/api/diff/diff.ts";
import { install } from "../src/api/install/install.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { runSkills, type Surroundings } from "./support/io.ts";
import { packed, tarGzOf, withManifest, zipOf } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const onUnix = it.skipIf(process.platform === "win32");
const run = (args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["diff", ...args], surroundings);
const isReport = schemaOf("report");

const head = (description: string, more = "") =>
  `---\nname: demo\ndescription: ${description}\n${more}---\n\n`;

const before: readonly FileBytes[] = [
  packed(
    "SKILL.md",
    `${head("Sends logs. Use when asked.", 'license: MIT\nallowed-tools: Read\nmetadata:\n  version: "1"\n')}Run \`git log\`, see [it](docs/a.md).\n`,
  ),
  packed("docs/a.md", "See https://old.dev/a.\n"),
  packed("docs/b.md", "one\ntwo\n"),
  packed("scripts/go.sh", "#!/bin/sh\ngit push\n"),
  packed("scripts/same.py", "import os\nprint(os.environ['KEY'])\n"),
];

const after: readonly FileBytes[] = [
  packed(
    "SKILL.md",
    `${head("Sends logs. Use when told.", 'allowed-tools: Read Bash(*)\nmetadata:\n  version: "2"\n  by: me\n')}Run \`git log\`, see [it](docs/b.md).\n`,
  ),
  packed("assets/x.bin", "\0\x01"),
  packed("docs/b.md", "one\r\ntwo\r\n"),
  packed("lib/same.py", "import os\nprint(os.environ['KEY'])\n"),
  packed("scripts/go.sh", "#!/bin/sh\ngit push\ncurl https://new.dev/x\necho $TOKEN\n", true),
];

function twoArchives(): string {
  return makeTree({ "old.zip": zipOf(before), "new.zip": zipOf(after) });
}

async function compare(options: Omit<DiffOptions, "old" | "new"> & Partial<DiffOptions>) {
  const result = await diff({ old: "old.zip", new: "new.zip", ...options });
  expect([isReport(JSON.parse(JSON.stringify(result.report))), isReport.errors]).toEqual([true, null]);
  return result;
}

it("shows the changes of an update: fields, files, capabilities and tokens", async () => {
  const { report, diff: found } = await compare({ cwd: twoArchives() });
  expect(report.outcome).toBe(1);
  expect(found?.fields.map(({ kind, key, old, new: current }) => [kind, key, old, current])).toEqual([
    ["changed", "description", "Sends logs. Use when asked.", "Sends logs. Use when told."],
    ["changed", "allowed-tools", "Read", "Read Bash(*)"],
    ["changed", "metadata.version", "1", "2"],
    ["added", "metadata.by", undefined, "me"],
    ["removed", "license", "MIT", undefined],
  ]);
  expect(
    found?.files.map(({ kind, path: file, from, old, new: current }) => [
      kind,
      from ?? "",
      file,
      old?.size,
      current?.size,
      current?.executable,
    ]),
  ).toEqual([
    ["changed", "", "SKILL.md", 155, 158, false],
    ["added", "", "assets/x.bin", undefined, 2, false],
    ["removed", "", "docs/a.md", 23, undefined, undefined],
    ["line-endings", "", "docs/b.md", 8, 10, false],
    ["renamed", "scripts/same.py", "lib/same.py", 35, 35, false],
    ["changed", "", "scripts/go.sh", 19, 54, true],
  ]);
  const short = (changes: NonNullable<typeof found>["capabilities"]["gained"]) =>
    changes.map(({ list, name, old, new: current }) =>
      [list, name, old, current].filter((part) => part !== undefined).join(" "),
    );
  expect(short(found!.capabilities.gained)).toEqual([
    "executables scripts/go.sh script executable",
    "executables lib/same.py script",
    "tools Bash(*) allowed",
    "hosts new.dev contacted",
    "programs curl script",
    "variables TOKEN read",
    "unread assets/x.bin unread",
  ]);
  expect(short(found!.capabilities.lost)).toEqual([
    "executables scripts/same.py script",
    "hosts old.dev mentioned",
  ]);
  expect(found?.tokens.body.old).toBeGreaterThan(0);
  expect([found?.capabilities.partial, found?.same, found?.verdicts]).toEqual([false, false, []]);
});

it("shows only the changed words of a long field, and names the option for the full text", async () => {
  const words = (changed: string) =>
    Array.from({ length: 60 }, (_, index) => (index === 30 ? changed : `w${index}`)).join(" ");
  const cwd = makeTree({
    "old/demo/SKILL.md": `${head(words("here"))}one\n`,
    "new/demo/SKILL.md": `${head(words("there"))}two\n`,
  });
  const [short, whole] = [
    await run(["old/demo", "new/demo"], { cwd }),
    await run(["--all", "--patch", "old/demo", "new/demo"], { cwd }),
  ];
  expect(short.stdout).toContain(
    "    - … w24 w25 w26 w27 w28 w29 here w31 w32 w33 w34 w35 w36 …\n    + … w24 w25 w26 w27 w28 w29 there w31 ",
  );
  expect(short.stdout.split("\n\n").at(-1)).toBe(
    "--patch shows how each changed text differs, line by line\n",
  );
  expect([
    whole.stdout.includes(" w0 w1 w2 "),
    whole.stdout.includes("-one\n+two\n"),
    whole.stdout.includes("--patch shows"),
  ]).toEqual([true, true, false]);
});

it("lists gained capabilities first, within 80 columns", async () => {
  const { code, stdout, stderr } = await run(["old.zip", "new.zip"], { cwd: twoArchives() });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("sha256:"))).toEqual([]);
  const headings = stdout.split("\n").filter((line) => /^[A-Z]/.test(line));
  expect(headings).toEqual([
    "Gained (7)",
    "Lost (2)",
    "Fields (5)",
    "Files (6 changed, 5 in total)",
    "Tokens (estimated, ±15%)",
  ]);
  expect(stdout).toContain("  contacts                   new.dev  scripts/go.sh:3\n");
  expect(stdout).toContain("    - Sends logs. Use when asked.\n    + Sends logs. Use when told.\n");
  expect(stdout).toContain("  changed      19 -> 54  scripts/go.sh  now executable\n");
});

it("ranks a mentioned host below a contacted one, in both directions", async () => {
  const skill = (body: string) => zipOf([packed("SKILL.md", `${head("d")}${body}\n`)]);
  const cwd = makeTree({
    "old.zip": skill("See https://a.dev/."),
    "new.zip": skill("```sh\ncurl https://a.dev/\n```"),
  });
  const { diff: found } = await compare({ cwd });
  expect(found?.capabilities.gained.find(({ name }) => name === "a.dev")).toMatchObject({
    list: "hosts",
    old: "mentioned",
    new: "contacted",
  });
  expect((await run(["old.zip", "new.zip"], { cwd })).stdout).toMatch(
    /contacts +a\.dev {2}SKILL\.md:\d+, only mentioned before\n/,
  );
  expect((await run(["new.zip", "old.zip"], { cwd })).stdout).toMatch(
    /contacts +a\.dev {2}SKILL\.md:\d+, only mentioned now\n/,
  );
});

onUnix(
  "finds no difference between a skill's directory, its archives and their installed copies",
  async () => {
    const cwd = makeTree({
      ...Object.fromEntries(after.map(({ path: file, bytes }) => [`demo/${file}`, bytes])),
      "demo/.git/config": "",
      "a.zip": zipOf(withManifest(after)),
      "a.tar.gz": await tarGzOf(after),
    });
    chmodSync(path.join(cwd, "demo/scripts/go.sh"), 0o755);
    await install({ paths: ["a.zip"], cwd, env: {} });
    const sides = ["./demo", "a.zip", "a.tar.gz", ".agents/skills/demo"];
    for (const old of sides) {
      for (const current of sides)
        expect([old, current, (await compare({ cwd, old, new: current })).report.outcome]).toEqual([
          old,
          current,
          0,
        ]);
    }
    // The name of a skill, where no such path exists.
    renameSync(path.join(cwd, "demo"), path.join(cwd, "source"));
    const { report, diff: found } = await compare({ cwd, old: "demo", new: "a.zip" });
    expect([report.outcome, found?.old.path, found?.old.contentDigest === found?.new.contentDigest]).toEqual([
      0,
      ".agents/skills/demo",
      true,
    ]);
    expect((await run(["demo", "a.zip"], { cwd })).stdout).toMatch(
      /^\.agents\/skills\/demo and a\.zip have the same content\n/,
    );
  },
);

onUnix("reports a changed executable bit even though the digest is the same", async () => {
  const cwd = makeTree({
    "old.zip": zipOf(after),
    "new.zip": zipOf(after.map((file) => ({ ...file, executable: true }))),
  });
  const { report, diff: found } = await compare({ cwd });
  expect([
    report.outcome,
    found?.old.contentDigest === found?.new.contentDigest,
    found?.files.map(({ kind }) => kind),
  ]).toEqual([1, true, ["mode", "mode", "mode", "mode"]]);
});

it("reports which target accepts only one of the two, and why", async () => {
  const cwd = makeTree({ "old/a/SKILL.md": skillMd("a"), "new/a/SKILL.md": "---\nname: a\n---\nBody.\n" });
  const { diff: found } = await compare({ cwd, old: "old/a", new: "new/a" });
  expect(
    found?.verdicts.map(({ target, old, new: current, ruleId }) => [target, old, current, ruleId]),
  ).toEqual(
    ["spec", "skills-ref", "claude-api"].map((target) => [
      target,
      "accepts",
      "refuses",
      "description-required",
    ]),
  );
  expect((await run(["old/a", "new/a"], { cwd })).stdout).toContain(
    "  spec refuses it, but accepted the old one\n",
  );
  expect((await run(["new/a", "old/a"], { cwd })).stdout).toContain(
    "  spec accepts it, but refused the old one\n    no longer: ",
  );
});

it("shows a patch on request, with escaped control characters", async () => {
  const odd = "\x1b[2J\u202e##[error]";
  const cwd = makeTree({
    "old/a/SKILL.md": skillMd("a"),
    "old/a/gone.md": "x\n",
    "new/a/SKILL.md": `${skillMd("a")}\tone\n${odd}\n`,
  });
  mkdirSync(path.join(cwd, "new/a/assets"));
  writeFileSync(path.join(cwd, "new/a/assets/x.bin"), "\0");
  const { stdout } = await run(["--patch", "old/a", "new/a"], { cwd });
  expect(stdout).toContain("\ndiff --git a/SKILL.md b/SKILL.md\n--- a/SKILL.md\n+++ b/SKILL.md\n");
  expect(stdout).toContain("+\tone\n+\\x1b[2J\\u{202e}#\\x23[error]\n");
  expect(stdout).toContain("deleted file mode 100644\n--- a/gone.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n");
  expect(stdout).toContain("\nassets/x.bin cannot be shown as text\n");
  const json = await run(["--patch", "--format", "json", "old/a", "new/a"], { cwd });
  expect(JSON.parse(json.stdout).data.patch).toContain(odd);
  expect(`${stdout}${json.stdout}`.replace(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
});

it("compares nothing if one of the two is refused, and prints the code", async () => {
  const cwd = makeTree({ "old.zip": zipOf(before), "new.zip": zipOf(after).subarray(0, 200) });
  const { report, diff: found } = await compare({ cwd });
  expect([
    report.outcome,
    found,
    report.data,
    report.subjects.map(({ path: file, findings }) => [file, findings.map(({ ruleId }) => ruleId)]),
  ]).toEqual([
    2,
    undefined,
    undefined,
    [
      ["old.zip", []],
      ["new.zip", ["archive-eocd"]],
    ],
  ]);
  const { code, stdout } = await run(["old.zip", "new.zip"], { cwd });
  expect([code, stdout.split("\n")[0], stdout.endsWith("\n\nnothing was compared\n")]).toEqual([
    2,
    "new.zip",
    true,
  ]);
});

onUnix("refuses a directory that cannot be packed, and a missing path", async () => {
  const cwd = makeTree({
    "a/x/SKILL.md": skillMd("x"),
    "b/x/SKILL.md": skillMd("x"),
    "b/y/SKILL.md": skillMd("y"),
  });
  symlinkSync("/etc/passwd", path.join(cwd, "a/x/link"));
  expect((await compare({ cwd, old: "a/x", new: "b/x" })).report).toMatchObject({
    outcome: 2,
    subjects: [{ path: "a/x", findings: [{ ruleId: "archive-type" }] }, { path: "b/x" }],
  });
  expect((await run(["b/x", "gone"], { cwd })).code).toBe(2);
  expect((await run(["b/x"], { cwd })).code).toBe(2);
});

it("lists each option in its help, and never calls a skill safe", async () => {
  const { stdout } = await run(["--help"]);
  for (const part of [
    "--patch",
    "--format",
    "--all",
    "--tokens",
    "--root",
    "--source",
    "--color",
    "Examples:",
    "Exit codes:",
  ])
    expect(stdout).toContain(part);
  expect(stdout).not.toMatch(/\b(?:safe|clean|verified|trusted)\b/i);
});
