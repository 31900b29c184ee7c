import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseIgnoreFile } from "../src/pack/ignore-file.ts";
import { selectFiles } from "../src/pack/select-files.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { pack, packedPaths } from "./support/packing.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** The output of `skills pack --list` for the skill "s". */
async function list(cwd: string, ...args: string[]) {
  const { code, stdout } = await pack(cwd, "s", "--no-manifest", "--list", "--format", "json", ...args);
  const { subjects, data } = JSON.parse(stdout);
  const [{ files, leftOut }] = data.archives;
  return {
    code,
    files: files.map((file: { path: string }) => file.path),
    leftOut: Object.fromEntries(
      leftOut.map(
        ({ path: file, directory, reason }: { path: string; directory: boolean; reason: string }) => [
          `${file}${directory ? "/" : ""}`,
          reason,
        ],
      ),
    ),
    refused: subjects[0].findings
      .filter(({ ruleId }: { ruleId: string }) => ruleId.startsWith("archive-"))
      .map(({ ruleId, file, message }: Record<string, string>) => [ruleId, file, message]),
  };
}

function makeSkill(files: Readonly<Record<string, string>>): string {
  return makeTree({
    "s/SKILL.md": skillMd("s"),
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`s/${file}`, text])),
  });
}

it("leaves out files that no agent needs, with the reason", async () => {
  const junk = {
    ".DS_Store": "system",
    "a/._b.md": "system",
    "Thumbs.db": "system",
    "__MACOSX/x": "system",
    ".git/config": "version-control",
    "a/.svn/entries": "version-control",
    ".hg/x": "version-control",
    ".gitignore": "version-control",
    ".gitattributes": "version-control",
    ".github/workflows/ci.yml": "version-control",
    "scripts/__pycache__/a.cpython-311.pyc": "cache",
    "scripts/a.pyc": "cache",
    ".ruff_cache/x": "cache",
    "scripts/node_modules/x/index.js": "installed",
    ".venv/bin/python": "installed",
    "env/pyvenv.cfg": "installed",
    ".env": "secret",
    "scripts/.env.local": "secret",
    id_ed25519: "secret",
    "SKILL.md~": "editor",
    "a/.b.md.swp": "editor",
    "a/b.orig": "editor",
    ".idea/x.xml": "editor",
    "evals/evals.json": "evals",
    "skill.manifest.json": "manifest",
  };
  const cwd = makeSkill(Object.fromEntries(Object.keys(junk).map((file) => [file, "x"])));
  mkdirSync(path.join(cwd, "s/empty/below"), { recursive: true });
  const { code, files, leftOut } = await list(cwd);
  expect([code, files]).toEqual([0, ["SKILL.md"]]);
  expect(leftOut["empty/below/"]).toBe("empty");
  const reasonOf = (file: string) =>
    Object.entries(leftOut).find(
      ([left]) => left === file || (left.endsWith("/") && file.startsWith(left)),
    )?.[1];
  expect(Object.fromEntries(Object.keys(junk).map((file) => [file, reasonOf(file)]))).toEqual(junk);
});

it("packs files that an agent may need, even if they look like junk", async () => {
  const kept = [
    ".env.example",
    "LICENSE",
    "README.md",
    "SKILL.md",
    "a/.env.sample",
    "a/evals/x.json",
    "assets/.gitkeep",
    "assets/template/.github/ci.yml",
    "assets/template/.gitignore",
    "bun.lock",
    "docs/env.md",
    "scripts/debug.log",
    "skill.oms.sig",
    "tests/test_a.py",
    "venv/notes.md",
    "x/skill.manifest.json",
  ];
  const cwd = makeSkill(
    Object.fromEntries(kept.map((file) => [file, file === "SKILL.md" ? skillMd("s") : "x"])),
  );
  const { files, leftOut } = await list(cwd);
  expect([files, leftOut]).toEqual([kept, {}]);
});

it("applies .skillignore as Git would, with inclusions and exclusions, but never leaves out SKILL.md", async () => {
  const cwd = makeSkill({
    ".skillignore": "*.md\n!keep.md\n/drafts/\n!/evals/\n!.env\nA.txt\n",
    "keep.md": "",
    "drop.md": "",
    "drafts/a.txt": "",
    "x/drafts/b.txt": "",
    "evals/e.json": "",
    ".env": "",
    "a.txt": "",
    ".git/config": "",
    "x/.skillignore": "b.txt",
  });
  const { files, leftOut } = await list(cwd);
  expect(files).toEqual([
    ".env",
    "SKILL.md",
    "a.txt",
    "evals/e.json",
    "keep.md",
    "x/.skillignore",
    "x/drafts/b.txt",
  ]);
  expect(leftOut).toEqual({
    ".git/": "version-control",
    ".skillignore": "version-control",
    "drafts/": "ignore-file",
    "drop.md": "ignore-file",
  });
  await pack(cwd, "s", "--no-manifest");
  expect(await packedPaths(path.join(cwd, "s.zip"))).toEqual(files);
});

