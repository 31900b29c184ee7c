// skills lint --changed and validate --changed in a git repository of made skills, of which one differs from the last commit, against `node -e 0`.
// node bench/changed.js [--skills N] [--runs N] [--node PATH] [--cli PATH] [--keep]
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, median, table } from "./pair.js";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "1000" },
    runs: { type: "string", default: "21" },
    node: { type: "string", default: process.execPath },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url)) },
    keep: { type: "boolean" },
  },
});
const words =
  "archive billing calendar deploy export fetch graph host invoice journal keyboard ledger migrate notes orders parcel query report schedule translate upload verify weather zip".split(
    " ",
  );
/** Of Node 20; later ones start in half the time, and git takes what it takes. */
const most = 3;
const root = mkdtempSync(path.join(tmpdir(), "bench-changed-"));

try {
  const names = Array.from({ length: Number(values.skills) }, (_, at) => makeSkill(at));
  writeFileSync(path.join(root, ".gitignore"), "node_modules/\n.DS_Store\n*.log\n");
  for (const line of ["init -q", "add -A", "-c user.name=a -c user.email=a@example.com commit -q -m x"])
    execFileSync("git", line.split(" "), { cwd: root, stdio: "ignore" });
  // Of files as old as the index git reads every byte again (git-scm.com/docs/racy-git): nobody's repository is a second old.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
  execFileSync("git", ["status"], { cwd: root, stdio: "ignore" });
  appendFileSync(path.join(root, "skills", names[names.length >> 1], "SKILL.md"), "\nOne line more.\n");
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
      ["", "ms least", "ms median", "× least", "× by pair", "own CPU ms"],
      ...rows.map(({ cells }) => cells),
    ]),
  );
  const { ratio } = rows.at(-1);
  if (version.startsWith("v20.") && ratio > most) process.exitCode = 1;
  if (values.keep) console.log(root);
} finally {
  if (!values.keep) rmSync(root, { recursive: true });
}

/** What a skill of the size of most real ones is: 1,500 words with a reference and a script. */
function makeSkill(at) {
  const word = (step) => words[(at * 7 + step * 5 + ((at >> (step % 4)) % 7)) % words.length];
  const name = `${word(0)}-${word(1)}-${at}`;
  const home = path.join(root, "skills", name);
  for (const folder of ["references", "scripts"]) mkdirSync(path.join(home, folder), { recursive: true });
  const steps = Array.from(
    { length: 90 },
    (_, step) =>
      `${step + 1}. Take the ${word(step)} out of \`${word(step + 2)}\`, look at the ${word(step + 3)} and go on with what it says.\n`,
  ).join("");
  writeFileSync(
    path.join(home, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${[2, 3, 4, 5, 6, 7, 8].map(word).join(" ")} number ${at}. Use when somebody asks for ${word(9)}.\n---\n\n# ${name}\n\nRead [more](references/more.md), and run scripts/go.py.\n\n${steps}`,
  );
  writeFileSync(
    path.join(home, "references/more.md"),
    `# More\n\n${Array.from({ length: 80 }, (_, line) => `- ${word(line)} ${word(line + 3)}\n`).join("")}`,
  );
  writeFileSync(
    path.join(home, "scripts/go.py"),
    `import json\n\nprint(json.dumps(${JSON.stringify(word(1))}))\n`,
    { mode: 0o755 },
  );
  return name;
}

/** A B C A B C …: a ratio is that of two runs one after the other, so that a machine that drifts slows both alike. */
function compare(commands, runs) {
  const all = Object.entries(commands);
  const rounds = Array.from({ length: runs + 1 }, () => all.map(([, args]) => once(args))).slice(1);
  const least = rounds[0].map((_, at) => Math.min(...rounds.map((round) => round[at])));
  return all.map(([name, args], at) => {
    const cpu = Math.min(
      ...Array.from({ length: 5 }, () => measure({ file: values.node, args, cwd: root }).cpu),
    );
    const medians = [
      median(rounds.map((round) => round[at])),
      median(rounds.map((round) => round[at] / round[0])),
    ];
    return {
      ratio: least[at] / least[0],
      cells: [
        name,
        least[at].toFixed(1),
        medians[0].toFixed(1),
        (least[at] / least[0]).toFixed(2),
        medians[1].toFixed(2),
        cpu.toFixed(1),
      ],
    };
  });
}

function once(args) {
  const started = performance.now();
  const { status, error } = spawnSync(values.node, args, { cwd: root, stdio: "ignore" });
  const wall = performance.now() - started;
  if (error || status !== 0) throw new Error(`${args.join(" ")}: ${error ?? `exit code ${status}`}`);
  return wall;
}
