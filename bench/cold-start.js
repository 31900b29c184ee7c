// Cold start of each binary against `node -e 0`, and of one `skills-ref validate` against the npm package of that name.
// node bench/cold-start.js [--runs N] [--node PATH] [--npm] [--python "COMMAND"]
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pair, table } from "./pair.js";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    node: { type: "string", default: process.execPath },
    npm: { type: "boolean" },
    python: { type: "string" },
  },
});
/** @param {string} name */
const here = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const skill = here("fixtures/skills/meeting-notes");
/** @param {string} name @param {string[]} args */
const node = (name, ...args) => ({ name, file: values.node, args });
const folder = mkdtempSync(path.join(tmpdir(), "bench-npm-"));

const [python = "", ...pythonArgs] = (values.python ?? "").split(" ");

const commands = [
  node("node -e 0", "-e", "0"),
  node("skills-ref validate", here("dist/bin/skills-ref.cjs"), "validate", skill),
  node("skills-ref to-prompt", here("dist/bin/skills-ref.cjs"), "to-prompt", skill),
  node("skills --version", here("dist/bin/skills.cjs"), "--version"),
  node("skills validate", here("dist/bin/skills.cjs"), "validate", skill),
  ...(values.npm ? [rival()] : []),
  ...(values.python
    ? [
        {
          name: "the Python reference",
          file: python,
          args: [...pythonArgs, "validate", skill],
        },
      ]
    : []),
];

try {
  const rows = pair(commands, Number(values.runs)).map(({ name, wall, ratio }) => [
    name,
    wall.toFixed(1),
    ratio.toFixed(2),
  ]);
  console.log(
    table([
      [execFileSync(values.node, ["--version"], { encoding: "utf8" }).trim(), "ms", "× node -e 0"],
      ...rows,
    ]),
  );
} finally {
  rmSync(folder, { recursive: true });
}

function rival() {
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "skills-ref@0.1.5"], {
    stdio: "ignore",
  });
  return node(
    "npm skills-ref@0.1.5 validate",
    path.join(folder, "node_modules/.bin/skills-ref"),
    "validate",
    skill,
  );
}
