import { quote } from "../../core/show.ts";
import type { ParseProblem } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import { nextLine, type Span } from "../../core/lines.ts";

/** A pattern for a line at the outermost level that is not `key: value`. */
interface Stray {
  readonly pattern: RegExp;
  readonly message: (match: RegExpExecArray) => string;
  readonly cure?: { readonly title: string; readonly text: string };
}

const key = String.raw`([A-Za-z][\w-]*)`;

/** The first group is the text before the invalid text, and the third is the invalid text, which the fix replaces. */
const strays: readonly Stray[] = [
  {
    pattern: new RegExp(`^(["']?${key}["']?)([ \\t]*\\uff1a[ \\t]*)`),
    message: ([, , name]) => `full-width colon after ${quote(name ?? "")}; write \`: \``,
    cure: { title: 'Write ": "', text: ": " },
  },
  {
    pattern: new RegExp(`^(${key})([ \\t]*=[ \\t]*)`),
    message: ([, , name]) => `"=" after ${quote(name ?? "")}; write \`: \``,
    cure: { title: 'Write ": "', text: ": " },
  },
  {
    pattern: new RegExp(`^(${key})(:)(?=[^\\s/])`),
    message: ([, , name]) => `no space after the colon of ${quote(name ?? "")}`,
    cure: { title: "Insert a space", text: ": " },
  },
  {
    pattern: /^(())(\/\/+)/,
    message: () => 'line starts with "//"; start a comment with `#`',
    cure: { title: 'Write "#"', text: "#" },
  },
  {
    pattern: /^(())(-(?=\s|$).*)$/su,
    message: ([, , , item]) => `list item ${quote(item ?? "", 60)} does not belong to any field`,
  },
  {
    pattern: /^(())((?:`{3,}|~{3,}).*)$/su,
    message: ([, , , fence]) => `code fence ${quote(fence ?? "", 60)} in the frontmatter`,
  },
];

/** Describes a line at the outermost level that has no key. */
export function strayLine(source: SourceText, line: Span): ParseProblem {
  const written = source.text.slice(line.start, line.end);
  const content = written.trim();
  const start = line.start + written.length - written.trimStart().length;
  if (content.startsWith("%")) return directive(source, line, content);
  for (const { pattern, message, cure } of strays) {
    const match = pattern.exec(content);
    if (!match) continue;
    const from = start + (match[1] ?? "").length;
    const range = source.range(from, from + (match[3] ?? "").length);
    const problem: ParseProblem = { kind: "yaml-syntax", message: message(match), range };
    return cure
      ? { ...problem, remedy: { title: cure.title, edits: [{ range, text: cure.text }] } }
      : problem;
  }
  return {
    kind: "yaml-syntax",
    message: `${quote(content, 60)} is not a "key: value" line; indent it or move it to the body`,
    range: source.range(start, start + content.length),
  };
}

function directive(source: SourceText, line: Span, content: string): ParseProblem {
  const range = source.range(line.start, nextLine(source.text, line.end));
  const message = `${quote(content, 60)} is a YAML directive; remove it`;
  return {
    kind: "yaml-feature",
    message,
    range: source.range(line.start, line.end),
    remedy: { title: "Remove the line", edits: [{ range, text: "" }] },
  };
}
