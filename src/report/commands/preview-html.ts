import { grouped } from "../../core/sentence.ts";
import type { CatalogState } from "../../model/client-catalog.ts";
import { plainPaint } from "../../model/paint.ts";
import type { Report } from "../../model/report.ts";
import type { CatalogPreview, PreviewData, SkillPreview } from "../../model/reports/preview.ts";
import { inFigures } from "../../model/token-counter.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { drawBar } from "../html/bar.ts";
import { drawDocument, type Section } from "../html/document.ts";
import { breakable, type Content, cut, html, lines } from "../html/markup.ts";
import { drawTable } from "../html/table.ts";
import { drawWithin } from "../html/within.ts";
import type { PageStyle } from "./page-style.ts";
import { describeBudget, drawPlan } from "./preview-text.ts";

/** Maximum length of a list of skills and of a body, in UTF-16 units. */
const longest = 50_000;

/** A page with what a client shows the model: its list of skills against the budget, and each skill. */
export function previewHtml(report: Report, data: PreviewData, { all }: Pick<PageStyle, "all">): string {
  const { client, catalog, skills } = data;
  const page = {
    title: `skillwright preview: ${client.title} ${client.variant ?? ""} ${client.version}`,
    intro: [
      html`<p>${describeBudget(catalog, client.title)}</p>`,
      html`<p class="quiet">Evidence: ${client.evidence}, checked ${client.checked}, for ${client.versions === "*" ? "this version" : client.versions}.</p>`,
    ],
    sections: [
      ...(catalog ? [catalogSection(catalog, skills.length, client.title)] : []),
      {
        id: "skills",
        title: "Skills as the model reads them",
        pieces: drawWithin(skills, all, (skill, isWhole) =>
          isWhole ? drawSkill(skill, data.counter, skills.length === 1) : drawHead(skill),
        ),
      },
    ],
  };
  return Array.from(drawDocument(page, report)).join("");
}

const states: Readonly<Record<CatalogState, readonly [word: string, color: string]>> = {
  whole: ["whole", "good"],
  cut: ["cut", "odd"],
  "name-only": ["name only", "bad"],
  absent: ["missing", "bad"],
};

/** The skills in the order of the client's list, what it shows of each description, and what to shorten. */
function catalogSection(catalog: CatalogPreview, loaded: number, title: string): Section {
  const { budget, entries, text } = catalog;
  const plan = drawPlan(catalog, loaded, { paint: plainPaint, width: 100, all: true, command: "skills" });
  const rows = entries.map(({ skill, state, characters, shown }) => {
    // What is shown whole may lack the white space around it.
    const amount = state === "whole" ? characters : Math.min(Array.from(shown ?? "").length, characters);
    const [word, color] = states[state];
    return html`<tr data-skill="${skill}" data-state="${state}"><th scope="row">${breakable(nameSubject(skill))}</th><td class="${color}">${word}</td><td class="r">${amount < characters ? `${grouped(amount)} of ` : ""}${grouped(characters)}</td><td class="wide">${drawBar([amount, 0, characters - amount], Math.max(1, characters))}</td></tr>
    `;
  });
  return {
    id: "catalog",
    title: `The list of skills of ${title}`,
    pieces: [
      typeof budget === "string" ? undefined : drawBudget(budget.needed, budget.limit),
      plan.length > 0 ? html`<pre>${lines(plan.join("\n"))}</pre>` : undefined,
      html`<p class="key wide"><span class="k1">shown</span>${entries.some(({ state }) => state !== "whole") ? html`<span class="k3">missing</span>` : undefined}</p>
      ${drawTable("Entries of the list", rows, { heads: ["Skill", "Shown", "Characters"], bars: "Part shown" })}
      <details><summary>The text of the list</summary>${drawText(text)}</details>`,
    ],
  };
}

function drawBudget(needed: number, limit: number): Content {
  const over = Math.max(0, needed - limit);
  const what = over > 0 ? ", with what is over the limit in gray" : "";
  return html`<p>Needed: ${grouped(needed)} of ${grouped(limit)}${what}</p>${drawBar([Math.min(needed, limit), 0, over], Math.max(needed, limit))}`;
}

function drawSkill(skill: SkillPreview, counter: string, isOpen: boolean): Content {
  const { path, reasons, body, unreachable, tokens, files } = skill;
  const facts = [
    ...reasons,
    `Tokens: ${inFigures(tokens.announced, counter)} announced, ${inFigures(tokens.body, counter)} in the body, ${inFigures(tokens.files, counter)} in files.`,
    ...(files.length > 0
      ? [`Files that the body leads to: ${files.map((file) => file.path).join(", ")}`]
      : []),
    ...(unreachable.length > 0 ? [`Files that nothing leads to: ${unreachable.join(", ")}`] : []),
  ];
  return html`<details class="card" data-skill="${path}"${isOpen ? html` open` : undefined}>
    <summary>${drawTitle(skill)}</summary>
    <div>${facts.map((fact) => html`<p>${cut(fact)}</p>`)}${body === null ? undefined : drawText(body)}</div>
  </details>`;
}

/** A skill without its details. */
function drawHead(skill: SkillPreview): Content {
  return html`<p class="card" data-skill="${skill.path}">${drawTitle(skill)}</p>`;
}

function drawTitle({ path, loads, hidden }: SkillPreview): Content {
  const word = loads === false ? "does not load" : loads === null ? "not known" : hidden ? "hidden" : "loads";
  return html`<h3><bdi>${nameSubject(path)}</bdi></h3><span class="badge ${loads === false ? "bad" : "quiet"}">${word}</span>`;
}

/** A text in its own lines; of a very long one, the beginning. */
function drawText(text: string): Content {
  const note = html`<p class="quiet">The first ${grouped(longest)} of ${grouped(text.length)} characters.</p>`;
  return html`<pre>${lines(text.slice(0, longest))}</pre>${text.length > longest ? note : undefined}`;
}
