import { utf8Length } from "../../core/utf8.ts";
/** Rows that a reader still looks through. */
const mostRows = 200;

/** UTF-8 bytes of the rows of a table: with three tables below the 1 MiB that GitHub takes of a step (docs.github.com, "Adding a job summary"). */
const mostBytes = 300_000;

/** As many rows as there is room for, and a sentence about the rest; nothing where there are none. */
export function drawTable<Item>(
  head: readonly string[],
  items: readonly Item[],
  toRow: (item: Item) => readonly string[],
  describeRest: (rest: readonly Item[]) => string,
): readonly string[] {
  if (items.length === 0) return [];
  const lines = [head, head.map(() => "---")].map(drawRow);
  let bytes = 0;
  for (const item of items.slice(0, mostRows)) {
    const line = drawRow(toRow(item));
    bytes += utf8Length(line);
    if (bytes > mostBytes) break;
    lines.push(line);
  }
  const rest = items.slice(lines.length - 2);
  return [lines.join("\n"), ...(rest.length > 0 ? [describeRest(rest)] : [])];
}

function drawRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
