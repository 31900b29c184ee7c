// skills lint --watch, or check --watch, over generated skills, one of which is saved repeatedly: the CPU time of each
// update compared with that of a run over all. Linux only.
// node bench/watch.js [--command check] [--skills N] [--saves N] [--cli PATH]
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { madeSkill, wordAt } from "./made-skills.js";
import { measure, median, table } from "./pair.js";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    command: { type: "string", default: "lint" },
    skills: { type: "string", default: "1000" },
    saves: { type: "string", default: "20" },
    cli: { type: "string", default: builtSkills },
  },
});
const root = temporaryDirectory("watch");

const names = Array.from({ length: Number(values.skills) }, (_, at) => makeSkill(at));
const full = median(
  Array.from(
    { length: 5 },
    () => measure({ name: "all", file: process.execPath, args: [values.cli, values.command, root] }).cpu,
  ),
);
const watch = await startWatch();
const rows = [["a run over all", full.toFixed(1), "", ""]];
for (const [what, save] of Object.entries({
  "saved in place": inPlace,
  "saved by renaming": byRenaming,
  "description changed": describeAnew,
})) {
  const used = [];
  for (let at = 0; at < Number(values.saves); at++)
    used.push(await watch.answer(() => save(names[(at * 37) % names.length] ?? "", at)));
  const cpu = median(used.map((each) => each.cpu));
  rows.push([
    what,
    cpu.toFixed(1),
    `${((100 * cpu) / full).toFixed(1)} %`,
    median(used.map((each) => each.wall)).toFixed(0),
  ]);
}
watch.end();
console.log(`Node ${process.version}, ${values.skills} skills, medians of ${values.saves} saves`);
console.log(table([["", "CPU ms", "of a run", "ms until printed"], ...rows]));

/** @param {number} at */
function makeSkill(at) {
  const { name, description, more } = madeSkill(at);
  writeFile(path.join(root, name, "references/more.md"), more);
  write(name, description, 0);
  return name;
}

/** @param {string} name @param {string} description @param {number} turn */
function write(name, description, turn, file = "SKILL.md") {
  const steps = Array.from(
    { length: 60 },
    (_, step) => `${step + 1}. Take the \`${wordAt(step + turn)}\` and go on.\n`,
  ).join("");
  writeFile(
    path.join(root, name, file),
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nRead [more](references/more.md), turn ${turn}.\n\n${steps}`,
  );
}

/** @param {string} name */
function descriptionOf(name) {
  return /description: (.*)/.exec(readFileSync(path.join(root, name, "SKILL.md"), "utf8"))?.[1] ?? "";
}

/** @param {string} name @param {number} turn */
function inPlace(name, turn) {
  write(name, descriptionOf(name), turn + 1);
}

/** @param {string} name @param {number} turn */
function byRenaming(name, turn) {
  write(name, descriptionOf(name), turn + 100, "SKILL.md~");
  renameSync(path.join(root, name, "SKILL.md~"), path.join(root, name, "SKILL.md"));
}

/** @param {string} name @param {number} turn */
function describeAnew(name, turn) {
  write(name, `Turns ${turn} into something else. Use when ${name} is asked for.`, turn + 200);
}

/** An update ends with the line that counts all skills; its cost is the CPU time of all threads since the last one. */
async function startWatch() {
  const child = spawn(process.execPath, [values.cli, values.command, "--watch", root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  /** @type {(value?: unknown) => void} */
  let told = () => {};
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
    if (/^(?:watching|all) .* skills?: .*\n$/m.test(text)) told();
  });
  /** @param {() => void} save */
  const answer = async (save) => {
    text = "";
    const [cpu, wall] = [cpuOf(child.pid), performance.now()];
    const ended = new Promise((resolve) => {
      told = resolve;
    });
    save();
    await ended;
    const after = performance.now() - wall;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { cpu: cpuOf(child.pid) - cpu, wall: after };
  };
  await new Promise((resolve) => {
    told = resolve;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { answer, end: () => child.kill() };
}

/** In ms, by the scheduler's own count (proc(5), schedstat). @param {number | undefined} pid */
function cpuOf(pid = 0) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
      0,
    ) / 1e6
  );
}
