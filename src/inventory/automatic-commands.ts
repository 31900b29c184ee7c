import type { Skill } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import type { Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";

/**
 * A command that Claude Code runs to insert its output: https://code.claude.com/docs/en/skills#inject-dynamic-context
 */
const inline = /(?<![\w`!])!`([^\s`][^`\n]{0,400})`/g;

/** Commands that run without the model requesting them. */
export function* automaticCommands(
  regions: readonly Region[],
  { document, texts }: Skill,
): Generator<Sighting<"inline" | "hook">> {
  const file = texts.find(({ path }) => path === document?.file);
  if (!file) return;
  for (const { file: own, role, text, start, end } of regions) {
    if (own !== file || role !== "prose") continue;
    for (const match of text.slice(start, end).matchAll(inline)) {
      const at = start + match.index + 2;
      yield { name: match[1]!, kind: "inline", file, start: at, end: at + match[1]!.length };
    }
  }
  for (const { value, valueRange } of commandsBelow(document?.frontmatter?.fields.get("hooks"), 8)) {
    if (typeof value === "string")
      yield { name: value, kind: "hook", file, start: valueRange.start.offset, end: valueRange.end.offset };
  }
}

/** The values of all `command` fields, at any depth. */
function* commandsBelow(field: Field | undefined, depth: number): Generator<Field> {
  if (!field || depth === 0) return;
  for (const child of field.children) {
    if (child.key === "command") yield child;
    else yield* commandsBelow(child, depth - 1);
  }
}
