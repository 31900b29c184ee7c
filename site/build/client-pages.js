import { cell, code, escapeHtml, facts, fenced, frontmatter, plain, table } from "./markdown.js";

/** @typedef {import("./records.ts").Answer} Answer */
/** @typedef {import("./records.ts").Case & { readonly id: string, readonly answers: readonly Answer[] }} AnsweredCase */
/** @typedef {(typeof import("./records.ts").clients)[number]} Client */
/** @typedef {Client["versions"][number]} Version */
/** @typedef {(typeof import("./records.ts").clientChanges)[number]} Change */

const evidences = {
  live: "the released client was run and its answers were recorded",
  executed: "its own loader was run on the cases",
  read: "its source was read",
  documented: "its documentation was read",
};

/** @param {readonly Client[]} clients @param {readonly AnsweredCase[]} cases */
export function clientsIndex(clients, cases) {
  return [
    frontmatter({ title: "Clients", outline: 2 }),
    "# Clients",
    `Of ${clients.length} agent clients it is recorded where they look for skills, and of ${recordedOf(clients).length} what they do with a SKILL.md, each version with its evidence and a date. [Real skills](/guides/clients.md) shows what becomes of 1,514 of them, [the matrix](/clients/cases.md) of ${cases.length} small ones.`,
    ...["common", "niche"].flatMap((reach) => [
      reach === "common" ? "## Asked by default" : "## Others",
      table(
        ["Client", "Newest record", "Evidence", "Date", "As written"],
        clients
          .filter((client) => client.reach === reach)
          .map((client) => [
            `[${client.title}](/clients/${client.id}.md)`,
            plain(client.versions[0].version),
            client.versions[0].evidence,
            client.versions[0].checked,
            share(client, cases),
          ]),
      ),
    ]),
    "*As written*: of how many small skills the newest record loads everything as written.",
    ...Object.entries(evidences).map(([word, meaning]) => `*${word}*: ${meaning}.`),
  ].join("\n\n");
}

/** Those of which a version is recorded with what it does with a SKILL.md. @param {readonly Client[]} clients */
export function recordedOf(clients) {
  return clients.filter(({ versions }) => versions.some(({ load }) => load));
}

/** @param {Client} client @param {readonly AnsweredCase[]} cases */
function share(client, cases) {
  const known = answersOf(client.id, client.versions[0], cases).filter(
    ({ answer }) => answer.outcome !== "unknown",
  );
  return known.length === 0
    ? "not known"
    : `${known.filter(({ answer }) => answer.outcome === "as-written").length} of ${known.length}`;
}

/** @param {string} client @param {Version} version @param {readonly AnsweredCase[]} cases */
function answersOf(client, { variant, version }, cases) {
  return cases.flatMap((each) => {
    const answer = each.answers.find(
      (one) => one.client === client && one.variant === variant && one.version === version,
    );
    return answer ? [{ id: each.id, answer }] : [];
  });
}

/** @param {Client} client @param {readonly AnsweredCase[]} cases @param {readonly Change[]} changes */
export function clientPage(client, cases, changes) {
  const { id, title, versions } = client;
  return [
    frontmatter({
      title,
      description: `What ${title} does with a skill: where it looks, what it reads, cuts and drops`,
    }),
    `# ${title}`,
    `\`skillwright check --client ${id}\` asks this client${client.reach === "common" ? "; without `--client`, it is one of those that are asked" : ""}. \`skillwright preview --client ${id}\` shows what its model reads of your skills.`,
    ...versions.flatMap((version) => versionSection(client, version, cases)),
    ...changesOf(client, changes, cases),
  ].join("\n\n");
}

/** @param {Client} client @param {Version} version @param {readonly AnsweredCase[]} cases */
function versionSection({ id, title }, version, cases) {
  const of = [title, version.variant, version.version].filter((word) => word !== undefined).join(" ");
  return [
    `## ${plain(of)}`,
    facts([
      ["Holds for", version.versions === "*" ? "this commit" : code(version.versions)],
      ["Evidence", `${version.evidence}: ${evidences[version.evidence]}`],
      ["Date", version.checked],
      ["Sources", version.sources.map(source).join(", ")],
    ]),
    "### Where it looks",
    version.roots ? roots(version.roots) : "Where it looks for skills is not recorded.",
    "### What the model is shown",
    version.catalog ? catalog(version.catalog) : "How it lists its skills is not recorded.",
    "### What it does with SKILL.md",
    version.load
      ? loads(answersOf(id, version, cases))
      : "It is not recorded how it reads a SKILL.md, so that every answer is *not known*.",
  ];
}

