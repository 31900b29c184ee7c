import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findCheckout } from "../src/cli/report-context.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const treeOfOne = () => makeTree({ "a/SKILL.md": skillMd("A", "See [a](docs/a.md).\n") });

function read(cwd: string, file: string): string {
  return readFileSync(path.join(cwd, file), "utf8");
}

const seconds = /[\d.]+ s\b|"seconds": [\d.e-]+|time="[\d.]+"/g;

it.each(["validate", "lint"])(
  "writes several formats in one run of %s, each what would be printed",
  async (command) => {
    const cwd = treeOfOne();
    const outputs = [
      "r.sarif",
      "r.json",
      "r.xml",
      "r.md",
      "r.html",
      "r.sarif.json",
      "github=r.txt",
      "gitlab=q.json",
      "text=out/deep/r.log",
    ];
    const { code, stdout, stderr } = await runSkills(
      [command, "--color", ...outputs.flatMap((output) => ["--output", output])],
      { cwd, columns: 40 },
    );
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("\x1b[31m");
    const printed = async (format: string) =>
      (await runSkills([command, "--format", format], { cwd })).stdout.replace(seconds, "");
    for (const [file, format] of [
      ["r.sarif", "sarif"],
      ["r.json", "json"],
      ["r.xml", "junit"],
      ["r.md", "markdown"],
      ["r.html", "html"],
      ["r.sarif.json", "sarif"],
      ["r.txt", "github"],
      ["q.json", "gitlab"],
    ] as const)
      expect([file, read(cwd, file).replace(seconds, "")]).toEqual([file, await printed(format)]);
    expect(await printed("text")).toContain(read(cwd, "out/deep/r.log").replace(seconds, ""));
    expect(readdirSync(cwd).sort()).toEqual([
      "a",
      "out",
      "q.json",
      "r.html",
      "r.json",
      "r.md",
      "r.sarif",
      "r.sarif.json",
      "r.txt",
      "r.xml",
    ]);
  },
);

it("refuses an unknown file ending, and writes nothing", async () => {
  const cwd = treeOfOne();
  expect(await runSkills(["lint", "-o", "r.htm"], { cwd })).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: --output "r.htm" has an unknown ending ".htm"\nuse .sarif, .sarif.json, .json, .ndjson, .xml, .md, .html or .txt, or name the format, such as text=r.htm\n',
  });
  expect(readdirSync(cwd)).toEqual(["a"]);
  await runSkills(["lint", "--format", "json", "-o", "r.txt", "-o", "json=r.html"], { cwd });
  expect(read(cwd, "r.txt")).toMatch(/^a\/SKILL\.md\n  2:7  error  name .*  name-format\n/m);
  expect(JSON.parse(read(cwd, "r.html")).command).toBe("lint");
});

it("shows one row per skill with --summary, which is only for text", async () => {
  const cwd = treeOfOne();
  for (const command of ["lint", "check", "validate"]) {
    const { code, stdout } = await runSkills([command, "--summary"], { cwd });
    expect([code, stdout.split("\n")[0]]).toEqual([1, expect.stringMatching(/^skill  errors  warnings/)]);
    expect(stdout).toMatch(/\na +1 +1 .*refused by spec/);
    expect(stdout).not.toContain("SKILL.md");
  }
  expect(await runSkills(["lint", "--summary", "--format", "json"], { cwd })).toEqual({
    code: 2,
    stdout: expect.stringContaining('"code": "bad-usage"'),
    stderr: "skills: --summary needs --format text, not json\n",
  });
});

it("prints what --format says beside the files, and text where a file has got that", async () => {
  const cwd = treeOfOne();
  expect((await runSkills(["lint", "--format", "github", "-o", "r.sarif"], { cwd })).stdout).toMatch(
    /^::error file=a\/SKILL\.md,/,
  );
  expect((await runSkills(["lint", "--format", "sarif", "-o", "r.sarif"], { cwd })).stdout).toMatch(
    /^a\/SKILL\.md\n  2:7 /,
  );
  expect((await runSkills(["lint", "--format", "junit", "-o", "report"], { cwd })).stdout).toMatch(
    /^a\/SKILL\.md\n  2:7 /,
  );
  expect(read(cwd, "report")).toMatch(/^<\?xml /);
});

