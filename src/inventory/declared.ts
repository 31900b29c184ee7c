import type { VariableKind } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import type { TextFile } from "../model/text-file.ts";
import { readTools } from "../model/tool-list.ts";
import type { Sighting } from "./gather.ts";

/** The tools in allowed-tools, including their patterns. The value is a string or a list. */
export function* toolsIn({
  document,
  texts,
}: Pick<Skill, "document" | "texts">): Generator<Sighting<"allowed">> {
  const file = texts.find(({ path }) => path === document?.file);
  const field = document?.frontmatter?.fields.get("allowed-tools");
  if (!file || !field) return;
  const written = field.children.length > 0 ? field.children : [field];
  for (const { value, valueRange } of written) {
    if (typeof value !== "string") continue;
    const { tools } = readTools(value);
    // An entry of a list may contain spaces outside parentheses.
    for (const tool of field.children.length > 0 && tools.length > 1 ? [value] : tools)
      yield at(file, tool, "allowed", valueRange);
  }
}

/**
 * The variables that OpenClaw asks the user for before it runs the skill: metadata.openclaw.requires.env, with any of
 * the names that OpenClaw reads.
 */
export function* declaredVariables({ document, texts }: Skill): Generator<Sighting<VariableKind>> {
  const file = texts.find(({ path }) => path === document?.file);
  const metadata = document?.frontmatter?.fields.get("metadata");
  if (!file || !metadata) return;
  for (const name of ["openclaw", "clawdbot", "clawdis", "moltbot"]) {
    const env = child(child(child(metadata, name), "requires"), "env");
    for (const { value, valueRange } of env?.children ?? [])
      if (typeof value === "string") yield at(file, value, "declared", valueRange);
    const primary = child(child(metadata, name), "primaryEnv");
    if (typeof primary?.value === "string") yield at(file, primary.value, "declared", primary.valueRange);
  }
}

function child(field: Field | undefined, key: string): Field | undefined {
  return field?.children.find((each) => each.key === key);
}

function at<Kind extends string>(
  file: TextFile,
  name: string,
  kind: Kind,
  { start, end }: Field["valueRange"],
): Sighting<Kind> {
  return { name, kind, file, start: start.offset, end: end.offset };
}
