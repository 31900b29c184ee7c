import { isCommand, type Stretch } from "./command-lines.ts";
import type { Region } from "./regions.ts";

/** A code span's text: on one line, between as many backticks on either side. */
const span = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g;

/** The code spans of a prose region that can be nothing but a command. */
export function* commandSpans({ text, start, end }: Region): Generator<Stretch> {
  for (const { 1: ticks = "", 2: content = "", index } of text.slice(start, end).matchAll(span)) {
    const from = start + index + ticks.length;
    if (isCommand(content)) yield { start: from, end: from + content.length };
  }
}
