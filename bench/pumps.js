// @ts-check
// Measures the CPU time of every pattern and every command on slow inputs. Exits with 1 if a pattern takes more than 7
// times as long, and more than 60 ms, for 4 times the text, or a command more than 3 seconds for less than a million
// bytes.
// Wall-clock time is only printed: other programs on the machine affect it.
// node bench/pumps.js [--dist PATH] [--patterns | --commands] [--only COMMAND,…] [--texts NAME,…] [--limit SECONDS]
// [--whole]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packagedExceptions, patternExceptions } from "./pattern-exceptions.js";
import { places, texts, trees, writeFiles } from "./pump-inputs.js";
import { aimedAt, builtPatterns, timeSearch } from "./pump-patterns.js";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
    patterns: { type: "boolean", default: false },
    commands: { type: "boolean", default: false },
    only: { type: "string" },
    texts: { type: "string" },
    limit: { type: "string", default: "10" },
    whole: { type: "boolean", default: false },
  },
});

const [small, large] = [4096, 16_384];
const [mostRatio, mostMilliseconds, mostSeconds] = [7, 60, 3];
const size = 950_000;
const limit = Number(values.limit);
const usage = fileURLToPath(new URL("usage.cjs", import.meta.url));

/** @typedef {{ readonly cpu: number, readonly wall: number }} Seconds */

/** Run in this order in a directory with the skill "pump": later commands read the output of earlier ones. */
const commands = [
  ["check", "."],
  ["lint", "."],
  ["lint", "--security", "."],
  ["validate", "."],
  ["test", "pump"],
  ["inspect", "pump"],
  ["graph", "pump"],
  ["digest", "pump"],
  ["diff", "pump", "other"],
  ["run", "--root", ".", "a table"],
  ["rename", "--dry-run", "pump", "other-name"],
  ["pack", "-o", "pump.zip", "pump"],
  ["verify", "pump.zip"],
  ["inspect", "pump.zip"],
  ["diff", "other", "pump.zip"],
  ["digest", "pump.zip"],
  ["install", "--root", "installed", "pump.zip"],
  ["list", "--root", "installed"],
  ["verify", "installed/skills.lock.json"],
  ["uninstall", "--root", "installed", "pump"],
  ["skills-ref", "validate", "pump"],
  ["skills-ref", "read-properties", "pump"],
  ["skills-ref", "to-prompt", "pump"],
];

let failed = false;
if (!values.commands) timePatterns();
if (!values.patterns) timeCommands();
process.exitCode = failed ? 1 : 0;

function timePatterns() {
  const patterns = builtPatterns(values.dist).filter(({ source }) => !isExcepted(source));
  const slow = [];
  for (const pattern of patterns) {
    const long = aimedAt(pattern, large);
    for (const [name, text] of aimedAt(pattern, small)) {
      if (timeSearch(pattern, long.get(name) ?? "", 2000) <= mostMilliseconds) continue;
      // Measure again: another process may have interfered.
      const after = Math.min(...[1, 2].map(() => timeSearch(pattern, long.get(name) ?? "", 2000)));
      const ratio = after / Math.max(0.1, timeSearch(pattern, text, 2000));
      slow.push({ pattern, name, after, ratio });
    }
  }
  slow.sort((one, other) => other.after - one.after);
  const bad = slow.filter(({ after, ratio }) => ratio > mostRatio && after > mostMilliseconds);
  failed ||= bad.length > 0;
  console.log(`${patterns.length} patterns, ${bad.length} slower than linear`);
  for (const { pattern, name, after, ratio } of slow.slice(0, 60))
    console.log(
      `${after.toFixed(0).padStart(6)} ms  ×${ratio.toFixed(1)}  /${pattern.source.slice(0, 70)}/  ${name}`,
    );
}

/** @param {string} source */
function isExcepted(source) {
  return (
    patternExceptions.some(({ starts }) => source.startsWith(starts)) ||
    packagedExceptions.some((exception) => exception.source === source)
  );
}

