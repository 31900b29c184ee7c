import type { Uploader } from "../../model/upload.ts";
import { specifiedFrontmatter } from "./parts/frontmatter.ts";
import { archiveAtMost, eachAtMost, filesAtMost } from "./parts/limits.ts";
import { extensionIs, filesWhere, layoutIs } from "./parts/shape.ts";

const guide = "https://developers.openai.com/api/docs/guides/tools-skills";

/**
 * `POST /v1/skills` with a zip: the guide's "Limits and validation" as of June 2026. The guide states no error messages
 * and does not define a megabyte; here it is 1,048,576 bytes. In the guide's example the directory and the skill have
 * different names.
 */
export const openai: Uploader = {
  id: "openai",
  title: "OpenAI Skills API",
  limits: "50 MiB, 500 files of 25 MiB, one SKILL.md",
  order: 30,
  sources: [guide],
  layout: "wrapped",
  extensions: ["zip"],
  refuse: (input) => [
    ...extensionIs(input, openai.extensions, { source: guide }),
    ...layoutIs(input, "wrapped", { source: guide }),
    ...archiveAtMost(input, { most: 50 * 1_048_576, source: guide }),
    ...filesAtMost(input, { most: 500, source: guide }),
    ...eachAtMost(input, { most: 25 * 1_048_576, source: guide }),
    ...filesWhere(input, ({ path }) => /(?:^|\/)skill\.md$/i.test(path), {
      atLeast: 2,
      detail: (found) => `${found} are named SKILL.md, ignoring case`,
      remedy:
        "Keep only the one at the skill's root: rename examples, such as to SKILL.example.md, and pack other skills separately.",
      source: guide,
      reason: "several-documents",
    }),
    ...specifiedFrontmatter(input, guide),
  ],
};
