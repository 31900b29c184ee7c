import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { diff } from "../src/api/diff/diff.ts";
import { digest } from "../src/api/digest.ts";
import { inspect } from "../src/api/inspect/inspect.ts";
import { verify } from "../src/api/verify/verify.ts";
import { writeTarGz } from "../src/archive/tar/tar-gz.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { Report } from "../src/model/report.ts";
import { runSkillsIn } from "./support/io.ts";
import { packed, withManifest, wrapped } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const isReport = schemaOf("report");

function of(name: string, ...more: readonly FileBytes[]): readonly FileBytes[] {
  return [packed("SKILL.md", skillMd(name)), ...more];
}

/** An archive of two skills, one with a manifest and one without. */
const two = [
  ...wrapped(withManifest(of("a"), "a"), "a"),
  ...wrapped(of("b", packed("notes.md", "One.\n")), "b"),
];

function checked<Result extends { readonly report: Report }>(result: Result): Result {
  expect([isReport(JSON.parse(JSON.stringify(result.report))), isReport.errors]).toEqual([true, null]);
  return result;
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof SkillsError ? `${error.code}: ${error.message}` : `not ours: ${error}`;
}

it("are verified per skill, each with its own manifest", async () => {
  const cwd = makeTree({ "two.zip": writeZip(two) });
  const { report, archives } = checked(await verify({ paths: ["two.zip"], cwd }));
  expect(report.outcome).toBe(0);
  expect(
    report.subjects.map(({ kind, path: file, name, verdicts }) => [kind, file, name, verdicts.spec]),
  ).toEqual([
    ["archive", "two.zip/a", "a", "accepts"],
    ["archive", "two.zip/b", "b", "accepts"],
  ]);
  expect(
    archives.map(({ path: file, archive, opened }) => [
      file,
      archive,
      opened?.directory,
      opened?.manifest,
      opened?.profile,
      opened?.files,
    ]),
  ).toEqual([
    ["two.zip/a", "two.zip", "a", "consistent", "foreign", 1],
    ["two.zip/b", "two.zip", "b", "none", "foreign", 2],
  ]);
  const { stdout } = await runSkillsIn(cwd, "verify", "two.zip");
  expect(stdout).toMatch(/^two\.zip\/a: matches its manifest \(unsigned\)\n/);
  expect(stdout).toMatch(/\n1 archive with 2 skills checked: none with errors; nothing to report; /);
});

it("report the one skill that differs from its manifest or is refused by a target", async () => {
  const changed = two.map((file) =>
    file.path === "a/SKILL.md"
      ? packed(file.path, `${skillMd("a")}More.\n`)
      : file.path === "b/SKILL.md"
        ? packed(file.path, skillMd("c"))
        : file,
  );
  const { report, archives } = checked(
    await verify({ paths: ["two.tgz"], cwd: makeTree({ "two.tgz": await writeTarGz(changed) }) }),
  );
  expect([report.outcome, archives.map(({ opened }) => opened?.manifest)]).toEqual([1, ["differs", "none"]]);
  expect(
    report.subjects.map(({ findings }) =>
      findings.flatMap(({ severity, ruleId, file }) => (severity === "error" ? [`${ruleId} ${file}`] : [])),
    ),
  ).toEqual([["archive-file-modified SKILL.md"], ["name-matches-directory SKILL.md"]]);
});

it("are refused as a whole, with the messages for a single skill", async () => {
  const refusal = async (files: readonly FileBytes[], options = {}) => {
    const { report } = checked(
      await verify({ paths: ["it.zip"], cwd: makeTree({ "it.zip": writeZip(files) }), ...options }),
    );
    return [
      report.outcome,
      ...report.subjects.map(({ path: file, findings }) => [file, findings.map(({ ruleId }) => ruleId)]),
    ];
  };
  expect(await refusal([...two, packed("README.md", "Both.\n")])).toEqual([
    1,
    ["it.zip", ["archive-two-roots"]],
  ]);
  expect(await refusal([...two, packed("SKILL.md", skillMd("c"))])).toEqual([
    1,
    ["it.zip", ["archive-two-roots"]],
  ]);
  expect(await refusal([...two, packed("b/skill.manifest.json", "{}")])).toEqual([
    1,
    ["it.zip", ["archive-manifest-format"]],
  ]);
  expect(await refusal(two, { profile: "own" })).toEqual([1, ["it.zip", ["archive-canonical"]]]);
  expect(await refusal(two, { digests: [`sha256:${"0".repeat(64)}`] })).toEqual([
    1,
    ["it.zip", ["archive-digest"]],
  ]);
});

