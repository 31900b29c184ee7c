import { count } from "../../core/sentence.ts";
import type { RecordedClient } from "../../model/reports/compat.ts";
import type { PageStyle } from "./page-style.ts";
import { padTo } from "../drawing/width.ts";

/** Text output: one line per recorded version, and what the evidence is. */
export function clientsText(clients: readonly RecordedClient[], { paint }: Pick<PageStyle, "paint">): string {
  if (clients.length === 0) return "no records are older\n";
  const cells = clients.map(({ client, variant, version, versions, evidence, checked, age }) => [
    `${client}${variant === undefined ? "" : `/${variant}`}`,
    version,
    versions === "*" ? "" : versions,
    evidence,
    checked,
    count(age, "day"),
  ]);
  const heads = ["Client", "Version", "Same for", "Evidence", "Date", "Age"];
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => padTo(cell, widths[at]!))
      .join("  ")
      .trimEnd();
  return `${[paint.bold(line(heads)), ...cells.map(line)].join("\n")}\n`;
}
