// Installs the package's tarball in an empty directory and runs every command there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeFile } from "./files.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./packed.d.ts").Step} Step */
/** @typedef {{ filename: string, size: number, unpackedSize: number, files: readonly { path: string }[] }} NpmPack What `npm pack --json` prints. */

const root = inRepository("");

const skill = `---
name: line-count
description: Counts the lines of a text file. Use when the user asks how long a file is.
---

Run \`wc -l FILE\` and report the number.
`;

const judge = `validate({ paths: ["line-count"], cwd: process.cwd() }).then(({ report }) => console.log(report.subjects[0].verdicts.spec));\n`;

const files = {
  "line-count/SKILL.md": skill,
  "broken/SKILL.md": skill.replace("line-count", "Broken"),
  "shell.scenario.yaml": `prompt: Count.
systems: [spring-ai-alibaba]
project: {a.txt: "one\\ntwo\\n"}
skills: [line-count]
steps:
  - call: shell
    arguments: {command: "cat a.txt | grep -c o > count.txt"}
  - finish: "2"
expect:
  writes: {contains: "2"}
`,
  "import.mjs": `import { validate } from "skillwright";\n${judge}`,
  "require.cjs": `const { validate } = require("skillwright");\n${judge}`,
};

/** The command, its exit code, and a text that its output must contain. The order matters: some use files of earlier commands. @type {readonly (readonly [line: string, code: number, says: string])[]} */
const table = [
  ["skills --version", 0, "skillwright"],
  ["skills --help", 0, "Exit codes:"],
  ["skills help lint", 0, "Usage: npx skillwright lint"],
  ["skills validate line-count", 0, "line-count: accepted by spec, skills-ref, claude-api"],
  ["skills validate", 1, "2 skills checked"],
  ["skills validate --target unknown line-count", 2, "unknown"],
  ["skills lint line-count", 0, "1 skill checked"],
  ["skills lint --tokens exact --format json line-count", 0, '"schemaVersion": 1'],
  ["skills lint --dry-run line-count", 0, ""],
  ["skills lint --jobs 2 line-count broken", 1, "2 skills checked"],
  ["skills check line-count", 0, "1 skill checked"],
  ["skills test line-count", 0, " passed"],
  // It loads the simulated shell.
  ["skills test shell.scenario.yaml", 0, " passed"],
  [
    'skills run --client agentskills --model lexical --root . "how many lines has this text file?"',
    0,
    "agentskills, model lexical",
  ],
  ["skills inspect line-count", 0, 'line-count is named "line-count"'],
  ["skills compat line-count", 0, "load it as written"],
  ["skills preview --client claude-code line-count", 0, "- line-count: "],
  ["skills clients", 0, "Evidence"],
  ["skills clients codex", 0, "a recorded agent client"],
  ["skills graph line-count", 0, "SKILL.md"],
  ["skills explain name-format", 0, "name-format"],
  ["skills pack line-count", 0, "line-count.zip"],
  ["skills verify line-count.zip", 0, "matches its manifest (unsigned)"],
  ["skills digest line-count line-count.zip", 0, "h1:"],
  ["skills install --root there line-count.zip", 0, "there/line-count: installed"],
  ["skills list --root there", 0, "1 skill: 1 active"],
  ["skills verify there/skills.lock.json", 0, ""],
  ["skills diff line-count there/line-count", 0, "have the same content"],
  ["skills uninstall --root there line-count", 0, "there/line-count: removed"],
  ["skills install --root .agents/skills line-count.zip", 0, "line-count: installed"],
  ["skills doctor --client codex --project . --home nowhere", 0, "line-count"],
  ["skills uninstall --root .agents/skills line-count", 0, "line-count: removed"],
  ["skills completions bash", 0, "__complete"],
  ["skills __complete -- skills comple", 0, "completions"],
  [
    'skills init word-count --description "Counts the words of a text file. Use when the user asks how many words it has."',
    0,
    "word-count",
  ],
  ["skills rename --dry-run line-count row-count", 1, "rename to row-count"],
  ["skills rename line-count row-count", 0, "row-count"],
  ["skills validate row-count", 0, "row-count: accepted by spec"],
  ["skills rename row-count line-count", 0, "line-count"],
  ["skillwright validate line-count", 0, "accepted by spec"],
  ["skills-ref validate line-count", 0, "Valid skill: line-count"],
  ["skills-ref read-properties line-count", 0, '"name": "line-count"'],
  ["skills-ref to-prompt line-count", 0, "<available_skills>"],
  ["node import.mjs", 0, "accepts"],
  ["node node_modules/skillwright/examples/models/anthropic.mjs", 0, ""],
  ["node node_modules/skillwright/examples/models/openai.mjs", 0, ""],
  ["node require.cjs", 0, "accepts"],
];

