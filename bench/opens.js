// Traces the files that a command opens and reads, with strace: the opens of each SKILL.md, and the bytes read in
// relation to the bytes of the skills that it opens.
// node bench/opens.js [PATH] [--command check] [--node PATH] [--cli PATH]
import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { builtSkills, inRepository } from "./skills.js";
import { traceFiles } from "./strace.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: "string", default: "check" },
    node: { type: "string", default: process.execPath },
    cli: { type: "string", default: builtSkills },
  },
});
const tree = realpathSync(positionals[0] ?? inRepository("fixtures/scenarios"));
const command = [values.node, values.cli, values.command, tree];

const { opens, bytes } = await countCalls();
const documents = Array.from(opens).filter(([file]) => path.basename(file) === "SKILL.md");
const most = documents.reduce((max, [, count]) => Math.max(max, count), 0);
const mean = documents.reduce((sum, [, count]) => sum + count, 0) / documents.length;
const files = filesIn(documents.map(([file]) => path.dirname(file)));
const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
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

/** The opens of each file below the tree, and the bytes read from all of them. */
async function countCalls() {
  /** @type {Map<string, number>} */
  const opens = new Map();
  let bytes = 0;
  for await (const call of traceFiles(command, temporaryDirectory("opens"))) {
    if (!call.file.startsWith(`${tree}${path.sep}`)) continue;
    if (call.bytes === undefined) opens.set(call.file, (opens.get(call.file) ?? 0) + 1);
    else bytes += call.bytes;
  }
  return { opens, bytes };
}

/** The files in these directories and below; those of a skill in another skill count once. @param {readonly string[]} directories */
function filesIn(directories) {
  const files = directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name)),
  );
  return Array.from(new Set(files));
}
