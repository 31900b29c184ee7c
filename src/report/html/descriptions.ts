import { groupBy } from "../../core/group-by.ts";
import { grouped, series } from "../../core/sentence.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { shownOfDescription } from "../commands/load-words.ts";
import { nameSubject } from "../formats/text-subject.ts";
import type { Row } from "./answers.ts";
import { drawBar } from "./bar.ts";
import type { Section } from "./document.ts";
import { type Content, html } from "./markup.ts";

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

/** The descriptions that lists of skills cut, with the part that is shown; undefined if there are none. */
export function descriptionsSection(rows: readonly Row[]): Section | undefined {
  const cuts = rows.flatMap((row) => cutsOf(row.loads).map((each) => ({ ...each, row })));
  if (cuts.length === 0) return undefined;
  return { id: "descriptions", title: "Descriptions that lists cut", pieces: draw(cuts) };
}

function* draw(cuts: readonly CutRow[]): Generator<Content> {
  const longest = Math.max(...cuts.map(({ description }) => description.length));
  yield html`<p>A client shows the model a list of its skills with their descriptions; the end of a long one is missing there. A client whose whole list is too long may cut more; the command preview shows that.</p>
    <p class="key"><i class="k1"></i>shown<i class="k3"></i>missing</p>
    <div class="scroll" role="region" aria-label="Parts of descriptions that are shown" tabindex="0"><table>
    <thead><tr><th scope="col">Skill</th><th scope="col">Client</th><th scope="col">Shown</th><th scope="col">Characters</th><th scope="col" class="wide">Part shown</th></tr></thead>
    <tbody>`;
  for (const each of cuts) yield drawRow(each, longest);
  yield html`</tbody></table></div>`;
}

function drawRow({ row: { subject, number }, description, shown, titles }: CutRow, longest: number): Content {
  return html`<tr data-skill="${subject.path}"><th scope="row"><a href="#s${number}">${nameSubject(subject.path)}</a></th><td>${series(titles)}</td><td class="r">${grouped(shown)}</td><td class="r">${grouped(description.length)}</td><td class="wide">${drawBar([shown, 0, description.length - shown], longest)}</td></tr>`;
}
