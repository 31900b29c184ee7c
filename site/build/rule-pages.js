import { code, cell, facts, fenced, frontmatter, prose, table } from "./markdown.js";

/** @typedef {Awaited<ReturnType<typeof import("./records.ts").explainAll>>[number]} RulePage */
/** @typedef {NonNullable<RulePage["bad"]>} Example */
/** @typedef {Pick<typeof import("./records.ts"), "clients" | "severityOf" | "show" | "titleOf">} Records */

const categories = {
  spec: "The specification",
  portability: "Portability between clients",
  security: "Security",
  clarity: "Clarity",
  files: "Files and references",
  evals: "Evals",
  suppression: "Suppressions",
  archive: "Archives",
};

/** The groups of rules in the order of the page. @param {readonly RulePage[]} pages */
export function rulesByCategory(pages) {
  return Object.entries(categories).flatMap(([category, title]) => {
    const members = pages.filter(({ meta }) => meta.category === category);
    return members.length === 0 ? [] : [{ category, title, members }];
  });
}

/** The list of all rules. @param {readonly RulePage[]} pages */
export function rulesIndex(pages) {
  return [
    frontmatter({ title: "Rules", outline: 2 }),
    "# Rules",
    `skillwright has ${pages.length} rules and archive codes. Each is an error if a program that you chose as a target refuses the skill for it; otherwise it has the severity below. \`skillwright explain RULE\` prints the same pages.`,
    ...rulesByCategory(pages).flatMap(({ category, title, members }) => [
      `## ${title} {#${category}}`,
      table(
        ["Rule", "Severity", "Fix", "Summary"],
        members.map(({ meta }) => [
          `[${meta.id}](/rules/${meta.id}.md)`,
          meta.off ? "off" : meta.danger ? "error" : meta.severity,
          meta.fixable ?? "",
          cell(meta.summary),
        ]),
      ),
    ]),
  ].join("\n\n");
}

/** The page of one rule. @param {RulePage} page @param {Records} records */
export function rulePage({ meta, refusedBy, bad, others = [], good }, records) {
  const { show, severityOf } = records;
  return [
    frontmatter({ title: meta.id, description: meta.summary }),
    `# ${meta.id}`,
    `<p class="lead">\n\n${prose(meta.summary)}\n\n</p>`,
    facts([
      ["Severity", prose(severityOf(meta, refusedBy))],
      ["Fix", fixOf(meta)],
      ["Category", `[${meta.category}](/rules/index.md#${meta.category})`],
      ["Since", meta.since],
    ]),
    "## Why",
    prose(meta.why),
    "## What to do",
    prose(meta.remedy),
    ...(bad ? ["## Reported", ...example(bad, show)] : []),
    ...(others.length > 0
      ? [
          "## Also reported",
          ...others.flatMap((each) => [
            `::: details ${prose(visible(messageOf(each.says[0] ?? each.name), show))}`,
            ...example(each, show),
            ":::",
          ]),
        ]
      : []),
    ...(good ? ["## Not reported", ...example(good, show)] : []),
    ...refusers(refusedBy, records),
    "## Settings",
    settings(meta),
    `Origin: ${meta.origin}, ${source(meta.source)}.`,
  ].join("\n\n");
}

/** @param {RulePage["meta"]} meta */
function fixOf({ fixable }) {
  if (fixable === undefined) return "by hand";
  return fixable === "safe"
    ? "`--fix`, which does not change what the skill means"
    : "`--unsafe-fixes`; review the result";
}

/** @param {Example} each @param {Records["show"]} show @returns {readonly string[]} */
function example({ directory, file, text, beside, says }, show) {
  const marked = says.flatMap((said) => {
    const [, line] = said.startsWith(`${file}:`) ? (/^:(\d+)/.exec(said.slice(file.length)) ?? []) : [];
    return line === undefined ? [] : [Number(line)];
  });
  const near =
    beside.length > 0 ? `, next to ${beside.map((each) => code(visible(each, show))).join(", ")}` : "";
  return [
    `${code(visible(`${directory}/${file}`, show))}${near}:`,
    fenced(
      languageOf(file),
      text
        .split("\n")
        .map((line) => visible(line, show))
        .join("\n"),
      Array.from(new Set(marked)),
    ),
    ...(says.length > 0 ? [fenced("txt", says.map((each) => visible(each, show)).join("\n"))] : []),
  ];
}

/** Escapes invisible characters, except tabs. @param {string} line @param {Records["show"]} show */
function visible(line, show) {
  return line
    .split("\t")
    .map((part) => show(part, Infinity))
    .join("\t");
}

/** @param {string} said */
function messageOf(said) {
  return said.slice(said.indexOf(" ") + 1);
}

const languages = new Map([
  ["json", "json"],
  ["md", "md"],
  ["py", "python"],
  ["sh", "sh"],
  ["toml", "toml"],
  ["js", "js"],
  ["yaml", "yaml"],
  ["yml", "yaml"],
]);

/** @param {string} file */
function languageOf(file) {
  return languages.get(file.slice(file.lastIndexOf(".") + 1)) ?? "txt";
}

/** @param {RulePage["refusedBy"]} refusedBy @param {Records} records @returns {readonly string[]} */
function refusers(refusedBy, { clients, titleOf }) {
  if (refusedBy.length === 0) return [];
  const names = refusedBy.map((id) =>
    clients.some((client) => client.id === id) ? `[${titleOf(id)}](/clients/${id}.md)` : code(id),
  );
  return [
    "## Who refuses the skill",
    `Of the examples that the rule is tested with, at least one is refused by each of: ${names.join(", ")}.`,
  ];
}

/** @param {RulePage["meta"]} meta */
function settings({ id, category, off }) {
  if (category === "archive") return "The code is always reported: an archive with it is not read.";
  const value = off ? "warning" : "off";
  return [
    off ? "The rule is off by default. In `skills.config.yaml`:" : "In `skills.config.yaml`:",
    fenced("yaml", `rules:\n  ${id}: ${value}`),
    "See [Configuration](/guides/configuration.md) for severities, and [Check, lint and fix](/guides/checking.md) for comments that suppress one finding.",
  ].join("\n\n");
}

/** @param {string} text */
function source(text) {
  return /^https:\/\/\S+$/.test(text) ? `<${text}>` : code(text);
}
