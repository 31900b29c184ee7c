// skills lint --watch over made skills, of which one is saved again and again: the CPU time of each answer against that of a run over all. Linux only.
// node bench/watch.js [--skills N] [--saves N] [--cli PATH]
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, median, table } from "./pair.js";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "1000" },
    saves: { type: "string", default: "20" },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url)) },
  },
});
const words =
  "archive billing calendar deploy export fetch graph host invoice journal keyboard ledger migrate notes orders parcel query report schedule translate upload verify weather zip".split(
    " ",
  );
const root = mkdtempSync(path.join(tmpdir(), "bench-watch-"));

try {
  const names = Array.from({ length: Number(values.skills) }, (_, at) => makeSkill(at));
  const full = median(
    Array.from(
      { length: 5 },
      () => measure({ file: process.execPath, args: [values.cli, "lint", root] }).cpu,
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
      used.push(await watch.answer(() => save(names[(at * 37) % names.length], at)));
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
  console.log(table([["", "CPU ms", "of a run", "ms until told"], ...rows]));
} finally {
  rmSync(root, { recursive: true });
}

function makeSkill(at) {
  const word = (step) => words[(at * 7 + step * 5 + ((at >> (step % 4)) % 7)) % words.length];
  const name = `${word(0)}-${word(1)}-${at}`;
  mkdirSync(path.join(root, name, "references"), { recursive: true });
  writeFileSync(
    path.join(root, name, "references/more.md"),
    `# More\n\n${Array.from({ length: 80 }, (_, line) => `- ${word(line)} ${word(line + 3)}\n`).join("")}`,
  );
  write(
    name,
    `${[2, 3, 4, 5, 6, 7, 8].map(word).join(" ")} number ${at}. Use when somebody asks for ${word(9)}.`,
    0,
  );
  return name;
}

function write(name, description, turn, file = "SKILL.md") {
  const steps = Array.from(
    { length: 60 },
    (_, step) => `${step + 1}. Take the \`${words[(step + turn) % words.length]}\` and go on.\n`,
  ).join("");
  writeFileSync(
    path.join(root, name, file),
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nRead [more](references/more.md), turn ${turn}.\n\n${steps}`,
  );
}

function descriptionOf(name) {
  return /description: (.*)/.exec(readFileSync(path.join(root, name, "SKILL.md"), "utf8"))[1];
}

function inPlace(name, turn) {
  write(name, descriptionOf(name), turn + 1);
}

function byRenaming(name, turn) {
  write(name, descriptionOf(name), turn + 100, "SKILL.md~");
  renameSync(path.join(root, name, "SKILL.md~"), path.join(root, name, "SKILL.md"));
}

function describeAnew(name, turn) {
  write(name, `Turns ${turn} into something else. Use when ${name} is asked for.`, turn + 200);
}

/** An answer ends with the line of all skills; what it cost is what all threads of the process have used since. */
async function startWatch() {
  const child = spawn(process.execPath, [values.cli, "lint", "--watch", root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  let told = () => {};
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
    if (/^(?:watching|all) .* skills?: .*\n$/m.test(text)) told();
  });
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

/** In ms, by the scheduler's own count (proc(5), schedstat). */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
      0,
    ) / 1e6
  );
}
