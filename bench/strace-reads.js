// Traces the files that one session opens, with strace: the frontmatter of each of N skills, the body of the called
// skill and the loaded files, in that order, and no other file of any skill. Exits with 1 otherwise.
// node bench/strace-reads.js [--skills N] [--cli PATH]
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { builtSkills } from "./skills.js";

/** @typedef {{ file: string, bytes: number }} Opened A file, and the number of bytes read from it. */

const { values } = parseArgs({
  options: { skills: { type: "string", default: "20" }, cli: { type: "string", default: builtSkills } },
});
const number = Number(values.skills);
const roots = {
  agentskills: ".agents/skills",
  agio: "skills",
  "react-actions": ".agent/skills",
  "spring-ai-alibaba": "skills",
  harness9: "skills",
};
const names = Array.from({ length: number }, (_, index) => `skill-${String(index + 1).padStart(3, "0")}`);
const chosen = names[Math.floor(number / 2)] ?? "";
/** @param {string} name */
const frontmatter = (name) =>
  `---\nname: ${name}\ndescription: Does what number ${name.slice(-3)} is for.\n---\n`;
const body = `\nRead references/first.md, then references/second.md.\n${"Filling.\n".repeat(400)}`;
/** The number of bytes read at once for frontmatter. */
const headBytes = 1024;

const folder = temporaryDirectory("strace");
const holds = Object.entries(roots).map(([system, root]) => check(system, path.join(folder, system), root));
process.exitCode = holds.every(Boolean) ? 0 : 1;

/** @param {string} system @param {string} project @param {string} root */
function check(system, project, root) {
  for (const name of names) {
    writeFile(path.join(project, root, name, "SKILL.md"), frontmatter(name) + body);
    for (const file of [
      "references/first.md",
      "references/second.md",
      "references/third.md",
      "scripts/never.sh",
    ])
      writeFile(path.join(project, root, name, file), `${file}\n`);
  }
  const scenario = path.join(project, "reads.scenario.yaml");
  writeFile(
    scenario,
    `prompt: Go on.\nsteps:\n  - activate: ${chosen}\n  - read: references/first.md\n  - read: references/second.md\n  - finish: Done.\nexpect:\n  answer: { contains: Done }\n`,
  );
  const log = path.join(project, "strace.log");
  const args = [
    "-f",
    "-y",
    "-s",
    "0",
    "-e",
    "trace=open,openat,read,pread64",
    "-o",
    log,
    process.execPath,
    values.cli,
    "run",
    "Go on.",
    "--client",
    system,
    "--model",
    `scripted:${scenario}`,
    "--yes",
    "--format",
    "json",
  ];
  const { status, stderr } = spawnSync("strace", args, {
    cwd: project,
    encoding: "utf8",
    env: { ...process.env, HOME: path.join(project, "home") },
  });
  if (status !== 0) throw new Error(`${system} did not answer: ${stderr}`);
  const opened = readLog(readFileSync(log, "utf8"), path.join(project, root));
  /** @param {string} file */
  const whole = (file) => ({
    file: `${chosen}/${file}`,
    bytes: Buffer.byteLength(file === "SKILL.md" ? frontmatter(chosen) + body : `${file}\n`),
  });
  const expected = [
    ...names.map((name) => ({ file: `${name}/SKILL.md`, bytes: headBytes })),
    whole("SKILL.md"),
    whole("references/first.md"),
    whole("references/second.md"),
  ];
  /** @param {readonly Opened[]} heads */
  const sorted = (heads) => [...heads].sort((a, b) => (a.file < b.file ? -1 : 1));
  const same =
    JSON.stringify([...sorted(opened.slice(0, number)), ...opened.slice(number)]) ===
    JSON.stringify(expected);
  console.log(
    `${system}: ${opened.length} files opened: ${opened.slice(0, number).filter(({ file }) => file.endsWith("/SKILL.md")).length} heads of ${headBytes} bytes, then ${opened
      .slice(number)
      .map(({ file, bytes }) => `${file} (${bytes} bytes)`)
      .join(", ")}${same ? "" : "; expected otherwise"}`,
  );
  return same;
}

/** Each open of a file (not a directory) below the root, with the number of bytes read before the next open. @param {string} log @param {string} root */
function readLog(log, root) {
  /** @type {Opened[]} */
  const opened = [];
  for (const line of log.split("\n")) {
    const opening = /\bopen(?:at)?\(.*\) = \d+<(.*)>$/.exec(line);
    const reading = /\b(?:read|pread64)\(\d+<(.*)>, .* = (\d+)$/.exec(line);
    const file = opening?.[1] ?? reading?.[1];
    if (!file?.startsWith(`${root}${path.sep}`) || line.includes("O_DIRECTORY")) continue;
    const inner = file.slice(root.length + 1);
    const last = opened.findLast((each) => each.file === inner);
    if (opening) opened.push({ file: inner, bytes: 0 });
    else if (last) last.bytes += Number(reading?.[2]);
    else throw new Error(`read before it was opened: ${line}`);
  }
  return opened;
}
