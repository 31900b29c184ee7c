// The labels of real hits, replayed: does each rule that speaks by default reach the precision it must?
// node bench/labels.js CORPUS [--skills BINARY] [--gone]
// Writes bench/precision.md, and exits with 1 where a warning or error has too few labels or too many wrong ones.
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { lintHits, ruleMetas } from "./hits.js";
import { readLabels } from "./label-file.js";
import { agreement, goneLabels, precisionRows, unlabelledHits } from "./precision.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" }, gone: { type: "boolean" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/labels.js CORPUS [--skills BINARY] [--gone]");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => (existsSync(here(name)) ? readLabels(here(name)) : []);

const [labels, blind] = [read("labels.jsonl"), read("labels-blind.jsonl")];
const { checked, hits } = lintHits(corpus, { skills: values.skills });
const metas = ruleMetas({ skills: values.skills });
const rows = precisionRows(hits, labels);
const gone = goneLabels(hits, labels);
const failing = rows.filter(({ verdict }) => verdict === "must change" || verdict === "too few labels");

writeFileSync(here("precision.md"), page());
for (const { rule, severity, verdict, right, labelled, hits: count } of failing)
  console.log(`${verdict}: ${rule} (${severity}), ${right} of ${labelled} labels right, ${count} hits`);
for (const hit of unlabelledHits(rows, hits, labels))
  console.log(`no label: ${hit.rule} ${at(hit)} ${hit.message}`);
console.log(
  `${rows.length} rows, ${labels.length} labels; no hit any more: ${count(gone, true)} that were right, ${count(gone, false)} that were wrong`,
);
if (values.gone)
  for (const label of gone)
    console.log(
      `gone, ${label.right ? "right" : "wrong"}: ${label.rule} (${label.severity}) ${at(label)} ${label.reason}`,
    );
if (failing.length > 0) process.exitCode = 1;

function page() {
  return `# Precision

Written by \`node bench/labels.js CORPUS\` out of [labels.jsonl](labels.jsonl) and [labels-blind.jsonl](labels-blind.jsonl): what \`skills lint\` says by default over ${checked.toLocaleString("en")} real skills, with \`spec\` as the target. A hit is right where its message is true and the author would call its severity deserved. An error must reach 95 %, a warning 90 %, over 20 labels or all hits; "at least" is the lower end of the 95 % interval (Wilson).

| Rule | Severity | Hits | Skills | Labels | Right | Precision | At least | |
|---|---|--:|--:|--:|--:|--:|--:|---|
${rows.map(tableRow).join("\n")}

${securityShare()}

${count(gone, false)} labels of wrong hits have no hit any more, for the rule was mended or speaks with another severity; so have ${count(gone, true)} of right ones.

## The second labelling

${blindText()}
`;
}

function tableRow({ rule, severity, hits: count, skills, labelled, right, precision, atLeast, verdict }) {
  const judged = labelled > 0 ? [percent(precision), percent(atLeast)] : ["", ""];
  return `| ${[rule, severity, count, percent(skills / checked), labelled, right, ...judged, verdict].join(" | ")} |`;
}

function securityShare() {
  const security = new Set(metas.filter(({ category }) => category === "security").map(({ id }) => id));
  const flagged = new Set(
    hits.filter(({ rule, severity }) => security.has(rule) && severity !== "info").map(({ skill }) => skill),
  ).size;
  return `Rules of the category security speak as a warning or error on ${flagged} skills: ${percent(flagged / checked)}.`;
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
      ? `\n\n| Rule | Hit | First | | Second | |\n|---|---|---|---|---|---|\n${lines.join("\n")}`
      : "";
  return `${both} hits were judged a second time without sight of the first judgement: the two agree on ${agreed} (${percent(agreed / both)}), Cohen's kappa ${kappa.toFixed(2)}.${table}`;
}

function word({ right }) {
  return right ? "right" : "wrong";
}

function at({ skill, file, line }) {
  return `${skill}/${file}${line === undefined ? "" : `:${line}`}`;
}

function count(some, right) {
  return some.filter((label) => label.right === right).length;
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
