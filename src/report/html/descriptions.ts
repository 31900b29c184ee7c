import { groupBy } from "../../core/group-by.ts";
import { grouped, series } from "../../core/sentence.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { shownOfDescription } from "../commands/load-words.ts";
import type { Row } from "./answers.ts";
import type { Section } from "./document.ts";
import { linkSkills } from "./link-skills.ts";
import { type Content, html } from "./markup.ts";
import { drawTable } from "./table.ts";

/** A description that the lists of some clients end early. */
interface Cut {
  readonly description: string;
  /** Number of UTF-16 units that are shown. */
  readonly shown: number;
  readonly titles: readonly string[];
}

/** Where lists of skills end the description, those that show least first; clients that end it alike share a cut. */
export function cutsOf(loads: readonly ClientLoad[]): readonly Cut[] {
  const found = loads.flatMap((load) => {
    const shown = shownOfDescription(load);
    return shown === undefined ? [] : [{ title: load.title, description: load.description!, shown }];
  });
  const alike = groupBy(found, ({ description, shown }) => JSON.stringify([shown, description]));
  return Array.from(alike.values(), (same) => ({
    ...same[0]!,
    titles: Array.from(new Set(same.map(({ title }) => title))),
  })).toSorted((a, b) => a.shown - b.shown);
}

interface CutRow extends Cut {
  readonly row: Row;
}

/** The clients whose lists cut descriptions, and the skills; undefined if there are none. */
export function descriptionsSection(rows: readonly Row[]): Section | undefined {
  const cuts = rows.flatMap((row) => cutsOf(row.loads).map((each) => ({ ...each, row })));
  if (cuts.length === 0) return undefined;
  return { id: "descriptions", title: "Descriptions cut in the list of a client", pieces: [draw(cuts)] };
}

/** Skills of which the same clients show as much share a row. */
function draw(cuts: readonly CutRow[]): Content {
  const alike = groupBy(cuts, ({ titles, shown }) => JSON.stringify([shown, titles]));
  const sorted = Array.from(alike.values()).toSorted(([a], [b]) => a!.shown - b!.shown);
  const rows = sorted.map((same) => {
    const { titles, shown } = same[0]!;
    return html`<tr><th scope="row">${series(titles)}</th><td class="r">${grouped(shown)}</td><td>${linkSkills(same.map(({ row }) => row))}</td></tr>
    `;
  });
  return html`<p>A client shows the model a list of its skills with their descriptions; the end of a long one is missing there. A client whose whole list is too long may cut more; the command preview shows that.</p>
    ${drawTable("Descriptions that are cut", rows, { heads: ["Client", "Characters shown", "Skills"] })}`;
}
