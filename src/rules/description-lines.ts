import { series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { trimEnd } from "../core/trim-end.ts";
import { toQuoted } from "../core/yaml-scalar.ts";
import type { Field } from "../model/frontmatter.ts";
import type { Fix } from "../model/rule.ts";
import type { SkillDocument } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { hasLostText } from "./frontmatter-comment.ts";
import { isString, stringField } from "./parts/fields.ts";
import { hasBrokenYaml } from "./parts/problems.ts";

/** Readers of lines, not of YAML: what each makes of such a text was run, or read in its code. */
const blockLosers = ["ElizaOS", "harness9", "Letta Code", "Spring AI agent-utils"] as const;

const foldLosers = [
  "ElizaOS",
  "harness9",
  "Letta Code",
  "Microsoft Agent Framework",
  "Spring AI agent-utils",
  "ZeroClaw",
] as const;

export default defineRule({
  meta: {
    id: "description-lines",
    category: "portability",
    origin: "client:gemini-cli",
    source:
      "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/skills/builtin/skill-creator/SKILL.md",
    summary: "Reports a `description` that is not on one line.",
    why: "Clients that read the frontmatter line by line take the first line for the whole, which for a block is just `>` or `|`; Gemini CLI's own guide asks for a single line.",
    remedy:
      "Write the description on one line, in double quotes where it holds a colon; the fix does, and is left to you to ask for, as what was wrapped for its readers becomes one long line.",
    severity: "info",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const { document } = skill;
    if (!field || !document || field.value.trim() === "" || field.style === "alias") return [];
    if (field.style !== "block" && !/[\r\n]/.test(document.source.slice(field.valueRange))) return [];
    const block = field.style === "block";
    const message = block
      ? `description is a block, of which ${series(blockLosers)} read ${quote(document.source.text.charAt(field.valueRange.start.offset))} alone, expected one line`
      : `description is written over several lines, of which ${series(foldLosers)} read the first alone, expected one line`;
    return [
      {
        file: document.file,
        range: block ? field.keyRange : field.valueRange,
        refusals: [{ reason: "description-lines" }],
        message,
        // On one line in quotes the lost text would be a comment for good.
        fixes: hasBrokenYaml(skill) || hasLostText(document, field) ? [] : oneLineFix(document, field),
      },
    ];
  },
});

/** What YAML takes for a line's end, or takes only as an escape. */
const unquotable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;

/**
 * The field's text as one line of YAML in quotes, which reads as the same text; the line end that a block scalar adds is left out.
 * Undefined where it is no text, or has several lines.
 */
export function toOneLine(field: Field): string | undefined {
  if (!isString(field)) return undefined;
  const text = trimEnd(field.value, "\n");
  return text === "" || unquotable.test(text) ? undefined : toQuoted(text);
}

/** Writes a value that stands on several lines behind its key; nothing where a comment, tag or anchor would be lost. The frontmatter must have been read whole. */
export function oneLineFix({ file, source }: SkillDocument, field: Field): readonly Fix[] {
  const { keyRange, valueRange, style } = field;
  const text = toOneLine(field);
  const colon = source.text.indexOf(":", keyRange.end.offset);
  const before = source.text.slice(colon + 1, valueRange.start.offset);
  const written = source.slice(valueRange).trimEnd();
  if (
    text === undefined ||
    style === "alias" ||
    before.trim() !== "" ||
    !/[\r\n]/.test(before + written) ||
    /^[&!]|^[|>][^\r\n]*#/.test(written)
  )
    return [];
  const range = source.range(colon + 1, valueRange.start.offset + written.length);
  return [
    {
      title: `Write the ${field.key} on one line`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: ` ${text}` }],
    },
  ];
}
