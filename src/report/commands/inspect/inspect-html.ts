import { count, grouped } from "../../../core/sentence.ts";
import { plainPaint } from "../../../model/paint.ts";
import type { Report, Subject } from "../../../model/report.ts";
import type { InspectData, SkillInspection } from "../../../model/reports/inspect.ts";
import { estimateError, inFigures } from "../../../model/token-counter.ts";
import { describeVerdicts, nameSubject } from "../../formats/text-subject.ts";
import { drawDocument, type Section } from "../../html/document.ts";
import { type Content, cut, html } from "../../html/markup.ts";
import { drawTreemap, type Tile } from "../../html/treemap.ts";
import { factsNote, inventorySections, type InventorySection } from "./inspect-text.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

/** Files of a skill that are listed. */
const mostFiles = 500;

/** A page for the review of skills before they are used: where their tokens are, their files, and what they do. */
export function* inspectHtml(report: Report, { skills }: InspectData): Generator<string> {
  const byPath = new Map(report.subjects.map((subject) => [subject.path, subject]));
  const isOpen = skills.length <= mostOpen;
  const sections = [
    ...(skills.length > 1 ? [overview(skills)] : []),
    refusedSection(report.subjects),
    {
      id: "skills",
      title: "Skills",
      pieces: skills.map((skill) => drawSkill(skill, byPath.get(skill.path), report, isOpen)),
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

function totalOf({ tokens: { catalogue, body, files } }: SkillInspection): number {
  return catalogue + body + files;
}

/** Where the tokens of several skills are. */
function overview(skills: readonly SkillInspection[]): Section {
  const tiles = skills.map(
    (skill): Tile => ({ title: nameSubject(skill.path), amount: totalOf(skill), color: 2 }),
  );
  return { id: "tokens", title: "Tokens by skill", pieces: [drawTreemap(tiles)] };
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
  const { path, name, description, tokens, files } = skill;
  const listed = files.filter(({ kind }) => kind !== "directory");
  return html`<details class="card" data-skill="${path}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${nameSubject(path)}</bdi></h3><span class="badge quiet">${inFigures(totalOf(skill), tokens.counter)} tokens, ${count(listed.length, "file")}</span></summary>
    <div><p>${name === undefined ? "No readable name." : html`Named <bdi>${cut(name, 200)}</bdi>.`} ${subject && describeVerdicts(subject, targets, plainPaint)}</p>
    <p><bdi>${description === undefined ? "No readable description." : cut(description)}</bdi></p>
    ${drawFields(skill)}
    ${drawTokens(skill)}
    ${drawFiles(skill)}
    ${inventorySections(skill.inventory).map(drawFacts)}
    ${drawUnread(skill)}</div>
  </details>`;
}

function drawFields({ fields }: SkillInspection): Content {
  if (fields.length === 0) return undefined;
  const rows = fields.map(
    ({ key, value }) =>
      html`<tr data-field="${key}"><th scope="row"><code>${cut(key, 200)}</code></th><td class="why">${cut(typeof value === "string" ? value : JSON.stringify(value))}</td></tr>`,
  );
  return html`<h4>Other fields</h4>${scrolled("Other fields", html`<tbody>${rows}</tbody>`)}`;
}

function scrolled(name: string, rows: Content): Content {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>${rows}</table></div>`;
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
        html`<tr><th scope="row">${what}, ${when}</th><td class="r">${inFigures(amount, counter)}</td></tr>`,
    ),
    ...sections.map(
      ({ title, line, total }) =>
        html`<tr data-section="${line}"><th scope="row">${cut(title, 200)} <small>line ${line}</small></th><td class="r">${inFigures(total, counter)}</td></tr>`,
    ),
  ];
  return html`<h4>Tokens (${counter === "estimate" ? `estimated, ${estimateError}` : counter})</h4>
    <p class="key"><i class="k1"></i>always in context<i class="k2"></i>body<i class="k3"></i>files</p>
    ${drawTreemap(tilesOf(skill))}
    <details><summary>The figures, sections with their subsections</summary>${scrolled("Tokens", html`<tbody>${rows}</tbody>`)}</details>`;
}

function drawFiles({ files, tokens }: SkillInspection): Content {
  const listed = files.filter(({ kind }) => kind !== "directory");
  const rows = listed.slice(0, mostFiles).map(({ path, size, executable, kind, tokens: amount }) => {
    const notes = [...(kind === "file" ? [] : [kind]), ...(executable ? ["executable"] : [])];
    return html`<tr data-file="${path}"><th scope="row"><code>${cut(path, 300)}</code></th><td class="r">${grouped(size)}</td><td class="r">${amount === undefined ? "" : inFigures(amount, tokens.counter)}</td><td>${notes.join(", ")}</td></tr>
    `;
  });
  const left = listed.length - rows.length;
  return html`<h4>Files</h4>${scrolled(
    "Files",
    html`<thead><tr><th scope="col">Path</th><th scope="col">Bytes</th><th scope="col">Tokens</th><th scope="col">Kind</th></tr></thead><tbody>${rows}</tbody>`,
  )}${left > 0 ? html`<p class="quiet">and ${count(left, "file")} more</p>` : undefined}`;
}

/** A list of the inventory; nothing if it is empty. */
function drawFacts({ title, rows, omitted, also }: InventorySection): Content {
  if (rows.length === 0 && also === undefined && omitted === 0) return undefined;
  const drawn = rows.map(
    ({ name, note, place }) =>
      html`<tr data-fact="${title}"><th scope="row"><code>${cut(name, 300)}</code></th><td>${note}</td><td>${place}</td></tr>
      `,
  );
  return html`<h4>${title}</h4>${rows.length > 0 ? scrolled(title, html`<tbody>${drawn}</tbody>`) : undefined}${also === undefined ? undefined : html`<p class="quiet">${also}</p>`}${omitted > 0 ? html`<p class="quiet">and more names in ${count(omitted, "location")}, too many to list</p>` : undefined}`;
}

function drawUnread({ inventory: { unread } }: SkillInspection): Content {
  if (unread.length === 0) return undefined;
  return html`<h4>Not inspected</h4><ul>${unread.map(({ path, reason }) => html`<li><code>${cut(path)}</code>: ${cut(reason)}</li>`)}</ul>`;
}
