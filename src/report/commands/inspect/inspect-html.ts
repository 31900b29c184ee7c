import { count, grouped } from "../../../core/sentence.ts";
import type { Inventory } from "../../../model/inventory.ts";
import { plainPaint } from "../../../model/paint.ts";
import type { Report, Subject } from "../../../model/report.ts";
import type { InspectData, PluginInspection, SkillInspection } from "../../../model/reports/inspect.ts";
import { estimateError, figure, inFigures } from "../../../model/token-counter.ts";
import { describeVerdicts, nameSubject } from "../../formats/text-subject.ts";
import { drawDocument, type Section } from "../../html/document.ts";
import { breakable, type Content, cut, html } from "../../html/markup.ts";
import { drawReferences } from "../../html/references.ts";
import { drawTable } from "../../html/table.ts";
import { drawTreemap, type Tile } from "../../html/treemap.ts";
import { drawWithin } from "../../html/within.ts";
import type { PageStyle } from "../page-style.ts";
import { factsNote, hasFacts, inventorySections, type InventorySection } from "./inspect-text.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

/** Files of a skill that are listed. */
const mostFiles = 500;

/** A page for the review of skills before they are used: where their tokens are, their files, and what they do. */
export function* inspectHtml(
  report: Report,
  { skills, plugins }: InspectData,
  { all }: Pick<PageStyle, "all">,
): Generator<string> {
  const byPath = new Map(report.subjects.map((subject) => [subject.path, subject]));
  const isOpen = skills.length <= mostOpen;
  const sections = [
    ...(skills.length > 1 ? [overview(skills)] : []),
    refusedSection(report.subjects),
    pluginSection(plugins),
    {
      id: "skills",
      title: "Skills",
      pieces: drawWithin(skills, all, (skill, isWhole) =>
        isWhole ? drawSkill(skill, byPath.get(skill.path), report, isOpen) : drawHead(skill),
      ),
    },
  ].filter((section) => section !== undefined);
  yield* drawDocument(
    {
      title: "skillwright inspect",
      intro: html`<p>${count(skills.length, "skill")}. ${factsNote}</p>`,
      sections,
    },
    report,
  );
}

/** What plugins do besides their skills. */
function pluginSection(plugins: readonly PluginInspection[]): Section | undefined {
  const shown = plugins.filter(({ inventory }) => hasFacts(inventory));
  if (shown.length === 0) return undefined;
  const cards = shown.map(
    ({
      path,
      inventory,
    }) => html`<details class="card" data-plugin="${path}"${shown.length <= mostOpen ? html` open` : undefined}>
    <summary><h3><bdi>${nameSubject(path)}</bdi></h3></summary>
    <div>${inventorySections(inventory).map(drawFacts)}
    ${drawUnread(inventory)}</div>
  </details>`,
  );
  const about = html`<p>Their hooks, servers, commands and agents, and the files that they name.</p>`;
  return { id: "plugins", title: "Plugins besides their skills", pieces: [about, ...cards] };
}

function totalOf({ tokens: { catalogue, body, files } }: SkillInspection): number {
  return catalogue + body + files;
}

/** Where the tokens of several skills are. */
function overview(skills: readonly SkillInspection[]): Section {
  const tiles = skills.map(
    (skill): Tile => ({ title: lastOf(skill.path), amount: totalOf(skill), color: 2 }),
  );
  return { id: "tokens", title: "Tokens by skill", pieces: [drawTreemap(tiles)] };
}

/** The name of its directory, as a tile has no room for more. */
function lastOf(path: string): string {
  return nameSubject(path).split("/").at(-1)!;
}

/** The archives and skills that were refused, and why. */
function refusedSection(subjects: readonly Subject[]): Section | undefined {
  const refused = subjects.filter(({ kind, findings }) => kind === "archive" && findings.length > 0);
  if (refused.length === 0) return undefined;
  const items = refused.flatMap(({ path, findings }) =>
    findings.map(
      ({ ruleId, message }) =>
        html`<li data-refused="${path}"><code>${cut(path)}</code>: ${cut(message)} <small>${ruleId}</small></li>`,
    ),
  );
  return { id: "refused", title: "Refused", pieces: [html`<ul>${items}</ul>`] };
}

function drawSkill(
  skill: SkillInspection,
  subject: Subject | undefined,
  { targets }: Report,
  isOpen: boolean,
): Content {
  const { path, name, description } = skill;
  return html`<details class="card" data-skill="${path}"${isOpen ? html` open` : undefined}>
    <summary>${drawTitle(skill)}</summary>
    <div><p>${name === undefined ? "No readable name." : html`Named <bdi>${cut(name, 200)}</bdi>.`} ${subject && describeVerdicts(subject, targets, plainPaint)}</p>
    <p><bdi>${description === undefined ? "No readable description." : cut(description)}</bdi></p>
    ${drawFields(skill)}
    ${drawTokens(skill)}
    ${drawReferences(skill.references)}
    ${drawFiles(skill)}
    ${inventorySections(skill.inventory).map(drawFacts)}
    ${drawUnread(skill.inventory)}</div>
  </details>`;
}

