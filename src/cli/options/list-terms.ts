import { wrap } from "../../report/drawing/text-wrap.ts";

/** Terms with their meanings, one a line, as in the notes of a help. */
export function listTerms(terms: readonly (readonly [string, string])[]): string {
  const width = Math.max(...terms.map(([term]) => term.length));
  return terms.map(([term, about]) => `  ${term.padEnd(width)}  ${about}`).join("\n");
}

/** Wraps a paragraph of the notes of a help, each line of which begins with `margin`. */
export function fill(text: string, margin = "  "): string {
  return wrap(text, 80 - margin.length)
    .map((line) => margin + line)
    .join("\n");
}
