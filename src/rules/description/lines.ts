import { unicodePattern } from "../../core/unicode-pattern.ts";
import { quote } from "../../core/show.ts";
import { trimEnd } from "../../core/white-space.ts";
import { toQuoted } from "../../yaml/scalar.ts";
import type { Field } from "../../model/frontmatter.ts";
import type { Fix } from "../../model/rule.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { hasLostText } from "../frontmatter/comment.ts";
import { isString, stringField } from "../parts/fields.ts";
import { hasBrokenYaml } from "../frontmatter/parts/problems.ts";

/** Clients that read single lines instead of YAML, as determined by running or reading their code. */
const readIndicatorOnly = ["ElizaOS", "harness9", "Letta Code", "Spring AI agent utils"] as const;

const readFirstLineOnly = [
  "ElizaOS",
  "harness9",
  "Letta Code",
  "Microsoft Agent Framework",
  "Spring AI agent utils",
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
    why: "Clients that read the frontmatter line by line read only the first line, which for a block is just `>` or `|`; Gemini CLI's own guide asks for a single line.",
    remedy:
      "Write the description on one line, in double quotes if it contains a colon. The fix is unsafe, as it turns text that was wrapped for readers into one long line. With the target `harness9`, which reads only that line, the finding is a warning.",
    severity: "info",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill, targets = [], clients }) {
    const field = stringField(skill, "description");
    const { document } = skill;
    if (!field || !document || field.value.trim() === "" || field.style === "alias") return [];
    if (field.style !== "block" && !/[\r\n]/.test(document.source.slice(field.valueRange))) return [];
    const block = field.style === "block";
    const losing = targets.includes("harness9")
      ? ["harness9"]
      : block
        ? readIndicatorOnly
        : readFirstLineOnly;
    const readers = `${nameClients(losing, { targets, clients })} ${losing.length === 1 ? "reads" : "read"}`;
    const message = block
      ? `${readers} this description as just ${quote(document.source.text.charAt(field.valueRange.start.offset))}; write it on one line`
      : `${readers} only the first line of this description; write it on one line`;
    return [
      {
        file: document.file,
        range: block ? field.keyRange : field.valueRange,
        ...(targets.includes("harness9") && { severity: "warning" as const }),
        refusals: [{ reason: "description-lines" }],
        message,
        // Writing one quoted line would permanently lose text that YAML reads as a comment.
        fixes: hasBrokenYaml(skill) || hasLostText(document, field) ? [] : oneLineFix(document, field),
      },
    ];
  },
});

/** Characters that YAML reads as line endings, or allows only as escapes. */
const unquotable = unicodePattern(String.raw`[\p{Cc}\p{Cs}\u2028\u2029\ufeff]`);

/**
 * The field's value as one line of YAML in quotes, without the line ending that a block scalar adds.
 * Undefined if it is not a string or has several lines.
 */
export function toOneLine(field: Field): string | undefined {
  if (!isString(field)) return undefined;
  const text = trimEnd(field.value, "\n");
  return text === "" || unquotable().test(text) ? undefined : toQuoted(text);
}

/**
 * Writes a value of several lines on the line of its key; no fix if a comment, tag or anchor would be lost. The
 * frontmatter must be free of syntax errors.
 */
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
      title: `Write ${field.key} on one line`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: ` ${text}` }],
    },
  ];
}
