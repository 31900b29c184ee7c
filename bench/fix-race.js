// `skills lint --fix` while another process swaps the skill's directory for a link: the link's target must never be
// written to.
// node bench/fix-race.js [--runs 200] [--cli PATH]
import { spawn, spawnSync } from "node:child_process";
import {
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
import { parseArgs } from "node:util";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    cli: { type: "string", default: builtSkills },
  },
});

const files = 40;

/** Swaps the directory for the link and back, at varying moments, until its input ends. */
const swapping = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  let swaps = 0;
  let ended = false;
  process.stdin.on("end", () => { ended = true; }).resume();
  process.stdout.write("begun");
  const pause = (most) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));
  (async () => {
    while (!ended) {
      await pause(30);
      renameSync("skills/a", "held");
      symlinkSync("../victim", "skills/a");
      swaps++;
      await pause(10);
      unlinkSync("skills/a");
      renameSync("held", "skills/a");
    }
    process.stdout.write(String(swaps));
  })();
`;
const runs = Number(values.runs);
const counts = { fixed: 0, "left as it was": 0, "fixed in part": 0, "written through the link": 0 };
const codes = new Map();
let swaps = 0;
for (let run = 0; run < runs; run++) await race();
console.log(
  `${runs} runs, ${swaps} swaps: ${Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ")}; exit codes ${Array.from(codes, ([code, count]) => `${code}: ${count}`).join(", ")}`,
);
if (counts["written through the link"] > 0) process.exitCode = 1;

/** One run with one concurrent swapper. */
async function race() {
  const cwd = mkdtempSync(path.join(tmpdir(), "bench-race-"));
  try {
    for (const place of ["skills/a", "victim"]) fill(path.join(cwd, place));
    const swapper = spawn(process.execPath, ["-e", swapping], { cwd, stdio: ["pipe", "pipe", "inherit"] });
    await new Promise((resolve) => swapper.stdout.once("data", resolve));
    const { status } = spawnSync(process.execPath, [values.cli, "lint", "--fix", "skills"], { cwd });
    codes.set(status, (codes.get(status) ?? 0) + 1);
    const told = new Promise((resolve) => swapper.stdout.once("data", resolve));
    swapper.stdin.end();
    swaps += Number(String(await told));
    count(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** A skill with a script for every fix, so that each fix is a separate write. @param {string} directory */
function fill(directory) {
  mkdirSync(path.join(directory, "scripts"), { recursive: true });
  writeFileSync(
    path.join(directory, "SKILL.md"),
    "\ufeff---\nname: a\ndescription: Sorts songs. Use when songs are to be sorted.\n---\n\nDo it.\n",
  );
  for (let at = 0; at < files; at++)
    writeFileSync(path.join(directory, `scripts/${at}.sh`), `#!/bin/sh\r\necho ${at}\r\n`);
}

/** @param {string} cwd */
function count(cwd) {
  const own = existsSync(path.join(cwd, "held")) ? "held" : "skills/a";
  const [fixed, through] = [changedIn(path.join(cwd, own)), changedIn(path.join(cwd, "victim"))];
  if (through > 0) counts["written through the link"]++;
  else if (fixed === 0) counts["left as it was"]++;
  else counts[fixed === files + 1 ? "fixed" : "fixed in part"]++;
}

/** Files that were changed or added. @param {string} directory */
function changedIn(directory) {
  const scripts = readdirSync(path.join(directory, "scripts"));
  const written = scripts.filter(
    (name) => !readFileSync(path.join(directory, "scripts", name), "utf8").includes("\r\n"),
  );
  const isWhole = readFileSync(path.join(directory, "SKILL.md"), "utf8").startsWith("\ufeff");
  return written.length + (isWhole ? 0 : 1) + Math.max(0, readdirSync(directory).length - 2);
}
