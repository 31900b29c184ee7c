import type { Uploader, UploadInput, UploadRefusal } from "../../model/upload.ts";
import { specifiedFrontmatter } from "./parts/frontmatter.ts";
import { archiveAtMost, filesAtMost, pathsAtMost, totalAtMost } from "./parts/limits.ts";
import { extensionIs, filesWhere } from "./parts/shape.ts";

const overview = "https://langfuse.com/docs/skill-management/overview";
const types = "langfuse/langfuse packages/shared/src/features/skills/types.ts@1a112f9";
const local = "langfuse/langfuse web/src/features/skills/utils/local-import.ts@5c9a6c5";
const archive = "langfuse/langfuse web/src/features/skills/utils/archive-import.ts@3a63a32";

const most = 1_000_000;

/**
 * File extensions that are accepted as text. The documentation lists some of them; others, such as images, come from
 * later sources.
 */
const textual =
  /\.(?:md|markdown|mdx|txt|rst|adoc|jsonc?|jsonl|ndjson|ya?ml|toml|xml|csv|tsv|ini|cfg|conf|properties|log|html?|s?css|sass|less|[jt]sx?|[mc]js|pyi?|sh|bash|zsh|fish|ps1|rb|go|rs|java|c|h|cc|[ch]pp|cs|swift|kts?|lua|r|pl|php|sql|graphql|gql|tex)$/i;

/** Langfuse's zip import of autumn 2026, with or without a top-level directory. */
export const langfuse: Uploader = {
  id: "langfuse",
  title: "Langfuse, skill import",
  limits: "3 MiB, 1,000,000 bytes unpacked, 200 files",
  order: 60,
  sources: [overview, types, local, archive],
  layout: "wrapped",
  extensions: ["zip"],
  refuse: (input) => [
    ...extensionIs(input, langfuse.extensions, { source: local }),
    ...archiveAtMost(input, {
      most: 3 * 1_048_576,
      words: "ZIP files must be 3 MB or smaller.",
      source: local,
    }),
    ...filesAtMost(input, { most: 200, source: overview }),
    ...totalAtMost(input, {
      most,
      words: `A skill must not exceed ${most} UTF-8 bytes in total`,
      source: types,
    }),
    ...pathsAtMost(input, { most: 512, source: overview }),
    ...fileRefusals(input),
    ...specifiedFrontmatter(input, archive).map((each) => ({
      ...each,
      message: "SKILL.md must have valid YAML frontmatter with a name and description.",
      own: true,
    })),
  ],
};

function fileRefusals(input: UploadInput): readonly UploadRefusal[] {
  return [
    ...filesWhere(input, ({ path }) => !textual.test(path), {
      kind: "may-refuse",
      words: () => "Skill files must use a supported text file extension",
      detail: (found) => `${found} with an extension that Langfuse does not list as text`,
      remedy: "Leave them out, or rename text files to an extension such as .txt.",
      source: types,
    }),
    ...filesWhere(input, ({ path }) => /\/skill\.md$/i.test(path), {
      kind: "drops",
      detail: (found) =>
        `${found} named SKILL.md below the root: Langfuse imports their directories as separate skills`,
      remedy: "Rename examples, such as to SKILL.example.md.",
      source: archive,
      reason: "several-documents",
    }),
  ];
}
