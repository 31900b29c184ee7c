// Traces the files that a command opens and reads, with strace: the opens of each SKILL.md, and the bytes read in
// relation to the bytes of the skills that it opens.
// node bench/opens.js [PATH] [--command check] [--node PATH] [--cli PATH]
import { spawnSync } from "node:child_process";
import { createReadStream, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { builtSkills, inRepository } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: "string", default: "check" },
    node: { type: "string", default: process.execPath },
    cli: { type: "string", default: builtSkills },
  },
});
const tree = realpathSync(positionals[0] ?? inRepository("fixtures/scenarios"));
const logs = temporaryDirectory("opens");
// -ff writes a file for each thread: in a common one, calls of two threads interrupt each other.
const trace = [
  "-ff",
  "-y",
  "-s",
  "0",
  "-e",
  "trace=open,openat,read,pread64",
  "-o",
  path.join(logs, "thread"),
];
const { status, error } = spawnSync("strace", [...trace, values.node, values.cli, values.command, tree], {
  stdio: "ignore",
});
if (error) throw error;
if (status !== 0 && status !== 1) throw new Error(`skills ${values.command}: exit code ${status}`);

const { opens, bytes } = await readLog();
const documents = Array.from(opens).filter(([file]) => path.basename(file) === "SKILL.md");
const most = documents.reduce((max, [, count]) => Math.max(max, count), 0);
const mean = documents.reduce((sum, [, count]) => sum + count, 0) / documents.length;
const size = documents.reduce((sum, [file]) => sum + sizeOf(path.dirname(file)), 0);
console.log(
  table([
    [
      `skills ${values.command}`,
      "SKILL.md files",
      "opens of each",
      "at most",
      "bytes read",
      "× the skills' files",
    ],
    ["", String(documents.length), mean.toFixed(2), String(most), String(bytes), (bytes / size).toFixed(2)],
  ]),
);

/** The opens of each regular file below the tree, and the bytes read from all of them. */
async function readLog() {
  /** @type {Map<string, number>} */
  const opens = new Map();
  let bytes = 0;
  for await (const line of linesOf(logs)) {
    const opening = /\bopen(?:at)?\(.*\) = \d+<(.*)>$/.exec(line);
    const reading = /\b(?:read|pread64)\(\d+<(.*)>, .* = (\d+)$/.exec(line);
    const file = opening?.[1] ?? reading?.[1];
    if (!file?.startsWith(`${tree}${path.sep}`) || line.includes("O_DIRECTORY")) continue;
    if (opening) opens.set(file, (opens.get(file) ?? 0) + 1);
    else bytes += Number(reading?.[2]);
  }
  return { opens, bytes };
}

/** The lines of all files in a directory. @param {string} directory */
async function* linesOf(directory) {
  for (const name of readdirSync(directory))
    yield* createInterface({ input: createReadStream(path.join(directory, name)) });
}

/** The bytes of all files in a directory. @param {string} directory */
function sizeOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
