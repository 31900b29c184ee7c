// Replays the labels of real findings and checks the precision of each rule that is on by default.
// node bench/labels.js CORPUS [--skills BINARY] [--gone]
// Writes bench/precision.md, and exits with 1 if a warning or error has too few labels or too many wrong ones.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { lintHits, ruleMetas } from "./hits.js";
import { readLabels } from "./label-file.js";
import { agreement, goneLabels, percent, precisionRows, unlabeledHits } from "./precision.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./precision.d.ts").Label} Label */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" }, gone: { type: "boolean" } },
});
const corpus = required(positionals[0], "labels.js CORPUS [--skills BINARY] [--gone]");
const [labels, blind] = [readIfThere("bench/labels.jsonl"), readIfThere("bench/labels-blind.jsonl")];
const { checked, hits } = lintHits(corpus, values.skills);
const metas = ruleMetas(values.skills);
const rows = precisionRows(hits, labels);
const gone = goneLabels(hits, labels);
const failing = rows.filter(({ verdict }) => verdict === "must change" || verdict === "too few labels");

const written = inRepository("bench/precision.md");
writeFileSync(written, page() + unseenSection(readFileSync(written, "utf8")));
for (const { rule, severity, verdict, right, labeled, hits: count } of failing)
  console.log(`${verdict}: ${rule} (${severity}), ${right} of ${labeled} labels right, ${count} hits`);
for (const hit of unlabeledHits(rows, hits, labels))
  console.log(`no label: ${hit.rule} ${at(hit)} ${hit.message}`);
console.log(
  `${rows.length} rows, ${labels.length} labels; no longer reported: ${count(gone, true)} right, ${count(gone, false)} wrong`,
);
if (values.gone)
  for (const label of gone)
    console.log(
      `no longer reported, ${label.right ? "right" : "wrong"}: ${label.rule} (${label.severity}) ${at(label)} ${label.reason}`,
    );
if (failing.length > 0) process.exitCode = 1;

/** @param {string} name @returns {Label[]} */
function readIfThere(name) {
  const file = inRepository(name);
  return existsSync(file) ? readLabels(file) : [];
}

function page() {
  return `# Precision

Written by \`node bench/labels.js CORPUS\` from [labels.jsonl](labels.jsonl) and [labels-blind.jsonl](labels-blind.jsonl): findings of \`skills lint\` with its defaults on ${checked.toLocaleString("en")} real skills, with \`spec\` as the target. A finding is right if its message is true and the author would agree with its severity. An error must reach 95 %, a warning 90 %, with 20 labels or all findings; "At least" is the lower end of the 95 % interval (Wilson).

| Rule | Severity | Findings | Skills | Labels | Right | Precision | At least | |
|---|---|--:|--:|--:|--:|--:|--:|---|
${rows.map(tableRow).join("\n")}

${securityShare()}

${count(gone, false)} labels of wrong findings and ${count(gone, true)} of right ones no longer match, because the rule was fixed or its severity changed.

## Second reader

${blindText()}
`;
}

/** The section that unseen.js writes. @param {string} old */
function unseenSection(old) {
  const from = old.indexOf("<!-- unseen -->");
  return from < 0 ? "" : `\n${old.slice(from)}`;
}

/** @param {import("./precision.d.ts").PrecisionRow} row */
function tableRow({ rule, severity, hits: count, skills, labeled, right, precision, atLeast, verdict }) {
  const judged = precision !== undefined ? [percent(precision), percent(atLeast)] : ["", ""];
  return `| ${[rule, severity, count, percent(skills / checked), labeled, right, ...judged, verdict].join(" | ")} |`;
}

function securityShare() {
  const security = new Set(metas.filter(({ category }) => category === "security").map(({ id }) => id));
  const flagged = new Set(
    hits.filter(({ rule, severity }) => security.has(rule) && severity !== "info").map(({ skill }) => skill),
  ).size;
  return `Rules of the category security report a warning or error in ${flagged} skills (${percent(flagged / checked)}).`;
}

function blindText() {
  if (blind.length === 0) return "None yet.";
  const { both, agreed, kappa, disputed } = agreement(labels, blind);
  const lines = disputed.map(
    ({ label, other }) =>
      `| ${[label.rule, at(label), word(other), other.reason, word(label), label.reason].join(" | ")} |`,
  );
  const table =
    lines.length > 0
      ? `\n\n| Rule | Finding | First | | Second | |\n|---|---|---|---|---|---|\n${lines.join("\n")}`
      : "";
  return `${both} findings were labeled again by a second reader who did not see the first labels; the two agree on ${agreed} (${percent(agreed / both)}), Cohen's kappa ${kappa.toFixed(2)}.${table}`;
}

/** @param {Label} label */
function word({ right }) {
  return right ? "right" : "wrong";
}

/** @param {import("./precision.d.ts").Place} place */
function at({ skill, file, line }) {
  return `${skill}/${file}${line === undefined ? "" : `:${line}`}`;
}

/** @param {readonly Label[]} some @param {boolean} right */
function count(some, right) {
  return some.filter((label) => label.right === right).length;
}
