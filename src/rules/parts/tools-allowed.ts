import type { Range } from "../../core/place.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { readTools } from "../../model/tool-list.ts";
import { isString } from "./fields.ts";

interface AllowedTool {
  /** As written, such as "Bash(git *)". */
  readonly tool: string;
  /** Of the text or the list's item that names it. */
  readonly range: Range;
}

/** The tools of `allowed-tools`, be it one text or a list. */
export function toolsAllowed({ frontmatter }: SkillDocument): readonly AllowedTool[] {
  const field = frontmatter?.fields.get("allowed-tools");
  if (!field || field.style === "alias") return [];
  return isString(field) ? toolsIn(field) : field.children.flatMap(toolsIn);
}

function toolsIn({ value, valueRange }: Field): readonly AllowedTool[] {
  return typeof value === "string" ? readTools(value).tools.map((tool) => ({ tool, range: valueRange })) : [];
}