it("prints a report of another format than text where a dry run is asked for it, and the patch besides files", async () => {
  const cwd = treeOfOne();
  const { stdout } = await runSkills(["lint", "--dry-run", "--unsafe-fixes", "-o", "r.md"], { cwd });
  expect(stdout).toMatch(/^diff --git /);
  expect(read(cwd, "r.md")).toMatch(/^## skillwright lint\n/);
  expect((await runSkills(["lint", "--dry-run", "--format", "github"], { cwd })).stdout).toMatch(/^::/);
});

it("replaces a plain file, which keeps its mode, and nothing else", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "r.md": "old", "b.md": "kept" });
  chmodSync(path.join(cwd, "r.md"), 0o600);
  symlinkSync("b.md", path.join(cwd, "link.md"));
  mkdirSync(path.join(cwd, "dir.md"));
  expect((await runSkills(["lint", "-o", "r.md"], { cwd })).code).toBe(0);
  expect([read(cwd, "r.md").slice(0, 19), statSync(path.join(cwd, "r.md")).mode & 0o777]).toEqual([
    "## skillwright lint",
    0o600,
  ]);
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [["link.md"], 'cannot write "link.md": it is a symlink'],
    [["dir.md"], 'cannot write "dir.md": it is a directory'],
    [["new.md", "json=./new.md"], 'two reports would be written to "./new.md"'],
    [["a/SKILL.md"], '--output "a/SKILL.md" would overwrite a skill'],
    [["text=skill.md"], '--output "text=skill.md" would overwrite a skill'],
    [["-"], '--output "-" is not a file name\nuse --format for standard output'],
    [["json="], '--output "json=" is not a file name\nuse --format for standard output'],
    [["srif=x"], 'format "srif" is not supported; did you mean "sarif"?'],
  ];
  for (const [outputs, sentence] of refusals)
    expect(await runSkills(["lint", ...outputs.flatMap((output) => ["-o", output])], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: `skills: ${sentence}\n`,
    });
  expect([read(cwd, "b.md"), readdirSync(cwd).sort()]).toEqual([
    "kept",
    ["a", "b.md", "dir.md", "link.md", "r.md"],
  ]);
});

it("replaces neither the config nor the baseline by a report", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a"),
    "skills.config.yaml": "extends: ./more.json\n",
    "more.json": "{}",
  });
  const refused = async (...args: readonly string[]): Promise<unknown> =>
    (({ code, stderr }) => [code, stderr])(await runSkills(args, { cwd }));
  const said = (file: string, is: string): unknown => [
    2,
    `skills: --output "${file}" would overwrite ${is}\n`,
  ];
  expect(await refused("lint", "-o", "text=./skills.config.yaml")).toEqual(
    said("./skills.config.yaml", "the config"),
  );
  expect(await refused("validate", "-o", "more.json")).toEqual(said("more.json", "the config"));
  expect(await refused("lint", "--write-baseline", "b.json", "-o", "b.json")).toEqual(
    said("b.json", "the baseline"),
  );
  expect([read(cwd, "skills.config.yaml"), readdirSync(cwd).sort()]).toEqual([
    "extends: ./more.json\n",
    ["a", "more.json", "skills.config.yaml"],
  ]);
});

it("accepts an output path with an equals sign after a directory, and prints only errors with --quiet", async () => {
  const cwd = treeOfOne();
  await runSkills(["lint", "--quiet", "-o", "./x=y.md", "-o", "r.xml"], { cwd });
  expect(read(cwd, "x=y.md")).toContain("| warning |");
  expect(read(cwd, "r.xml")).toContain("reference-broken");
  expect((await runSkills(["lint", "--quiet", "--format", "markdown"], { cwd })).stdout).not.toContain(
    "| warning |",
  );
  expect((await runSkills(["lint", "--quiet", "--format", "junit"], { cwd })).stdout).not.toContain(
    "reference-broken",
  );
});

it("knows where GitHub's runner has checked out what it works in", async () => {
  const env = {
    GITHUB_WORKSPACE: "/w/r",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "o/r",
    GITHUB_SHA: "0abc",
  };
  expect(findCheckout({ env, cwd: "/w/r" })).toEqual({
    prefix: "",
    url: "https://github.com/o/r/blob/0abc/",
  });
  expect(findCheckout({ env: { ...env, GITHUB_SHA: "x](y" }, cwd: "/w/r/packages/x" })).toEqual({
    prefix: "packages/x",
  });
  expect(findCheckout({ env: { GITHUB_WORKSPACE: "D:\\a\\r\\r\\" }, cwd: "D:\\a\\r\\r\\x" })).toEqual({
    prefix: "x",
  });
  expect([findCheckout({ env, cwd: "/w/rest" }), findCheckout({ env: {}, cwd: "/w/r" })]).toEqual([
    undefined,
    undefined,
  ]);
  const cwd = makeTree({ "p/a/SKILL.md": skillMd("A") });
  const { stdout } = await runSkills(["lint", "--format", "github"], {
    cwd: path.join(cwd, "p"),
    env: { ...env, GITHUB_WORKSPACE: cwd },
  });
  expect(stdout).toMatch(/^::error file=p\/a\/SKILL\.md,/);
});

it("folds a rule in many skills, shows all with --all, and wraps at a terminal's width", async () => {
  const cwd = makeTree(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `s${index}/SKILL.md`,
        skillMd(
          index < 12 ? `S${index}` : `s${index}`,
          "See [a](docs/a.md), [b](docs/b.md), [c](docs/c.md), [d](docs/d.md).\n",
        ),
      ]),
    ),
  );
  const [short, all] = [
    await runSkills(["validate", "--no-color"], { cwd, columns: 80 }),
    await runSkills(["validate", "--no-color", "--all"], { cwd, columns: 200 }),
  ];
  const number = (text: string, rule: string) => text.match(new RegExp(` ${rule}$`, "gm"))?.length ?? 0;
  expect([
    number(short.stdout, "name-format"),
    number(short.stdout, "reference-broken"),
    number(all.stdout, "reference-broken"),
  ]).toEqual([12, 0, 160]);
  expect(short.stdout).toContain("\nnot shown: 160 warnings (160 reference-broken); --all shows them\n");
  expect(all.stdout).not.toContain("--all");
  expect(Math.max(...short.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});
