import { show } from "../core/show.ts";

interface Timing {
  readonly ruleId: string;
  readonly milliseconds: number;
  readonly slowest: { readonly path: string; readonly milliseconds: number };
}

/** A table of how long each rule took, of the whole run's seconds; for --timing. */
export function timingText(timings: readonly Timing[], seconds: number): string {
  const rows = timings.map(({ ruleId, milliseconds, slowest }) => [milliseconds.toFixed(1), `${share(milliseconds, seconds)} %`, ruleId, slowest.milliseconds.toFixed(1), show(slowest.path)]);
  const head = ["ms", "share", "rule", "ms", "slowest skill"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const lines = [head, ...rows].map((row) => row.map((cell, column) => (column === 2 ? cell.padEnd(widths[column]!) : column === 4 ? cell : cell.padStart(widths[column]!))).join("  "));
  return `${lines.join("\n")}\n`;
}

function share(milliseconds: number, seconds: number): string {
  return seconds > 0 ? (milliseconds / seconds / 10).toFixed(1) : "0.0";
}
