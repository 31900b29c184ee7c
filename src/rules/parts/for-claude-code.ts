import type { Frontmatter } from "../../model/frontmatter.ts";
import { isString } from "./fields.ts";

/** Whether `compatibility` names Claude Code, and no other client that is common. */
export function isForClaudeCode(frontmatter: Frontmatter | undefined): boolean {
  const field = frontmatter?.fields.get("compatibility");
  return (
    field !== undefined &&
    isString(field) &&
    /\bclaude[ -]code\b/i.test(field.value) &&
    !/\b(?:codex|copilot|cursor|gemini|opencode|cline|vs ?code)\b/i.test(field.value)
  );
}