function timeCommands() {
  /** @type {Map<string, { seconds: Seconds, of: string }>} */
  const worst = new Map();
  for (const [of, files] of inputs()) {
    for (const [name, seconds] of timeAll(files)) {
      if (seconds.cpu > mostSeconds) console.log(`${formatSeconds(seconds)}  ${name}  ${of}`);
      if (seconds.cpu > (worst.get(name)?.seconds.cpu ?? 0)) worst.set(name, { seconds, of });
    }
  }
  failed ||= [...worst.values()].some(({ seconds }) => seconds.cpu > mostSeconds);
  console.log("\nslowest input of each command");
  for (const [name, { seconds, of }] of worst) console.log(`${formatSeconds(seconds)}  ${name}  (${of})`);
}

/** One text, divided between all parts of a skill; with --whole in one part at a time; and trees. */
function* inputs() {
  const wanted = values.texts?.split(",");
  const names = [...texts(1).keys()].filter((name) => !wanted || wanted.includes(name));
  for (const name of names) {
    if (values.whole) {
      const text = texts(size).get(name) ?? "";
      for (const [place, make] of Object.entries(places))
        yield/** @type {const} */ ([`${name} in ${place}`, inSkill("pump", make(text))]);
    } else {
      const share = texts(size / Object.keys(places).length).get(name) ?? "";
      const { body, description, quoted, fields, tools, ...files } = places;
      const skill = Object.assign({}, ...Object.values(files).map((make) => make(share)), body?.(share));
      const heads = Object.entries({ description, quoted, fields, tools });
      const others = heads.map(([place, make]) => inSkill(`of-${place}`, make?.(share) ?? {}));
      yield/** @type {const} */ ([name, Object.assign(inSkill("pump", skill), ...others)]);
    }
  }
  for (const [name, make] of Object.entries(trees))
    if (!wanted || wanted.includes(name)) yield/** @type {const} */ ([name, make(size)]);
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, string>>} files
 */
function inSkill(name, files) {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]));
}

/** @param {Readonly<Record<string, string>>} files */
function* timeAll(files) {
  const cwd = mkdtempSync(path.join(tmpdir(), "pumps-"));
  try {
    writeFiles(cwd, files);
    writeFiles(cwd, {
      "other/SKILL.md": "---\nname: other\ndescription: Draws. Use when the user draws.\n---\n\nDraw.\n",
    });
    const wanted = values.only?.split(",");
    for (const args of commands) {
      const name = args[0] === "skills-ref" ? args.slice(0, 2).join(" ") : args.join(" ");
      if (wanted && !wanted.includes(args[0] ?? "") && !wanted.includes(name)) continue;
      yield/** @type {const} */ ([name, time(args, cwd)]);
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/**
 * Kills the command when it has used the limit of CPU time, or, if it hangs, after ten times that on the wall clock.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Seconds}
 */
function time(args, cwd) {
  const binary = args[0] === "skills-ref" ? "skills-ref.cjs" : "skills.cjs";
  const rest = args[0] === "skills-ref" ? args.slice(1) : args;
  const node = [process.execPath, "--require", usage, path.join(values.dist, "bin", binary), ...rest];
  const answers = mkdtempSync(path.join(tmpdir(), "pumps-usage-"));
  const answer = path.join(answers, "usage.json");
  const start = process.hrtime.bigint();
  try {
    const { error, signal } = spawnSync("sh", ["-c", 'ulimit -t "$0" && exec "$@"', String(limit), ...node], {
      cwd,
      env: { ...process.env, BENCH_USAGE: answer },
      stdio: "ignore",
      timeout: limit * 10_000,
      killSignal: "SIGKILL",
    });
    const wall = Number(process.hrtime.bigint() - start) / 1e9;
    if (signal !== null) return { cpu: Infinity, wall };
    if (error) throw error;
    return { cpu: JSON.parse(readFileSync(answer, "utf8")).cpu / 1000, wall };
  } finally {
    rmSync(answers, { recursive: true, force: true });
  }
}

/** @param {Seconds} seconds */
function formatSeconds({ cpu, wall }) {
  const used = cpu === Infinity ? `> ${limit}` : cpu.toFixed(1);
  return `${used.padStart(5)} s of CPU in ${wall.toFixed(1).padStart(5)} s`;
}
