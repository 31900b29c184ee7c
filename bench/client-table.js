// Writes docs/clients.md: how many skills of a tree each recorded client does not load or loads differently, and why.
// node bench/client-table.js CORPUS [--skills BINARY]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { count, mostFirst } from "./tally.js";
import { inRepository, reportOf } from "./skills.js";

/** @typedef {import("../src/results/compat.ts").CompatData} CompatData */
/** @typedef {import("../src/results/compat.ts").ClientsData} ClientsData */
/** @typedef {CompatData["rows"][number]} Row */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const corpus = required(positionals[0], "client-table.js CORPUS [--skills BINARY]");
const choice = { cli: values.skills, cwd: corpus };
const { data, subjects } = reportOf("compat", ["."], choice);
const listed = reportOf("clients", [], choice);
const rows = data?.rows ?? [];
const page = `# What clients make of real skills

Written by \`node bench/client-table.js CORPUS\`: ${subjects.length.toLocaleString("en-US")} skills of public repositories, as each recorded version of a client loads them. *Not loaded* and *differs* are numbers of skills, with the most frequent reasons. \`skills compat\` answers for one skill, \`skills clients\` lists the sources of each record.

| Client | Version | Not loaded | Why | Differs | How | Evidence | Date |
|---|---|--:|---|--:|---|---|---|
${(listed.data?.clients ?? []).flatMap(lineOf).join("\n")}

Clients of which only the documentation is known, so that \`skills compat\` answers *not known*: ${documented()}.
`;
writeFileSync(inRepository("docs/clients.md"), page);

/** @param {ClientsData["clients"][number]} client */
function lineOf({ client, title, variant, version, evidence, checked }) {
  if (evidence === "documented") return [];
  const own = rows.filter(
    (row) => row.client === client && row.variant === variant && row.version === version,
  );
  const lost = own.filter(({ outcome }) => outcome === "not-loaded");
  const altered = own.filter(({ outcome }) => outcome === "differs");
  const cells = [
    `${title}${variant === undefined ? "" : ` (${variant})`}`,
    version,
    lost.length,
    most(lost.map(({ reasons }) => reasons[0] ?? "")),
    altered.length,
    most(altered.map(({ effects }) => effects.filter((effect) => effect !== "warn").join(" + "))),
    evidence,
    checked,
  ];
  return [`| ${cells.join(" | ")} |`];
}

/** The three most frequent words, with their numbers. @param {readonly string[]} words */
function most(words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of words) count(counts, word);
  return mostFirst(counts)
    .slice(0, 3)
    .map(([word, amount]) => `${word.replaceAll("|", "\\|")} (${amount})`)
    .join("; ");
}

function documented() {
  const titles = (listed.data?.clients ?? []).flatMap(({ evidence, title }) =>
    evidence === "documented" ? [title] : [],
  );
  return titles.join(", ");
}
