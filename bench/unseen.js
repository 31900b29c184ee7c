// Precision on repositories outside the corpus, from labels that two readers gave without seeing each other's.
// node bench/unseen.js DIR LIST [--skills BINARY]
// DIR has a directory owner__name for each repository; a line of LIST is "owner/name<TAB>commit". Writes the section of
// precision.md.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { lintHits } from "./hits.js";
import { percent, unseenRows, unseenTotals } from "./precision.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./precision.d.ts").UnseenLabel} UnseenLabel */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const usage = "unseen.js DIR LIST [--skills BINARY]";
const directory = required(positionals[0], usage);
const list = required(positionals[1], usage);

const commits = new Map(
  readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [repository = "", commit = ""] = line.split("\t");
      return [repository.replace("/", "__"), `${repository}@${commit}`];
    }),
);
const { hits } = lintHits(directory, values.skills, ["--all"]);
const found = hits.flatMap((hit) => {
  const [repository = "", ...inner] = hit.skill.split("/");
  const at = commits.get(repository);
  const path = [...inner, hit.file].join("/");
  return at ? [{ rule: hit.rule, severity: hit.severity, at: `${at}:${path}:${hit.line ?? 1}` }] : [];
});
/** @type {UnseenLabel[]} */
const labels = readFileSync(inRepository("bench/labels-unseen.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const page = inRepository("bench/precision.md");
const [start, end] = ["<!-- unseen -->", "<!-- /unseen -->"];
const old = readFileSync(page, "utf8");
const text = `${start}\n${section()}\n${end}\n`;
const from = old.indexOf(start);
writeFileSync(
  page,
  from < 0
    ? `${old}\n${text}`
    : old.slice(0, from) + text + old.slice(old.indexOf(end) + end.length).replace(/^\n/, ""),
);

function section() {
  const rows = unseenRows(found, labels);
  const repositories = new Set(labels.map(({ at }) => at.slice(0, at.indexOf("@"))));
  const agreed = labels.filter(({ first, second }) => first === second).length;
  return `## Unseen repositories

Written by \`node bench/unseen.js DIR LIST\` from [labels-unseen.jsonl](labels-unseen.jsonl): findings in ${commits.size} public repositories that are not in the corpus, and which no rule, document or test names. Two readers labeled ${labels.length} findings in ${repositories.size} of them without seeing each other's labels, and agree on ${agreed} (${percent(agreed / labels.length)}). *True*: the message is right and worth its severity. *False*: it is wrong, or following it does harm. Everything else, and what they disagree about, is *debatable*. A label counts while the finding is reported with that severity.

${totals(rows)}

| Rule | Severity | Findings | True | Debatable | False | No longer reported |
|---|---|--:|--:|--:|--:|--:|
${rows.map((row) => `| ${[row.rule, row.severity, row.findings, row.true, row.debatable, row.false, row.gone].join(" | ")} |`).join("\n")}`;
}

/** @param {ReturnType<typeof unseenRows>} rows */
function totals(rows) {
  return `| Severity | Findings | Labels | True | Debatable | False | True by frequency | False by frequency |
|---|--:|--:|--:|--:|--:|--:|--:|
${["error", "warning", "info"]
  .map((severity) => {
    const total = unseenTotals(rows.filter((row) => row.severity === severity));
    return `| ${[severity, total.findings, total.labels, total.true, total.debatable, total.false, percent(total.trueShare), percent(total.falseShare)].join(" | ")} |`;
  })
  .join("\n")}`;
}
