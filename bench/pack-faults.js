// One skill packed again and again, where no archive is and over an old one: each time another of its calls to the file system fails, once or with
// all that follow, until none does. Under the archive's name stands nothing, the old one, or all of the new one; and the exit code says which.
// node bench/pack-faults.js [--codes LIST] [--skills BINARY]
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./pair.js";

const { values } = parseArgs({
  options: { codes: { type: "string", default: "ENOSPC,EIO,EACCES,EMFILE" }, skills: { type: "string" } },
});
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const fault = fileURLToPath(new URL("fault.cjs", import.meta.url));
const demo = fileURLToPath(new URL("../fixtures/vectors/demo", import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), "bench-faults-"));
const out = path.join(work, "out");
const archive = path.join(out, "demo.zip");
const rows = [];

try {
  cpSync(demo, path.join(work, "demo"), { recursive: true });
  reset("");
  if (run({}).status !== 0) throw new Error("the skill cannot be packed");
  const packed = readFileSync(archive);
  for (const before of ["", "old"])
    for (const code of values.codes.split(","))
      for (const on of ["", "1"]) rows.push(sweep(before, packed, code, on));
  console.log("each time nothing, the old or the new, and nothing else is left");
  console.log(table([["where there was, code, calls that fail", "runs", "nothing", "old", "new"], ...rows]));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function sweep(before, packed, code, on) {
  const row = [`${before || "nothing"}, ${code}, ${on ? "all from one on" : "one"}`, 0, 0, 0, 0];
  for (let at = 1; ; at++) {
    reset(before);
    const told = path.join(work, "told");
    const { status, stderr } = run({
      FAIL_AT: String(at),
      FAIL_ON: on,
      FAIL_CODE: code,
      FAIL_IN: work,
      FAIL_TOLD: told,
    });
    if (!existsSync(told)) return row;
    const where = `${row[0]}: call ${at}, ${readFileSync(told, "utf8")}`;
    rmSync(told);
    if (stderr.includes("this is a fault of") || (status !== 0 && status !== 2))
      throw new Error(`${where}: ended with ${status}\n${stderr}`);
    const state = existsSync(archive)
      ? readFileSync(archive).equals(packed)
        ? "new"
        : readFileSync(archive, "utf8")
      : "";
    if (!["new", before].includes(state) || (status === 0 && state !== "new"))
      throw new Error(
        `${where}: ended with ${status}, ${JSON.stringify(state.slice(0, 40))} is there\n${stderr}`,
      );
    row[1]++;
    row[{ "": 2, old: 3, new: 4 }[state]]++;
    // What fails for good cannot be cleaned up after either: the next run does that.
    if (run({}).status !== 0) throw new Error(`${where}: the next run failed`);
    const left = readdirSync(out).filter((name) => name !== "demo.zip");
    if (left.length > 0) throw new Error(`${where}: ${left} was left`);
  }
}

function reset(before) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  if (before) writeFileSync(archive, before);
}

function run(env) {
  return spawnSync(
    process.execPath,
    ["--require", fault, skills, "pack", "--out-dir", out, path.join(work, "demo")],
    { cwd: work, env: { PATH: process.env.PATH, ...env }, encoding: "utf8" },
  );
}
