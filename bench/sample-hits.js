// Prints a worksheet for labeling: a sample of the findings on a tree of skills, spread over repositories, with context
// lines.
// node bench/sample-hits.js CORPUS [RULE…] [--severity S] [--count 24] [--seed N] [--around 2] [--new | --labeled]
// [--draft FILE] [--skills BINARY] [--rule ID=SEVERITY]…
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { sha256 } from "./files.js";
import { lintHits } from "./hits.js";
import { readLabels } from "./label-file.js";
import { byPlace, isAt } from "./precision.js";
import { inRepository } from "./skills.js";
import { count as tally } from "./tally.js";

/** @typedef {import("./precision.d.ts").Hit} Hit */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    severity: { type: "string" },
    count: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    around: { type: "string", default: "2" },
    new: { type: "boolean" },
    labeled: { type: "boolean" },
    draft: { type: "string" },
    skills: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
  },
});
const [, ...named] = positionals;
const corpus = required(
  positionals[0],
  "sample-hits.js CORPUS [RULE…] [--severity S] [--count 24] [--seed N] [--around 2] [--new | --labeled] [--draft FILE] [--skills BINARY] [--rule ID=SEVERITY]…",
);

const { hits } = lintHits(
  corpus,
  values.skills,
  values.rule.flatMap((setting) => ["--rule", setting]),
);
const labels = values.new || values.labeled ? readLabels(inRepository("bench/labels.jsonl")) : [];
const rules = named.length > 0 ? named : [...new Set(hits.map(({ rule }) => rule))];
const drawn = rules.flatMap((rule) => {
  const own = hits.filter(
    (hit) => hit.rule === rule && (!values.severity || hit.severity === values.severity),
  );
  const sample = spread(own.filter(isWanted), Number(values.count));
  if (sample.length > 0 || named.length > 0)
    console.log(
      `=== ${rule}: ${sample.length} of ${own.length} hits in ${new Set(own.map(({ skill }) => skill)).size} skills`,
    );
  return sample;
});
drawn.forEach(print);
if (values.draft) writeFileSync(values.draft, drawn.map((hit) => `${JSON.stringify(draft(hit))}\n`).join(""));

/** @param {Hit} hit */
function isWanted(hit) {
  const labeled = labels.some((label) => isAt(label, hit));
  return values.labeled ? labeled : !labeled;
}

/** Takes at most two findings of each repository before a third of any, and so on, in an order determined by the seed. @param {readonly Hit[]} own @param {number} count */
function spread(own, count) {
  const shuffled = own
    .map((hit) => ({ hit, digest: digest(hit) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  /** @type {Map<string, number>} */
  const taken = new Map();
  const rounds = shuffled.map(({ hit }) => {
    const [repository = ""] = hit.skill.split("/");
    tally(taken, repository);
    return { hit, round: Math.ceil((taken.get(repository) ?? 0) / 2) };
  });
  return rounds
    .sort((a, b) => a.round - b.round)
    .slice(0, count)
    .map(({ hit }) => hit)
    .sort(byPlace);
}

/** @param {Hit} hit */
function digest({ rule, skill, file, line, column }) {
  return sha256([values.seed, rule, skill, file, line, column].join("\0"));
}

/** @param {Hit} hit @param {number} at */
function print(hit, at) {
  const { rule, severity, skill, file, line, column, message } = hit;
  console.log(
    `\n#${at + 1} ${rule} ${severity} ${[skill, file].join("/")}${line === undefined ? "" : `:${line}:${column}`}\n   ${message}`,
  );
  if (line !== undefined && column !== undefined)
    console.log(excerpt(path.join(corpus, skill, file), line, column, Number(values.around)));
}

/** @param {string} file @param {number} line @param {number} column @param {number} around */
function excerpt(file, line, column, around) {
  const lines = readFileSync(file, "utf8").split(/\r\n|\r|\n/);
  const first = Math.max(1, line - around);
  /** @param {string} text @param {number} number */
  const shown = (text, number) =>
    number === line
      ? `> ${number} ${text.slice(Math.max(0, column - 200), column + 200)}`
      : `  ${number} ${text.slice(0, 200)}`;
  return lines
    .slice(first - 1, line + around)
    .map((text, at) => shown(text, first + at))
    .join("\n");
}

/** A draft label; the column is set only if the line has other findings of the rule. @param {Hit} hit */
function draft(hit) {
  const { rule, severity, skill, file, line, column, message } = hit;
  const alone =
    hits.filter((other) => isAt({ rule, skill, file, ...(line === undefined ? {} : { line }) }, other))
      .length === 1;
  return {
    rule,
    severity,
    skill,
    file,
    ...(line === undefined ? {} : { line }),
    ...(alone ? {} : { column }),
    message,
    right: null,
    reason: "",
  };
}
