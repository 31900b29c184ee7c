import { quote } from "../../core/show.ts";
import type { Refusal, RefusalReason } from "../../model/client.ts";
import type { UploadInput, UploadRefusal, Uploader } from "../../model/upload.ts";
import { judgeUpload } from "../claude-api.ts";
import { explainFrontmatter, type Said } from "./frontmatter.ts";
import { filesAtMost, totalAtMost } from "./limits.ts";
import { refusal } from "./refusal.ts";
import { extensionIs, filesWhere, layoutIs } from "./shape.ts";

const packager = "anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae";

const files = "https://github.com/OWASP/secure-agent-playbook/issues/23";

const size = "https://github.com/tw93/Kami/issues/7";

const layout = "https://github.com/czlonkowski/n8n-skills/issues/1";

const manySkills = "https://github.com/obra/superpowers/issues/1135";

const plugin = "https://github.com/anthropics/claude-code/issues/92902";

const characters = "https://github.com/ilyautov/humanizer-ru/issues/45";

/**
 * The upload of claude.ai and Claude Desktop (Customize, Skills), which is not documented: its sentences as users have reported
 * them from October 2025 to September 2026. Its megabyte is 1,048,576 bytes, as the API's was measured to be in September 2026.
 */
export const claudeAi: Uploader = {
  id: "claude-ai",
  title: "claude.ai and Claude Desktop, Upload a skill",
  sources: [packager, layout, manySkills, plugin, files, size, characters],
  layout: "wrapped",
  extensions: ["zip", "skill"],
  refuse: (input) => [
    ...archiveRefusals(input),
    ...explainFrontmatter(judgeUpload(input.document), packager, claudeAiWords),
  ],
};

function archiveRefusals(input: UploadInput): readonly UploadRefusal[] {
  return [
    ...extensionIs(input, claudeAi.extensions, { source: layout }),
    ...filesAtMost(input, { most: 200, words: "Zip contains too many files (maximum 200)", source: files }),
    ...totalAtMost(input, {
      most: 30 * 1_048_576,
      words: "Zip file uncompressed size exceeds 30MB",
      source: size,
    }),
    ...pathRefusals(input),
    ...layoutIs(input, "wrapped", { words: "All files must be inside the top-level folder", source: layout }),
    ...filesWhere(input, ({ path }) => /(?:^|\/)SKILL\.md$/.test(path), {
      atLeast: 2,
      words: (found) => `Zip must contain exactly one SKILL.md file. Currently there are ${found.length}.`,
      detail: (found) => `${found} are called SKILL.md, expected one, at the skill's root`,
      remedy:
        "Give an example another name, such as SKILL.example.md, and pack every other skill on its own.",
      source: manySkills,
      reason: "several-documents",
    }),
    ...filesWhere(input, ({ path }) => /(?:^|\/)\.claude-plugin\/plugin\.json$/.test(path), {
      words: () =>
        "A skill cannot contain a plugin manifest (.claude-plugin/plugin.json). Remove it, or upload this content as a plugin instead.",
      detail: (found) => `${found} would make a plugin of the skill`,
      remedy: "Leave .claude-plugin out, by a line in .skillignore.",
      source: plugin,
    }),
  ];
}

/** Letters beyond ASCII are refused; of ASCII, what the pattern has is taken, and of the rest not each was tried on its own. */
function pathRefusals(input: UploadInput): readonly UploadRefusal[] {
  const directory = input.layout === "wrapped" ? input.name : "";
  const beyond = [directory, ...input.files.map(({ path }) => path)].some((path) =>
    /[^\x00-\x7f]/.test(path),
  );
  const said = { kind: beyond ? "refuses" : "may-refuse", source: characters } as const;
  const expected = 'ASCII letters, digits, "-", "." and "_"';
  const words = "Zip file contains path with invalid characters";
  const paths = filesWhere(input, ({ path }) => !/^[\w./-]*$/.test(path), {
    ...said,
    words: () => words,
    detail: (found) => `${found} with other characters in the path than ${expected}`,
    remedy: "Rename them, and what refers to them.",
  });
  if (/^[\w.-]*$/.test(directory) || paths.length > 0) return paths;
  return [
    refusal({
      ...said,
      words,
      detail: `the archive's directory is called ${quote(directory, 80)}, expected only ${expected}`,
      remedy: "Rename the skill's directory.",
    }),
  ];
}

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
function claudeAiWords({ reason, field, message }: Refusal, text = ""): Said {
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
