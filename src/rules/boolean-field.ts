import type { Fix } from "../model/rule.ts";
import { quote, show } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { isString } from "./parts/fields.ts";

/** The fields that clients read as true or false. */
const keys = ["background", "disable-model-invocation", "user-invocable"] as const;

const meanings: ReadonlyMap<string, "true" | "false"> = new Map([
  ["1", "true"],
  ["on", "true"],
  ["true", "true"],
  ["yes", "true"],
  ["0", "false"],
  ["false", "false"],
  ["no", "false"],
  ["off", "false"],
]);

export default defineRule({
  meta: {
    id: "boolean-field",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#frontmatter-reference",
    summary:
      "Reports a `disable-model-invocation`, `user-invocable` or `background` that is not plainly `true` or `false`.",
    why: 'Mux drops the skill for `yes` and for `"true"`, VS Code and older versions of Claude Code ignore either: the skill then does what the field was meant to prevent.',
    remedy: "Write `true` or `false`, without quotes.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const fields = document?.frontmatter?.fields;
    if (!document || !fields) return [];
    return keys.flatMap((key) => {
      const field = fields.get(key);
      if (!field || isPlain(field)) return [];
      const range = field.style === "empty" ? field.keyRange : field.valueRange;
      return [
        {
          file: document.file,
          range,
          message: `${key} ${written(field)}, expected true or false`,
          fixes: fixes(document, field),
        },
      ];
    });
  },
});

function isPlain({ value, style }: Field): boolean {
  return style === "alias" || (style === "plain" && (value === "true" || value === "false"));
}

function written(field: Field): string {
  if (field.style === "empty") return "has no value";
  if (!isString(field)) return "is a list or map";
  return `is ${quote(field.value, 40)}${field.style === "plain" ? "" : " as a text"}`;
}

function fixes({ file, source }: SkillDocument, field: Field): readonly Fix[] {
  const text =
    isString(field) && field.style !== "block" ? meanings.get(field.value.trim().toLowerCase()) : undefined;
  if (text === undefined) return [];
  const { start, end } = field.valueRange;
  return [
    {
      title: `Write ${text} instead of ${show(source.text.slice(start.offset, end.offset), 40)}`,
      safe: false,
      operations: [{ kind: "edit", file, range: field.valueRange, text }],
    },
  ];
}
