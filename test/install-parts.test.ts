import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { packed, withManifest, wrapped, zipOf } from "./support/packed.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function install(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(["install", "--root", "r", ...args], { cwd, env: { HOME: path.join(cwd, "home") } });
}

function of(name: string, ...more: readonly FileBytes[]): readonly FileBytes[] {
  return [packed("SKILL.md", skillMd(name)), ...more];
}

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();

/** A repository with two skills, as `git archive` and GitHub pack it. */
const repository = writeZip([
  packed("tools-main/README.md", "# Tools\n"),
  ...wrapped(of("pdf", packed("notes.md", "One.\n")), "tools-main/skills/pdf"),
  ...wrapped(of("csv"), "tools-main/skills/csv"),
]);

/** A skill as Finder compresses it. */
const ofFinder = writeZip(
  [
    ...wrapped(of("pdf", packed(".DS_Store", "x"), packed("a/.DS_Store", "x"), packed("a/b.md", "b"))),
    packed("__MACOSX/pdf/._SKILL.md", "x"),
    packed("__MACOSX/._pdf", "x"),
  ].map((file) => ({ ...file, path: file.path.replace(/^demo\//, "pdf/") })),
);

describe("skills install --subdir", () => {
  it.each(["tools-main/skills/pdf", "skills/pdf", "./skills/pdf/"])(
    "installs the skill in %s",
    async (subdir) => {
      const cwd = makeTree({ "tools.zip": repository });
      const { code, stderr, stdout } = await install(cwd, "--subdir", subdir, "tools.zip");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("r/pdf: installed, from tools.zip/tools-main/skills/pdf, 2 files");
      expect(filesIn(path.join(cwd, "r"))).toEqual([
        "pdf",
        "pdf/SKILL.md",
        "pdf/notes.md",
        "skills.lock.json",
      ]);
      const lock = JSON.parse(readFileSync(path.join(cwd, "r/skills.lock.json"), "utf8"));
      expect(lock.skills.pdf.source).toBe("tools.zip/tools-main/skills/pdf");
    },
  );

  it("installs all skills of a directory, and one of them by its name", async () => {
    const cwd = makeTree({ "tools.zip": repository });
    expect((await install(cwd, "--subdir", "skills", "tools.zip")).code).toBe(0);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["csv", "pdf", "skills.lock.json"]);
    const other = makeTree({ "tools.zip": repository });
    expect((await install(other, "--subdir", "skills", "--name", "csv", "tools.zip")).code).toBe(0);
    expect(readdirSync(path.join(other, "r"))).toEqual(["csv", "skills.lock.json"]);
  });

  it("compares the name of a skill with its directory", async () => {
    const cwd = makeTree({ "tools.zip": writeZip(wrapped(of("pdf"), "tools/skills/csv")) });
    const { code, stdout } = await install(cwd, "--subdir", "skills/csv", "tools.zip");
    expect([code, stdout]).toEqual([1, expect.stringContaining("  name-matches-directory\n")]);
  });

  it("is suggested for a SKILL.md that is too deep", async () => {
    const cwd = makeTree({ "tools.zip": repository });
    const { code, stdout } = await install(cwd, "tools.zip");
    expect([code, stdout.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining("too deep for a skill's SKILL.md; pass --subdir tools-main/skills/csv"),
    ]);
  });

  it("installs nothing from a directory that is not in the archive", async () => {
    const cwd = makeTree({ "tools.zip": repository });
    const { code, stderr } = await install(cwd, "--subdir", "skills/pfd", "tools.zip");
    expect([code, stderr]).toEqual([
      2,
      'skills: there is no "skills/pfd" in the archive\ndid you mean "skills/pdf"?\n',
    ]);
    expect(readdirSync(cwd)).toEqual(["tools.zip"]);
  });

  it.each(["..", "a/../b", "/etc", "a//b", "", ".", "a\\b"])("refuses %j as a path below", async (subdir) => {
    const cwd = makeTree({ "tools.zip": repository, "tools/skills/pdf/SKILL.md": skillMd("pdf") });
    for (const from of ["tools.zip", "tools"]) {
      const { code, stderr } = await install(cwd, "--subdir", subdir, from);
      expect([code, stderr]).toEqual([2, expect.stringContaining("is not a path below")]);
    }
  });

  it("checks the whole archive, and refuses it for a name elsewhere", async () => {
    const cwd = makeTree({
      "tools.zip": writeZip([...wrapped(of("pdf"), "skills/pdf"), packed("other/aux.md", "x")]),
    });
    const { code, stdout } = await install(cwd, "--subdir", "skills/pdf", "tools.zip");
    expect([code, stdout]).toEqual([1, expect.stringContaining("  archive-name-reserved\n")]);
  });

  it("works in a directory, but not through a symlink out of it", async () => {
    const cwd = makeTree({
      "tools/skills/pdf/SKILL.md": skillMd("pdf"),
      "secret/csv/SKILL.md": skillMd("csv"),
    });
    symlinkSync("../secret", path.join(cwd, "tools/linked"));
    expect((await install(cwd, "--subdir", "skills/pdf", "tools")).code).toBe(0);
    expect(readdirSync(path.join(cwd, "r"))).toEqual(["pdf", "skills.lock.json"]);
    const through = await install(cwd, "--subdir", "linked/csv", "tools");
    expect([through.code, through.stderr]).toEqual([
      2,
      'skills: "tools/linked/csv" is a symlink that leads out of "tools"\n',
    ]);
    const absent = await install(cwd, "--subdir", "skills/xls", "tools");
    expect([absent.code, absent.stderr]).toEqual([2, 'skills: there is no "tools/skills/xls"\n']);
  });

  it("suggests no comparison with the whole archive", async () => {
    const cwd = makeTree({ "tools.zip": repository, "r/pdf/SKILL.md": skillMd("pdf", "Mine.\n") });
    const { code, stderr } = await install(cwd, "--subdir", "skills/pdf", "tools.zip");
    expect([code, stderr]).toEqual([
      2,
      'skills: "r/pdf" already exists and is a different skill\n--backup replaces it and saves the old one, --force only replaces it\n',
    ]);
  });
});

describe("skills install --ignore-junk", () => {
  it("installs an archive of Finder without its system files, and reports them", async () => {
    const cwd = makeTree({ "pdf.zip": ofFinder });
    const refused = await install(cwd, "pdf.zip");
    expect([refused.code, refused.stdout.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining('"__MACOSX/._pdf" is outside the skill; --ignore-junk leaves it out'),
    ]);
    const { code, stdout } = await install(cwd, "--ignore-junk", "pdf.zip");
    expect(code).toBe(0);
    expect(stdout).toMatch(/left out +\.DS_Store and a\/\.DS_Store\n/);
    expect(stdout).toMatch(/note +outside the skill, not installed: "__MACOSX"\n/);
    expect(filesIn(path.join(cwd, "r/pdf"))).toEqual(["SKILL.md", "a", "a/b.md"]);
  });

  it("gives the same files as the directory that was compressed", async () => {
    const cwd = makeTree({
      "pdf.zip": ofFinder,
      "pdf/SKILL.md": skillMd("pdf"),
      "pdf/a/b.md": "b",
      "pdf/.DS_Store": "x",
    });
    expect((await install(cwd, "pdf")).code).toBe(0);
    const again = await install(cwd, "--ignore-junk", "pdf.zip");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("already installed, unchanged")]);
  });

  it("leaves out files of the repository beside SKILL.md, but never SKILL.md or a skill named like junk", async () => {
    const cwd = makeTree({
      "pdf.zip": writeZip(
        wrapped(of("pdf", packed(".github/x.yml", "x"), packed("b/.gitignore", "x")), "pdf"),
      ),
      "evals.zip": zipOf(of("evals"), "evals"),
    });
    expect((await install(cwd, "--ignore-junk", "pdf.zip", "evals.zip")).code).toBe(0);
    expect(filesIn(path.join(cwd, "r"))).toEqual([
      "evals",
      "evals/SKILL.md",
      "pdf",
      "pdf/SKILL.md",
      "pdf/b",
      "pdf/b/.gitignore",
      "skills.lock.json",
    ]);
  });

  it("keeps what the manifest of a skill lists, and refuses everything else that is outside", async () => {
    const cwd = makeTree({
      "pdf.zip": zipOf(withManifest(of("pdf", packed(".DS_Store", "x")), "pdf"), "pdf"),
      "two.zip": writeZip([...wrapped(of("csv"), "csv"), packed("README.md", "x"), packed(".DS_Store", "x")]),
    });
    expect((await install(cwd, "--ignore-junk", "pdf.zip")).code).toBe(0);
    expect(filesIn(path.join(cwd, "r/pdf"))).toEqual([".DS_Store", "SKILL.md", "skill.manifest.json"]);
    const { code, stdout } = await install(cwd, "--ignore-junk", "two.zip");
    expect([code, stdout]).toEqual([1, expect.stringContaining('"README.md" is outside the skill')]);
  });
});
