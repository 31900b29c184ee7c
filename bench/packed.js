// Installs the package's tarball in an empty directory and runs every command there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packAll } from "../build/package.js";
import { writeFile } from "./files.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./packed.d.ts").Step} Step */

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
  "shipped/.claude-plugin/plugin.json": '{"name": "shipped", "version": "1.1.0"}\n',
  "shipped/.codex-plugin/plugin.json": '{"name": "shipped", "version": "1.0.0"}\n',
  "import.mjs": `import { validate } from "skillwright";\n${judge}`,
  "require.cjs": `const { validate } = require("skillwright");\n${judge}`,
};

/** The command, its exit code, and a text that its output must contain. The order matters: some use files of earlier commands. @type {readonly (readonly [line: string, code: number, says: string])[]} */
const table = [
  ["skillwright --version", 0, "skillwright"],
  ["skillwright --help", 0, "Exit codes:"],
  ["skillwright help lint", 0, "Usage: npx skillwright lint"],
  ["skillwright validate line-count", 0, "line-count: accepted by spec"],
  ["skillwright validate", 1, "2 skills and 1 plugin checked"],
  ["skillwright validate --target unknown line-count", 2, "unknown"],
  ["skillwright lint line-count", 0, "1 skill checked"],
  ["skillwright lint --tokens exact --format json line-count", 0, '"schemaVersion": 1'],
  ["skillwright lint --dry-run line-count", 0, ""],
  ["skillwright lint --jobs 2 line-count broken", 1, "2 skills checked"],
  ["skillwright lint --shard 1/1 --format blob line-count", 0, "skillwrightBlob"],
  ["skillwright merge-reports line-count", 2, 'no file that ends with ".blob"'],
  ["skillwright check line-count", 0, "1 skill checked"],
  ["skillwright test line-count", 0, " passed"],
  // It loads the simulated shell.
  ["skillwright test shell.scenario.yaml", 0, " passed"],
  [
    'skillwright run --system agentskills --model lexical --root . "how many lines has this text file?"',
    0,
    "agentskills, model lexical",
  ],
  ["skillwright inspect line-count", 0, 'line-count is named "line-count"'],
  ["skillwright compat line-count", 0, "load it as written"],
  ["skillwright preview --client claude-code line-count", 0, "- line-count: "],
  ["skillwright clients", 0, "Evidence"],
  ["skillwright clients codex", 0, "a recorded agent client"],
  ["skillwright graph line-count", 0, "SKILL.md"],
  ["skillwright explain name-format", 0, "name-format"],
  ["skillwright rules --all", 0, "name-format"],
  ["skillwright pack line-count", 0, "line-count.zip"],
  ["skillwright verify line-count.zip", 0, "matches its manifest (unsigned)"],
  ["skillwright digest line-count line-count.zip", 0, "h1:"],
  ["skillwright install --root there line-count.zip", 0, "there/line-count: installed"],
  ["skillwright list --root there", 0, "1 skill: 1 active"],
  ["skillwright verify there/skills.lock.json", 0, ""],
  ["skillwright diff line-count there/line-count", 0, "have the same content"],
  ["skillwright uninstall --root there line-count", 0, "there/line-count: removed"],
  ["skillwright install --root .agents/skills line-count.zip", 0, "line-count: installed"],
  ["skillwright doctor --client codex --project . --home nowhere", 0, "Codex CLI   loads"],
  ["skillwright uninstall --root .agents/skills line-count", 0, "line-count: removed"],
  ["skillwright completions bash", 0, "__complete"],
  ["skillwright __complete -- skillwright comple", 0, "completions"],
  [
    'skillwright init word-count --description "Counts the words of a text file. Use when the user asks how many words it has."',
    0,
    "word-count",
  ],
  ["skillwright lsp", 2, "add --stdio"],
  // They read their standard input, which is empty here.
  ["skillwright mcp", 0, ""],
  ["skillwright hook", 1, "not the event of a hook"],
  ["skillwright plugin sync --check shipped", 1, "differs from"],
  ["skillwright plugin sync shipped", 0, "1 file written"],
  ["skillwright rename --dry-run line-count row-count", 1, "rename to row-count"],
  ["skillwright rename line-count row-count", 0, "row-count"],
  ["skillwright validate row-count", 0, "row-count: accepted by spec"],
  ["skillwright rename row-count line-count", 0, "line-count"],
  ["node import.mjs", 0, "accepts"],
  ["node node_modules/skillwright/examples/models/anthropic.mjs", 0, ""],
  ["node node_modules/skillwright/examples/models/openai.mjs", 0, ""],
  ["node require.cjs", 0, "accepts"],
];

/** The commands that the companion adds. @type {typeof table} */
const companionTable = [
  ["skills --version", 0, "skillwright"],
  ["skills validate line-count", 0, "line-count: accepted by spec"],
  ["skills-ref validate line-count", 0, "Valid skill: line-count"],
  ["skills-ref read-properties line-count", 0, '"name": "line-count"'],
  ["skills-ref to-prompt line-count", 0, "<available_skills>"],
];

/** @type {readonly Step[]} */
export const steps = toSteps(table);

/** @type {readonly Step[]} */
export const companionSteps = toSteps(companionTable);

/** @param {typeof table} rows @returns {Step[]} */
function toSteps(rows) {
  return rows.map(([line, code, says]) => ({ line, code, says }));
}

/** Packs dist: the paths of both tarballs, and the size, the unpacked size and the paths of the files of the package. @param {string} directory */
export function packInto(directory) {
  execFileSync(process.execPath, [path.join(root, "build/man.js")]);
  const { main, companion } = packAll(directory);
  return {
    tarball: path.join(directory, main.filename),
    companion: path.join(directory, companion.filename),
    size: main.size,
    unpackedSize: main.unpackedSize,
    paths: main.files.map((entry) => entry.path),
  };
}

/**
 * A new directory with only the package, and the companion if it is given, installed by npm offline; `said` is npm's
 * output. @param {readonly string[]} tarballs
 */
export function installFresh(tarballs, node = process.execPath) {
  const directory = mkdtempSync(path.join(tmpdir(), "bench-package-"));
  const { stdout, stderr } = npm(
    ["install", "--offline", "--no-audit", "--no-fund", "--foreground-scripts", ...tarballs],
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
