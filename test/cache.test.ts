import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { makeEditedTree, startEdits } from "../bench/cache-edits.js";
import { withFailure } from "./support/failing-disk.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { git } from "./support/repository.ts";
import { tenthOf } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** Longer than files count as just written. */
const settle = () => wait(60);

const broken = skillMd("a", "See [it](missing.md).\n");

function withoutTimes({ code, stdout, stderr }: Ran): Ran {
  return { code, stdout: stdout.replace(/"seconds": [\d.]+/g, '"seconds": 0'), stderr };
}

async function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return withoutTimes(await runSkills([...args, "--format", "json"], { cwd, env: { HOME: cwd } }));
}

const cached = ["--cache", "--cache-location", "results.cache"];

/** A tree with one skill and a cache with its result. */
async function makeCached(
  files: Readonly<Record<string, string>> = {},
  command = "lint",
  location = "results.cache",
): Promise<string> {
  const cwd = makeTree({ "skills/a/SKILL.md": broken, ...files });
  await settle();
  await run(cwd, command, "--cache", "--cache-location", location);
  expect(existsSync(path.join(cwd, location))).toBe(true);
  return cwd;
}

const cacheIn = (cwd: string, location = "results.cache"): string =>
  readFileSync(path.join(cwd, location), "utf8");

/** Changes the messages in a cache, and its digest with them, so that a report shows whether the cache was used. */
function forge(cwd: string, location = "results.cache"): void {
  const text = cacheIn(cwd, location).replaceAll("does not exist", "is forged");
  writeFileSync(path.join(cwd, location), resigned(text));
}

function resigned(cache: string): string {
  const [header = "", ...lines] = cache.split("\n");
  const rest = lines.join("\n");
  const digest = createHash("sha256").update(rest).digest("hex");
  return `${header.replace(/"digest":"\w+"/, `"digest":"${digest}"`)}\n${rest}`;
}

function isWhole(cache: string): boolean {
  const end = cache.indexOf("\n");
  const digest = createHash("sha256")
    .update(cache.slice(end + 1))
    .digest("hex");
  return cache.slice(0, end).includes(`"digest":"${digest}"`);
}

const isForged = ({ stdout }: Ran): boolean => stdout.includes("is forged");

it.each(["lint", "validate", "check", "test"])(
  "reports the same with a cache in skills %s",
  async (command) => {
    const cwd = makeTree({
      "skills/a/SKILL.md": broken,
      "skills/b/SKILL.md": skillMd("b"),
      "c/skill.md": "x",
    });
    await settle();
    const plain = await run(cwd, command);
    expect(await run(cwd, command, ...cached)).toEqual(plain);
    expect(existsSync(path.join(cwd, "results.cache"))).toBe(true);
    const written = cacheIn(cwd);
    expect(await run(cwd, command, ...cached)).toEqual(plain);
    expect(cacheIn(cwd)).toBe(written);
  },
);

it("lists a fix that is left to the user also for a saved answer", async () => {
  const cwd = makeTree({ "skills/a/SKILL.md": skillMd("b") });
  await settle();
  const fix = ["--fix", "--dry-run"];
  const plain = await run(cwd, "lint", ...fix);
  expect(plain.stdout).toContain('"impossible"');
  expect(await run(cwd, "lint", ...cached)).toEqual(await run(cwd, "lint"));
  expect(await run(cwd, "lint", ...fix, ...cached)).toEqual(plain);
});

it.each(Array.from({ length: tenthOf(200) }, (_, at) => at + 1))(
  "reports the same after random edits (seed %i)",
  async (seed) => {
    const root = makeTree({});
    makeEditedTree(root);
    const editor = startEdits(root, seed);
    const cached = ["--cache", "--cache-location", path.join(root, "results.cache")];
    const command = ["lint", "validate", "check", "test", "lint"][seed % 5]!;
    const done: string[] = [];
    for (let at = 0; at < 4; at++) {
      if (seed % 2 === 0) await settle();
      const cwd = editor.cwd();
      const plain = await run(cwd, command);
      expect(await run(cwd, command, ...cached), done.join("\n")).toEqual(plain);
      done.push(editor.edit());
    }
  },
  60_000,
);

