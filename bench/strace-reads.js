// Traces the files that one session opens, with strace: the frontmatter of each of N skills (and the rest of the file
// where the system decodes it first), the body of the called skill and the loaded files, in that order, and no other
// file of any skill. Exits with 1 otherwise.
// node bench/strace-reads.js [--skills N] [--cli PATH]
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { builtSkills, systemIds } from "./skills.js";
import { traceFiles } from "./strace.js";

/** @typedef {{ file: string, bytes: number }} Opened A file, and the number of bytes read from it. */

const { values } = parseArgs({
  options: { skills: { type: "string", default: "20" }, cli: { type: "string", default: builtSkills } },
});
const number = Number(values.skills);
/** Where a project has its skills, if not in `skills`. @type {Readonly<Record<string, string>>} */
const roots = { agentskills: ".agents/skills", "react-actions": ".agent/skills" };
/** The systems that decode a whole SKILL.md before they look for frontmatter. */
const decodingFirst = ["agio", "spring-ai-alibaba"];
const names = Array.from({ length: number }, (_, index) => `skill-${String(index + 1).padStart(3, "0")}`);
const chosen = names[Math.floor(number / 2)] ?? "";
/** @param {string} name */
const frontmatter = (name) =>
  `---\nname: ${name}\ndescription: Does what number ${name.slice(-3)} is for.\n---\n`;
const body = `\nRead references/first.md, then references/second.md.\n${"Filling.\n".repeat(400)}`;
/** The number of bytes read at once for frontmatter. */
const headBytes = 1024;

const folder = temporaryDirectory("strace");
const holds = [];
for (const system of systemIds())
  holds.push(await check(system, path.join(folder, system), roots[system] ?? "skills"));
process.exitCode = holds.every(Boolean) ? 0 : 1;

/** @param {string} system @param {string} project @param {string} root */
async function check(system, project, root) {
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
  const command = [
    process.execPath,
    values.cli,
    ...["run", "Go on.", "--client", system, "--model", `scripted:${scenario}`, "--yes", "--format", "json"],
  ];
  const env = { ...process.env, HOME: path.join(project, "home") };
  const opened = await openedBelow(
    path.join(project, root),
    traceFiles(command, folder, { cwd: project, env }),
  );
  /** @param {string} name @param {string} file */
  const whole = (name, file) => ({
    file: `${name}/${file}`,
    bytes: Buffer.byteLength(file === "SKILL.md" ? frontmatter(name) + body : `${file}\n`),
  });
  const discovered = names.flatMap((name) => [
    { file: `${name}/SKILL.md`, bytes: headBytes },
    ...(decodingFirst.includes(system) ? [whole(name, "SKILL.md")] : []),
  ]);
  const expected = [
    ...discovered,
    whole(chosen, "SKILL.md"),
    whole(chosen, "references/first.md"),
    whole(chosen, "references/second.md"),
  ];
  const announced = opened
    .slice(0, discovered.length)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.bytes - b.bytes));
  const loaded = opened.slice(discovered.length);
  const same = JSON.stringify([...announced, ...loaded]) === JSON.stringify(expected);
  console.log(
    `${system}: ${announced.length} openings for the list of skills, then ${loaded
      .map(({ file, bytes }) => `${file} (${bytes} bytes)`)
      .join(", ")}${same ? "" : "; expected otherwise"}`,
  );
  return same;
}

/**
 * Each open of a file below the root, with the number of bytes read before the next open.
 * @param {string} root
 * @param {AsyncIterable<import("./strace.js").FileCall>} calls
 */
async function openedBelow(root, calls) {
  /** @type {Opened[]} */
  const opened = [];
  for await (const { file, bytes } of calls) {
    if (!file.startsWith(`${root}${path.sep}`)) continue;
    const inner = file.slice(root.length + 1);
    if (bytes === undefined) opened.push({ file: inner, bytes: 0 });
    else {
      const last = opened.findLast((each) => each.file === inner);
      if (!last) throw new Error(`${inner} was read before it was opened`);
      last.bytes += bytes;
    }
  }
  return opened;
}
