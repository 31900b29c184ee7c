import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptResult } from "../src/model/agent.ts";
import { controlledRunner } from "../src/harness/scripts/controlled.ts";
import { findProgram } from "../src/harness/scripts/interpreter.ts";
import { makeWorkPlace, removeWorkPlace } from "../src/harness/scripts/work-place.ts";
import { openDirectory } from "../src/read/directory.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { countProcesses, leakedNote, runAway, scriptTime } from "./support/runaway.ts";
import type { SkillSource } from "../src/model/source.ts";
import { makeTree } from "./support/tree.ts";
import { unprivileged } from "./support/unprivileged.ts";

const runner = controlledRunner({ environment: {} });

async function run(
  files: Readonly<Record<string, string>>,
  more: { readonly args?: readonly string[]; readonly stdin?: string } = {},
): Promise<ScriptResult> {
  return runner.run({
    source: openMemory("probe", files),
    skill: "probe",
    file: Object.keys(files)[0]!,
    args: [],
    ...more,
  });
}

const ended = {
  mode: "controlled",
  outcome: "exited",
  exitCode: 0,
  stdout: "",
  stderr: "",
  truncated: [],
  notes: [],
};
const refused = { mode: "controlled", outcome: "refused", stdout: "", truncated: [], notes: [] };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("CANARY")) delete process.env[name];
});

describe("a script in the user's project", () => {
  const project = { "input.csv": "Ada", "out/old.txt": "old", "gone.txt": "gone" };
  const text = [
    'import { readFileSync, rmSync, writeFileSync } from "node:fs";',
    'import { basename } from "node:path";',
    "const [option, skill] = process.argv.slice(2);",
    'const input = readFileSync(option.slice("--in=".length), "utf8");',
    'writeFileSync("out/new.txt", input + readFileSync(`${skill}/data.txt`, "utf8"));',
    'rmSync("gone.txt");',
    "console.log(basename(process.cwd()), process.cwd());",
  ].join("\n");

  it("starts there, gets its files by the paths shown to the model, and gives back what it changed", async () => {
    const source = openMemory("project", project);
    const result = await runner.run({
      source: openMemory("probe", { "run.mjs": text, "data.txt": " of the skill" }),
      skill: "probe",
      path: "/project/skills/probe",
      file: "run.mjs",
      args: ["--in=/project/input.csv", "/project/skills/probe"],
      project: source,
      directory: "project",
    });
    expect(result).toMatchObject({
      outcome: "exited",
      exitCode: 0,
      stderr: "",
      stdout: "project /project\n",
    });
    expect(
      result.changes?.map(({ path: file, bytes }) => [file, bytes && Buffer.from(bytes).toString()]),
    ).toEqual([
      ["out/new.txt", "Ada of the skill"],
      ["gone.txt", undefined],
    ]);
    expect(source.list().entries.map(({ path: file }) => file)).toContain("gone.txt");
  });

  it("reports what it wrote and the session cannot take over", async () => {
    const lines = [
      'import { symlinkSync, writeFileSync } from "node:fs";',
      'writeFileSync("input.csv", "x".repeat(1_048_577));',
      'writeFileSync("small.csv", "x".repeat(1_048_576));',
      'symlinkSync("small.csv", "linked.csv");',
    ];
    const { changes, notes } = await runner.run({
      source: openMemory("probe", { "run.mjs": lines.join("\n") }),
      skill: "probe",
      file: "run.mjs",
      args: [],
      project: openMemory("project", project),
      directory: "project",
    });
    expect(changes?.map(({ path: file, bytes }) => [file, bytes?.length])).toEqual([
      ["small.csv", 1_048_576],
    ]);
    expect(notes).toEqual([
      'written by the script, but not added to the project: "input.csv" (larger than 1 MiB) and "linked.csv" (a symlink)',
    ]);
  });

  it("is started in the copy of the skill by default, beside that of the project", async () => {
    const result = await runner.run({
      source: openMemory("probe", { "run.sh": "basename $PWD; cat ../project/input.csv\n" }),
      skill: "probe",
      file: "run.sh",
      args: [],
      project: openMemory("project", project),
    });
    expect(result).toMatchObject({ exitCode: 0, stdout: "skill\nAda" });
    expect(result.changes).toBeUndefined();
  });
});

