import type { UseKind } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";
import { trimEnd } from "../core/white-space.ts";
import type { Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";

type AgentFileKind = "held" | UseKind;

/** Instruction files and directories of agents, and the products that read them. */
const names = [
  String.raw`(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|SOUL|IDENTITY|HEARTBEAT|MEMORY|QWEN|WARP)\.md`,
  String.raw`\.claude\/(?:settings(?:\.local)?\.json|hooks|commands|agents|rules|plugins|output-styles)\b`,
  String.raw`\.(?:cursor|windsurf|clinerules|roo|kiro|gemini|codex|opencode|openclaw|copilot|amp|goose|continue|agents|github\/(?:instructions|prompts|agents|copilot-instructions\.md))(?=[\/"'${"`"}])`,
  String.raw`\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|mcp\.json|claude\.json|aider\.conf\.yml)\b`,
  String.raw`claude_desktop_config\.json|copilot-instructions\.md|opencode\.jsonc?\b`,
].join("|");

const pattern = new RegExp(
  String.raw`(?:(?:~|\$HOME)\/|(?<![\w.$~/-]))(?:[\w.-]{1,60}\/){0,3}(?<![\w-])(?:${names})(?:(?<!\.(?:md|json|yml))\/[\w./-]{1,100})?`,
  "g",
);
const held = new RegExp(String.raw`^(?:.*\/)?(?:${names}|hooks\/hooks\.json)`);

/** Skill directories of agents, which are not configuration. */
const skillFolder = /(?:^|\/)\.[\w-]+(?:\/[\w-]+)?\/skills(?:\/|$)/;

/** Instruction files of agents in the skill, and mentions of such files in its texts. */
export function* agentFilesIn(
  regions: readonly Region[],
  { texts }: Skill,
): Generator<Sighting<AgentFileKind>> {
  for (const file of texts)
    if (held.test(file.path)) yield { name: file.path, kind: "held", file, start: 0, end: 0 };
  for (const region of regions) {
    if (region.role === "data" && !/\.(?:json|jsonc|ya?ml|toml)$/i.test(region.file.path)) continue;
    const { file, text, start, end, role } = region;
    for (const match of text.slice(start, end).matchAll(pattern)) {
      const at = start + match.index;
      const name = trimEnd(match[0].replace(/^\$HOME\//, "~/"), "./");
      if (skillFolder.test(name)) continue;
      const used = (role === "script" || role === "commands") && region.isCode(at);
      yield { name, kind: used ? "used" : "mentioned", file, start: at, end: at + name.length };
    }
  }
}
