import { argumentPlaceholders, type Placeholder } from "../../model/argument-placeholders.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

/** The fields that say that a skill takes arguments. */
const fields = ["arguments", "argument-hint"] as const;

/** Few calls have more arguments than this. */
const mostArguments = 10;

/** A line that says that the number is an argument. */
const explains = /\b(?:arg|args|argument|arguments|parameter|parameters|positional|user input)\b/i;

export default defineRule({
  meta: {
    id: "claude-code-argument",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#available-string-substitutions",
    summary:
      "Reports `$1` and `$5,000` in a skill that takes no arguments, which Claude Code replaces by them.",
    why: "Claude Code replaces a dollar sign with a number by an argument of the call, also in code, and counts from 0: called with two words, `awk '{print $1}'` prints the second.",
    remedy:
      "Write a backslash before the dollar sign, which Claude Code removes, or move the text to another file; if arguments are meant, add `argument-hint`.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document }, ...chosen }) {
    // First the one that the shortest call replaces.
    const [first, ...others] = document ? literals(document).sort((a, b) => a.at - b.at) : [];
    if (!document || !first) return [];
    const { source, body, frontmatter } = document;
    const text = source.slice(body.range);
    const isRare =
      frontmatter?.fields.get("user-invocable")?.value === "false" ||
      [first, ...others].every((each) => isAmount(text, each));
    const offset = body.range.start.offset;
    const written = source.text.slice(offset + first.start, offset + first.end);
    const called = `called with ${count(first.at! + 1, "argument")}${first.at === mostArguments - 1 ? "" : " or more"}`;
    const more = others.length === 0 ? "" : ` (${others.length} more in this file)`;
    return [
      {
        file: document.file,
        range: source.range(offset + first.start, offset + first.end),
        message: `${called}, ${nameClients(["Claude Code"], chosen)} replaces ${quote(written)} by one of them${more}; write \`\\${written}\``,
        ...(isRare && { severity: "info" as const }),
      },
    ];
  },
});

/** The numbers that a call replaces and that nothing says are arguments. */
function literals({ source, body, frontmatter }: SkillDocument): (Placeholder & { at: number })[] {
  const text = source.slice(body.range);
  if (!/\$\d/.test(text) || fields.some((key) => frontmatter?.fields.has(key))) return [];
  const found: (Placeholder & { at: number })[] = [];
  for (const placeholder of argumentPlaceholders(text)) {
    const { at, start } = placeholder;
    // The author knows the placeholders.
    if (at === undefined || text.startsWith("$ARGUMENTS", start)) return [];
    if (placeholder.isEscaped) return [];
    if (at >= mostArguments || explains.test(lineAt(text, start))) continue;
    found.push({ ...placeholder, at });
  }
  return found;
}

/** Whether a number is an amount of money that few calls replace, or that is in a line of output. */
function isAmount(text: string, { at, start, end }: Placeholder & { at: number }): boolean {
  if (!/^[.,]\d/.test(text.slice(end, end + 2))) return false;
  return at >= 2 || /^[ \t]*(?:#|\/\/|\[?\d{4}-)/.test(lineAt(text, start));
}

/** The line around an offset; of a very long one, the part nearby. */
function lineAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at);
  const [after = ""] = text.slice(at, at + 200).split("\n", 1);
  return before.slice(before.lastIndexOf("\n") + 1) + after;
}
