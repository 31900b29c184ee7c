import type { Finding, Fix } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { defineRule } from "../define.ts";
import { isString } from "../parts/fields.ts";

/** Fields that clients read as booleans. */
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
      "Reports `disable-model-invocation`, `user-invocable` or `background` with a value other than plain `true` or `false`, and two of them that together hide the skill from both the user and the model.",
    why: 'Mux does not load the skill for `yes` or `"true"`; VS Code and older versions of Claude Code ignore both, and the skill does what the field was meant to prevent. A skill that is hidden from both the user and the model is never used.',
    remedy: "Write `true` or `false`, without quotes; of two fields that hide the skill from both, keep one.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const fields = document?.frontmatter?.fields;
    if (!document || !fields) return [];
    const unclear = keys.flatMap((key) => {
      const field = fields.get(key);
      if (!field || isPlain(field)) return [];
      const range = field.style === "empty" ? field.keyRange : field.valueRange;
      return [
        {
          file: document.file,
          range,
          message: `${key} ${written(field)}; write \`true\` or \`false\``,
          fixes: fixes(document, field),
        },
      ];
    });
    return [...unclear, ...hiddenFromBoth(document)];
  },
});

/** The menu of commands does not list the skill, and the model is not offered it. */
function hiddenFromBoth({ file, frontmatter }: SkillDocument): readonly Finding[] {
  const hidden = frontmatter?.fields.get("disable-model-invocation");
  const unlisted = frontmatter?.fields.get("user-invocable");
  if (!hidden || !unlisted || !isPlain(hidden) || !isPlain(unlisted)) return [];
  if (hidden.value !== "true" || unlisted.value !== "false") return [];
  return [
    {
      file,
      range: hidden.valueRange,
      related: [{ file, range: unlisted.valueRange }],
      message:
        "with `user-invocable: false`, neither user nor model can start the skill; remove one of the two",
    },
  ];
}

function isPlain({ value, style }: Field): boolean {
  return style === "alias" || (style === "plain" && (value === "true" || value === "false"));
}

function written(field: Field): string {
  if (field.style === "empty") return "has no value";
  if (!isString(field)) return "is a list or map";
  return `is ${field.style === "plain" ? "" : "the string "}${quote(field.value, 40)}`;
}

function fixes({ file, source }: SkillDocument, field: Field): readonly Fix[] {
  const text =
    isString(field) && field.style !== "block" ? meanings.get(field.value.trim().toLowerCase()) : undefined;
  if (text === undefined) return [];
  const { start, end } = field.valueRange;
  return [
    {
      title: `Replace ${show(source.text.slice(start.offset, end.offset), 40)} with ${text}`,
      safe: false,
      operations: [{ kind: "edit", file, range: field.valueRange, text }],
    },
  ];
}
