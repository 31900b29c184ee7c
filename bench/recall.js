// Plants the defects of planted.jsonl in copies of real skills and measures which of them `skills lint` reports.
// node bench/recall.js CORPUS [--skills BINARY] [--report FILE]
// Exits with 1 if a defect is missed without a reason, fits no skill, or is found in spite of a reason.
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { filesBelow, sha256, temporaryDirectory } from "./files.js";
import { ruleMetas } from "./hits.js";
import { plant, readDefects } from "./planting.js";
import { inRepository, reportOf } from "./skills.js";
import { count } from "./tally.js";

/** @typedef {import("./planting.d.ts").Defect} Defect */
/** @typedef {import("./planting.d.ts").PlantedFile} PlantedFile */
/** @typedef {import("./planting.d.ts").PlantedSkill} PlantedSkill */
/** @typedef {{ path: string, rules: ReadonlySet<string> }} Candidate A skill of the corpus, and the rules that report something in it. */
/** @typedef {{ defect: Defect, at: string, from: string }} Copy The directories of a planted copy, below the home, and of the skill it was made from. */
/** @typedef {ReturnType<typeof measure>[number]} Result */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" }, report: { type: "string" } },
});
const corpus = required(positionals[0], "recall.js CORPUS [--skills BINARY] [--report FILE]");
/** The number of skills that each defect is planted in. */
const wanted = 3;
/** Of a skill, so that copies are made quickly. */
const [maxFiles, maxBytes] = [40, 300_000];

const defects = readDefects(inRepository("bench/planted.jsonl"));
const home = temporaryDirectory("recall");
const candidates = candidateSkills();
const copies = defects.flatMap(plantedCopies);
const results = measure();
const metas = new Set(ruleMetas(values.skills).map(({ id }) => id));

for (const { defect, planted, missed, instead } of results) {
  if (planted === 0) fail(`${defect.id} (${defect.rule}): fits no skill`);
  else if (missed.length === 0 && defect.missed !== undefined)
    fail(`${defect.id} (${defect.rule}): found everywhere, but listed as missed: ${defect.missed}`);
  else if (missed.length > 0) {
    const text = `${defect.id} (${defect.rule}): missed in ${missed.length} of ${planted}: ${missed.join(", ")}; new rules there: ${instead.join(", ") || "none"}`;
    if (defect.missed === undefined) fail(text);
    else console.log(`${text}; ${defect.missed}`);
  }
}
const all = sum(results);
console.log(
  `${results.length} defects for ${new Set(defects.map(({ rule }) => rule)).size} rules: ${all.found} of ${all.planted} planted copies found (${percent(all)}), ${whole(results)} defects in every copy`,
);
if (values.report !== undefined) writeFileSync(values.report, page());

/**
 * Plain skills that the specification accepts, by the program of this repository, so that every program gets the same
 * ones.
 */
function candidateSkills() {
  const { subjects } = reportOf("lint", [...switchedOn(undefined), "."], { cwd: corpus });
  const paths = subjects.map((subject) => subject.path);
  return subjects
    .filter(({ verdicts }) => verdicts.spec === "accepts")
    .map(({ path: skill, findings }) => ({
      path: skill,
      rules: new Set(findings.map(({ ruleId }) => ruleId)),
    }))
    .filter(
      ({ path: skill, rules }) =>
        isPlain(skill, rules) && !paths.some((other) => other.startsWith(`${skill}/`)),
    );
}

/** @param {string} skill @param {ReadonlySet<string>} rules */
function isPlain(skill, rules) {
  if (rules.has("fence-unclosed") || rules.has("nested-skill")) return false;
  const directory = path.join(corpus, skill);
  const files = filesBelow(directory);
  if (files.length > maxFiles) return false;
  const bytes = files.reduce((total, file) => total + lstatSync(path.join(directory, file)).size, 0);
  if (bytes > maxBytes) return false;
  const text = readFileSync(path.join(directory, "SKILL.md"), "utf8");
  return text.startsWith("---\n") && text.endsWith("\n") && !text.includes("\r");
}

/** The copies of the first skills that the defect fits and its rule does not report yet, from different repositories. @param {Defect} defect @returns {Copy[]} */
function plantedCopies(defect) {
  const repositories = new Set();
  /** @type {Copy[]} */
  const made = [];
  for (const { path: skill } of inOrder(defect)) {
    const [repository] = skill.split("/");
    if (made.length === wanted) break;
    if (repositories.has(repository)) continue;
    const planted = plant(readSkill(skill), defect);
    if (!planted) continue;
    repositories.add(repository);
    const at = `${defect.id}/${made.length + 1}`;
    writeSkill(path.join(home, "planted", at), planted);
    writeSkill(path.join(home, "plain", at), readSkill(skill));
    made.push({ defect, at, from: skill });
  }
  return made;
}

