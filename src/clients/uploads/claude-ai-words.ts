import type { Refusal, RefusalReason } from "../../model/client.ts";
import type { Said } from "./frontmatter.ts";

/**
 * What claude.ai says of a frontmatter, as its users have reported it from October 2025 to September 2026. Of a name it may
 * add "Try '…'.". What it says of a missing name changed in August 2026 for a lone .md, which has no directory to name it.
 */
const sentences: Partial<Readonly<Record<RefusalReason, Said>>> = {
  "fence-open": {
    words: "SKILL.md must start with YAML frontmatter (---)",
    source: "https://github.com/VoltAgent/awesome-design-md/issues/103",
  },
  "yaml-syntax": {
    words: "malformed YAML frontmatter in SKILL.md",
    source: "https://github.com/matlab/agent-skills-playground/issues/6",
  },
  "unknown-field": {
    words:
      "unexpected key in SKILL.md frontmatter: properties must be in ('name', 'description', 'license', 'allowed-tools', 'compatibility', 'metadata')",
    source: "https://github.com/anthropics/claude-code/issues/24826",
  },
  "name-missing": {
    words: "SKILL.md frontmatter missing name or description",
    source: "https://github.com/op7418/guizang-ppt-skill/issues/26",
  },
  "description-missing": {
    words: "SKILL.md frontmatter missing name or description",
    source: "https://github.com/op7418/guizang-ppt-skill/issues/26",
  },
  "name-case": {
    words: "Skill name in SKILL.md can only contain lowercase letters, numbers, and hyphens.",
    source: "https://github.com/anthropics/skills/issues/241",
  },
  "name-characters": {
    words: "Skill name in SKILL.md can only contain lowercase letters, numbers, and hyphens.",
    source: "https://github.com/anthropics/skills/issues/241",
  },
  "description-length": {
    words: "field 'description' in SKILL.md must be at most 1024 characters",
    source: "https://github.com/keboola/cli/issues/447",
  },
};

/** A tag as claude.ai sees one: "<service>", "Span<T>". Whether it refuses a bare bracket, as in "->", its users do not agree. */
const tag = /<\/?[A-Za-z][^<>]*>/;

/** What claude.ai says of it, where that is known. */
export function claudeAiWords({ reason, field, message }: Refusal, text = ""): Said {
  const word = reason === "name-reserved" ? /"([^"]+)"$/.exec(message)?.[1] : undefined;
  if (word !== undefined)
    return {
      words: `Skill name in SKILL.md cannot contain the reserved word '${word}'.`,
      source: "https://github.com/alirezarezvani/claude-code-skill-factory/issues/1029",
    };
  if (reason !== "angle-brackets" || field !== "description") return sentences[reason] ?? {};
  return {
    ...(!tag.test(text) && { kind: "may-refuse" }),
    words: "SKILL.md description cannot contain XML tags",
    source: "https://github.com/vercel-labs/agent-skills/issues/214",
  };
}
