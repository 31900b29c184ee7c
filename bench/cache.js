// Whether results with a cache equal those without one, after random changes to a tree of skills. Exits with 1 if one
// differs.
// node bench/cache.js [--sequences N] [--edits N] [--seed N] [--cli PATH] [--commands LIST]
import path from "node:path";
import { parseArgs } from "node:util";
import { makeEditedTree, startEdits } from "./cache-edits.js";
import { temporaryDirectory } from "./files.js";
import { builtSkills, runSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "200" },
    edits: { type: "string", default: "3" },
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
if (differences > 0) process.exitCode = 1;

/** @param {number} seed */
function runSequence(seed) {
  const root = temporaryDirectory("cache");
  makeEditedTree(root);
  const editor = startEdits(root, seed);
  const command = commands[seed % commands.length] ?? "lint";
  const strategy = seed % 3 === 0 ? "content" : "metadata";
  /** @type {string[]} */
  const done = [];
  for (let at = 0; at <= Number(values.edits); at++) {
    // In every other sequence, a run follows so quickly that the times of the files prove nothing.
    if (seed % 2 === 0) pause(60);
    compare(root, [command, ...(seed % 5 === 0 ? ["--target", "all"] : [])], strategy, done);
    done.push(editor.edit());
  }
}

/** @param {string} root @param {readonly string[]} args @param {string} strategy @param {readonly string[]} done */
function compare(root, args, strategy, done) {
  const cache = [
    "--cache",
    "--cache-location",
    path.join(root, "results.cache"),
    "--cache-strategy",
    strategy,
  ];
  const [plain, cached, again] = [[], cache, cache].map((more) => {
    const { status, stdout, stderr } = runSkills([...args, "--format", "json", ...more], {
      cli: values.cli,
      cwd: root,
    });
    return JSON.stringify([status, stdout.replace(/"seconds": [\d.]+/g, '"seconds": 0'), stderr]);
  });
  compared += 2;
  if (plain === cached && plain === again) return;
  differences++;
  console.log(`${args.join(" ")} (${strategy}) differs after:\n  ${done.join("\n  ")}`);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
