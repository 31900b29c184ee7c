import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { makeEditedTree } from "../bench/cache-edits.js";
import { countThreads } from "../src/run/answers.ts";
import { limits } from "../src/model/limits.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const built = fileURLToPath(new URL("../dist/", import.meta.url));
const binary = path.join(built, "bin/skills.cjs");

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

function run(cwd: string, args: readonly string[], env?: Env): Ran {
  return start(cwd, [binary, ...args], env);
}

function start(cwd: string, args: readonly string[], env: Env = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout: withoutTimes(stdout), stderr };
}

function withoutTimes(text: string): string {
  return text
    .replace(/"seconds": [\d.e-]+/g, '"seconds": 0')
    .replace(/ time="[\d.]+"/g, "")
    .replace(/\d+\.\d+ s$/gm, "0 s");
}

/** Skills with findings of many kinds: surroundings, several skills, links, files that are not read, nesting. */
function makeVariedTree(): string {
  const root = makeTree({
    "skills.config.yaml":
      'rules:\n  home-path: off\noverrides:\n  - paths: ["skills/alpha/**", "more/**"]\n    rules: { reference-broken: error }\n    targets: [skills-ref, claude-code]\n',
    "more/same/SKILL.md": skillMd("alpha", "See [it](../other/SKILL.md) and [nothing](gone.md).\n"),
    "more/other/SKILL.md": skillMd("other", "Read references/a.md.\n"),
    "more/other/references/b.md": "# B\n",
    "more/latin/SKILL.md": new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe4, 0x0a]),
    "more/large/SKILL.md": skillMd("large", "x".repeat(limits.textBytes)),
    "more/marked/SKILL.md": `\uFEFF${skillMd("marked")}`,
    "more/lower/skill.md": skillMd("lower"),
    "more/none/README.md": "No skill.\n",
    "more/packed/SKILL.md": skillMd("packed", "Unpack [the archive](assets/a.zip).\n"),
    "more/packed/assets/a.zip": new Uint8Array([0x50, 0x4b, 0x05, 0x06, ...new Uint8Array(18)]),
    "more/deep/SKILL.md": skillMd("deep", `${"> ".repeat(3000)}See [it](gone.md).\n`),
    "more/nested/SKILL.md": `---\nname: nested\ndescription: ${"[".repeat(5000)}\n---\n`,
    "more/flow/SKILL.md": `---\nname: flow\ndescription: Flows.\nmetadata: ${"{a: ".repeat(900)}1${"}".repeat(900)}\n---\n`,
    "more/json/SKILL.md": skillMd("json", "Read data.json.\n"),
    "more/json/data.json": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `many/s${index}/SKILL.md`,
        skillMd(
          `s${index}`,
          `See [it](gone-${index}.md).\n<!-- skills-disable reference-broken -- ${index} -->\n`,
        ),
      ]),
    ),
  });
  makeEditedTree(root);
  mkdirSync(path.join(root, "more/linked/references"), { recursive: true });
  writeFileSync(
    path.join(root, "more/linked/SKILL.md"),
    skillMd("linked", "Read references/out.md and references/in.md.\n"),
  );
  symlinkSync("../../../docs/guide.md", path.join(root, "more/linked/references/out.md"));
  symlinkSync("../SKILL.md", path.join(root, "more/linked/references/in.md"));
  symlinkSync("nowhere", path.join(root, "more/linked/references/lost.md"));
  symlinkSync("../skills/beta", path.join(root, "more/beta"));
  mkdirSync(path.join(root, "more/hidden"));
  writeFileSync(path.join(root, "more/hidden/SKILL.md"), skillMd("hidden"));
  chmodSync(path.join(root, "more/hidden/SKILL.md"), 0o000);
  return root;
}

/** Node's options to run a statement in each thread that starts. */
function inThreads(root: string, how: string, ...options: readonly string[]): Env {
  const file = path.join(root, "deadly.cjs");
  writeFileSync(file, `if (!require("node:worker_threads").isMainThread) setImmediate(() => { ${how} });\n`);
  return { NODE_OPTIONS: ["--require", file, ...options].join(" ") };
}

const formats = ["text", "json", "sarif", "gitlab", "junit"];

/** The exit code, messages and reports of a run. */
function reportsOf(root: string, args: readonly string[], env?: Env) {
  const outputs = formats.flatMap((format) => ["-o", `${format}=report.${format}`]);
  const { status, stderr } = run(root, [...args, "--quiet", ...outputs], env);
  const reports = formats.map((format) =>
    withoutTimes(readFileSync(path.join(root, `report.${format}`), "utf8")),
  );
  return { status, stderr, reports };
}

