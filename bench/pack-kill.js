// Kills `skills pack` at random moments: the archive must be missing, the earlier one or the complete new one,
// and the next run must leave no temporary file.
// node bench/pack-kill.js [--count 1000] [--cli PATH]
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { runAndKill } from "./kill.js";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    cli: { type: "string", default: builtSkills },
  },
});

const cwd = temporaryDirectory("pack-kill");
const out = path.join(cwd, "out");
const archive = path.join(out, "s.zip");
const args = [values.cli, "pack", "s", "--out-dir", "out"];
const counts = { absent: 0, old: 0, new: 0, broken: 0, "with a temporary file left": 0 };
let killed = 0;
writeFile(path.join(cwd, "s/SKILL.md"), "---\nname: s\ndescription: Large. Use it to try.\n---\n");
const old = whole();
const started = performance.now();
const fresh = whole();
const length = performance.now() - started;
for (let run = 0; killed < Number(values.count); run++)
  await kill(run % 2 === 0 ? old : undefined, fresh, length);
whole();
const left = readdirSync(out).filter((name) => name !== "s.zip");
console.log(
  `${killed} kills within ${length.toFixed(0)} ms: ${Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ")}; ${left.length} temporary files after the last run`,
);
if (counts.broken > 0 || left.length > 0) process.exitCode = 1;

/**
 * The archive of the skill with a new file of eight megabytes, packed without interruption and checked with other
 * programs.
 */
function whole() {
  writeFileSync(path.join(cwd, "s/data.bin"), randomBytes(8 * 2 ** 20));
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { status: tested } = spawnSync("unzip", ["-tqq", archive]);
  if (tested !== 0) throw new Error("unzip finds the archive broken");
  return readFileSync(archive);
}

/** @param {Buffer | undefined} old @param {Buffer} fresh @param {number} length */
async function kill(old, fresh, length) {
  rmSync(archive, { force: true });
  if (old) writeFileSync(archive, old);
  const wasFaster = await runAndKill(args, Math.random() * length, { cwd });
  if (wasFaster) return;
  killed++;
  counts[stateOf(old, fresh)]++;
  if (readdirSync(out).some((name) => name.endsWith(".tmp"))) counts["with a temporary file left"]++;
}

/** @param {Buffer | undefined} old @param {Buffer} fresh */
function stateOf(old, fresh) {
  if (!existsSync(archive)) return old ? "broken" : "absent";
  const bytes = readFileSync(archive);
  if (bytes.equals(fresh)) return "new";
  return old && bytes.equals(old) ? "old" : "broken";
}