it("have one digest for the whole archive", async () => {
  const cwd = makeTree({ "two.zip": writeZip(two) });
  const { digests } = checked(await digest({ paths: ["two.zip"], cwd }));
  const [first, second] = digests;
  expect(digests.map(({ path: file, archive }) => [file, archive])).toEqual([
    ["two.zip/a", "two.zip"],
    ["two.zip/b", "two.zip"],
  ]);
  expect((await runSkillsIn(cwd, "digest", "two.zip")).stdout).toBe(
    `${first?.content?.contentDigest}  two.zip/a\n${second?.content?.contentDigest}  two.zip/b\n${first?.archiveDigest}  two.zip\n`,
  );
  expect(
    (await verify({ paths: ["two.zip"], cwd, digests: [first!.archiveDigest!] })).archives.map(
      ({ opened }) => opened?.asExpected,
    ),
  ).toEqual([[first?.archiveDigest], [first?.archiveDigest]]);
  expect(await failure(verify({ paths: ["two.zip"], cwd, digests: [first!.content!.contentDigest] }))).toBe(
    'bad-usage: "two.zip" contains 2 skills, but an h1: digest is of a single skill',
  );
});

it("are inspected per skill", async () => {
  const { skills: found, archives } = checked(
    await inspect({ paths: ["two.zip"], cwd: makeTree({ "two.zip": writeZip(two) }) }),
  );
  expect(
    found.map(({ path: file, name, files, archive }) => [file, name, files.length, archive?.archive]),
  ).toEqual([
    ["two.zip/a", "a", 2, "two.zip"],
    ["two.zip/b", "b", 2, "two.zip"],
  ]);
  expect(archives).toHaveLength(2);
});

it("are compared by the names of their skills", async () => {
  const cwd = makeTree({
    "old.zip": writeZip([...two, ...wrapped(of("gone"), "gone")]),
    "new.zip": writeZip([
      ...wrapped(of("a"), "renamed"),
      ...wrapped(of("b", packed("notes.md", "Two.\n")), "b"),
      ...wrapped(of("come"), "come"),
    ]),
  });
  const {
    report,
    diff: single,
    pairs,
    added,
    removed,
  } = checked(await diff({ old: "old.zip", new: "new.zip", cwd }));
  expect([report.outcome, single]).toEqual([1, undefined]);
  expect(pairs.map(({ diff: { old, new: current, same } }) => [old.path, current.path, same])).toEqual([
    ["old.zip/b", "new.zip/b", false],
    ["old.zip/a", "new.zip/renamed", true],
  ]);
  expect([added.map((side) => side.path), removed.map((side) => side.path)]).toEqual([
    ["new.zip/come"],
    ["old.zip/gone"],
  ]);
  const { code, stdout } = await runSkillsIn(cwd, "diff", "--patch", "old.zip", "new.zip");
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^old\.zip -> new\.zip: 1 added, 1 removed, 1 changed, 1 unchanged\n {2}added {4}"come" in new\.zip\/come\n {2}removed {2}"gone" in old\.zip\/gone\n {2}changed {2}"b" in new\.zip\/b\n\n/,
  );
  expect(stdout).toContain("--- a/b/notes.md\n+++ b/b/notes.md\n@@ -1,1 +1,1 @@\n-One.\n+Two.\n");
  expect(
    Object.keys(
      JSON.parse((await runSkillsIn(cwd, "diff", "--patch", "--format", "json", "old.zip", "new.zip")).stdout)
        .data,
    ),
  ).toEqual(["diffs", "added", "removed", "patch"]);
});

it("are equal to the directories that they were packed from, and differ from a single skill", async () => {
  const cwd = makeTree(Object.fromEntries(two.map((file) => [`tree/${file.path}`, file.bytes])));
  writeFileSync(path.join(cwd, "two.zip"), writeZip(two));
  expect(await runSkillsIn(cwd, "diff", "tree", "two.zip")).toEqual({
    code: 0,
    stdout: "tree -> two.zip: 2 unchanged\n",
    stderr: "",
  });
  expect((await runSkillsIn(cwd, "diff", "tree/b", "two.zip")).stdout).toBe(
    'tree/b -> two.zip: 1 added, 1 unchanged\n  added    "a" in two.zip/a\n',
  );
});

it("are not compared if two skills share a name or the archive is refused", async () => {
  const cwd = makeTree({
    "one.zip": writeZip(two),
    "twins.zip": writeZip([...wrapped(of("a"), "a"), ...wrapped(of("a"), "b")]),
    "bad.zip": writeZip([...two, packed("x", "")]),
  });
  expect(await failure(diff({ old: "one.zip", new: "twins.zip", cwd }))).toBe(
    'bad-usage: "twins.zip/a" and "twins.zip/b" are both named "a"',
  );
  const { code, stdout } = await runSkillsIn(cwd, "diff", "one.zip", "bad.zip");
  expect([code, stdout.split("\n")[0], stdout.endsWith("nothing was compared\n")]).toEqual([
    2,
    "bad.zip",
    true,
  ]);
});
