// Every figure of speed and memory on one page: each command in turn, medians of CPU time (user and system) with their
// spread, beside npm's skill-check and an earlier build. It only prints, unless --hold compares the starts with their
// limits.
// node bench/figures.js [PATH] [--runs N] [--node PATH] [--npm] [--base CLI] [--scale N] [--changed]
//   [--equal N] [--hold]
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { measure, median, table } from "./pair.js";
import { builtSkills, inRepository } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "7" },
    node: { type: "string", default: process.execPath },
    cli: { type: "string", default: builtSkills },
    npm: { type: "boolean" },
    base: { type: "string" },
    scale: { type: "string" },
    changed: { type: "boolean" },
    equal: { type: "string" },
    hold: { type: "boolean" },
  },
});
const tree = path.resolve(positionals[0] ?? inRepository("fixtures/scenarios"));
const one = inRepository("fixtures/skills/meeting-notes");
const runs = Number(values.runs);
const scratch = temporaryDirectory("figures");
const { cli } = values;
// Node exits with 1 if a program is missing, as skills does if it finds problems.
for (const program of [cli, values.base])
  if (program !== undefined && !statSync(program).isFile()) throw new Error(`${program} is not a program`);
const rival = values.npm ? installRival() : undefined;

/** @param {string} name @param {readonly string[]} args */
const node = (name, ...args) => ({ name, file: values.node, args });
/** @param {string} name */
const cacheOf = (name) => ["--cache", "--cache-location", path.join(scratch, `${name}.cache`)];

const version = execFileSync(values.node, ["--version"], { encoding: "utf8" }).trim();
console.log(
  `Node ${version}, medians of ${runs} runs in turn; the spread is half of the range of the middle half\n`,
);

const starts = printRound("One skill", [
  node("node -e 0", "-e", "0"),
  node("skills-ref validate", path.join(path.dirname(cli), "skills-ref.cjs"), "validate", one),
  node("skills validate", cli, "validate", one),
  node("skills lint", cli, "lint", one),
  node("skills check", cli, "check", one),
]);
if (values.hold) holdStarts(starts);
printRound(`The tree ${path.basename(tree)} (${countSkills(tree)} skills), first run`, [
  ...(rival ? [node("npm skill-check@1.2.0 check", rival, "check", tree, "--no-security-scan")] : []),
  node("skills lint", cli, "lint", tree),
  node("skills validate", cli, "validate", tree),
  node("skills check", cli, "check", tree),
  node("skills test", cli, "test", tree),
  ...(values.base
    ? ["lint", "validate", "check", "test"].map((command) =>
        node(`${command}, earlier build`, values.base ?? "", command, tree),
      )
    : []),
]);
for (const command of ["lint", "validate", "check", "test"])
  spawnSync(values.node, [cli, command, ...cacheOf(command), tree], { stdio: "ignore" });
printRound("The same tree again, with --cache", [
  ...(rival ? [node("npm skill-check@1.2.0 check", rival, "check", tree, "--no-security-scan")] : []),
  node("skills check, without", cli, "check", tree),
  ...["lint", "validate", "check", "test"].map((command) =>
    node(`skills ${command}`, cli, command, ...cacheOf(command), tree),
  ),
]);
if (values.scale !== undefined) printScale(Number(values.scale));
const program = ["--node", values.node, "--cli", cli];
if (values.changed)
  printOther("One of 1,000 skills changed", "changed.js", ...program, "--runs", values.runs);
if (values.equal !== undefined) {
  const edits = ["--sequences", values.equal, "--cli", cli];
  printOther("Reports with a cache and without one", "cache.js", ...edits);
}

/** Prints the result of another benchmark. @param {string} title @param {string} file @param {readonly string[]} args */
function printOther(title, file, ...args) {
  console.log(title);
  spawnSync(process.execPath, [inRepository(`bench/${file}`), ...args], { stdio: "inherit" });
  console.log("");
}

/**
 * Runs the commands in turn, and prints the CPU time of each, its ratio to the first one in the same turn, and its
 * peak memory.
 * Returns the median ratios.
 * @param {string} title
 * @param {readonly import("./pair.js").Command[]} commands
 */
function printRound(title, commands) {
  for (const command of commands) measure(command);
  const rounds = Array.from({ length: runs }, () => commands.map(measure));
  const all = commands.map((_, at) =>
    rounds.map((round) => (round[at]?.cpu ?? Number.NaN) / (round[0]?.cpu ?? Number.NaN)),
  );
  const rows = commands.map(({ name }, at) => {
    const cpu = rounds.map((round) => round[at]?.cpu ?? Number.NaN);
    const ratios = all[at] ?? [];
    const rss = Math.max(...rounds.map((round) => round[at]?.rss ?? 0));
    return [
      name,
      median(cpu).toFixed(0),
      `± ${spreadOf(cpu).toFixed(0)}`,
      median(ratios).toFixed(2),
      `± ${spreadOf(ratios).toFixed(2)}`,
      rss.toFixed(0),
    ];
  });
  console.log(title);
  console.log(table([["", "CPU ms", "", "× the first", "", "peak MiB"], ...rows]));
  console.log("");
  return new Map(commands.map(({ name }, at) => [name, median(all[at] ?? [])]));
}

/**
 * Sets the exit code to 1 if the start of a command takes more CPU time, in relation to `node -e 0`, than was reached,
 * with a fifth of room, as much as the same machine differs. Node 20 saves no compiled code.
 * @param {ReadonlyMap<string, number>} ratios
 */
function holdStarts(ratios) {
  const isOld = version.startsWith("v20.");
  const limits = isOld ? [1.4, 2.6, 3.5, 6] : [1.4, 2.1, 2.8, 4.7];
  const names = ["skills-ref validate", "skills validate", "skills lint", "skills check"];
  for (const [at, name] of names.entries()) {
    const ratio = ratios.get(name) ?? Number.NaN;
    const limit = limits[at] ?? 0;
    if (ratio <= limit) continue;
    console.log(`${name} takes ${ratio.toFixed(2)} times as long as node -e 0 (maximum ${limit})\n`);
    process.exitCode = 1;
  }
}

/** @param {readonly number[]} all */
function spreadOf(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const quarter = sorted.length / 4;
  return ((sorted[Math.ceil(sorted.length - quarter) - 1] ?? 0) - (sorted[Math.floor(quarter)] ?? 0)) / 2;
}

/** Copies of the tree under other names, up to so many skills: the peak memory. @param {number} skills */
function printScale(skills) {
  const copies = path.join(scratch, "copies");
  mkdirSync(copies);
  const each = Math.max(1, countSkills(tree));
  for (let at = 0; at * each < skills; at++) cpSync(tree, path.join(copies, String(at)), { recursive: true });
  const rows = ["validate", "lint"].map((command) => {
    const { cpu, rss } = measure(
      node(command, cli, command, "--output", path.join(scratch, `${command}.json`), copies),
    );
    return [`skills ${command}`, (cpu / 1000).toFixed(1), rss.toFixed(0)];
  });
  console.log(`${countSkills(copies)} skills, JSON to a file, one run`);
  console.log(table([["", "CPU s", "peak MiB"], ...rows]));
  console.log("");
  rmSync(copies, { recursive: true });
}

/** @param {string} directory */
function countSkills(directory) {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === "SKILL.md",
  ).length;
}

function installRival() {
  const folder = path.join(scratch, "npm");
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "skill-check@1.2.0"], {
    stdio: "ignore",
  });
  const program = path.join(folder, "node_modules/skill-check/bin/skill-check.js");
  if (!existsSync(program)) throw new Error("npm did not install skill-check");
  return program;
}
