import type { Fact, FactList } from "../model/inventory.ts";
import { compareText } from "../core/order.ts";
import type { Range } from "../core/place.ts";
import type { TextFile } from "../model/text-file.ts";

/** A name and its range in a file. */
export interface Sighting<Kind extends string> {
  readonly name: string;
  readonly kind: Kind;
  readonly file: TextFile;
  readonly start: number;
  readonly end: number;
}

/** Maximum number of names per list, which keeps reports on many skills readable. */
const mostNames = 1_000;

interface Entry<Seen> {
  seen: Seen;
  further: number;
}

/** Merges all sightings of a name into one fact; `kinds` lists all kinds, the strongest first. */
export function gather<Kind extends string>(
  sightings: Iterable<Sighting<Kind>>,
  kinds: readonly Kind[],
): FactList<Fact<Kind>> {
  return gatherAs(
    sightings,
    kinds,
    ({ name }) => name,
    (fact) => fact,
  );
}

/** Like `gather`, for facts with more properties and a custom key. */
export function gatherAs<Kind extends string, Seen extends Sighting<Kind>, Listed>(
  sightings: Iterable<Seen>,
  kinds: readonly Kind[],
  keyOf: (seen: Seen) => string,
  extend: (fact: Fact<Kind>, seen: Seen) => Listed,
): FactList<Listed> {
  const entries = new Map<string, Entry<Seen>>();
  let omitted = 0;
  for (const seen of sightings) {
    const key = keyOf(seen);
    const entry = entries.get(key);
    if (!entry && entries.size === mostNames) omitted++;
    else if (!entry) entries.set(key, { seen, further: 0 });
    else {
      entry.further++;
      if (kinds.indexOf(seen.kind) < kinds.indexOf(entry.seen.kind)) entry.seen = seen;
    }
  }
  const order = ({ seen: a }: Entry<Seen>, { seen: b }: Entry<Seen>): number =>
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compareText(a.name, b.name);
  return {
    facts: Array.from(entries.values())
      .sort(order)
      .map(({ seen, further }) => extend(toFact(seen, further), seen)),
    omitted,
  };
}

function toFact<Kind extends string>(
  { name, kind, file, start, end }: Sighting<Kind>,
  further: number,
): Fact<Kind> {
  return { name, kind, place: { file: file.path, range: plain(file.source.range(start, end)) }, further };
}

/** A copy that can be serialized as JSON. */
function plain({ start, end }: Range): Range {
  return { start, end };
}