it.each(["lint", "validate", "check"])(
  "reports the same in several threads in skills %s",
  async (command) => {
    const root = makeVariedTree();
    const plain = reportsOf(root, [command, "--jobs", "1"]);
    expect(plain.status).toBe(1);
    expect(plain.reports.filter((report) => report.length < 1000)).toEqual([]);
    expect(reportsOf(root, [command, "--jobs", "4"])).toEqual(plain);
    // Files count as just written for a moment, and then their results are not cached.
    await wait(60);
    const cached = ["--cache", "--cache-location"];
    expect(reportsOf(root, [command, "--jobs", "4", ...cached, "four.cache"])).toEqual(plain);
    expect(reportsOf(root, [command, "--jobs", "1", ...cached, "one.cache"])).toEqual(plain);
    expect(linesOf(root, "four.cache")).toEqual(linesOf(root, "one.cache"));
    expect(reportsOf(root, [command, "--jobs", "4", ...cached, "one.cache"])).toEqual(plain);
  },
);

function linesOf(root: string, cache: string): readonly string[] {
  const [, ...lines] = readFileSync(path.join(root, cache), "utf8").split("\n");
  return lines.sort();
}

it.each(["lint", "check"])("proposes the same fixes in several threads in skills %s", (command) => {
  const root = makeVariedTree();
  const args = [command, "--fix", "--dry-run", "more"];
  const plain = run(root, [...args, "--jobs", "1"]);
  expect(plain.stdout).toContain("+++ ");
  expect(run(root, [...args, "--jobs", "4"])).toEqual(plain);
});

it("starts no thread with --jobs 1, nor for few skills", () => {
  const root = makeTwo();
  const deadly = inThreads(root, "process.exit(3)");
  for (const command of ["lint", "validate", "check"])
    for (const jobs of [[], ["--jobs", "auto"], ["--jobs", "1"]])
      expect(run(root, [command, ...jobs], deadly).status).toBe(0);
});

function makeTwo(): string {
  return makeTree({ "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
}

it("chooses several threads only for many skills without results", async () => {
  const auto = { jobs: "auto", isCached: false } as const;
  const several = Math.min(4, availableParallelism());
  const counts = (
    numbers: readonly number[],
    choice: Parameters<typeof countThreads>[0],
    command: "lint" | "check",
  ): Promise<number[]> => Promise.all(numbers.map((skills) => countThreads(choice, command, skills)));
  expect(await counts([399, 400], auto, "check")).toEqual([1, several]);
  expect(await counts([10_000], { ...auto, isCached: true }, "check")).toEqual([1]);
  expect(await counts([0, 1, 9], { jobs: 3, isCached: true }, "lint")).toEqual([1, 1, 3]);
});

it.each([
  ["exits", "process.exit(3)", "it exited with code 3"],
  ["throws", "throw new Error('no luck')", "no luck"],
  [
    "runs out of memory",
    "const all = []; for (;;) all.push(new Array(100_000).fill(1))",
    "Worker terminated due to reaching memory limit: JS heap out of memory",
  ],
])("says so if a thread %s", (_, how, reason) => {
  const root = makeTwo();
  const deadly = inThreads(root, how, "--max-old-space-size=60");
  for (const command of ["lint", "validate", "check"]) {
    const { status, stdout, stderr } = run(root, [command, ".", "--jobs", "2"], deadly);
    expect([status, stdout, stderr.replace('"b"', '"a"')]).toEqual([
      2,
      "",
      `skills: a thread ended while it checked "a": ${reason}\nuse \`--jobs 1\` to check one skill after another\n`,
    ]);
  }
});

it("ends at once on SIGINT while threads work", async () => {
  const root = makeTwo();
  const busy = inThreads(root, "require('node:fs').writeSync(2, 'busy\\n'); for (;;);");
  const child = spawn(process.execPath, [binary, "lint", "--jobs", "2"], {
    cwd: root,
    env: { ...process.env, ...busy },
  });
  await once(child.stderr, "data");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
});

it.each(["0", "-1", "1.5", "two", "", "65"])("refuses --jobs %j", (jobs) => {
  const { status, stderr } = run(makeTwo(), ["lint", `--jobs=${jobs}`]);
  expect([status, stderr]).toEqual([
    2,
    `skills: --jobs ${JSON.stringify(jobs)} must be "auto" or a number from 1 to 64\n`,
  ]);
});

it("uses threads in the library and in the action's bundle", () => {
  const root = makeTwo();
  const deadly = inThreads(root, "process.exit(3)");
  const library = `import { lint } from ${JSON.stringify(pathToFileURL(path.join(built, "index.js")).href)};
    const { report } = await lint({ paths: ["."], cwd: process.cwd(), jobs: 2 });
    console.log(report.summary.checked);`;
  const asked = ["--input-type=module", "-e", library];
  expect(start(root, asked)).toMatchObject({ status: 0, stdout: "2\n" });
  expect(start(root, asked, deadly).stderr).toContain("a thread ended while it checked");
  execFileSync(process.execPath, [path.join(built, "../build/action.js"), path.join(root, "action")]);
  const bundled = ["action/skills.cjs", "lint", "--jobs", "2"];
  expect(start(root, bundled)).toMatchObject({ status: 0 });
  expect(start(root, bundled, deadly).stderr).toContain("a thread ended while it checked");
});