it("reports a .skillignore that is not a list of patterns", async () => {
  const cwd = makeSkill({ ".skillignore": "a\n".repeat(201) });
  expect((await pack(cwd, "s")).stderr).toBe('skills: "s/.skillignore" has more than 200 lines\n');
  rmSync(path.join(cwd, "s/.skillignore"));
  symlinkSync("SKILL.md", path.join(cwd, "s/.skillignore"));
  expect((await pack(cwd, "s")).stderr).toBe('skills: cannot read "s/.skillignore": a symbolic link\n');
});

it("is not slowed down by hostile patterns", async () => {
  const started = cpuTime();
  const word = await parseIgnoreFile(
    Buffer.from(
      [
        `${"*a".repeat(400)}*z`,
        `${"**/a*/".repeat(100)}z`,
        `${"[a-z]*".repeat(160)}!`,
        ...Array.from({ length: 190 }, (_, line) => `**/x*${line}*`),
      ].join("\n"),
    ),
    ".skillignore",
  );
  const paths = Array.from(
    { length: 500 },
    (_, index) => `${"a".repeat(200)}/${"a/".repeat(12)}${index}${"a".repeat(20)}`,
  );
  expect(paths.filter((path) => word(path) !== undefined)).toEqual([]);
  expect(word(".../x")).toBe(undefined);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("refuses every symlink, with its target", async () => {
  const cwd = makeSkill({ "a/b.md": "b" });
  for (const [link, target] of [
    ["file", "a/b.md"],
    ["directory", "a"],
    ["loop", "loop"],
    ["dangling", "nowhere"],
    ["out", "../.."],
  ] as const)
    symlinkSync(target, path.join(cwd, "s", link));
  const { code, refused, files } = await list(cwd);
  expect([code, files]).toEqual([1, ["SKILL.md", "a/b.md"]]);
  expect(refused).toEqual(
    [
      ["dangling", "nowhere"],
      ["directory", "a"],
      ["file", "a/b.md"],
      ["loop", "loop"],
      ["out", "../.."],
    ].map(([link, target]) => [
      "archive-type",
      link,
      `"${link}" is a symlink to "${target}"; replace it with a copy of its target`,
    ]),
  );
  expect((await pack(cwd, "s")).stdout).toMatch(
    /1 skill refused.*\n--follow-internal packs the targets of symlinks that stay inside the skill\n$/,
  );
});

it("does not suggest --follow-internal for a symlink out of the skill", async () => {
  const cwd = makeSkill({});
  symlinkSync("../..", path.join(cwd, "s", "out"));
  const { code, stdout } = await pack(cwd, "s");
  expect([code, stdout.includes("--follow-internal")]).toEqual([1, false]);
});

it("packs the targets of symlinks inside the skill on request, and nothing from outside", async () => {
  const cwd = makeSkill({ "a/b.md": "b", "a/c/d.md": "d", "a/.env": "x" });
  symlinkSync("a/b.md", path.join(cwd, "s/file"));
  symlinkSync("a", path.join(cwd, "s/directory"));
  expect((await list(cwd, "--follow-internal")).files).toEqual([
    "SKILL.md",
    "a/b.md",
    "a/c/d.md",
    "directory/b.md",
    "directory/c/d.md",
    "file",
  ]);
  await pack(cwd, "s", "--no-manifest", "--follow-internal");
  expect(await packedPaths(path.join(cwd, "s.zip"))).toEqual([
    "SKILL.md",
    "a/b.md",
    "a/c/d.md",
    "directory/b.md",
    "directory/c/d.md",
    "file",
  ]);
  for (const [link, target] of [
    ["loop", "loop"],
    ["dangling", "nowhere"],
    ["out", "../.."],
    ["root", "."],
    ["secret", "a/.env"],
    ["a/c/up", ".."],
  ] as const)
    symlinkSync(target, path.join(cwd, "s", link));
  const { code, refused } = await list(cwd, "--follow-internal");
  expect(code).toBe(1);
  expect(
    refused.map(([, file, message]: string[]) => [file, message!.replace(/^.* is a symlink /, "")]),
  ).toEqual([
    ["a/c/up", "to a directory that contains it"],
    ["dangling", "without a target"],
    ["directory", 'to a directory that contains "a/c/up", which is not a regular file'],
    ["loop", "without a target"],
    ["out", "to a target outside the skill"],
    ["root", "to a directory that contains it"],
    ["secret", 'to "a/.env", which is left out'],
  ]);
});

it("refuses a SKILL.md that is a symlink, and one in another spelling", async () => {
  const cwd = makeSkill({ "real.md": skillMd("s") });
  rmSync(path.join(cwd, "s/SKILL.md"));
  symlinkSync("real.md", path.join(cwd, "s/SKILL.md"));
  expect((await list(cwd)).refused).toEqual([
    [
      "archive-type",
      "SKILL.md",
      '"SKILL.md" is a symlink to "real.md"; replace it with a copy of its target',
    ],
  ]);
  expect((await list(cwd, "--follow-internal")).files).toEqual(["SKILL.md", "real.md"]);
  const misspelled = makeTree({ "s/skill.md": skillMd("s") });
  expect(
    (await list(misspelled, "--target", "skills-ref")).refused.map(([ruleId]: string[]) => ruleId),
  ).toContain("archive-skill-md");
});

it("refuses names that are not portable", async () => {
  const cwd = makeSkill({
    "caf\u00e9.md": "",
    "cafe\u0301.md": "",
    "con.txt": "",
    "A.md": "",
    "a.md": "",
    "b:c": "",
  });
  writeFileSync(
    Buffer.concat([Buffer.from(path.join(cwd, "s/")), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]),
    "",
  );
  const { code, refused } = await list(cwd);
  expect(code).toBe(1);
  const rules = refused.map(([ruleId, file]: string[]) => `${ruleId} ${file}`);
  expect(rules).toEqual(
    expect.arrayContaining([
      "archive-name-char b:c",
      "archive-name-not-nfc cafe\u0301.md",
      "archive-name-reserved con.txt",
      "archive-name-utf8 \udcff.md",
    ]),
  );
  expect(rules.some((rule: string) => rule.startsWith("archive-collision"))).toBe(true);
});

it("refuses too large files and skills before reading them, and too many files", async () => {
  const started = cpuTime();
  const cwd = makeSkill({ "five.bin": "", "a.bin": "", "b.bin": "" });
  truncateSync(path.join(cwd, "s/five.bin"), 5 * 2 ** 30);
  expect((await list(cwd)).refused).toEqual([
    ["archive-entry-size", "five.bin", '"five.bin" has 5,368,709,120 bytes (maximum 67,108,864)'],
  ]);
  rmSync(path.join(cwd, "s/five.bin"));
  for (const file of ["a.bin", "b.bin"]) truncateSync(path.join(cwd, "s", file), 40 * 2 ** 20);
  expect((await list(cwd)).refused).toEqual([
    [
      "archive-too-big",
      "",
      expect.stringMatching(
        /^the files have 83,886,\d{3} bytes in total \(maximum 67,108,864\); the largest are "a\.bin" \(41,943,040\), "b\.bin" \(41,943,040\) and "SKILL\.md" \(\d+\)$/,
      ),
    ],
  ]);
  expect(cpuTime() - started).toBeLessThan(linearLimit / 10);
  const many = makeSkill(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f/${index}`, ""])),
  );
  expect((await list(many)).refused).toEqual([
    ["archive-entries", "", "the skill has 10,001 files (maximum 10,000 with the manifest)"],
  ]);
});

it("refuses a second SKILL.md that makes the skill ambiguous", async () => {
  const cwd = makeSkill({ "other/SKILL.md": skillMd("other") });
  expect((await list(cwd)).code).toBe(0);
  expect(
    (await list(cwd, "--layout", "root")).refused.map(([ruleId, file]: string[]) => [ruleId, file]),
  ).toEqual([["archive-two-roots", "other/SKILL.md"]]);
});

it("does not report an unreadable directory as empty", () => {
  const directory = { path: "shut", kind: "directory", size: 0, executable: false } as const;
  const selected = (paths: readonly string[]) =>
    selectFiles(
      { entries: [directory], unread: paths.map((each) => ({ path: each, reason: "it may not be read" })) },
      { leave: () => undefined },
    );
  expect(selected([]).leftOut).toEqual([{ path: "shut", directory: true, reason: "empty" }]);
  expect(selected(["shut"]).leftOut).toEqual([]);
});
