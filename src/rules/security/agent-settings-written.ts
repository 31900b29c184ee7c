import { isMarkdown } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { findingsFor, type Search, type Sighting, sightingLimit } from "./parts/sightings.ts";

const words = [
  "claude.md",
  "agents.md",
  "gemini.md",
  "memory.md",
  "soul.md",
  "identity.md",
  "heartbeat.md",
  "settings.json",
  "settings.local.json",
  "hooks.json",
  "mcp.json",
  ".cursorrules",
  "config.toml",
] as const;

/** Commands and calls that write to a file. */
const writers = [
  ">>",
  "> ~",
  "> $",
  "> .",
  '> "',
  "> claude",
  "> agents",
  "> gemini",
  "> memory",
  "> soul",
  "tee ",
  "open(",
  "writefile",
  "appendfile",
] as const;

/** Files that an agent reads at the start of every session, and files that set its permissions. */
const target = String.raw`["']?((?:~|\$HOME|\$\{HOME\}|\$\{?CLAUDE_CONFIG_DIR\}?|\.)/(?:[\w.-]+/){0,4}(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|MEMORY\.md|SOUL\.md|IDENTITY\.md|HEARTBEAT\.md|\.?mcp\.json|hooks\.json|\.cursorrules|(?:\.claude|\.gemini|\.qwen)/settings(?:\.local)?\.json|\.codex/config\.toml)|(?:\.claude|\.gemini)/settings(?:\.local)?\.json|(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL)\.md)(?![\p{L}\w.-])`;

const search: Search = {
  words,
  also: writers,
  pattern: new RegExp(
    [
      String.raw`(?:(?<=[^\s<>|=\-][ \t]{0,4})>>?[ \t]*|\btee\s+(?:-a\s+|--append\s+)?)${target}`,
      String.raw`\bopen\(\s*(?:os\.path\.expanduser\(\s*)?${target}["']\)?\s*,\s*["'][wa]`,
      String.raw`\b(?:writeFile|appendFile)(?:Sync)?\(\s*${target}`,
    ].join("|"),
    "gu",
  ),
  settings: ["script", "shell"],
};

export default defineRule({
  meta: {
    id: "agent-settings-written",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary:
      "Reports a command that writes to an agent's settings, or to instructions such as CLAUDE.md or AGENTS.md that it reads in every session.",
    why: "The change affects every later session, even after the skill is removed, and a reviewer of the skill may not expect it.",
    remedy: "Show the user what to add, and let them add it.",
    severity: "warning",
    words: [...words, ...writers],
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) =>
    findingsFor(
      skill,
      { ...search, isAdvice: (sighting) => isGuide.test(sighting.file.path) || isDeclared(skill, sighting) },
      (sighting) =>
        isConfirmed(sighting)
          ? undefined
          : `writes to ${quote(targetOf(sighting), 45)}, which agents read in every session; let the user edit it`,
    ),
});

function targetOf({ match: [, shell, python, script] }: Sighting): string {
  return shell ?? python ?? script ?? "";
}

/** A question to the user, before a script does what it asks about. */
const question =
  /\b(?:confirm|yes_?no)\w*\(|(?:\bread\b|\binput\(|\bquestion\(|\bprompt\w*\(|Read-Host)[^\n]{0,120}\by(?:es)?\/n/i;

function isConfirmed({ file, text, start }: Sighting): boolean {
  return !isMarkdown(file.path) && question.test(text.slice(Math.max(0, start - 1_200), start));
}

/** Instructions for people who set up a program. */
const isGuide =
  /(?:^|[/_-])(?:getting[_-]?started|install(?:ation|ing)?|quick[_-]?start|readme|setup)(?:[_-][^/]{0,80})?\.(?:md|mdx|markdown)$/i;

/**
 * Whether the skill's name or description says what the file is for, as of a skill that keeps a memory in MEMORY.md.
 */
function isDeclared({ name, document }: Skill, sighting: Sighting): boolean {
  const [file = "", stem = ""] =
    /(?<![\w-])([\w-]{1,40})(?:\.local)?\.\w{1,20}$/.exec(targetOf(sighting).toLowerCase()) ?? [];
  const description = document?.frontmatter?.fields.get("description")?.value;
  const said = `${name} ${typeof description === "string" ? description : ""}`.toLowerCase();
  return said.includes(file) || (stem === "memory" && /\bmemory\b|记忆/.test(said));
}
