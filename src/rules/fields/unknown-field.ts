import { lineBreakOf } from "../../core/source-text.ts";
import type { Finding, Fix, Operation, RuleContext } from "../../model/rule.ts";
import { series } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { type Field, type Frontmatter, specKeys } from "../../model/frontmatter.ts";
import { chosenReaders, closedAmong, type Target } from "../../model/target.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { convertedType } from "./type.ts";
import { fieldReaders, isDescriptive } from "./parts/field-readers.ts";
import { completeFrontmatter, hasOtherFields, isMap, isString } from "../parts/fields.ts";
import { meantKey } from "./spelling.ts";

export default defineRule({
  meta: {
    id: "unknown-field",
    category: "portability",
    origin: "reference",
    source: "https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/validator.py",
    summary: "Reports a frontmatter field that the specification does not define.",
    why: "The specification does not mention such fields: skills-ref, claude.ai and the Skills API refuse a skill that has one, and most other clients ignore it.",
    remedy:
      "Move the field under `metadata` if it only describes the skill, as `created` and `category` do; the fix moves all such fields if every unknown field is one and no client is known to read it. A field that a client reads, such as `disable-model-invocation`, `argument-hint` or `version`, works only at the top level: moved, it does nothing. Keep it there or remove it.",
    severity: "info",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill, targets = [], ...chosen }) {
    const { document } = skill;
    return document?.frontmatter && hasOtherFields(document.frontmatter)
      ? findings(skill, document, { frontmatter: document.frontmatter, targets, ...chosen })
      : withClientFindings(skill, ["unknown-field"], []);
  },
});

interface Context extends Pick<RuleContext, "clients"> {
  readonly frontmatter: Frontmatter;
  readonly targets: readonly Target[];
}

function* findings(skill: Skill, document: SkillDocument, context: Context): Generator<Finding> {
  const { frontmatter, targets } = context;
  const others = Array.from(frontmatter.fields.values()).filter(({ key }) => !specKeys.includes(key));
  const unknown = others.filter(({ key }) => meantKey(key, frontmatter, targets) === undefined);
  const [fix] = others.every((field) => isFixable(field, context)) ? moves(skill, document, unknown) : [];
  for (const field of unknown) {
    const { key, keyRange } = field;
    const clients = Array.from(new Set([...chosenReaders(key, targets), ...(fieldReaders.get(key) ?? [])]));
    const message = messageFor(key, clients, {
      ...context,
      hasFix: fix !== undefined && field === unknown[0],
    });
    yield {
      file: document.file,
      range: keyRange,
      refusals: [{ reason: "unknown-field" }],
      message,
      ...(fix && field === unknown[0] && { fixes: [fix] }),
    };
  }
}

/** Who refuses the field, among the chosen targets, and who reads it. */
function messageFor(
  key: string,
  clients: readonly string[],
  { hasFix, ...context }: Context & { readonly hasFix: boolean },
): string {
  const closed = closedAmong(context.targets);
  const refusing =
    closed.length === 0 ? "" : `${series(closed)} ${closed.length === 1 ? "refuses" : "refuse"}`;
  if (clients.length > 0) {
    const readers = `only ${nameClients(clients, context, { most: 3 })} ${clients.length === 1 ? "reads" : "read"} the field ${quote(key)}`;
    return `${readers}; ${refusing === "" ? "remove it if unused" : `${refusing} it`}`;
  }
  const problem = refusing === "" ? "the specification has no" : `${refusing} the`;
  return `${problem} field ${quote(key)}${hasFix ? "" : "; move it under metadata"}`;
}

/**
 * Whether a fix can move or rename the field. If one field cannot be fixed, the skill is still refused, so there is
 * no fix.
 */
function isFixable(field: Field, { frontmatter, targets }: Context): boolean {
  return meantKey(field.key, frontmatter, targets) === undefined
    ? isDescriptive(field.key) &&
        !fieldReaders.has(field.key) &&
        chosenReaders(field.key, targets).length === 0 &&
        isString(field) &&
        isOneLine(field)
    : !fieldReaders.has(field.key);
}

/** One fix for all fields, as separate fixes would each add `metadata`. */
function moves(skill: Skill, document: SkillDocument, moved: readonly Field[]): readonly Fix[] {
  const frontmatter = completeFrontmatter(skill)?.frontmatter;
  if (!frontmatter || moved.length === 0) return [];
  const { file, source } = document;
  const place = placeFor(document, frontmatter, moved);
  if (!place) return [];
  const lineBreak = lineBreakOf(source.text);
  const lines = moved.map((field) => `${place.indent}${asText(document, field)}${lineBreak}`);
  const removals = moved.map(({ keyRange: { start } }): Operation => {
    const range = source.range(source.lineStart(start.line), source.lineStart(start.line + 1));
    return { kind: "edit", file, range, text: "" };
  });
  const text = `${place.isNew ? `metadata:${lineBreak}` : ""}${lines.join("")}`;
  const converted = moved.some((field) => convertedType(field) !== undefined);
  const title = `Move ${series(moved.map(({ key }) => show(key)))} under metadata${converted ? ", as strings" : ""}`;
  return [
    {
      title,
      safe: false,
      operations: [
        ...removals,
        { kind: "edit", file, range: source.range(place.offset, place.offset), text },
      ],
    },
  ];
}

/**
 * The insertion point: before the first member of a block-style `metadata`, or at the end of the frontmatter
 * if it has no `metadata`.
 */
function placeFor(
  { source }: SkillDocument,
  { fields, closing }: Frontmatter,
  moved: readonly Field[],
): { readonly offset: number; readonly indent: string; readonly isNew: boolean } | undefined {
  const metadata = fields.get("metadata");
  if (!metadata) return { offset: closing.start.offset, indent: "  ", isNew: true };
  const [first] = metadata.children;
  const clashes = metadata.children.some(({ key }) => moved.some((field) => field.key === key));
  if (!first || clashes || metadata.style !== "block" || !isMap(metadata)) return undefined;
  return {
    offset: source.lineStart(first.keyRange.start.line),
    indent: " ".repeat(first.keyRange.start.column - 1),
    isNew: false,
  };
}

function isOneLine({ keyRange, valueRange, style }: Field): boolean {
  return (
    keyRange.start.line === valueRange.end.line && style !== "block" && style !== "alias" && style !== "empty"
  );
}

function asText({ source }: SkillDocument, field: Field): string {
  const { keyRange, valueRange } = field;
  const key = source.text.slice(keyRange.start.offset, keyRange.end.offset);
  const value = source.text.slice(valueRange.start.offset, valueRange.end.offset);
  const rest = source.text.slice(valueRange.end.offset, source.lineStart(keyRange.start.line + 1)).trimEnd();
  return `${key}: ${convertedType(field) ? JSON.stringify(value) : value}${rest}`;
}