/** @type {readonly Step[]} */
export const steps = table.map(([line, code, says]) => ({ line, code, says }));

/** Packs dist: the tarball's path, its size, the size and the paths of its files. @param {string} directory */
export function packInto(directory) {
  // As the script before packing does, which would also build dist again.
  execFileSync(process.execPath, [path.join(root, "build/man.js")]);
  const { stdout } = npm(["pack", "--ignore-scripts", "--json", "--pack-destination", directory], root);
  /** @type {NpmPack[]} */
  const [packed] = JSON.parse(stdout);
  if (!packed) throw new Error(`npm packed nothing: ${stdout}`);
  const { filename, size, unpackedSize, files: entries } = packed;
  return {
    tarball: path.join(directory, filename),
    size,
    unpackedSize,
    paths: entries.map((entry) => entry.path),
  };
}

/** A new directory with only the package, installed by npm offline; `said` is npm's output. @param {string} tarball */
export function installFresh(tarball, node = process.execPath) {
  const directory = mkdtempSync(path.join(tmpdir(), "bench-package-"));
  const { stdout, stderr } = npm(
    ["install", "--offline", "--no-audit", "--no-fund", "--foreground-scripts", tarball],
    directory,
    node,
  );
  return {
    directory,
    said: stdout + stderr,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Writes the skill that the steps use. @param {string} directory */
export function writeFiles(directory) {
  for (const [name, text] of Object.entries(files)) writeFile(path.join(directory, name), text);
}

/**
 * The difference from what the step expects, or nothing; `by` is the command prefix of the package's programs, such as
 * npx.
 * @param {Step} step
 * @param {string} directory
 * @param {{ readonly node?: string, readonly by?: readonly string[] }} choice
 */
export function objection({ line, code, says }, directory, { node = process.execPath, by = [] } = {}) {
  const [program = "", ...args] = [...(line.startsWith("node ") ? [] : by), ...wordsOf(line)];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: directory,
    encoding: "utf8",
    env: environment(node, path.join(directory, "node_modules/.bin")),
  });
  if (error) return String(error);
  if (status === code && `${stdout}${stderr}`.includes(says)) return undefined;
  return `exit code ${status} instead of ${code}${says === "" ? "" : ` and ${JSON.stringify(says)}`}:\n${stdout}${stderr}`;
}

/** @param {string} line */
function wordsOf(line) {
  return Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
}

/** @param {readonly string[]} args @param {string} cwd */
function npm(args, cwd, node = process.execPath) {
  const answer = spawnSync("npm", args, { cwd, encoding: "utf8", env: environment(node) });
  if (answer.status !== 0) throw new Error(`npm ${args.join(" ")}: ${answer.error ?? answer.stderr}`);
  return answer;
}

/** The environment without the settings of an outer npm or of the user's npm configuration. @param {string} node @param {string[]} programs */
function environment(node, ...programs) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && !/color/i.test(name));
  return {
    ...Object.fromEntries(own),
    npm_config_userconfig: "/dev/null",
    npm_config_update_notifier: "false",
    PATH: [...programs, path.dirname(node), process.env.PATH].join(path.delimiter),
  };
}
