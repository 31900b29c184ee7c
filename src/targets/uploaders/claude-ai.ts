import { quote } from "../../core/show.ts";
import type { Refusal, RefusalReason } from "../../model/validator.ts";
import type { UploadInput, UploadRefusal, Uploader } from "../../model/upload.ts";
import { judgeUpload } from "../validators/claude-api.ts";
import { explainFrontmatter, type Said } from "./parts/frontmatter.ts";
import { filesAtMost, totalAtMost } from "./parts/limits.ts";
import { refusal } from "./parts/refusal.ts";
import { extensionIs, filesWhere, layoutIs } from "./parts/shape.ts";

const packager = "anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae";

const files = "https://github.com/OWASP/secure-agent-playbook/issues/23";

const size = "https://github.com/tw93/Kami/issues/7";

const layout = "https://github.com/czlonkowski/n8n-skills/issues/1";

const manySkills = "https://github.com/obra/superpowers/issues/1135";

const plugin = "https://github.com/anthropics/claude-code/issues/92902";

const characters = "https://github.com/ilyautov/humanizer-ru/issues/45";

/**
 * The undocumented upload of claude.ai and Claude Desktop (Customize, Skills): its messages as reported by users from
 * October 2025 to September 2026. A megabyte is 1,048,576 bytes, as measured for the API in September 2026.
 */
export const claudeAi: Uploader = {
  id: "claude-ai",
  title: "claude.ai and Claude Desktop, Upload a skill",
  limits: "200 files, 30 MiB unpacked, one SKILL.md",
  order: 10,
  refusesUnknownFields: true,
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
      detail: (found) => `${found} are named SKILL.md`,
      remedy:
        "Keep only the one at the skill's root: rename examples, such as to SKILL.example.md, and pack other skills separately.",
      source: manySkills,
      reason: "several-documents",
    }),
    ...filesWhere(input, ({ path }) => /(?:^|\/)\.claude-plugin\/plugin\.json$/.test(path), {
      words: () =>
        "A skill cannot contain a plugin manifest (.claude-plugin/plugin.json). Remove it, or upload this content as a plugin instead.",
      detail: (found) => `${found} would make the skill a plugin`,
      remedy: "Exclude .claude-plugin in .skillignore.",
      source: plugin,
    }),
  ];
}

/**
 * Checks the characters of paths. Users reported that non-ASCII letters are refused and the ASCII characters in the
 * pattern accepted; other characters were not tried.
 */
function pathRefusals(input: UploadInput): readonly UploadRefusal[] {
  const directory = input.layout === "wrapped" ? input.name : "";
  const beyond = [directory, ...input.files.map(({ path }) => path)].some((path) =>
    /[^\x00-\x7f]/.test(path),
  );
  const about = { kind: beyond ? "refuses" : "may-refuse", source: characters } as const;
  const allowed = 'ASCII letters, digits, "-", "." and "_"';
  const words = "Zip file contains path with invalid characters";
  const paths = filesWhere(input, ({ path }) => !/^[\w./-]*$/.test(path), {
    ...about,
    words: () => words,
    detail: (found) => `${found} with characters other than ${allowed} in the path`,
    remedy: "Rename them and update the references to them.",
  });
  if (/^[\w.-]*$/.test(directory) || paths.length > 0) return paths;
  return [
    refusal({
      ...about,
      words,
      detail: `the archive's directory ${quote(directory, 80)} has characters other than ${allowed}`,
      remedy: "Rename the skill's directory.",
    }),
  ];
}

/**
 * Messages of claude.ai about frontmatter, as users reported them from October 2025 to September 2026. For a name it
 * may add "Try '…'.". The message for a missing name changed in August 2026, for a single .md file, which has no
 * directory name.
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

/**
 * What claude.ai treats as an XML tag, such as "<service>" or "Span<T>". Reports differ on whether it refuses a
 * single bracket, as in "->".
 */
const tag = /<\/?[A-Za-z][^<>]*>/;

/** The message of claude.ai, if known. */
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
