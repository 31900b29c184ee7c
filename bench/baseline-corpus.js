// A tree of skills, by path: with a baseline of a copy nothing counts, not after lines were put before others and directories
// moved either; and of one mistake in each of twenty skills each counts once, and nothing else.
// node bench/baseline-corpus.js PATH [--skills BINARY]
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
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
import { table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/baseline-corpus.js PATH [--skills BINARY]");
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

/** Rule → how to make its mistake in a skill whose SKILL.md is in good order. */
const mistakes = {
  "reference-broken": (skill) =>
    appendFileSync(path.join(skill, "SKILL.md"), "\n\nRead [the notes](references/of-the-bench.md).\n"),
  "unknown-field": (skill) => edit(skill, (text) => text.replace("---\n", "---\nbench-field: one\n")),
  "path-backslash": (skill) =>
    appendFileSync(path.join(skill, "SKILL.md"), "\n\nRead `references\\of-the-bench.md`.\n"),
  "placeholder-text": (skill) =>
    appendFileSync(path.join(skill, "SKILL.md"), "\n\nTODO: describe how the bench is measured.\n"),
  "hidden-text": (skill) =>
    appendFileSync(
      path.join(skill, "SKILL.md"),
      "\n\nMeasure the bench\u{e0041}\u{e0042}\u{e0043}\u{e0044} first.\n",
    ),
};
const wanted = 20;

const home = mkdtempSync(path.join(tmpdir(), "bench-baseline-"));
const copy = path.join(home, "copy");
const baseline = path.join(home, "baseline.json");
try {
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
    skill: plain[Math.floor((at * plain.length) / wanted)],
    rule: rules[at % rules.length],
  }));
  for (const { skill, rule } of chosen) mistakes[rule](path.join(copy, skill));
  expectMistakes(chosen, lint("--baseline", baseline));
  const again = lint("--write-baseline", baseline);
  if (counted(again).length !== wanted)
    fail("written over what was there, the baseline took new findings in");
  console.log(
    `the baseline: ${first.length} bytes for ${before.summary.baselined} findings of ${before.subjects.length} skills`,
  );
} finally {
  rmSync(home, { recursive: true });
}

function lint(...flags) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [skills, "lint", "--format", "json", ...flags, "."],
    { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  if (status > 1) throw new Error(`${flags.join(" ")}: ${stderr}`);
  return { ...JSON.parse(stdout), status };
}

function counted({ subjects }) {
  return subjects.flatMap(({ path: skill, findings }) =>
    findings
      .filter(({ baselined, suppressed }) => !baselined && !suppressed)
      .map(({ ruleId, message }) => ({ skill, rule: ruleId, message })),
  );
}

/** In such good order that two lines more make no other mistake. */
function isPlain({ path: skill, verdicts }) {
  const file = path.join(corpus, skill, "SKILL.md");
  const text = verdicts.spec === "accepts" && existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.startsWith("---\n") && !text.includes("\r") && text.split("\n").length < 300;
}

function shift(text) {
  return text.replace(
    /^---\n[^]*?\n---[ \t]*\n/,
    (head) => `${head}\nThese words were put before the others.\n\n`,
  );
}

function edit(skill, change) {
  const file = path.join(skill, "SKILL.md");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

function expectNothing(when, report) {
  const found = counted(report);
  console.log(
    `${when}: exit ${report.status}, ${report.summary.baselined} in the baseline, ${found.length} count`,
  );
  if (report.status !== 0 || found.length > 0)
    fail(table(found.map(({ skill, rule, message }) => [skill, rule, message])));
}

function expectMistakes(chosen, report) {
  const found = counted(report);
  console.log(`one mistake in each of ${chosen.length} skills: exit ${report.status}, ${found.length} count`);
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

function fail(why) {
  console.log(why);
  process.exitCode = 1;
}
