// A tree of skills, by path: a copy of it is mended twice, and the second time must change nothing.
// Every value that a reader of frontmatter finds is held against what the fixes say they did: PyYAML (compare-values.py), yaml, js-yaml
// where --js-yaml names a directory that it is installed in, and each reader that is modelled (fix-values.js).
// node bench/fix-corpus.js PATH [--unsafe] [--patch FILE] [--skills BINARY] [--python COMMAND] [--js-yaml DIRECTORY]
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareReaders } from "./fix-values.js";
import { frontmatterReaders } from "./frontmatter-readers.js";
import { table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    unsafe: { type: "boolean" },
    patch: { type: "string" },
    skills: { type: "string" },
    python: { type: "string", default: "python3" },
    "js-yaml": { type: "string" },
  },
});
const [corpus] = positionals;
if (!corpus)
  throw new Error(
    "usage: node bench/fix-corpus.js PATH [--unsafe] [--patch FILE] [--skills BINARY] [--python COMMAND] [--js-yaml DIRECTORY]",
  );
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const fix = values.unsafe ? "--unsafe-fixes" : "--fix";

const copy = mkdtempSync(path.join(tmpdir(), "bench-fix-"));
try {
  cpSync(corpus, copy, { recursive: true, verbatimSymlinks: true });
  const before = lint();
  const patch = run("--dry-run", fix).stdout;
  if (values.patch) writeFileSync(values.patch, patch);
  const first = lint(fix);
  const second = lint(fix);
  report(before, first, second, patch);
  compareValues(first);
  const readers = await frontmatterReaders(values["js-yaml"]);
  const change = { before: corpus, after: copy, fixed: first.data.fixed, unsafe: values.unsafe };
  if (compareReaders(change, readers) > 0) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** By PyYAML itself. */
function compareValues(first) {
  const reports = mkdtempSync(path.join(tmpdir(), "bench-fix-"));
  try {
    const file = path.join(reports, "report.json");
    writeFileSync(file, JSON.stringify(first));
    const { status, error } = spawnSync(
      values.python,
      [fileURLToPath(new URL("compare-values.py", import.meta.url)), corpus, copy, file],
      { stdio: "inherit" },
    );
    if (error) console.log(`${values.python} does not run: nothing was compared`);
    if (status === 1) process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true });
  }
}

function lint(...flags) {
  const { stdout, stderr, status } = run("--format", "json", ...flags);
  if (status > 1) throw new Error(`${flags.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}

function run(...flags) {
  const args = ["lint", ...flags, "."];
  return spawnSync(process.execPath, [skills, ...args], { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 30 });
}

function report(before, first, second, patch) {
  const targets = Object.keys(before.subjects[0].verdicts);
  const accepts = ({ subjects }, target) =>
    subjects.filter(({ verdicts }) => verdicts[target] === "accepts").length;
  const lost = targets.map((target) =>
    before.subjects
      .filter(
        ({ path: where, verdicts }) =>
          verdicts[target] === "accepts" && after(first, where).verdicts[target] === "refuses",
      )
      .map(({ path: where }) => where),
  );
  console.log(
    `${before.subjects.length} skills, ${fix}: ${first.data.fixed.length} fixes, ${patch.match(/^diff --git/gm)?.length ?? 0} files; the second run: ${second.data.fixed.length} fixes`,
  );
  console.log(
    table([
      ["accepted by", "before", "after", "lost"],
      ...targets.map((target, at) => [
        target,
        accepts(before, target),
        accepts(first, target),
        lost[at].length,
      ]),
    ]),
  );
  console.log(table([["fixes", ""], ...byRule(first.data.fixed)]));
  console.log(table([["left", ""], ...byRule(first.data.left)]));
  for (const where of new Set(lost.flat())) console.log(`lost: ${where}`);
  for (const { path: where, title } of second.data.fixed) console.log(`fixed again: ${where}: ${title}`);
  if (second.data.fixed.length > 0 || lost.flat().length > 0) process.exitCode = 1;
}

function after({ subjects }, where) {
  return subjects.find((subject) => subject.path === where);
}

function byRule(fixes) {
  const counts = new Map();
  for (const { ruleId } of fixes) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
