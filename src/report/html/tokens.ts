import type { StageTokens } from "../../model/reports/check.ts";
import { estimateError, figure } from "../../model/token-counter.ts";
import { nameSubject } from "../formats/text-subject.ts";
import type { Row } from "./answers.ts";
import { drawBar } from "./bar.ts";
import type { Section } from "./document.ts";
import { type Content, html } from "./markup.ts";

interface Counted {
  readonly row: Row;
  readonly tokens: StageTokens;
  readonly total: number;
}

/** The tokens of each skill by the time when a model reads them, most first; undefined if none were counted. */
export function tokensSection(rows: readonly Row[]): Section | undefined {
  const counted = rows.flatMap((row): readonly Counted[] => {
    const tokens = row.checked?.tokens;
    return tokens ? [{ row, tokens, total: tokens.entry + tokens.body + tokens.files }] : [];
  });
  if (counted.length === 0) return undefined;
  return {
    id: "tokens",
    title: "Tokens",
    pieces: draw(counted.toSorted((a, b) => b.total - a.total)),
  };
}

function* draw(counted: readonly Counted[]): Generator<Content> {
  const { counter } = counted[0]!.tokens;
  const most = counted[0]!.total;
  const sum = (amount: (tokens: StageTokens) => number): string =>
    figure(
      counted.reduce((total, { tokens }) => total + amount(tokens), 0),
      counter,
    );
  yield html`<p>${sum(({ entry }) => entry)} tokens are always in context, ${sum(({ body }) => body)} are in bodies, ${sum(({ files }) => files)} in the files that bodies refer to (${counter === "estimate" ? estimateError : counter}).</p>
    <p class="key"><i class="k1"></i>always in context<i class="k2"></i>body<i class="k3"></i>files</p>
    <div class="scroll" role="region" aria-label="Tokens by skill" tabindex="0"><table>
    <thead><tr><th scope="col">Skill</th><th scope="col">Always</th><th scope="col">Body</th><th scope="col">Files</th><th scope="col" class="wide">Together, of the largest skill</th></tr></thead>
    <tbody>`;
  for (const each of counted) yield drawRow(each, most);
  yield html`</tbody></table></div>`;
}

function drawRow({ row: { subject, number }, tokens }: Counted, most: number): Content {
  const { counter, entry, body, files } = tokens;
  const cells = [entry, body, files].map((amount) => html`<td class="r">${figure(amount, counter)}</td>`);
  return html`<tr data-skill="${subject.path}"><th scope="row"><a href="#s${number}">${nameSubject(subject.path)}</a></th>${cells}<td class="wide">${drawBar([entry, body, files], most)}</td></tr>`;
}
