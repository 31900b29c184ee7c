import type { Range } from "../../core/place.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { readTools } from "../../model/tool-list.ts";
import { isString } from "./fields.ts";

interface AllowedTool {
  /** As written, such as "Bash(git *)". */
  readonly tool: string;
  /** The range of the string or list item that contains the tool. */
  readonly range: Range;
}

/** The tools of `allowed-tools`, written as a string or as a list. */
export function toolsAllowed({ frontmatter }: SkillDocument): readonly AllowedTool[] {
  const field = frontmatter?.fields.get("allowed-tools");
  if (!field || field.style === "alias") return [];
  return isString(field) ? toolsIn(field) : field.children.flatMap(toolsIn);
}

function toolsIn({ value, valueRange }: Field): readonly AllowedTool[] {
  return typeof value === "string" ? readTools(value).tools.map((tool) => ({ tool, range: valueRange })) : [];
}