/** In an order of its own for each defect, so that the defects are spread over the corpus. @param {Defect} defect */
function inOrder({ id, rule }) {
  return candidates
    .filter(({ rules }) => !rules.has(rule))
    .map((candidate) => ({ ...candidate, order: sha256(`${id} ${candidate.path}`) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** @param {string} skill @returns {PlantedSkill} */
function readSkill(skill) {
  const directory = path.join(corpus, skill);
  const files = filesBelow(directory).map(
    /** @returns {[string, PlantedFile]} */ (file) => {
      const absolute = path.join(directory, file);
      return [file, { bytes: readFileSync(absolute), executable: (lstatSync(absolute).mode & 0o100) !== 0 }];
    },
  );
  return { directory: path.basename(skill), files: new Map(files) };
}

/** @param {string} parent @param {PlantedSkill} skill */
function writeSkill(parent, { directory, files }) {
  for (const [name, file] of files) {
    const absolute = path.join(parent, directory, name);
    mkdirSync(path.dirname(absolute), { recursive: true });
    if ("target" in file) symlinkSync(file.target, absolute);
    else writeFileSync(absolute, file.bytes, { mode: file.executable ? 0o755 : 0o644 });
  }
}

/** Lints every copy in one run. A defect is found where its rule reports more than in the unchanged copy. */
function measure() {
  const { subjects } = reportOf("lint", [...switchedOn(values.skills), "."], {
    cli: values.skills,
    cwd: home,
  });
  /** @type {Map<string, Map<string, number>>} Rules and their findings, by copy. */
  const counts = new Map();
  for (const { path: subject, findings } of subjects) {
    const copy = subject.split("/").slice(0, 3).join("/");
    const rules = counts.get(copy) ?? new Map();
    counts.set(copy, rules);
    for (const { ruleId } of findings) count(rules, ruleId);
  }
  /** The rules that report more in the planted copy. @param {Copy} copy */
  const newRules = ({ at }) => {
    const before = counts.get(`plain/${at}`);
    return Array.from(counts.get(`planted/${at}`) ?? [])
      .filter(([rule, findings]) => findings > (before?.get(rule) ?? 0))
      .map(([rule]) => rule);
  };
  return defects.map((defect) => {
    const made = copies.filter((copy) => copy.defect === defect);
    const missing = made.filter((copy) => !newRules(copy).includes(defect.rule));
    return {
      defect,
      planted: made.length,
      missed: missing.map(({ from }) => from),
      instead: Array.from(new Set(missing.flatMap(newRules))).sort(),
    };
  });
}

/** Flags for the rules with defects that are off by default, if the program knows them. @param {string | undefined} cli */
function switchedOn(cli) {
  const planted = new Set(defects.map(({ rule }) => rule));
  return [
    "--no-config",
    ...ruleMetas(cli)
      .filter(({ id, off }) => off && planted.has(id))
      .flatMap(({ id, severity }) => ["--rule", `${id}=${severity}`]),
  ];
}

function page() {
  const rules = Array.from(new Set(defects.map(({ rule }) => rule))).sort();
  return `# Recall

Written by \`node bench/recall.js CORPUS --report bench/recall.md\` from [planted.jsonl](planted.jsonl): each defect is planted in ${wanted} skills, as far as it fits so many, that its rule does not report. It is found if the rule reports more than in the unchanged copy. Rules that are off by default are on.

${results.length} defects for ${rules.length} rules: ${all.found} of ${all.planted} planted copies found (${percent(all)}), ${whole(results)} defects in every copy.

| Rule | Defects | Planted | Found | Missed | Recall |
|---|--:|--:|--:|--:|--:|
${rules.map(row).join("\n")}

## Missed

${missedList()}
`;
}

/** @param {string} rule */
function row(rule) {
  const some = results.filter(({ defect }) => defect.rule === rule);
  const total = sum(some);
  return `| ${[metas.has(rule) ? rule : `${rule} (no such rule)`, some.length, total.planted, total.found, total.planted - total.found, percent(total)].join(" | ")} |`;
}

function missedList() {
  const lines = results
    .filter(({ missed }) => missed.length > 0)
    .map(
      ({ defect: { id, rule, missed: reason }, planted, missed }) =>
        `| ${id} | ${rule} | ${missed.length} of ${planted} | ${reason ?? "not explained"} |`,
    );
  return lines.length === 0
    ? "None."
    : `| Defect | Rule | Copies | Why |\n|---|---|--:|---|\n${lines.join("\n")}`;
}

/** @param {readonly Result[]} some */
function sum(some) {
  const planted = some.reduce((total, each) => total + each.planted, 0);
  return { planted, found: planted - some.reduce((total, { missed }) => total + missed.length, 0) };
}

/** The number of defects that are found in every copy. @param {readonly Result[]} some */
function whole(some) {
  return some.filter(({ planted, missed }) => planted > 0 && missed.length === 0).length;
}

/** @param {{ planted: number, found: number }} total */
function percent({ planted, found }) {
  return planted === 0 ? "" : `${((100 * found) / planted).toFixed(1)} %`;
}

/** @param {string} why */
function fail(why) {
  console.log(why);
  process.exitCode = 1;
}