/** A skill without its details. */
function drawHead(skill: SkillInspection): Content {
  return html`<p class="card" data-skill="${skill.path}">${drawTitle(skill)}</p>`;
}

function drawTitle(skill: SkillInspection): Content {
  const listed = listedFiles(skill).length;
  return html`<h3><bdi>${nameSubject(skill.path)}</bdi></h3><span class="badge quiet">${inFigures(totalOf(skill), skill.tokens.counter)} tokens, ${count(listed, "file")}</span>`;
}

function listedFiles({ files }: SkillInspection): SkillInspection["files"] {
  return files.filter(({ kind }) => kind !== "directory");
}

function drawFields({ fields }: SkillInspection): Content {
  if (fields.length === 0) return undefined;
  const rows = fields.map(
    ({ key, value }) =>
      html`<tr data-field="${key}"><th scope="row"><code>${cut(key, 200)}</code></th><td class="why">${cut(typeof value === "string" ? value : JSON.stringify(value))}</td></tr>`,
  );
  return html`<h4>Other fields</h4>${drawTable("Other fields", rows, { heads: ["Field", "Value"] })}`;
}

/** The name and description, the sections of SKILL.md, and the other files. */
function tilesOf({ tokens, files }: SkillInspection): readonly Tile[] {
  const sections = tokens.sections.map(
    (section): Tile => ({ title: section.title, amount: section.tokens, color: 2 }),
  );
  const listed = sections.reduce((sum, { amount }) => sum + amount, 0);
  return [
    { title: "name and description", amount: tokens.catalogue, color: 1 },
    ...sections,
    { title: "other text of SKILL.md", amount: Math.max(0, tokens.body - listed), color: 2 },
    ...files
      .filter(({ path }) => path !== "SKILL.md")
      .map(({ path, tokens: amount = 0 }): Tile => ({ title: path, amount, color: 3 })),
  ];
}

function drawTokens(skill: SkillInspection): Content {
  const { counter, catalogue, body, sections, files } = skill.tokens;
  const stages = [
    ["in every conversation", "name and description", catalogue],
    ["when the skill is chosen", "body of SKILL.md", body],
    ["if each is read", "all other text files", files],
  ] as const;
  const rows = [
    ...stages.map(
      ([when, what, amount]) =>
        html`<tr><th scope="row">${what}, ${when}</th><td class="r">${figure(amount, counter)}</td></tr>`,
    ),
    ...sections.map(
      ({ title, line, total }) =>
        html`<tr data-section="${line}"><th scope="row">${cut(title, 200)} <small>line ${line}</small></th><td class="r">${figure(total, counter)}</td></tr>`,
    ),
  ];
  return html`<h4>Tokens (${counter === "estimate" ? `estimated, ${estimateError}` : counter})</h4>
    <p class="key"><span class="k1">always in context</span><span class="k2">body</span><span class="k3">files</span></p>
    ${drawTreemap(tilesOf(skill))}
    <details><summary>The figures, sections with their subsections</summary>${drawTable("Tokens", rows, { heads: ["Part", "Tokens"] })}</details>`;
}

function drawFiles(skill: SkillInspection): Content {
  const listed = listedFiles(skill);
  const rows = listed.slice(0, mostFiles).map(({ path, size, executable, kind, tokens }) => {
    const notes = [...(kind === "file" ? [] : [kind]), ...(executable ? ["executable"] : [])];
    return html`<tr data-file="${path}"><th scope="row"><code>${breakable(cut(path, 300))}</code>${notes.map((note) => html` <small>${note}</small>`)}</th><td class="r">${grouped(size)}</td><td class="r">${tokens === undefined ? "" : figure(tokens, skill.tokens.counter)}</td></tr>
    `;
  });
  const left = listed.length - rows.length;
  return html`<h4>Files</h4>${drawTable("Files", rows, { heads: ["Path", "Bytes", "Tokens"] })}${left > 0 ? html`<p class="quiet">and ${count(left, "file")} more</p>` : undefined}`;
}

/** A list of the inventory; nothing if it is empty. */
function drawFacts({ title, rows, omitted, also }: InventorySection): Content {
  if (rows.length === 0 && also === undefined && omitted === 0) return undefined;
  const isPlaced = rows.some(({ place }) => place !== "");
  const drawn = rows.map(
    ({ name, note, place }) =>
      html`<tr data-fact="${title}"><th scope="row"><code>${breakable(cut(name, 300))}</code>${note && html` <small>${note}</small>`}</th>${isPlaced ? html`<td class="why">${breakable(place)}</td>` : undefined}</tr>
      `,
  );
  const heads = isPlaced ? ["Name", "First at"] : ["Name"];
  return html`<h4>${title}</h4>${rows.length > 0 ? drawTable(title, drawn, { heads }) : undefined}${also === undefined ? undefined : html`<p class="quiet">${also}</p>`}${omitted > 0 ? html`<p class="quiet">and more names in ${count(omitted, "location")}, too many to list</p>` : undefined}`;
}

function drawUnread({ unread }: Inventory): Content {
  if (unread.length === 0) return undefined;
  return html`<h4>Not inspected</h4><ul>${unread.map(({ path, reason }) => html`<li><code>${cut(path)}</code>: ${cut(reason)}</li>`)}</ul>`;
}
