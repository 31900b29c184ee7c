// skills lint, validate and check over real skills in shards, merged, and in one run. Exits with 1 unless the reports are
// the same bytes in every format. All runs have a clock that does not go on, as reports have the elapsed time.
// node bench/shards.js DIRECTORY [--shards N,…] [--commands NAME,…] [--cli PATH]
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { builtSkills } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shards: { type: "string", default: "2,4,16,97" },
    commands: { type: "string", default: "lint,validate,check" },
    cli: { type: "string", default: builtSkills },
  },
});
const [directory] = positionals;
if (directory === undefined) throw new Error("node bench/shards.js DIRECTORY");
const formats = [
  "text",
  "compact",
  "json",
  "ndjson",
  "sarif",
  "github",
  "gitlab",
  "junit",
  "markdown",
  "html",
];
const folder = temporaryDirectory("shards");
const still = path.join(folder, "still.cjs");
writeFileSync(still, "process.uptime = () => 1;\n");

/** @param {readonly string[]} args */
function run(args) {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ["--require", still, values.cli, ...args],
    { cwd: directory, maxBuffer: 2 ** 31 - 1 },
  );
  if (error || status === null || (status === 2 && stdout.length === 0))
    throw new Error(`${args.join(" ")}: ${error ?? stderr}`);
  return { status, stdout };
}

/** The arguments that write each format to a file. @param {string} to */
function outputs(to) {
  mkdirSync(to, { recursive: true });
  return formats.flatMap((format) => ["--output", `${format}=${path.join(to, format)}`]);
}

let failed = false;
for (const command of values.commands.split(",")) {
  const whole = path.join(folder, command);
  const { status, stdout } = run([command, "--no-config", ...outputs(whole), "."]);
  for (const of of values.shards.split(",").map(Number)) {
    const blobs = path.join(folder, `${command}-${of}`);
    mkdirSync(blobs);
    let bytes = 0;
    for (let index = 1; index <= of; index++) {
      const blob = run([command, "--no-config", "--shard", `${index}/${of}`, "--format", "blob", "."]).stdout;
      bytes += blob.length;
      writeFileSync(path.join(blobs, `${index}.blob`), blob);
    }
    const to = path.join(folder, `${command}-${of}-merged`);
    const merged = run(["merge-reports", ...outputs(to), blobs]);
    const { stdout: differing } = spawnSync("diff", ["-rq", whole, to], { encoding: "utf8" });
    const equal = differing === "" && merged.status === status && merged.stdout.equals(stdout);
    failed ||= !equal;
    console.log(
      `${command} in ${of} shards (${(bytes / 1e6).toFixed(1)} MB of blobs): ${equal ? "equal" : `DIFFERENT\n${differing}`}`,
    );
  }
}
process.exitCode = failed ? 1 : 0;