/** @param {string} text */
function source(text) {
  return /^https:\/\/\S+$/.test(text) ? `<${text}>` : code(text);
}

const above = {
  cwd: "only in the working directory",
  root: "only in the root of the repository",
  "cwd-and-root": "in the working directory and the root of the repository",
  "up-to-root": "in the working directory, the root of the repository and all directories between",
};

const rootItself = {
  ignored: "not read",
  loads: "loads",
  "hides-below": "loads, and hides all skills below it",
  unknown: "not known",
};

/** @param {NonNullable<Version["roots"]>} rules */
function roots(rules) {
  const codes = (/** @type {readonly string[]} */ paths) => paths.map(code).join(", ");
  const said = (/** @type {boolean | "unknown" | readonly string[] | undefined} */ value) =>
    value === undefined || value === "unknown"
      ? "not known"
      : typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : `in ${codes(value)}`;
  const depth =
    rules.depth === Infinity ? "any depth" : `${rules.depth} level${rules.depth === 1 ? "" : "s"} deep`;
  const rows = [
    [
      "In a project",
      `${rules.project.length === 0 ? "nowhere" : codes(rules.project)}, ${above[rules.above]}`,
    ],
    ["Of the user", rules.user.length === 0 ? "nowhere" : codes(rules.user)],
    ...(rules.variables
      ? [
          [
            "Moved by",
            Object.entries(rules.variables)
              .map(([name, start]) => `${code(name)} for ${code(start)}`)
              .join(", "),
          ],
        ]
      : []),
    ["Depth", depth],
    ["A SKILL.md in the root itself", rootItself[rules.rootItself]],
    ["A skill inside a skill", said(rules.insideSkills)],
    ["Hidden directories", said(rules.hidden)],
    ["Symlinks to directories", said(rules.linkedDirectories)],
    ["A SKILL.md that is a symlink", said(rules.linkedFiles)],
    ...(rules.notes ?? []).map((note) => ["Note", plain(note)]),
  ];
  return facts(rows);
}

const overflows = {
  fill: "each description is shown if it still fits; every name is listed",
  prefix: "skills are listed whole up to the first that does not fit, the others by name",
  "first-lines": "only the first line of each description is shown",
  evenly: "all descriptions share what there is, each the same",
};

const units = {
  "utf-16": "characters",
  "code-points": "characters",
  columns: "columns",
  tokens: "tokens",
};

/** @param {NonNullable<Version["catalog"]>} rules */
function catalog({ order, budget, cut, namesOnly }) {
  const sorted =
    order === "file-system" ? "as directories are read, which differs between machines" : `by ${order.by}`;
  const rows = [
    ["Order", sorted],
    [
      "One description",
      namesOnly
        ? "not shown: only names are listed"
        : cut
          ? `cut after ${cut.max.toLocaleString("en")} characters`
          : "whole",
    ],
    [
      "All of them",
      budget === "none"
        ? "no limit"
        : budget === "unknown"
          ? "not known"
          : `${budget.limit.toLocaleString("en")} ${units[budget.unit]} (${plain(budget.assumes)}); over that, ${overflows[budget.overflow]}`,
    ],
  ];
  return facts(rows);
}

/** @param {ReturnType<typeof answersOf>} answers */
function loads(answers) {
  const known = answers.filter(({ answer }) => answer.outcome !== "unknown");
  const fine = known.filter(({ answer }) => answer.outcome === "as-written");
  const lost = known.filter(({ answer }) => answer.outcome !== "as-written");
  const words = Array.from(new Set(lost.map(({ answer }) => `${answer.outcome}\n${answer.words}`)));
  const groups = words.map((key) =>
    lost.filter(({ answer }) => `${answer.outcome}\n${answer.words}` === key),
  );
  return [
    `Of ${known.length} small skills, each unusual in one point, it loads ${fine.length} as written.`,
    ...(groups.length === 0
      ? []
      : [
          table(
            ["What happens", "To the skills"],
            groups.map((group) => [
              `${group[0].answer.outcome === "differs" ? "" : "does not load: "}${cell(group[0].answer.words || "left out as a field asks")}`,
              group.map(({ id }) => `[${id}](/clients/cases.md#${anchorOf(id)})`).join(", "),
            ]),
          ),
        ]),
  ].join("\n\n");
}

