import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { validate } from "../src/api/validate.ts";
import { commit, git, makeRepository } from "./support/repository.ts";
import { skillMd } from "./support/tree.ts";

/** A file for each path; a SKILL.md in any case is that of a skill. */
function write(root: string, ...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    const name = path.basename(path.dirname(file));
    writeFileSync(path.join(root, file), /skill\.md$/i.test(file) ? skillMd(name) : `${file}\n`);
  }
}

const four = ["skills/a/SKILL.md", "skills/a/x/y.md", "skills/b/skill.md", "skills/b/inner/SKILL.md"];

function repository(): string {
  const root = makeRepository({ "README.md": "x\n" });
  write(root, ...four, "skills/c/Skill.md", "deep/er/and/deeper/SKILL.md", "plain/readme.md");
  commit(root);
  return root;
}

function nest(root: string, inner: string, ...files: readonly string[]): void {
  write(path.join(root, inner), ...files);
  git(path.join(root, inner), "init", "-q");
  commit(path.join(root, inner));
}

function edit(root: string, ...files: readonly string[]): void {
  for (const file of files) appendFileSync(path.join(root, file), "More.\n");
}

interface Shape {
  make(root: string): void;
  readonly changed: readonly string[];
  /** How many skills the search finds. */
  readonly skills: number;
}

const shapes: Readonly<Record<string, Shape>> = {
  "with staged, deleted and untracked files": {
    make: (root) => {
      write(root, "skills/staged/SKILL.md", "skills/gone/SKILL.md");
      git(root, "add", "-A");
      git(root, "rm", "-q", "--cached", "skills/a/SKILL.md");
      rmSync(path.join(root, "skills/gone"), { recursive: true });
      write(root, "plain/SKILL.md");
    },
    changed: ["plain", "skills/a", "skills/staged"],
    skills: 6,
  },
  "with moved files and directories": {
    make: (root) => {
      renameSync(path.join(root, "skills/a"), path.join(root, "skills/A"));
      renameSync(path.join(root, "skills/c/Skill.md"), path.join(root, "skills/c/SKILL.md"));
      git(root, "mv", "deep", "skills/deep");
    },
    changed: ["skills/A", "skills/c", "skills/deep/er/and/deeper"],
    skills: 4,
  },
  "with ignored directories, of which git tracks some": {
    make: (root) => {
      writeFileSync(path.join(root, ".gitignore"), "/skills/b/\nbuild/\n*.tmp\n");
      writeFileSync(path.join(root, "deep/.gitignore"), "!build/\nand/\n");
      commit(root);
      edit(root, "skills/b/inner/SKILL.md", "deep/er/and/deeper/SKILL.md");
      write(root, "build/SKILL.md", "deep/build/SKILL.md", "skills/x.tmp/SKILL.md", "skills/b/new/SKILL.md");
    },
    changed: ["deep/build", "deep/er/and/deeper", "skills/b/inner"],
    skills: 5,
  },
  "with links to skills": {
    make: (root) => {
      symlinkSync("../skills/a", path.join(root, "plain/link"));
      symlinkSync("../deep", path.join(root, "skills/deep"));
      commit(root);
      edit(root, "skills/a/SKILL.md");
    },
    changed: ["skills/a"],
    skills: 4,
  },
  "with a file where a directory was, and the other way round": {
    make: (root) => {
      rmSync(path.join(root, "skills/a"), { recursive: true });
      rmSync(path.join(root, "README.md"));
      write(root, "skills/a", "README.md/SKILL.md");
    },
    changed: ["README.md"],
    skills: 4,
  },
  "with repositories in it": {
    make: (root) => {
      nest(root, "vendor", "sub/SKILL.md", "two/SKILL.md");
      nest(root, "same", "one/SKILL.md");
      git(root, "-c", "advice.addEmbeddedRepo=false", "add", "vendor", "same");
      commit(root);
      edit(root, "vendor/two/SKILL.md");
      nest(root, "skills/own", "SKILL.md");
    },
    changed: ["skills/own", "vendor/sub", "vendor/two"],
    skills: 8,
  },
  "as a sparse checkout": {
    make: (root) => {
      git(root, "sparse-checkout", "set", "--no-cone", "/skills/", "!/skills/b/");
      edit(root, "skills/a/SKILL.md");
      write(root, "skills/b/inner/SKILL.md", "deep/new/SKILL.md");
    },
    changed: ["deep/new", "skills/a", "skills/b/inner"],
    skills: 4,
  },
  "with a sparse index": {
    make: (root) => {
      git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "skills/a");
      edit(root, "skills/a/SKILL.md");
    },
    changed: ["skills/a"],
    skills: 1,
  },
  "with names that git quotes": {
    make: (root) => {
      write(root, 'skills/é "x"/SKILL.md', "skills/-x/SKILL.md");
      commit(root);
      edit(root, 'skills/é "x"/SKILL.md');
      write(root, "skills/ñ/SKILL.md");
    },
    changed: ['skills/é "x"', "skills/ñ"],
    skills: 7,
  },
  "in a merge that is not done": {
    make: (root) => {
      git(root, "switch", "-q", "-c", "other");
      edit(root, "skills/a/SKILL.md");
      write(root, "skills/f/SKILL.md");
      commit(root);
      git(root, "switch", "-q", "main");
      writeFileSync(path.join(root, "skills/a/SKILL.md"), "another\n");
      commit(root);
      expect(() => git(root, "-c", "user.name=a", "-c", "user.email=a@b.c", "merge", "other")).toThrow();
    },
    changed: ["skills/a", "skills/f"],
    skills: 5,
  },
};

it.each(Object.keys(shapes))("selects the changed skills of a repository %s", async (name) => {
  const root = repository();
  const { make, ...expected } = shapes[name]!;
  make(root);
  const { report, scopeSummary } = await validate({ paths: ["."], cwd: root, changed: {} });
  expect({ changed: report.subjects.map((subject) => subject.path), skills: scopeSummary?.skills }).toEqual(
    expected,
  );
});

it.skipIf(process.platform !== "linux")(
  "distinguishes names by case, even if git is configured not to",
  async () => {
    const root = repository();
    git(root, "config", "core.ignoreCase", "true");
    write(root, "Skills/A/SKILL.md", "skills/A/SKILL.md");
    const { report } = await validate({ paths: ["."], cwd: root, changed: {} });
    expect(report.subjects.map((subject) => subject.path)).toEqual(["Skills/A", "skills/A"]);
  },
);
