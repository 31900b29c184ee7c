import { lineBreakOf } from "../core/line-break.ts";
import type { Finding, Fix, Operation } from "../core/rule.ts";
import { series, seriesAtMost } from "../core/sentence.ts";
import { quote, show } from "../core/show.ts";
import type { Field, Frontmatter, Skill, SkillDocument } from "../core/skill.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { convertedType } from "./field-type.ts";
import { completeFrontmatter, hasOtherFields, isMap, isString, specKeys } from "./parts/fields.ts";
import { meantKey } from "./field-spelling.ts";

/** Who reads the keys that are most used beyond the specification's, the best known first: their own code was run or read. */
const readers: ReadonlyMap<string, readonly string[]> = new Map([
  ["agent", ["Claude Code"]],
  ["allowedTools", ["Qwen Code", "Spring AI Alibaba"]],
  ["always", ["Kiro Crew", "nanobot", "ZeroClaw"]],
  ["argument-hint", ["Claude Code", "Copilot CLI", "Letta Code", "Qwen Code", "VS Code"]],
  ["arguments", ["Claude Code"]],
  ["author", ["ZeroClaw"]],
  ["background", ["Claude Code"]],
  ["command-dispatch", ["OpenClaw"]],
  ["context", ["Claude Code", "VS Code"]],
  ["disable-model-invocation", ["Claude Code", "Copilot CLI", "Cursor", "Letta Code", "VS Code", "Crush", "Factory Droid", "Mux", "OpenClaw", "OpenHands", "pi", "Qwen Code", "VT Code"]],
  ["disallowed-tools", ["Claude Code"]],
  ["effort", ["Claude Code"]],
  ["homepage", ["OpenClaw"]],
  ["hooks", ["Claude Code", "Qwen Code"]],
  ["model", ["Claude Code", "Qwen Code"]],
  ["paths", ["Claude Code", "Cursor", "OpenHands", "Qwen Code"]],
  ["shell", ["Claude Code"]],
  ["tags", ["Letta Code", "ZeroClaw"]],
  ["triggers", ["Kiro Crew", "OpenHands"]],
  ["user-invocable", ["Claude Code", "Copilot CLI", "Mistral Vibe", "OpenClaw", "VS Code", "Crush", "Factory Droid", "Letta Code", "Mux", "Qwen Code"]],
  ["version", ["ZeroClaw"]],
  ["when_to_use", ["Claude Code", "Letta Code", "Qwen Code"]],
]);

export default defineRule({
  meta: {
    id: "unknown-field",
    category: "portability",
    origin: "reference",
    source: "https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/validator.py",
    summary: "Reports a frontmatter field that the specification does not name.",
    why: "The specification is silent on such fields; skills-ref, claude.ai and the Skills API refuse the skill for them, most other clients ignore them.",
    remedy: "Move it under `metadata`, or keep it for the client that reads it and know what that costs.",
    severity: "info",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    return document?.frontmatter && hasOtherFields(document.frontmatter) ? findings(skill, document, document.frontmatter) : withClientFindings(skill, ["unknown-field"], []);
  },
});

function* findings(skill: Skill, document: SkillDocument, frontmatter: Frontmatter): Generator<Finding> {
  const unknown = Array.from(frontmatter.fields.values()).filter(({ key }) => !specKeys.includes(key) && meantKey(key, frontmatter) === undefined);
  const [fix] = moves(skill, document, unknown);
  for (const [at, { key, keyRange }] of unknown.entries()) {
    const clients = readers.get(key);
    const known = clients ? `; only ${seriesAtMost(clients, 5)} ${clients.length === 1 ? "reads" : "read"} it` : "";
    const message = `the field ${quote(key)} is none of ${series(specKeys, "or")}${known}`;
    yield { file: document.file, range: keyRange, reason: "unknown-field", message, ...(fix && at === 0 && { fixes: [fix] }) };
  }
}

/** One cure for all of them, as each alone would write a `metadata` of its own. */
function moves(skill: Skill, document: SkillDocument, unknown: readonly Field[]): readonly Fix[] {
  const frontmatter = completeFrontmatter(skill)?.frontmatter;
  if (!frontmatter || unknown.length === 0 || !unknown.every((field) => isString(field) && isOneLine(field))) return [];
  const { file, source } = document;
  const place = placeFor(document, frontmatter, unknown);
  if (!place) return [];
  const lineBreak = lineBreakOf(source.text);
  const lines = unknown.map((field) => `${place.indent}${asText(document, field)}${lineBreak}`);
  const removals = unknown.map(({ keyRange: { start } }): Operation => {
    const range = source.range(source.lineStart(start.line), source.lineStart(start.line + 1));
    return { kind: "edit", file, range, text: "" };
  });
  const text = `${place.isNew ? `metadata:${lineBreak}` : ""}${lines.join("")}`;
  const title = `Move ${series(unknown.map(({ key }) => show(key)))} under metadata`;
  return [{ title, safe: false, operations: [...removals, { kind: "edit", file, range: source.range(place.offset, place.offset), text }] }];
}

/** Before the first member of a `metadata` in block style, or at the end of the frontmatter where there is no such field. */
function placeFor({ source }: SkillDocument, { fields, closing }: Frontmatter, moved: readonly Field[]): { readonly offset: number; readonly indent: string; readonly isNew: boolean } | undefined {
  const metadata = fields.get("metadata");
  if (!metadata) return { offset: closing.start.offset, indent: "  ", isNew: true };
  const [first] = metadata.children;
  const clashes = metadata.children.some(({ key }) => moved.some((field) => field.key === key));
  if (!first || clashes || metadata.style !== "block" || !isMap(metadata)) return undefined;
  return { offset: source.lineStart(first.keyRange.start.line), indent: " ".repeat(first.keyRange.start.column - 1), isNew: false };
}

function isOneLine({ keyRange, valueRange, style }: Field): boolean {
  return keyRange.start.line === valueRange.end.line && style !== "block" && style !== "alias" && style !== "empty";
}

function asText({ source }: SkillDocument, field: Field): string {
  const { keyRange, valueRange } = field;
  const key = source.text.slice(keyRange.start.offset, keyRange.end.offset);
  const value = source.text.slice(valueRange.start.offset, valueRange.end.offset);
  return `${key}: ${convertedType(field) ? JSON.stringify(value) : value}`;
}
