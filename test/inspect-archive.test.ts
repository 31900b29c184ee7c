import path from "node:path";
import { expect, it } from "vitest";
import { inspect, type InspectOptions } from "../src/api/inspect/inspect.ts";
import { runSkills, type Surroundings } from "./support/io.ts";
import { demoFiles, tarGzOf, withManifest, zipOf } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const run = (args: readonly string[], surroundings?: Surroundings) =>
  runSkills(["inspect", ...args], surroundings);
const isReport = schemaOf("report");
const digest = "h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8=";

async function look(options: InspectOptions) {
  const result = await inspect(options);
  expect([isReport(JSON.parse(JSON.stringify(result.report))), isReport.errors]).toEqual([true, null]);
  return result;
}

it("shows the archive's form in addition to the facts of a directory", async () => {
  const cwd = makeTree({ "demo.zip": zipOf(withManifest(demoFiles)) });
  const { code, stdout } = await run(["demo.zip"], { cwd });
  expect([code, stdout.split("\n").filter((line) => line.length > 80)]).toEqual([0, []]);
  expect(stdout).toMatch(
    /\nArchive\n {2}archive {3}zip of 1,713 bytes, .*\n {4}sha256:[0-9a-f]{64}\n {2}skill {5}3 files \(61 bytes\) in "demo", 1 executable\n/,
  );
  expect(stdout).toContain(`\n            ${digest}\n  manifest  files match the manifest; unsigned, `);
  expect(stdout).toMatch(/Runnable files \(1\)\n {2}scripts\/run\.sh {2}shell, #!sh, executable\n/);
  expect(stdout).not.toMatch(/\b(?:safe|clean|verified|trusted)\b/i);
});

it("reports the same facts for a directory and its archives", async () => {
  const files = Object.fromEntries(demoFiles.map((file) => [`demo/${file.path}`, file.bytes]));
  const cwd = makeTree({ ...files, "a.zip": zipOf(demoFiles), "b.tgz": await tarGzOf(demoFiles) });
  const { skills, archives } = await look({ paths: ["demo", "a.zip", "b.tgz"], cwd });
  expect(
    skills.map(({ path: file, packed: content, archive }) => [
      file,
      content?.content?.contentDigest ?? archive?.opened?.contentDigest,
    ]),
  ).toEqual([
    ["demo", digest],
    ["a.zip", digest],
    ["b.tgz", digest],
  ]);
  expect(skills.map(({ tokens }) => tokens.files)).toEqual([
    skills[0]?.tokens.files,
    skills[0]?.tokens.files,
    skills[0]?.tokens.files,
  ]);
  expect(archives.map(({ opened }) => opened?.format)).toEqual(["zip", "tar.gz"]);
});

it("shows differences between an archive and its manifest without failing", async () => {
  const files = withManifest(demoFiles).map((file) =>
    file.path === "references/café.md" ? { ...file, bytes: Buffer.from("other\n") } : file,
  );
  const { code, stdout } = await run(["demo.zip"], { cwd: makeTree({ "demo.zip": zipOf(files) }) });
  expect([code, stdout.includes("  manifest  differs in 1 file\n")]).toEqual([0, true]);
});

it("exits with 1 for a refused archive, and shows its code and the other skills", async () => {
  const cwd = makeTree({ "bad.zip": zipOf(demoFiles).subarray(0, 300), "demo.zip": zipOf(demoFiles) });
  const { report, skills, archives } = await look({ paths: ["bad.zip", "demo.zip"], cwd });
  expect([
    report.outcome,
    skills.map((skill) => skill.path),
    archives.map(({ refused }) => refused?.code),
  ]).toEqual([1, ["demo.zip"], ["eocd", undefined]]);
  const { code, stdout } = await run(["bad.zip", "demo.zip"], { cwd });
  expect([
    code,
    stdout.split("\n")[0],
    stdout.includes("  refused   archive-eocd  "),
    stdout.includes('demo.zip is named "demo"'),
  ]).toEqual([1, "bad.zip", true, true]);
});

it("says why a directory has no digest, and which files are excluded", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "a/evals/evals.json": "{}", "a/aux.md": "" });
  expect((await run(["a"], { cwd })).stdout).toMatch(
    /Content \(as packed by skills pack\)\n {2}refused {3}.*"?aux\.md/,
  );
  const other = makeTree({ "a/SKILL.md": skillMd("a"), "a/evals/evals.json": "{}" });
  expect((await run(["a"], { cwd: other })).stdout).toContain("  left out  evals/\n");
});

it("finds a skill by its name if no such path exists, or if a source is chosen", async () => {
  const cwd = makeTree({
    "p/.agents/skills/demo/SKILL.md": skillMd("demo"),
    "p/.agents/skills/org/deep/SKILL.md": skillMd("deep"),
    "p/.agents/skills/broken/SKILL.md": "no fences\n",
    "p/here/SKILL.md": skillMd("here"),
    "h/.agents/skills/demo/SKILL.md": skillMd("demo"),
    "h/.agents/skills/here/SKILL.md": skillMd("here"),
  });
  const choice = {
    cwd: path.join(cwd, "p"),
    env: { HOME: path.join(cwd, "h"), USERPROFILE: path.join(cwd, "h") },
  };
  const found = async (name: string, more: Partial<InspectOptions> = {}) =>
    (await look({ paths: [name], ...choice, ...more })).skills.map((skill) => skill.path);
  expect(await found("demo")).toEqual([".agents/skills/demo"]);
  expect(await found("demo", { source: "user" })).toEqual(["~/.agents/skills/demo"]);
  expect(await found("here")).toEqual(["here"]);
  expect(await found("here", { source: "user" })).toEqual(["~/.agents/skills/here"]);
  expect(await found("./here", { source: "user" })).toEqual(["./here"]);
  expect(await found("org/deep")).toEqual([".agents/skills/org/deep"]);
  expect(await found("broken")).toEqual([".agents/skills/broken"]);
  expect(await found("demo", { roots: ["../h/.agents/skills"] })).toEqual(["../h/.agents/skills/demo"]);
  expect(await run(["dema"], choice)).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: "dema" is neither a path nor a skill in ".agents/skills" or "~/.agents/skills"\ndid you mean "demo"?\n',
  });
  expect((await run(["deep"], choice)).stderr).toContain('did you mean "org/deep"?');
});