describe("the input of a script", () => {
  it("passes arguments unchanged, without a shell", async () => {
    const args = ["two words", "$(id)", "`id`", "a;b", "*", "", "-e", "\u{1f600}"];
    expect(await run({ "show.js": "console.log(JSON.stringify(process.argv.slice(2)))" }, { args })).toEqual({
      ...ended,
      stdout: `${JSON.stringify(args)}\n`,
    });
  });

  it("passes none of the caller's variables", async () => {
    for (const name of ["CANARY_TOKEN", "CANARY_2"]) process.env[name] = "canary-value";
    const { stdout } = await run({ "show.sh": "env\n" });
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=", 1)[0]!);
    // The shell sets the last three.
    const known = [
      "PATH",
      "HOME",
      "TMPDIR",
      "LANG",
      "TZ",
      "SOURCE_DATE_EPOCH",
      "PYTHONHASHSEED",
      "PYTHONDONTWRITEBYTECODE",
      "SKILLS_RUN",
      "PWD",
      "SHLVL",
      "_",
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(stdout).not.toContain("canary");
    const { stdout: byNode } = await run(
      {
        "show.js":
          "console.log(Object.keys(process.env).filter((name) => !process.argv.includes(name)).join())",
      },
      { args: known },
    );
    expect(byNode).toBe("\n");
  });

  it("lists the withheld variables, escaped for a terminal", () => {
    const { about } = controlledRunner({
      environment: { PATH: "/bin", HOME: "/root", SECRET: "s", "A\u001b[2J": "" },
    });
    expect(about.at(-1)).toBe("2 variables are not passed to scripts: A\\x1b[2J and SECRET");
    expect(about[0]).toContain("this is not a sandbox");
  });

  it("has the given standard input, and never the terminal's", async () => {
    const files = { "read.sh": "cat; tty\n" };
    expect(await run(files)).toEqual({ ...ended, exitCode: 1, stdout: "not a tty\n" });
    expect(await run(files, { stdin: "é\n" })).toEqual({ ...ended, exitCode: 1, stdout: "é\nnot a tty\n" });
  });

  it("gives equal results for equal runs in different directories", async () => {
    const files = { "where.sh": 'pwd; echo "$HOME $TMPDIR" >&2; touch made; ls -A "$HOME" "$TMPDIR"/\n' };
    const [one, two] = await Promise.all([run(files), run(files)]);
    expect(one).toEqual({
      ...ended,
      stdout: "/work/skill\n/work/home:\n\n/work/tmp/:\n",
      stderr: "/work/home /work/tmp\n",
      notes: ['in its copy of the skill, the script added "made"'],
    });
    expect(two).toEqual(one);
  });
});

describe("the copy", () => {
  it("leaves the skill unchanged and reports what a script changed", async () => {
    const root = makeTree({
      "SKILL.md": "one",
      "keep.txt": "keep",
      "gone.txt": "gone",
      "same-size.txt": "aaaa",
      "scripts/change.sh":
        "echo two >SKILL.md; rm gone.txt; printf bbbb >same-size.txt; mkdir out; echo x >'out/a\u001b'; ln -s /etc/passwd link; chmod +x keep.txt\n",
    });
    const result = await runner.run({
      source: openDirectory(root, "probe"),
      skill: "probe",
      file: "scripts/change.sh",
      args: [],
    });
    expect(result).toEqual({
      ...ended,
      notes: [
        'in its copy of the skill, the script added "link" and "out/a\\x1b", changed "SKILL.md", "keep.txt" and "same-size.txt" and removed "gone.txt"',
      ],
    });
    expect(readdirSync(root).sort()).toEqual([
      "SKILL.md",
      "gone.txt",
      "keep.txt",
      "same-size.txt",
      "scripts",
    ]);
    expect(readFileSync(path.join(root, "SKILL.md"), "utf8")).toBe("one");
  });

  it("contains regular files with their executable bits, and omitted files are reported", async () => {
    const root = makeTree({
      "run.sh": "./other.sh; ls\n",
      "other.sh": "#!/bin/sh\necho other\n",
      "large.bin": new Uint8Array(1_048_577),
      "inside.txt": "x",
    });
    chmodSync(path.join(root, "other.sh"), 0o755);
    symlinkSync("inside.txt", path.join(root, "link"));
    expect(
      await runner.run({ source: openDirectory(root, "probe"), skill: "probe", file: "run.sh", args: [] }),
    ).toEqual({
      ...ended,
      stdout: "other\ninside.txt\nother.sh\nrun.sh\n",
      notes: ['not copied for the script: "large.bin" (larger than 1 MiB) and "link" (a symlink)'],
    });
  });

  it("stays within its directory, whatever paths a source has", async () => {
    const memory = openMemory("probe", { "run.sh": "exit 0\n" });
    const odd = ["../out.txt", "a//b"].map(
      (path) => ({ path, kind: "file", size: 1, executable: false }) as const,
    );
    const list: SkillSource["list"] = () => ({ entries: [...memory.list().entries, ...odd], unread: [] });
    const source = {
      ...memory,
      list,
      read: (path: string) => (path === "run.sh" ? memory.read(path) : Buffer.of(120)),
    };
    const { notes } = await runner.run({ source, skill: "probe", file: "run.sh", args: [] });
    expect(notes).toEqual([
      'not copied for the script: "../out.txt" (its path has an empty, "." or ".." segment or a NUL) and "a//b" (its path has an empty, "." or ".." segment or a NUL)',
    ]);
  });

  it("is removed after the run", async () => {
    const { stdout } = await run({ "where.js": "console.log(Buffer.from(process.cwd()).toString('hex'))" });
    const place = Buffer.from(stdout.trim(), "hex").toString();
    expect(path.dirname(path.dirname(place))).toBe(realpathSync(tmpdir()));
    expect(existsSync(path.dirname(place))).toBe(false);
  });

  it("is removed even if a script removed the write permission", async () => {
    await unprivileged(() => {
      const place = makeWorkPlace();
      mkdirSync(path.join(place.skill, "closed"));
      writeFileSync(path.join(place.skill, "closed", "file"), "");
      chmodSync(path.join(place.skill, "closed"), 0);
      expect(removeWorkPlace(place)).toBeUndefined();
      expect(existsSync(place.root)).toBe(false);
    });
  });

  it("is reported if it cannot be removed", async () => {
    const above = makeTree({ "place/file": "" });
    chmodSync(above, 0o555);
    const told = await unprivileged(() => removeWorkPlace({ root: path.join(above, "place") }));
    chmodSync(above, 0o755);
    expect(told).toMatch(/^the temporary directory ".*place" could not be removed \(E\w+\)$/);
  });
});

describe("the interpreter", () => {
  it.each([
    ["run", "#!/bin/sh -e\nfalse\necho on\n", { ...ended, exitCode: 1 }],
    ["run.py", "#!/usr/bin/env bash\n[[ a ]] && echo bash\n", { ...ended, stdout: "bash\n" }],
    [
      "run.txt",
      "#!/usr/bin/env -S node --no-warnings\nconsole.log(process.execArgv.join())\n",
      { ...ended, stdout: "--no-warnings\n" },
    ],
    ["run.SH", "[[ a ]] && echo bash\n", { ...ended, stdout: "bash\n" }],
    ["run.mjs", "import 'node:fs'; console.log(1)\n", { ...ended, stdout: "1\n" }],
    ["-e.sh", "echo hyphen\n", { ...ended, stdout: "hyphen\n" }],
  ])("runs %s by its shebang, otherwise by its extension", async (file, text, result) => {
    expect(await run({ [file]: text })).toEqual(result);
  });

  it("runs Python, or reports that it is missing", async () => {
    const result = await run({
      "run.py": "import sys\nprint(hash('a') == hash('a'), sys.dont_write_bytecode)\nsys.exit(4)\n",
    });
    const none = {
      ...refused,
      stderr: 'python3, needed by script "run.py", is not in /usr/local/bin, /usr/bin or /bin',
    };
    expect(result).toEqual(
      findProgram("python3") === undefined ? none : { ...ended, exitCode: 4, stdout: "True True\n" },
    );
  });

  it.each([
    [
      "run.rb",
      "#!/usr/bin/env ruby\n",
      'script "run.rb" begins with "#!/usr/bin/env ruby"; supported interpreters are bash, node, python, python3 and sh',
    ],
    [
      "run.sh",
      "#!/bin/sh\r\necho\r\n",
      'script "run.sh" begins with "#!/bin/sh\\r"; supported interpreters are bash, node, python, python3 and sh',
    ],
    [
      "run.sh",
      "#!/usr/bin/env X=1 sh\n",
      'script "run.sh" begins with "#!/usr/bin/env X=1 sh"; supported interpreters are bash, node, python, python3 and sh',
    ],
    [
      "run",
      "echo\n",
      'script "run" has no interpreter line and no extension .bash, .cjs, .js, .mjs, .py or .sh',
    ],
    [
      "run.ts",
      "1\n",
      'script "run.ts" has no interpreter line and no extension .bash, .cjs, .js, .mjs, .py or .sh',
    ],
  ])("refuses %s that begins with %j", async (file, text, stderr) => {
    expect(await run({ [file]: text })).toEqual({ ...refused, stderr });
  });

  it("refuses paths outside the skill, arguments with a NUL character, and arguments that are too long", async () => {
    const source = openMemory("probe", { "a.sh": "", "b/c.sh": "" });
    const answer = async (file: string, args: readonly string[] = []): Promise<string> =>
      (await runner.run({ source, skill: "probe", file, args })).stderr;
    expect(await Promise.all(["../a.sh", "/bin/sh", "b", "./a.sh"].map((file) => answer(file)))).toEqual(
      ['"../a.sh"', '"/bin/sh"', '"b"', '"./a.sh"'].map(
        (name) => `${name} is not a regular file of the skill`,
      ),
    );
    expect(await answer("a.sh", ["a\0b"])).toBe('an argument for script "a.sh" contains a NUL character');
    expect(await answer("a.sh", [`${"x".repeat(3_000_000)}`])).toMatch(/could not be started \(E2BIG\)$/);
  });
});

describe("how a script ends", () => {
  it("distinguishes an exit code from a signal", async () => {
    expect(await run({ "run.sh": "echo out; echo err >&2; exit 137\n" })).toEqual({
      ...ended,
      exitCode: 137,
      stdout: "out\n",
      stderr: "err\n",
    });
    const { exitCode: _, ...signalled } = { ...ended, outcome: "signalled", signal: "SIGSEGV" };
    expect(await run({ "run.sh": "kill -SEGV $$\n" })).toEqual(signalled);
  });

  it("retains the first MiB of each stream in whole characters, and reports that", async () => {
    const { stdout, ...rest } = await run({
      "run.js": "process.stdout.write('a' + 'é'.repeat(1_000_000)); process.exitCode = 3",
    });
    const { stdout: _, ...expected } = {
      ...ended,
      exitCode: 3,
      truncated: ["stdout"],
      notes: ["stdout was truncated after 1,048,576 bytes"],
    };
    expect(rest).toEqual(expected);
    expect(stdout).toBe(`a${"é".repeat(524_287)}`);
  });

  it("reads invalid UTF-8", async () => {
    expect(await run({ "run.sh": "printf '\\377\\n'\n" })).toEqual({ ...ended, stdout: "\ufffd\n" });
  });

  it("limits memory and file size, or reports beforehand that it cannot", async () => {
    const { stdout } = await run({ "run.sh": "ulimit -d; ulimit -f; ulimit -n; ulimit -c\n" });
    const untold = runner.about.every((sentence) => !sentence.includes("prlimit"));
    expect(stdout === "4194304\n262144\n1024\n0\n").toBe(untold);
  });
});

it("removes processes and copies if we are interrupted", async () => {
  const bundled = path.join(makeTree({}), "controlled.mjs");
  const build = await rolldown({
    input: fileURLToPath(new URL("../src/harness/scripts/controlled.ts", import.meta.url)),
    platform: "node",
    external: /^node:/,
  });
  await build.write({ file: bundled, format: "esm", codeSplitting: false });
  await build.close();
  const temporary = makeTree({});
  const word = randomUUID();
  const text = "touch running; sh -c 'while :; do sleep 5; done'";
  const program = `import { controlledRunner } from ${JSON.stringify(bundled)};
    const bytes = Buffer.from(${JSON.stringify(text)});
    const source = { list: () => ({ entries: [{ path: "run.sh", kind: "file", size: bytes.length, executable: false }], unread: [] }), read: () => bytes, readHead: () => bytes };
    const run = () => controlledRunner({ environment: {} }).run({ source, skill: "probe", file: "run.sh", args: [${JSON.stringify(word)}] });
    await Promise.all([run(), run()]);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { TMPDIR: temporary },
    stdio: "inherit",
  });
  const started = (): number =>
    readdirSync(temporary).filter((name) => existsSync(path.join(temporary, name, "skill", "running")))
      .length;
  await expect.poll(started, { interval: 10 }).toBe(2);
  child.kill("SIGINT");
  expect(await new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))).toBe("SIGINT");
  expect(readdirSync(temporary)).toEqual([]);
  await expect.poll(() => countProcesses(word), { interval: 10 }).toBe(0);
});

const late = `the script was ended after ${scriptTime / 1000} s, its limit`;

/** How each script ends, and the notes about it. */
const shapes = [
  ["busy-loop.sh", { outcome: "timed-out", stdout: "started\n", notes: [late] }],
  ["fork-tree.sh", { outcome: "timed-out", notes: [late] }],
  ["escapee.js", { outcome: "exited", exitCode: 0, stdout: "started\n", notes: [leakedNote] }],
  [
    "flood.sh",
    {
      outcome: "signalled",
      signal: "SIGKILL",
      truncated: ["stdout"],
      notes: [
        "stdout was truncated after 1,048,576 bytes",
        "the script was killed after writing more than 16,777,216 bytes",
      ],
    },
  ],
  ["question.sh", { outcome: "exited", exitCode: 0, stdout: "Go on? [y/n]\nanswer: '', 1\n" }],
  ["daemon.sh", { outcome: "exited", exitCode: 0, stdout: "started\n" }],
  [
    "deaf.sh",
    {
      outcome: "timed-out",
      stdout: "started\n",
      notes: [late, "the script was still running 2 s after SIGTERM and was killed by SIGKILL"],
    },
  ],
] as const;

describe("runaway scripts", () => {
  it.each(shapes)("ends %s and all its processes", async (shape, expected) => {
    const runner = controlledRunner({ environment: {}, timeoutMilliseconds: scriptTime });
    const { result, word } = await runAway(runner, shape, shape === "deaf.sh");
    expect(result).toMatchObject({ mode: "controlled", notes: [], truncated: [], ...expected });
    await expect.poll(() => countProcesses(word)).toBe(0);
  });
});
