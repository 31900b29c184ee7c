// Tests the baseline on a copy of a tree of skills: no finding counts, neither in the unchanged copy nor after
// inserting lines and moving directories. Then one mistake is added to each of twenty skills, and exactly twenty
// findings must count.
// node bench/baseline-corpus.js PATH [--skills BINARY]
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { reportOf } from "./skills.js";

/** @typedef {ReturnType<typeof lint>} LintReport */
/** @typedef {{ skill: string, rule: string }} Mistake */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const corpus = required(positionals[0], "baseline-corpus.js PATH [--skills BINARY]");

/** Rule → function that adds its mistake to a skill with a valid SKILL.md. @type {Readonly<Record<string, (skill: string) => void>>} */
const mistakes = {
  "reference-broken": (skill) => append(skill, "Read [the notes](references/of-the-bench.md)."),
  "unknown-field": (skill) => edit(skill, (text) => text.replace("---\n", "---\nbench-field: one\n")),
  "path-backslash": (skill) => append(skill, "Read `references\\of-the-bench.md`."),
  "placeholder-text": (skill) => append(skill, "TODO: describe how the bench is measured."),
  "hidden-text": (skill) => append(skill, "Measure the bench\u{e0041}\u{e0042}\u{e0043}\u{e0044} first."),
};
const wanted = 20;

const home = temporaryDirectory("baseline");
const copy = path.join(home, "copy");
const baseline = path.join(home, "baseline.json");
cpSync(corpus, copy, { recursive: true, verbatimSymlinks: true });
const before = lint("--write-baseline", baseline);
const first = readFileSync(baseline);
expectNothing("as it was", lint("--baseline", baseline));
for (const name of readdirSync(copy)) renameSync(path.join(copy, name), path.join(copy, `moved-${name}`));
const plain = before.subjects.filter(isPlain).map(({ path: skill }) => `moved-${skill}`);
for (const skill of plain) edit(path.join(copy, skill), shift);
expectNothing("lines and directories moved", lint("--baseline", baseline));
const rules = Object.keys(mistakes);
const chosen = Array.from({ length: wanted }, (_, at) => ({
  skill: plain[Math.floor((at * plain.length) / wanted)] ?? "",
  rule: rules[at % rules.length] ?? "",
}));
for (const { skill, rule } of chosen) mistakes[rule]?.(path.join(copy, skill));
expectMistakes(chosen, lint("--baseline", baseline));
const again = lint("--write-baseline", baseline);
if (counted(again).length !== wanted) fail("writing over an existing baseline added new findings");
console.log(
  `the baseline: ${first.length} bytes for ${before.summary.baselined} findings of ${before.subjects.length} skills`,
);

/** @param {string[]} flags */
function lint(...flags) {
  return reportOf("lint", [...flags, "."], { cli: values.skills, cwd: copy });
}

/** @param {LintReport} report */
function counted({ subjects }) {
  return subjects.flatMap(({ path: skill, findings }) =>
    findings
      .filter(({ baselined, suppressed }) => !baselined && !suppressed)
      .map(({ ruleId, message }) => ({ skill, rule: ruleId, message })),
  );
}

/** Whether two more lines in the skill cause only the intended mistake. @param {LintReport["subjects"][number]} subject */
function isPlain({ path: skill, verdicts }) {
  const file = path.join(corpus, skill, "SKILL.md");
  const text = verdicts.spec === "accepts" && existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.startsWith("---\n") && !text.includes("\r") && text.split("\n").length < 300;
}

/** @param {string} text */
function shift(text) {
  return text.replace(
    /^---\n[^]*?\n---[ \t]*\n/,
    (head) => `${head}\nThese words were put before the others.\n\n`,
  );
}

/** @param {string} skill @param {string} paragraph */
function append(skill, paragraph) {
  appendFileSync(path.join(skill, "SKILL.md"), `\n\n${paragraph}\n`);
}

/** @param {string} skill @param {(text: string) => string} change */
function edit(skill, change) {
  const file = path.join(skill, "SKILL.md");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** @param {string} when @param {LintReport} report */
function expectNothing(when, report) {
  const found = counted(report);
  console.log(
    `${when}: exit ${report.outcome}, ${report.summary.baselined} in the baseline, ${found.length} count`,
  );
  if (report.outcome !== 0 || found.length > 0)
    fail(table(found.map(({ skill, rule, message }) => [skill, rule, message])));
}

/** @param {readonly Mistake[]} chosen @param {LintReport} report */
function expectMistakes(chosen, report) {
  const found = counted(report);
  console.log(
    `one mistake in each of ${chosen.length} skills: exit ${report.outcome}, ${found.length} count`,
  );
  /** @param {Mistake} mistake */
  const rows = ({ skill, rule }) => `${skill} ${rule}`;
  const [got, made] = [found.map(rows).sort(), chosen.map(rows).sort()];
  if (got.join("\n") !== made.join("\n"))
    fail(
      [
        ...got.filter((row) => !made.includes(row)).map((row) => `not made: ${row}`),
        ...made.filter((row) => !got.includes(row)).map((row) => `not found: ${row}`),
      ].join("\n"),
    );
}

/** @param {string} why */
function fail(why) {
  console.log(why);
  process.exitCode = 1;
}
