import { isCommand, type Stretch } from "./command-lines.ts";
import type { Region } from "./regions.ts";

/** A code span's text: on one line, between as many backticks on either side. */
const span = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g;

/** What stands in the code spans of a prose region. */
export function* codeSpans({ text, start, end }: Region): Generator<Stretch> {
  for (const match of text.slice(start, end).matchAll(span)) {
    const [, ticks = "", content = ""] = match;
    const from = start + match.index + ticks.length;
    yield { start: from, end: from + content.length };
  }
}

/** Those that can be nothing but a command. */
export function* commandSpans(region: Region): Generator<Stretch> {
  for (const stretch of codeSpans(region)) if (isCommand(region.text.slice(stretch.start, stretch.end))) yield stretch;
}
