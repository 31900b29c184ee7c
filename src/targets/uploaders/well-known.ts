import { manifestName, signatureName } from "../../model/manifest.ts";
import type { Uploader, UploadInput, UploadRefusal } from "../../model/upload.ts";
import { specifiedFrontmatter } from "./parts/frontmatter.ts";
import { filesAtMost, totalAtMost } from "./parts/limits.ts";
import { refusal } from "./parts/refusal.ts";
import { extensionIs, layoutIs } from "./parts/shape.ts";

const rfc = "cloudflare/agent-skills-discovery-rfc README.md@1bd1167";
const client = "https://github.com/vercel-labs/skills/pull/1145";

/**
 * An artifact of `/.well-known/agent-skills/index.json`, draft 0.2.0 of March 2026, which requires readers to accept
 * both archive formats.
 * The limits are those of `npx skills` according to a thread of June 2026 (open-agreements/open-agreements#446).
 */
export const wellKnown: Uploader = {
  id: "well-known",
  title: "Agent Skills discovery, an archive for a well-known URI",
  limits: "ASCII name; up to 1,000 files, 50 MiB",
  order: 70,
  sources: [rfc, client],
  layout: "root",
  extensions: ["tar.gz", "zip"],
  refuse: (input) => [
    ...extensionIs(input, wellKnown.extensions, { source: rfc }),
    ...layoutIs(input, "root", { source: rfc }),
    ...specifiedFrontmatter(input, rfc),
    ...filesAtMost(input, { kind: "may-refuse", most: 1_000, source: client }),
    ...totalAtMost(input, { kind: "may-refuse", most: 50 * 1_048_576, source: client }),
    ...loneFile(input),
  ],
};

function loneFile({ files }: UploadInput): readonly UploadRefusal[] {
  if (files.some(({ path }) => path !== "SKILL.md" && path !== manifestName && path !== signatureName))
    return [];
  const detail = "the skill consists only of SKILL.md, which needs no archive";
  return [
    refusal({
      kind: "advises",
      detail,
      remedy: 'Publish SKILL.md itself with the type "skill-md" in the index.',
      source: rfc,
    }),
  ];
}
