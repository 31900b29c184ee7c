import { count } from "../../core/sentence.ts";
import { utf8Length } from "../../core/utf8.ts";
import { type Content, html } from "./markup.ts";

/** Bytes of the details of skills on a page of about 5 MB; browsers are slow with larger ones. */
const most = 4_200_000;

/**
 * The skills with details until these are too large together, then those without, of which a sentence says it first;
 * with `all`, each has details.
 */
export function* drawWithin<Item>(
  items: readonly Item[],
  all: boolean,
  draw: (item: Item, isWhole: boolean) => Content,
): Generator<Content> {
  const whole: Content[] = [];
  for (let room = most; whole.length < items.length; ) {
    const drawn = draw(items[whole.length]!, true);
    room -= utf8Length(String(drawn));
    if (room < 0 && !all) break;
    whole.push(drawn);
  }
  const rest = items.slice(whole.length);
  if (rest.length > 0)
    yield html`<p class="odd" data-left="${rest.length}">The details of the last ${count(rest.length, "skill")} are left out, as the page would be too large; pass one of them, or --all, to see them.</p>`;
  yield* whole;
  for (const item of rest) yield draw(item, false);
}
