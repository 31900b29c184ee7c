import { plainPaint } from "../../model/paint.ts";
import { type Diagnostic, isCounted, type Subject } from "../../model/report.ts";
import { sliceWhole } from "../../core/show.ts";
import { severities } from "../../model/rule.ts";
import { describeRefusers } from "../formats/refusers.ts";
import {
  describeMessage,
  placeOf,
  relatedPlaces,
  severityWords,
  type TextStyle,
} from "../formats/text-finding.ts";
import { type Content, cut, html, link } from "./markup.ts";

/** How messages name what to type. */
export interface FindingStyle {
  readonly command: string;
  readonly fixedBy: TextStyle["fixedBy"];
}

/** The findings that count, errors before warnings and notes; then those that do not, folded. */
export function drawFindings(subject: Subject, style: FindingStyle): Content {
  const order = (finding: Diagnostic): number => severities.indexOf(finding.severity);
  const counted = subject.findings.filter(isCounted).toSorted((a, b) => order(a) - order(b));
  const others = subject.findings.filter((finding) => !isCounted(finding));
  return [
    drawList(counted, subject, style),
    others.length === 0
      ? undefined
      : html`<details><summary class="quiet">${others.length} suppressed or in the baseline</summary>${drawList(others, subject, style)}</details>`,
  ];
}

function drawList(findings: readonly Diagnostic[], subject: Subject, style: FindingStyle): Content {
  if (findings.length === 0) return undefined;
  return html`<ul class="findings">${findings.map((finding) => drawFinding(finding, subject, style))}</ul>`;
}

const colors = { error: "bad", warning: "odd", info: "note" } as const;

function drawFinding(finding: Diagnostic, subject: Subject, { command, fixedBy }: FindingStyle): Content {
  const { severity, ruleId, file, helpUrl, suppressed, baselined } = finding;
  const place = placeOf(finding);
  const where = `${file}${place === "" ? "" : `:${place}`}`;
  const paint = { ...plainPaint, command };
  const message = describeMessage(finding, paint, subject.kind === "archive" ? undefined : fixedBy);
  const notes = [
    describeRefusers(finding),
    ...relatedPlaces(finding, subject).map(
      (related) => `see ${related.where}${related.message ? ` (${related.message})` : ""}`,
    ),
    suppressed
      ? `suppressed by ${suppressed.by === "comment" ? "a comment" : "the config"}: ${suppressed.reason}`
      : "",
    baselined ? "in the baseline" : "",
  ].filter((note) => note !== "");
  return html`<li class="${severity}" data-rule="${ruleId}"><p><b class="${colors[severity]}">${severityWords[severity]}</b> ${where === "" ? undefined : html`<code>${cut(where)}</code> `}<bdi>${cut(message)}</bdi> <small>${link(helpUrl, ruleId)}</small></p>${drawSource(finding)}${notes.map((note) => html`<p class="quiet">${cut(note)}</p>`)}</li>
  `;
}

/** Maximum number of UTF-16 units before, in and after the mark. */
const reach = 100;
const longestMark = 300;

/** The line of the finding with its range marked; undefined if the line shows nothing. */
function drawSource({ excerpt, start, end }: Diagnostic): Content {
  if (!excerpt || !start || /^(?:---)?\s*$/.test(excerpt.line)) return undefined;
  const { line, skipped } = excerpt;
  const from = Math.min(Math.max(0, start.column - 1 - skipped), line.length);
  const to = end?.line === start.line ? Math.max(end.column - 1 - skipped, from + 1) : line.length;
  const before = line.slice(0, from);
  const marked = line.slice(from, to);
  const after = line.slice(to);
  const head = before.length > reach ? `…${before.slice(-reach)}` : `${skipped > 0 ? "…" : ""}${before}`;
  const shown = marked.length > longestMark ? `${sliceWhole(marked, longestMark)}…` : marked;
  const tail =
    marked.length > longestMark ? "" : after.length > reach ? `${sliceWhole(after, reach)}…` : after;
  const spaced = (text: string): string => text.replaceAll("\t", "    ");
  return html`<pre><span class="quiet">${start.line} </span>${spaced(head)}<mark>${spaced(shown)}</mark>${spaced(tail)}</pre>`;
}
