import type { Skill } from "../model/skill.ts";
import { loadCommands } from "../model/load-commands.ts";
import type { Field } from "../model/frontmatter.ts";
import type { Sighting } from "./gather.ts";

/** Commands that run without the model requesting them. */
export function* automaticCommands({
  document,
  texts,
}: Pick<Skill, "document" | "texts">): Generator<Sighting<"inline" | "hook">> {
  const file = texts.find(({ path }) => path === document?.file);
  if (!document || !file) return;
  for (const { command, ...place } of loadCommands(file.source.text, document.body.range.start.offset))
    yield { name: command, kind: "inline", file, ...place };
  for (const { value, valueRange } of commandsBelow(document.frontmatter?.fields.get("hooks"), 8)) {
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
