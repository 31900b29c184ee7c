// A tree of skills, by path: skills per CPU-second with one target and with all, against reading and hashing every file.
// node bench/corpus.js PATH [--runs N]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, median, table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "7" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/corpus.js PATH [--runs N]");
/** @param {string} name */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const skills = here("../dist/bin/skills.cjs");
/** @param {string} name @param {string[]} args */
const node = (name, ...args) => ({ name, file: process.execPath, args });

const validate = node("skills validate", skills, "validate", "--format", "json", corpus);
const commands = [
  node("read and hash every file", here("read-and-hash.js"), corpus),
  validate,
  node(
    "  --target spec,skills-ref,claude-api",
    skills,
    "validate",
    "--format",
    "json",
    "--target",
    "spec,skills-ref,claude-api",
    corpus,
  ),
];
const { stdout } = spawnSync(process.execPath, validate.args, { encoding: "utf8", maxBuffer: 2 ** 30 });
const { checked } = JSON.parse(stdout).summary;

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
