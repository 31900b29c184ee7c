// Packs one skill repeatedly, with and without an old archive, each time with the next call to the file system failing,
// once or with all later calls. The archive must be missing, the old one or the complete new one, and the exit code
// must agree.
// node bench/pack-faults.js [--codes LIST] [--skills BINARY]
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { failingRuns, faultsOf, faultTitle, runOnce } from "./faults.js";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { inRepository } from "./skills.js";

const { values } = parseArgs({
  options: { codes: { type: "string", default: "ENOSPC,EIO,EACCES,EMFILE" }, skills: { type: "string" } },
});
const work = temporaryDirectory("pack-faults");
const out = path.join(work, "out");
const archive = path.join(out, "demo.zip");
const run = { args: ["pack", "--out-dir", out, path.join(work, "demo")], cli: values.skills, cwd: work };

cpSync(inRepository("fixtures/vectors/demo"), path.join(work, "demo"), { recursive: true });
reset("");
if (runOnce(run).status !== 0) throw new Error("the skill cannot be packed");
const packed = readFileSync(archive);
const faults = faultsOf(values.codes);
const rows = ["", "old"].flatMap((before) => faults.map((fault) => sweep(before, fault)));
console.log("each archive was missing, the old or the new one, and nothing else was left");
console.log(table([["existing archive, code, calls that fail", "runs", "nothing", "old", "new"], ...rows]));

/** @param {string} before @param {import("./faults.js").Fault} fault */
function sweep(before, fault) {
  const counts = { runs: 0, nothing: 0, old: 0, new: 0 };
  const prepare = () => reset(before);
  for (const { call, status, stderr } of failingRuns({ ...run, within: work, prepare }, fault)) {
    const where = `over ${before || "nothing"}, ${call}`;
    const state = stateOf();
    const isAllowed = state === "new" || (status !== 0 && state === (before || "nothing"));
    if (state === "broken" || !isAllowed)
      throw new Error(`${where}: ended with ${status}, ${state} is there\n${stderr}`);
    counts.runs++;
    counts[state]++;
    // If all later calls fail, the cleanup fails too: the next run does it.
    if (runOnce(run).status !== 0) throw new Error(`${where}: the next run failed`);
    const left = readdirSync(out).filter((name) => name !== "demo.zip");
    if (left.length > 0) throw new Error(`${where}: ${left} was left`);
  }
  return [
    `${before || "nothing"}, ${faultTitle(fault)}`,
    counts.runs,
    counts.nothing,
    counts.old,
    counts.new,
  ];
}

function stateOf() {
  if (!existsSync(archive)) return "nothing";
  const bytes = readFileSync(archive);
  if (bytes.equals(packed)) return "new";
  return bytes.toString() === "old" ? "old" : "broken";
}

/** @param {string} before */
function reset(before) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  if (before) writeFileSync(archive, before);
}
