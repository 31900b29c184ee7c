// Whether results with a cache equal those without one: after random changes to a tree of skills, and after runs that
// were killed. Exits with 1 if one differs.
// node bench/cache.js [--sequences N] [--edits N] [--kills N] [--seed N] [--cli PATH] [--commands LIST]
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeEditedTree, startEdits } from "./cache-edits.js";
import { temporaryDirectory } from "./files.js";
import { runAndKill } from "./kill.js";
import { builtSkills, runSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "200" },
    edits: { type: "string", default: "3" },
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    cli: { type: "string", default: builtSkills },
    commands: { type: "string", default: "lint,validate,check,test" },
  },
});
const commands = values.commands.split(",");
let [compared, differences] = [0, 0];

for (let sequence = 0; sequence < Number(values.sequences); sequence++)
  runSequence(Number(values.seed) + sequence);
console.log(
  `${compared} runs after ${values.sequences} sequences of ${values.edits} edits: ${differences} differ`,
);
await killRuns();
if (differences > 0) process.exitCode = 1;

/** @param {number} seed */
function runSequence(seed) {
  const root = temporaryDirectory("cache");
  makeEditedTree(root);
  const editor = startEdits(root, seed);
  const command = commands[seed % commands.length] ?? "lint";
  /** @type {string[]} */
  const done = [];
  for (let at = 0; at <= Number(values.edits); at++) {
    // In every other sequence, a run follows so quickly that the times of the files prove nothing.
    if (seed % 2 === 0) pause(60);
    compare(root, [command, ...(seed % 5 === 0 ? ["--target", "all"] : [])], done, editor.cwd());
    done.push(editor.edit());
  }
}

/** @param {string} root @param {readonly string[]} args @param {readonly string[]} done @param {string} cwd */
function compare(root, args, done, cwd = root) {
  const cache = ["--cache", "--cache-location", path.join(root, "results.cache")];
  const [plain, cached, again] = [[], cache, cache].map((more) => {
    const { status, stdout, stderr } = runSkills([...args, "--format", "json", ...more], {
      cli: values.cli,
      cwd,
    });
    return JSON.stringify([status, stdout.replace(/"seconds": [\d.]+/g, '"seconds": 0'), stderr]);
  });
  compared += 2;
  if (plain === cached && plain === again) return;
  differences++;
  console.log(`${args.join(" ")} differs after:\n  ${done.join("\n  ")}`);
}

/** The cache must be the old one or the new one, whole, and the next run must report the same. */
async function killRuns() {
  const root = temporaryDirectory("cache-kill");
  makeEditedTree(root);
  const location = path.join(root, "results.cache");
  const args = ["lint", "--cache", "--cache-location", location];
  pause(60);
  const started = performance.now();
  runSkills(args, { cli: values.cli, cwd: root });
  const lasts = performance.now() - started;
  const editor = startEdits(root, Number(values.seed));
  const before = differences;
  for (let kill = 0; kill < Number(values.kills); kill++) {
    editor.edit();
    pause(60);
    const old = readFileSync(location, "utf8");
    await runAndKill([values.cli, ...args], lasts * (0.5 + Math.random() / 2), { cwd: root });
    const now = readFileSync(location, "utf8");
    if (now === "" || (now !== old && !isWhole(now))) {
      differences++;
      console.log(`kill ${kill}: the cache is damaged`);
    }
    compare(root, ["lint"], [`kill ${kill}`]);
  }
  console.log(`${values.kills} runs killed: ${differences - before} differ afterwards`);
}

/** Whether the last line is complete. @param {string} text */
function isWhole(text) {
  return text.endsWith("}");
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
