// Cold start of each binary compared with `node -e 0`, and of `skills-ref validate` compared with the npm package of
// that name.
// node bench/cold-start.js [--runs N] [--node PATH] [--npm] [--python "COMMAND"]
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { pair, table } from "./pair.js";
import { builtSkills, inRepository } from "./skills.js";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    node: { type: "string", default: process.execPath },
    npm: { type: "boolean" },
    python: { type: "string" },
  },
});
const skill = inRepository("fixtures/skills/meeting-notes");
const skillsRef = inRepository("dist/bin/skills-ref.cjs");
/** @param {string} name @param {string[]} args */
const node = (name, ...args) => ({ name, file: values.node, args });

const [python = "", ...pythonArgs] = (values.python ?? "").split(" ");

const commands = [
  node("node -e 0", "-e", "0"),
  node("skills-ref validate", skillsRef, "validate", skill),
  node("skills-ref to-prompt", skillsRef, "to-prompt", skill),
  node("skills --version", builtSkills, "--version"),
  node("skills validate", builtSkills, "validate", skill),
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

function rival() {
  const folder = temporaryDirectory("npm");
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
