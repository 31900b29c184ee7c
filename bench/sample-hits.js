// A worksheet for labelling: a spread sample of what rules say over a tree of skills, with the lines around.
// node bench/sample-hits.js CORPUS [RULE…] [--severity S] [--count 24] [--seed N] [--around 2] [--new | --labelled] [--draft FILE] [--skills BINARY] [--rule ID=SEVERITY]…
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { lintHits } from "./hits.js";
import { readLabels } from "./label-file.js";
import { byPlace, isAt } from "./precision.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    severity: { type: "string" },
    count: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    around: { type: "string", default: "2" },
    new: { type: "boolean" },
    labelled: { type: "boolean" },
    draft: { type: "string" },
    skills: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
  },
});
const [corpus, ...named] = positionals;
if (!corpus)
  throw new Error(
    "usage: node bench/sample-hits.js CORPUS [RULE…] [--severity S] [--count 24] [--seed N] [--around 2] [--new | --labelled] [--draft FILE] [--skills BINARY] [--rule ID=SEVERITY]…",
  );

const { hits } = lintHits(corpus, {
  skills: values.skills,
  flags: values.rule.flatMap((setting) => ["--rule", setting]),
});
const labels =
  values.new || values.labelled ? readLabels(fileURLToPath(new URL("labels.jsonl", import.meta.url))) : [];
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

function isWanted(hit) {
  const labelled = labels.some((label) => isAt(label, hit));
  return values.labelled ? labelled : !labelled;
}

/** At most two of a repository before a third of any, and so on; the order within is the seed's, and the same for ever. */
function spread(own, count) {
  const shuffled = own
    .map((hit) => [digest(hit), hit])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, hit]) => hit);
  const taken = new Map();
  const rounds = shuffled.map((hit) => {
    const [repository] = hit.skill.split("/");
    taken.set(repository, (taken.get(repository) ?? 0) + 1);
    return { hit, round: Math.ceil(taken.get(repository) / 2) };
  });
  return rounds
    .sort((a, b) => a.round - b.round)
    .slice(0, count)
    .map(({ hit }) => hit)
    .sort(byPlace);
}

function digest({ rule, skill, file, line, column }) {
  return createHash("sha256").update([values.seed, rule, skill, file, line, column].join("\0")).digest("hex");
}

function print(hit, at) {
  const { rule, severity, skill, file, line, column, message } = hit;
  console.log(
    `\n#${at + 1} ${rule} ${severity} ${[skill, file].join("/")}${line === undefined ? "" : `:${line}:${column}`}\n   ${message}`,
  );
  if (line !== undefined)
    console.log(excerpt(path.join(corpus, skill, file), line, column, Number(values.around)));
}

function excerpt(file, line, column, around) {
  const lines = readFileSync(file, "utf8").split(/\r\n|\r|\n/);
  const first = Math.max(1, line - around);
  const shown = (text, number) =>
    number === line
      ? `> ${number} ${text.slice(Math.max(0, column - 200), column + 200)}`
      : `  ${number} ${text.slice(0, 200)}`;
  return lines
    .slice(first - 1, line + around)
    .map((text, at) => shown(text, first + at))
    .join("\n");
}

/** A label to be; the column only where the line has other hits of the rule. */
function draft(hit) {
  const { rule, severity, skill, file, line, column, message } = hit;
  const alone = hits.filter((other) => isAt({ rule, skill, file, line }, other)).length === 1;
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