/** @param {Client} client @param {readonly Change[]} changes @param {readonly AnsweredCase[]} cases @returns {readonly string[]} */
function changesOf(client, changes, cases) {
  const own = changes.filter(({ client: id }) => id === client.id);
  const pairs = client.versions.flatMap((newer, at) => {
    const older = client.versions.slice(at + 1).find(({ variant }) => variant === newer.variant);
    return older?.load && newer.load ? [{ newer, older }] : [];
  });
  if (own.length === 0 && pairs.length === 0) return [];
  return [
    "## What changed",
    ...own.map(
      ({ from, to, answers, lists }) =>
        `- From ${code(from)} to ${code(to)}, ${answers.changed.length} of ${answers.compared} recorded answers changed, and ${lists.changed.length} of ${lists.compared} lists of skills.`,
    ),
    ...pairs.map(({ newer, older }) => {
      const before = new Map(answersOf(client.id, older, cases).map(({ id, answer }) => [id, answer]));
      const other = answersOf(client.id, newer, cases).filter(({ id, answer }) => {
        const old = before.get(id);
        return old && (old.outcome !== answer.outcome || old.words !== answer.words);
      });
      const which = other.map(({ id }) => `[${id}](/clients/cases.md#${anchorOf(id)})`).join(", ");
      return `- Of the small skills, from ${code(older.version)} to ${code(newer.version)}: ${other.length === 0 ? "none" : which} with another answer.`;
    }),
  ];
}

/** @param {string} id */
function anchorOf(id) {
  return `case-${id.replaceAll("_", "-")}`;
}

const marks = {
  "as-written": ["y", "yes"],
  differs: ["d", "differs"],
  "not-loaded": ["n", "no"],
  unknown: ["u", "?"],
};

/** The matrix of small skills and clients, and the text of each. @param {readonly Client[]} clients @param {readonly AnsweredCase[]} cases */
export function casesPage(clients, cases) {
  const shown = clients.flatMap((client) => {
    const version = client.versions.find((each) => each.load);
    return version ? [{ client, version }] : [];
  });
  const heads = shown.map(
    ({ client }) => `<th scope="col"><a href="./${client.id}">${escapeHtml(client.title)}</a></th>`,
  );
  const rows = cases.map((each) => {
    const cells = shown.map(({ client, version }) => {
      const answer = answersOf(client.id, version, [each])[0]?.answer;
      const [color, word] = marks[answer?.outcome ?? "unknown"];
      return `<td class="${color}"${answer?.words ? ` title="${escapeHtml(answer.words)}"` : ""}>${word}</td>`;
    });
    return `<tr><th scope="row"><a href="#${anchorOf(each.id)}">${each.id}</a></th>${cells.join("")}</tr>`;
  });
  return [
    frontmatter({ title: "Clients and cases", outline: false, aside: false, pageClass: "wide" }),
    "# Clients and cases",
    "Small skills, each unusual in one point, and what the newest record of each client makes of them. yes: loads as written; differs: with another description, name or body; no: not loaded. The page of a client says what happens.",
    `<div class="matrix" role="region" aria-label="Cases and clients" tabindex="0" v-pre><table><thead><tr><th scope="col">Case</th>${heads.join("")}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>`,
    ...cases.flatMap(({ id, directory, text }) => [
      `## ${plain(id)} {#${anchorOf(id)}}`,
      `${code(`${directory}/SKILL.md`)}:`,
      fenced("md", visible(text)),
    ]),
  ].join("\n\n");
}

/** With the characters that cannot be seen. @param {string} text */
function visible(text) {
  const short = text.replace(/(.)\1{60,}/g, (run, [each]) => `${each.repeat(20)}… (${run.length} times)`);
  return short.replaceAll("\ufeff", "\\ufeff").replaceAll("\r", "\\r").replaceAll("\t", "\\t").trimEnd();
}
