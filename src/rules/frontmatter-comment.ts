import { hasNoComment, toQuoted } from "../core/yaml-scalar.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { completeFrontmatter, isString, type StringField } from "./parts/fields.ts";

/** The fields whose values are sentences. */
const prose: readonly string[] = ["compatibility", "description"];

export default defineRule({
  meta: {
    id: "frontmatter-comment",
    category: "portability",
    origin: "guidance",
    source: "https://yaml.org/spec/1.2.2/#66-comments",
    summary:
      "Reports text of `description` and `compatibility` that YAML takes for a comment, as in `Fixes issue #12`.",
    why: "YAML drops all that follows a blank and a number sign: most clients show the model half a sentence, and those that read line by line show it whole.",
    remedy: "Put the value in quotes.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const read = completeFrontmatter(skill);
    return read && /[ \t]#/.test(read.document.source.slice(read.frontmatter.range))
      ? prose.flatMap((key) => {
          const field = read.frontmatter.fields.get(key);
          return field && isString(field) && field.style === "plain" ? findings(read.document, field) : [];
        })
      : [];
  },
});

/** Whether YAML takes the end of the value for a comment that nobody can have meant. */
export function hasLostText(document: SkillDocument, field: StringField): boolean {
  return field.style === "plain" && findings(document, field).length > 0;
}

function findings(
  { file, source }: SkillDocument,
  { key, valueRange: { start, end } }: StringField,
): readonly Finding[] {
  const [blanks = ""] = /^[ \t]+(?=#)/.exec(source.text.slice(end.offset, end.offset + 100)) ?? [];
  if (blanks === "") return [];
  const text = source.text
    .slice(start.offset, source.lineStart(end.line) + source.line(end.line).length)
    .trimEnd();
  const range = source.range(end.offset + blanks.length, start.offset + text.length);
  if (!hasNoComment(text)) return [];
  const message = `${quote(source.slice(range), 60)} is a comment to YAML and no part of ${key}, expected the value in quotes`;
  const fixes = /\n[ \t]*\r?\n/.test(text)
    ? []
    : ([
        {
          title: "Put the value in quotes, with the text that YAML drops",
          safe: false,
          operations: [
            {
              kind: "edit",
              file,
              range: source.range(start.offset, start.offset + text.length),
              text: toQuoted(text),
            },
          ],
        },
      ] as const);
  return [{ file, range, message, fixes }];
}
