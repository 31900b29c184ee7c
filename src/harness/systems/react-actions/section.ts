import { seriesAtMost } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import { trimEnd } from "../../../core/white-space.ts";

export interface Heading {
  /** Line number from 0. */
  readonly line: number;
  readonly level: number;
  /** As written, such as "## Inputs". */
  readonly text: string;
}

/** The Markdown headings that begin with "#", except those in code blocks. */
export function headingsOf(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const [line, text] of lines.entries()) {
    const [opening = "", mark] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && text.slice(opening.length).trim() === "") fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    const level = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text)?.[1]?.length;
    if (level !== undefined) headings.push({ line, level, text: text.trim() });
  }
  return headings;
}

/**
 * A heading and the text after it, up to the next heading of the same or a higher level; or a message that lists the
 * existing headings.
 */
export function cutSection(
  text: string,
  hint: string,
): { readonly section: string } | { readonly objection: string } {
  const lines = text.split(/(?<=\n)/);
  const headings = headingsOf(lines.map((line) => line.replace(/\r?\n$/, "")));
  const found = headings.find((heading) => isMeant(heading, hint));
  if (!found)
    return {
      objection: `unknown heading ${quote(hint)}${
        headings.length === 0
          ? "; there are no headings"
          : `; the headings are ${seriesAtMost(
              headings.map((heading) => quote(heading.text)),
              20,
            )}`
      }`,
    };
  const end = headings.find(({ line, level }) => line > found.line && level <= found.level)?.line;
  return { section: lines.slice(found.line, end).join("") };
}

/** A hint without "#" matches a heading of any level. */
function isMeant(heading: Heading, hint: string): boolean {
  const wanted = hint.trim();
  const level = /^#+/.exec(wanted)?.[0].length;
  return (level === undefined || level === heading.level) && plain(heading.text) === plain(wanted);
}

function plain(heading: string): string {
  return trimEnd(heading.replace(/^#+/, ""), "#").replace(/\s+/g, " ").trim().toLowerCase();
}
