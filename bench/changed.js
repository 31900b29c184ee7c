// skills lint --changed and validate --changed in a git repository of generated skills, one of which differs from the
// last commit, compared with `node -e 0`.
// node bench/changed.js [--skills N] [--runs N] [--node PATH] [--cli PATH] [--keep]
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { madeSkill } from "./made-skills.js";
import { measure, median, table, withoutCertificates } from "./pair.js";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "1000" },
    runs: { type: "string", default: "21" },
    node: { type: "string", default: process.execPath },
    cli: { type: "string", default: builtSkills },
    keep: { type: "boolean" },
  },
});
/** For Node 20; later versions start in half the time, but git does not get faster. */
const most = 6;
const root = values.keep ? mkdtempSync(path.join(tmpdir(), "bench-changed-")) : temporaryDirectory("changed");

const names = Array.from({ length: Number(values.skills) }, (_, at) => makeSkill(at));
writeFileSync(path.join(root, ".gitignore"), "node_modules/\n.DS_Store\n*.log\n");
for (const line of ["init -q", "add -A", "-c user.name=a -c user.email=a@example.com commit -q -m x"])
  execFileSync("git", line.split(" "), { cwd: root, stdio: "ignore" });
// Git reads files that are as old as the index again (git-scm.com/docs/racy-git), which does not happen in a repository
// older than a second.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
execFileSync("git", ["status"], { cwd: root, stdio: "ignore" });
appendFileSync(path.join(root, `skills/${names[names.length >> 1]}/SKILL.md`), "\nOne line more.\n");
const commands = {
  "node -e 0": ["-e", "0"],
  "skills validate, one skill": [values.cli, "validate", `skills/${names[0]}`],
  "skills lint, one skill": [values.cli, "lint", `skills/${names[0]}`],
  "skills validate --changed": [values.cli, "validate", "--changed"],
  "skills lint --changed": [values.cli, "lint", "--changed"],
};
const rows = compare(commands, Number(values.runs));
const version = execFileSync(values.node, ["--version"], { encoding: "utf8" }).trim();
console.log(`Node ${version}, ${values.skills} skills, one changed, ${values.runs} runs in turn`);
console.log(
  table([
    ["", "ms least", "ms median", "× least", "× by pair", "CPU ms of the process"],
    ...rows.map(({ cells }) => cells),
  ]),
);
if (version.startsWith("v20.") && (rows.at(-1)?.ratio ?? 0) > most) process.exitCode = 1;
if (values.keep) console.log(root);

/** The files of a skill of typical size: 1,500 words with a reference and a script. @param {number} at */
function makeSkill(at) {
  const { name, description, more, word } = madeSkill(at);
  const home = path.join(root, "skills", name);
  const steps = Array.from(
    { length: 90 },
    (_, step) =>
      `${step + 1}. Take the ${word(step)} out of \`${word(step + 2)}\`, look at the ${word(step + 3)} and go on with what it says.\n`,
  ).join("");
  writeFile(
    path.join(home, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nRead [more](references/more.md), and run scripts/go.py.\n\n${steps}`,
  );
  writeFile(path.join(home, "references/more.md"), more);
  writeFile(
    path.join(home, "scripts/go.py"),
    `import json\n\nprint(json.dumps(${JSON.stringify(word(1))}))\n`,
    0o755,
  );
  return name;
}

/** Runs A B C A B C …, so that a ratio compares two consecutive runs and a machine that slows down affects both. @param {Readonly<Record<string, readonly string[]>>} commands @param {number} runs */
function compare(commands, runs) {
  const all = Object.entries(commands);
  const rounds = Array.from({ length: runs + 1 }, () => all.map(([, args]) => once(args))).slice(1);
  /** @param {number} at */
  const wallOf = (at) => rounds.map((round) => round[at] ?? Number.NaN);
  const first = wallOf(0);
  return all.map(([name, args], at) => {
    const command = { name, file: values.node, args, cwd: root };
    const cpu = Math.min(...Array.from({ length: 5 }, () => measure(command).cpu));
    const wall = wallOf(at);
    const least = Math.min(...wall);
    const ratio = least / Math.min(...first);
    const byPair = median(wall.map((each, round) => each / (first[round] ?? Number.NaN)));
    return {
      ratio,
      cells: [
        name,
        least.toFixed(1),
        median(wall).toFixed(1),
        ratio.toFixed(2),
        byPair.toFixed(2),
        cpu.toFixed(1),
      ],
    };
  });
}

/** @param {readonly string[]} args */
function once(args) {
  const started = performance.now();
  const { status, error } = spawnSync(values.node, args, {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, ...withoutCertificates },
  });
  const wall = performance.now() - started;
  if (error || status !== 0) throw new Error(`${args.join(" ")}: ${error ?? `exit code ${status}`}`);
  return wall;
}