it("suggests the same fixes with a cache, until a skill or its surroundings change", async () => {
  const fixable = skillMd("b", "Run [it](scripts\\\\run.sh) and [that](../../shared/x.md).\n").replace(
    "Fills PDF",
    "Fills: PDF",
  );
  const cwd = makeTree({
    "skills/a/SKILL.md": broken.replace("name: a", "name: A"),
    "skills/b/SKILL.md": fixable,
    "skills/b/scripts/run.sh": "#!/bin/sh\n",
    "plugin.json": "{}",
  });
  await settle();
  const page = async (...more: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runSkills(["check", ...more], { cwd, env: { HOME: cwd } });
    return `${stdout}${stderr}`.replace(/[\d.]+ s$/gm, "0 s");
  };
  const edits: readonly (() => void)[] = [
    () => {},
    () => writeFileSync(path.join(cwd, "skills/a/SKILL.md"), broken),
    () => mkdirSync(path.join(cwd, ".git")),
    () => writeFileSync(path.join(cwd, "skills/b/SKILL.md"), `${fixable}More.\n`),
    () => chmodSync(path.join(cwd, "skills/b/scripts/run.sh"), 0o755),
  ];
  for (const edit of edits) {
    edit();
    await settle();
    const plain = await page();
    expect(plain).toContain("--fix");
    expect(await page(...cached)).toBe(plain);
    expect(await page(...cached)).toBe(plain);
  }
});

it("uses saved results, until the skill changes", async () => {
  const cwd = await makeCached();
  forge(cwd);
  expect(isForged(await run(cwd, "lint", ...cached))).toBe(true);
  const file = path.join(cwd, "skills/a/SKILL.md");
  utimesSync(file, new Date(), new Date());
  expect(isForged(await run(cwd, "lint", ...cached))).toBe(true);
  const { atime, mtime, size } = statSync(file);
  writeFileSync(file, broken.replace("missing", "absent_"));
  utimesSync(file, atime, mtime);
  expect(statSync(file)).toMatchObject({ size, mtime });
  expect(isForged(await run(cwd, "lint", ...cached))).toBe(false);
});

it.each([
  ["--target", "all"],
  ["--tokens", "exact"],
  ["--rule", "body-bytes=warning"],
])("does not use a result of other settings (%s %s)", async (...settings) => {
  const cwd = await makeCached({ "skills/a/notes.md": "x\n\n\n\n\ny\n" });
  forge(cwd);
  expect(await run(cwd, "lint", ...cached, ...settings)).toEqual(await run(cwd, "lint", ...settings));
});

it.each([
  ["severities", "rules:\n  reference-broken: error\n", '"severity": "error"'],
  [
    "a suppression",
    'suppressions:\n  - rule: reference-broken\n    paths: ["**"]\n    reason: an example\n    expires: "2999-12-31"\n',
    '"suppressed": {',
  ],
  [
    "an expired suppression",
    'suppressions:\n  - rule: reference-broken\n    paths: ["**"]\n    reason: an example\n    expires: "2020-01-31"\n',
    "expired after 2020-01-31",
  ],
])("needs no new answers for %s", async (_, config, said) => {
  const cwd = await makeCached();
  forge(cwd);
  writeFileSync(path.join(cwd, "skills.config.yaml"), config);
  const ran = await run(cwd, "lint", ...cached);
  expect(isForged(ran)).toBe(true);
  expect(ran.stdout).toContain(said);
});

it("does not use a result of another command", async () => {
  const cwd = await makeCached();
  forge(cwd);
  expect(await run(cwd, "validate", ...cached)).toEqual(await run(cwd, "validate"));
});

it("saves results of other settings", async () => {
  const cwd = await makeCached();
  await run(cwd, "lint", ...cached, "--target", "all");
  forge(cwd);
  expect(isForged(await run(cwd, "lint", ...cached))).toBe(true);
});

