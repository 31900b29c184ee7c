// Skills of a tree per CPU-second with one target and with all, compared with reading and hashing every file.
// node bench/corpus.js PATH [--runs N]
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { measure, median, table } from "./pair.js";
import { builtSkills, inRepository, reportOf } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "7" } },
});
const corpus = required(positionals[0], "corpus.js PATH [--runs N]");
/** @param {string} name @param {string[]} args */
const node = (name, ...args) => ({ name, file: process.execPath, args });

const commands = [
  node("read and hash every file", inRepository("bench/read-and-hash.js"), corpus),
  node("skills validate", builtSkills, "validate", "--format", "json", corpus),
  node(
    "  --target spec,skills-ref,claude-api",
    builtSkills,
    "validate",
    "--format",
    "json",
    "--target",
    "spec,skills-ref,claude-api",
    corpus,
  ),
];
const { checked } = reportOf("validate", [corpus]).summary;

const rounds = Array.from({ length: Number(values.runs) }, () => commands.map(measure));
const rows = commands.map(({ name }, at) => {
  /** @param {"cpu" | "rss"} key */
  const of = (key) => median(rounds.map((round) => round[at]?.[key] ?? Number.NaN));
  return [
    name,
    (of("cpu") / 1000).toFixed(2),
    of("rss").toFixed(0),
    (checked / (of("cpu") / 1000)).toFixed(0),
  ];
});
console.log(`${checked} skills, Node ${process.version}, medians of ${values.runs} runs in turn`);
console.log(table([["", "CPU s", "peak MiB", "skills per CPU s"], ...rows]));
