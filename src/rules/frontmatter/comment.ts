import { hasNoComment, toQuoted } from "../../yaml/scalar.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { completeFrontmatter, isString, type StringField } from "../parts/fields.ts";

/** Fields with prose values. */
const prose: readonly string[] = ["compatibility", "description"];

export default defineRule({
  meta: {
    id: "frontmatter-comment",
    category: "portability",
    origin: "guidance",
    source: "https://yaml.org/spec/1.2.2/#66-comments",
    summary:
      "Reports text in `description` and `compatibility` that YAML reads as a comment, as in `Fixes issue #12`.",
    why: "YAML drops everything after a space and `#` in an unquoted value: most clients show the model half a sentence, and those that read line by line show all of it.",
    remedy: "Quote the value.",
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

/** Whether YAML drops the end of the value as a comment although it must be meant as text. */
export function hasLostText(document: SkillDocument, field: StringField): boolean {
  return field.style === "plain" && findings(document, field).length > 0;
}

function findings(
  { file, source }: SkillDocument,
  { key, valueRange: { start, end } }: StringField,
): readonly Finding[] {
  const [spaces = ""] = /^[ \t]+(?=#)/.exec(source.text.slice(end.offset, end.offset + 100)) ?? [];
  if (spaces === "") return [];
  const text = source.text
    .slice(start.offset, source.lineStart(end.line) + source.line(end.line).length)
    .trimEnd();
  const range = source.range(end.offset + spaces.length, start.offset + text.length);
  if (!hasNoComment(text)) return [];
  const message = `${quote(source.slice(range), 60)} is read as a YAML comment, not as part of ${key}; quote the value`;
  const fixes = /\n[ \t]*\r?\n/.test(text)
    ? []
    : ([
        {
          title: "Quote the value, including the text that YAML drops",
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