it("uses what check and test saved", async () => {
  for (const command of ["check", "test"]) {
    const cwd = await makeCached({}, command);
    forge(cwd);
    // The smoke test fails for the file that does not exist.
    writeFileSync(
      path.join(cwd, "results.cache"),
      resigned(cacheIn(cwd).replace(/SKILL\.md:\d+|line \d+/g, "forged")),
    );
    expect((await run(cwd, command, ...cached)).stdout).toContain("forged");
    await settle();
    writeFileSync(path.join(cwd, "skills/a/SKILL.md"), `${broken}More.\n`);
    expect((await run(cwd, command, ...cached)).stdout).not.toContain("forged");
  }
});

const another = (name: string, more = "") => skillMd(name).replace("PDF forms.", `PDF forms.${more}`);

it("compares skills again if the directories that a description depends on change", async () => {
  const mentions = " For tables use table-makers instead.";
  const cwd = await makeCached({
    "skills/b/SKILL.md": another("b", mentions),
    "skills/table-maker/SKILL.md": skillMd("table-maker"),
    "skills/.gitignore": "table-makers/\n",
  });
  const plain = await run(cwd, "lint");
  expect(plain.stdout).toContain('"table-makers\\", which does not exist');
  expect(await run(cwd, "lint", ...cached)).toEqual(plain);
  mkdirSync(path.join(cwd, "skills/table-makers"));
  writeFileSync(path.join(cwd, "skills/table-makers/SKILL.md"), skillMd("table-makers"));
  const ignored = await run(cwd, "lint");
  expect(ignored.stdout).not.toContain('"table-makers\\", which does not exist');
  expect(await run(cwd, "lint", ...cached)).toEqual(ignored);
});

it.each(["--security", "--syntax", "--timing"])("uses no cache with %s", async (option) => {
  const cwd = await makeCached();
  forge(cwd);
  expect(isForged(await run(cwd, "lint", ...cached, option))).toBe(false);
});

it("applies fixes to a skill whose findings were saved", async () => {
  const files = { "skills/a/SKILL.md": broken.replace("Fills PDF", "Fills: PDF") };
  const [cwd, other] = [await makeCached(files), makeTree(files)];
  expect(await run(cwd, "lint", "--fix", ...cached)).toEqual(await run(other, "lint", "--fix"));
  const textOf = (root: string) => readFileSync(path.join(root, "skills/a/SKILL.md"), "utf8");
  expect(textOf(cwd)).toBe(textOf(other));
  expect(textOf(cwd)).not.toBe(files["skills/a/SKILL.md"]);
});

it("reports the same with a baseline and with a damaged cache", async () => {
  const cwd = await makeCached();
  await run(cwd, "lint", "--write-baseline", "b.json");
  const plain = await run(cwd, "lint", "--baseline", "b.json");
  expect(plain.stdout).toContain('"baselined": true');
  expect(await run(cwd, "lint", "--baseline", "b.json", ...cached)).toEqual(plain);
  const whole = readFileSync(path.join(cwd, "results.cache"));
  for (let at = 30; at < whole.length; at += Math.ceil(whole.length / 40)) {
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 1;
    writeFileSync(path.join(cwd, "results.cache"), damaged);
    expect(await run(cwd, "lint", "--baseline", "b.json", ...cached)).toEqual(plain);
    writeFileSync(path.join(cwd, "results.cache"), whole.subarray(0, at));
    expect(await run(cwd, "lint", "--baseline", "b.json", ...cached)).toEqual(plain);
  }
  expect(readFileSync(path.join(cwd, "results.cache"))).toEqual(whole);
});

