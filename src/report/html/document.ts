import type { Report } from "../../model/report.ts";
import { html, type Content } from "./markup.ts";
import { script, scriptDigest } from "./script.ts";
import { style, styleDigest } from "./style.ts";

/** A part of a page with a heading, to which the top of the page links. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly pieces: Iterable<Content>;
}

/**
 * A page in pieces. The browser runs no script but ours and asks for nothing, whatever the contents are: the policy
 * allows the style and the script by their digests (W3C, Content Security Policy Level 3, 6.7.2.3).
 */
export function* drawDocument(
  { title, intro, sections }: { title: string; intro: Content; sections: readonly Section[] },
  { tool }: Pick<Report, "tool">,
): Generator<string> {
  const policy = `default-src 'none'; style-src 'sha256-${styleDigest}'; script-src 'sha256-${scriptDigest}'; base-uri 'none'; form-action 'none'`;
  yield String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${tool.name} ${tool.version}">
<title>${title}</title>
`);
  yield `<style>${style}</style>\n</head>\n`;
  yield String(html`<body>
<header>
<h1>${title}</h1>
${intro}
${drawContents(sections)}
</header>
<main>
${filterForm}
`);
  for (const { id, title: heading, pieces } of sections) {
    yield String(html`<section aria-labelledby="${id}">
      <h2 id="${id}">${heading}</h2>
    `);
    for (const piece of pieces) yield `${String(html`${piece}`)}\n`;
    yield "</section>\n";
  }
  yield String(html`</main>
<footer><p class="quiet">Written by ${tool.name} ${tool.version}. This page loads nothing and sends nothing.</p></footer>
`);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

function drawContents(sections: readonly Section[]): Content {
  if (sections.length < 2) return undefined;
  return html`<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

/** Hidden without the script that makes it work. */
const filterForm = html`<form hidden role="search" aria-label="Filter">
  <label>Filter <input type="search" name="words" autocomplete="off" placeholder="words of a skill or finding"></label>
  <span class="kinds">
  <label><input type="checkbox" name="error" checked> errors</label>
  <label><input type="checkbox" name="warning" checked> warnings</label>
  <label><input type="checkbox" name="info" checked> notes</label>
  </span>
  <output class="quiet"></output>
</form>`;

const outcomes = [
  ["good", "No errors."],
  ["bad", "Problems were found."],
  ["bad", "Not everything could be done, so the result is incomplete."],
] as const;

/** The outcome of the run in words. */
export function drawOutcome({ outcome, summary }: Pick<Report, "outcome" | "summary">): Content {
  const [color, sentence] = outcomes[outcome];
  return html`<strong class="${outcome === 0 && summary.warnings > 0 ? "odd" : color}">${sentence}</strong>`;
}
