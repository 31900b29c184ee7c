// Applies fixes to a copy of a tree of skills twice; the second run must change nothing.
// Compares every value that a frontmatter reader finds with the titles of the fixes: PyYAML (compare-values.py), yaml,
// js-yaml if --js-yaml names a directory where it is installed, and each modeled reader (fix-values.js).
// node bench/fix-corpus.js PATH [--unsafe] [--patch FILE] [--skills BINARY] [--python COMMAND] [--js-yaml DIRECTORY]
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { compareReaders } from "./fix-values.js";
import { frontmatterReaders } from "./frontmatter-readers.js";
import { table } from "./pair.js";
import { dataOf, inRepository, reportOf, runSkills } from "./skills.js";
import { count, mostFirst } from "./tally.js";

/** @typedef {ReturnType<typeof lint>} LintReport */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    unsafe: { type: "boolean", default: false },
    patch: { type: "string" },
    skills: { type: "string" },
    python: { type: "string", default: "python3" },
    "js-yaml": { type: "string" },
  },
});
const corpus = required(
  positionals[0],
  "fix-corpus.js PATH [--unsafe] [--patch FILE] [--skills BINARY] [--python COMMAND] [--js-yaml DIRECTORY]",
);
const fix = values.unsafe ? "--unsafe-fixes" : "--fix";

const work = temporaryDirectory("fix");
const copy = path.join(work, "copy");
cpSync(corpus, copy, { recursive: true, verbatimSymlinks: true });
const choice = { cli: values.skills, cwd: copy };
const before = lint();
const patch = runSkills(["lint", "--dry-run", fix, "."], choice).stdout;
if (values.patch) writeFileSync(values.patch, patch);
const first = lint(fix);
const second = lint(fix);
report();
compareValues();
const readers = await frontmatterReaders(values["js-yaml"]);
const change = { before: corpus, after: copy, fixed: fixesOf(first, "fixed"), unsafe: values.unsafe };
if (compareReaders(change, readers) > 0) process.exitCode = 1;

/** By PyYAML itself. */
function compareValues() {
  const file = path.join(work, "report.json");
  writeFileSync(file, JSON.stringify(first));
  const { status, error } = spawnSync(
    values.python,
    [inRepository("bench/compare-values.py"), corpus, copy, file],
    { stdio: "inherit" },
  );
  if (error) console.log(`${values.python} does not run; nothing was compared`);
  if (status === 1) process.exitCode = 1;
}

/** @param {string[]} flags */
function lint(...flags) {
  return reportOf("lint", [...flags, "."], choice);
}

/** @param {LintReport} report @param {"fixed" | "left"} key */
function fixesOf(report, key) {
  return dataOf(report)[key] ?? [];
}

function report() {
  const targets = Object.keys(before.subjects[0]?.verdicts ?? {});
  const lost = targets.map((target) => {
    const refused = new Set(skillsThat(first, target, "refuses"));
    return skillsThat(before, target, "accepts").filter((where) => refused.has(where));
  });
  const [fixed, again] = [fixesOf(first, "fixed"), fixesOf(second, "fixed")];
  console.log(
    `${before.subjects.length} skills, ${fix}: ${fixed.length} fixes, ${patch.match(/^diff --git/gm)?.length ?? 0} files; the second run: ${again.length} fixes`,
  );
  console.log(
    table([
      ["accepted by", "before", "after", "lost"],
      ...targets.map((target, at) => [
        target,
        skillsThat(before, target, "accepts").length,
        skillsThat(first, target, "accepts").length,
        lost[at]?.length ?? 0,
      ]),
    ]),
  );
  console.log(table([["fixes", ""], ...byRule(fixed)]));
  console.log(table([["left", ""], ...byRule(fixesOf(first, "left"))]));
  for (const where of new Set(lost.flat())) console.log(`lost: ${where}`);
  for (const { path: where, title } of again) console.log(`fixed again: ${where}: ${title}`);
  if (again.length > 0 || lost.flat().length > 0) process.exitCode = 1;
}

/** The paths of the skills on which a target gives this verdict. @param {LintReport} report @param {string} target @param {"accepts" | "refuses"} verdict */
function skillsThat({ subjects }, target, verdict) {
  return subjects
    .filter(({ verdicts }) =>
      Object.entries(verdicts).some(([id, given]) => id === target && given === verdict),
    )
    .map(({ path: where }) => where);
}

/** @param {readonly import("../src/model/reports/lint.ts").SkillFix[]} fixes */
function byRule(fixes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { ruleId } of fixes) count(counts, ruleId);
  return mostFirst(counts);
}