it("does not use the cache of another build of the program", async () => {
  const cwd = await makeCached();
  forge(cwd);
  const text = cacheIn(cwd);
  writeFileSync(path.join(cwd, "results.cache"), text.replace(/"program":"[^"]*"/, '"program":"another"'));
  expect(isForged(await run(cwd, "lint", ...cached))).toBe(false);
  expect(cacheIn(cwd)).not.toContain("another");
});

it("leaves a file alone that is not a cache, or that others may have written", async () => {
  const cwd = await makeCached({ "notes.txt": "mine" });
  const problem = async (file: string): Promise<string> => {
    const ran = await run(cwd, "lint", "--cache", "--cache-location", file);
    expect({ ...ran, stderr: "" }).toEqual(await run(cwd, "lint"));
    return ran.stderr;
  };
  expect(await problem("notes.txt")).toBe('skills: the cache "notes.txt" is not used: it is another file\n');
  expect(readFileSync(path.join(cwd, "notes.txt"), "utf8")).toBe("mine");
  forge(cwd);
  symlinkSync("results.cache", path.join(cwd, "link.cache"));
  expect(await problem("link.cache")).toBe(
    'skills: the cache "link.cache" is not used: it is a symbolic link\n',
  );
  chmodSync(path.join(cwd, "results.cache"), 0o666);
  expect(await problem("results.cache")).toContain("other users can write it");
  chmodSync(path.join(cwd, "results.cache"), 0o664);
  expect(await problem("results.cache")).toContain("other users can write it");
  chmodSync(path.join(cwd, "results.cache"), 0o600);
  execFileSync("git", ["init", "-q"], { cwd });
  execFileSync("git", ["add", "results.cache"], { cwd });
  expect(await problem("results.cache")).toContain("git tracks it");
});

/** A repository that contains a cache with forged results, and a symlink. */
async function makeBrought(link: string, to: string): Promise<string> {
  const cwd = makeTree({ "skills/a/SKILL.md": broken, "docs/x/notes.md": "x\n" });
  git(cwd, "init", "-q");
  mkdirSync(path.dirname(path.join(cwd, link)), { recursive: true });
  symlinkSync(to, path.join(cwd, link));
  await settle();
  await run(cwd, "lint", "--cache", "--cache-location", brought);
  forge(cwd, brought);
  return cwd;
}

const brought = "docs/x/results";

it.each([
  [".cache/skills", "../docs/x", ".cache/skills/results"],
  [".cache", "docs", ".cache/x/results"],
  ["deep/link", "../docs", "deep/link/x/results"],
])("neither reads nor writes through a symlink in the project (%s)", async (link, to, location) => {
  for (const tracked of [["."], [link], []]) {
    const cwd = await makeBrought(link, to);
    if (tracked.length > 0) git(cwd, "add", ...tracked);
    const before = cacheIn(cwd, brought);
    for (const more of ["", "More.\n"]) {
      if (more !== "") writeFileSync(path.join(cwd, "skills/a/SKILL.md"), `${broken}${more}`);
      await settle();
      const ran = await run(cwd, "lint", "--cache", "--cache-location", location);
      expect({ tracked, forged: isForged(ran), stderr: ran.stderr }).toEqual({
        tracked,
        forged: false,
        stderr: `skills: the cache "${location}" is not used: "${path.join(cwd, link)}" is a symlink in the project\n`,
      });
    }
    expect(cacheIn(cwd, brought)).toBe(before);
  }
});

it("asks about the file to which a symlink outside the project leads", async () => {
  const cwd = await makeBrought("unused", "docs");
  const outside = makeTree({});
  symlinkSync(path.join(cwd, "docs"), path.join(outside, "link"));
  const location = ["--cache", "--cache-location", path.join(outside, "link/x/results")];
  expect(isForged(await run(cwd, "lint", ...location))).toBe(true);
  git(cwd, "add", brought);
  const ran = await run(cwd, "lint", ...location);
  expect(isForged(ran)).toBe(false);
  expect(ran.stderr).toContain("is not used: git tracks it");
});

it.skipIf(process.platform === "win32")("uses no cache in a directory that others can change", async () => {
  const location = "own/inner/results.cache";
  const cwd = await makeCached({ "own/inner/.keep": "" }, "lint", location);
  forge(cwd, location);
  const used = async (): Promise<Ran> => run(cwd, "lint", "--cache", "--cache-location", location);
  expect(isForged(await used())).toBe(true);
  for (const [directory, mode] of [
    ["own/inner", 0o775],
    ["own/inner", 0o757],
    ["own", 0o775],
    ["own", 0o777],
  ] as const) {
    const absolute = path.join(cwd, directory);
    chmodSync(absolute, mode);
    const ran = await used();
    expect([directory, mode, isForged(ran), ran.stderr]).toEqual([
      directory,
      mode,
      false,
      `skills: the cache "${location}" is not used: "${absolute}" can be written by other users\n`,
    ]);
    chmodSync(absolute, 0o755);
  }
  expect(isForged(await used())).toBe(true);
});

it.runIf(process.getuid?.() === 0)("uses no cache in a directory of another user", async () => {
  const location = "own/results.cache";
  const cwd = await makeCached({ "own/.keep": "" }, "lint", location);
  forge(cwd, location);
  chownSync(path.join(cwd, "own"), 12_345, 12_345);
  const ran = await run(cwd, "lint", "--cache", "--cache-location", location);
  expect([isForged(ran), ran.stderr]).toEqual([
    false,
    `skills: the cache "${location}" is not used: "${path.join(cwd, "own")}" belongs to another user\n`,
  ]);
});

it.skipIf(process.platform === "win32")("creates a cache that only the user can read", async () => {
  const cwd = makeTree({ "skills/a/SKILL.md": broken });
  await settle();
  const before = process.umask(0o002);
  try {
    await run(cwd, "lint", "--cache", "--cache-location", "new/er/results.cache");
  } finally {
    process.umask(before);
  }
  const modes = ["new", "new/er", "new/er/results.cache"].map(
    (name) => statSync(path.join(cwd, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it("saves results outside the tree by default, and never in a skill", async () => {
  const cwd = makeTree({ "skills/a/SKILL.md": broken });
  await settle();
  await run(cwd, "lint", "--cache");
  expect(readdirSync(path.join(cwd, ".cache/skillwright/results"))).toHaveLength(1);
  const { code, stderr } = await run(cwd, "lint", "--cache", "--cache-location", "skills/a/results.cache");
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'the cache "skills/a/results.cache" would be a file of the skill "skills/a"',
    ),
  });
});

it("writes nothing with --cache-read-only, and nothing that is the same", async () => {
  const cwd = await makeCached();
  const { ino } = statSync(path.join(cwd, "results.cache"));
  await run(cwd, "lint", ...cached);
  expect(statSync(path.join(cwd, "results.cache")).ino).toBe(ino);
  writeFileSync(path.join(cwd, "skills/a/SKILL.md"), `${broken}More.\n`);
  await settle();
  await run(cwd, "lint", ...cached, "--cache-read-only");
  expect(statSync(path.join(cwd, "results.cache")).ino).toBe(ino);
  await run(cwd, "lint", ...cached);
  expect(statSync(path.join(cwd, "results.cache")).ino).not.toBe(ino);
});

it("does not save the result of a skill that was just written, cannot be read or contains linked directories", async () => {
  const cwd = makeTree({ "skills/a/SKILL.md": broken });
  await run(cwd, "lint", ...cached);
  expect(existsSync(path.join(cwd, "results.cache"))).toBe(false);
  mkdirSync(path.join(cwd, "skills/a/references"));
  symlinkSync("references", path.join(cwd, "skills/a/linked"));
  await settle();
  await run(cwd, "lint", ...cached);
  expect(existsSync(path.join(cwd, "results.cache"))).toBe(false);
});

it("reports the same and leaves the old cache if the new one cannot be written", async () => {
  const cwd = await makeCached();
  const old = cacheIn(cwd);
  writeFileSync(path.join(cwd, "skills/a/SKILL.md"), `${broken}More.\n`);
  await settle();
  const plain = await run(cwd, "lint");
  for (let at = 1; ; at++) {
    const { failed, result } = await withFailure({ at, below: cwd, code: "ENOSPC" }, () =>
      run(cwd, "lint", ...cached),
    );
    if (!failed) break;
    const ran = result.status === "fulfilled" ? result.value : undefined;
    expect(ran).toEqual({
      ...plain,
      stderr: expect.stringMatching(/^$|^skills: cannot write "results\.cache": disk is full\n$/),
    });
    expect(isWhole(cacheIn(cwd))).toBe(true);
    expect(await run(cwd, "lint", ...cached)).toEqual(plain);
    writeFileSync(path.join(cwd, "results.cache"), old);
  }
});

it.each([["--cache-location", "x"], ["--cache-read-only"]])(
  "refuses %s without --cache",
  async (...options) => {
    const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
    expect(await run(cwd, "lint", ...options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${options[0]} needs --cache`),
    });
  },
);
