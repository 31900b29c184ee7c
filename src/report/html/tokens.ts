import type { StageTokens } from "../../model/reports/check.ts";
import { estimateError, figure } from "../../model/token-counter.ts";
import type { Row } from "./answers.ts";
import { drawBar } from "./bar.ts";
import type { Section } from "./document.ts";
import { linkSkills } from "./link-skills.ts";
import { type Content, html } from "./markup.ts";
import { drawTable } from "./table.ts";

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
    <p class="key wide"><span class="k1">always in context</span><span class="k2">body</span><span class="k3">files</span></p>
    ${drawTable(
      "Tokens by skill",
      counted.map((each) => drawRow(each, most)),
      { heads: ["Skill", "Always", "Body", "Files"], bars: "Together, of the largest skill" },
    )}`;
}

function drawRow({ row, tokens }: Counted, most: number): Content {
  const { counter, entry, body, files } = tokens;
  const cells = [entry, body, files].map((amount) => html`<td class="r">${figure(amount, counter)}</td>`);
  return html`<tr><th scope="row">${linkSkills([row])}</th>${cells}<td class="wide">${drawBar([entry, body, files], most)}</td></tr>`;
}
