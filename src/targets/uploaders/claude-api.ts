import { quote } from "../../core/show.ts";
import type { Uploader, UploadInput, UploadRefusal } from "../../model/upload.ts";
import { differsFromFolder, judgeUpload } from "../validators/claude-api.ts";
import type { QuickValidation } from "../validators/parts/quick-validate.ts";
import { explainFrontmatter, textOf } from "./parts/frontmatter.ts";
import { archiveAtMost, totalAtMost } from "./parts/limits.ts";
import { refusal } from "./parts/refusal.ts";
import { extensionIs, layoutIs } from "./parts/shape.ts";

const packager = "anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae";
const guide = "https://platform.claude.com/docs/en/build-with-claude/skills-guide";
const measured = "jdutton/vibe-agent-toolkit packages/agent-skills/src/validators/packaged-size-limit.ts";
const folder = "https://github.com/anthropics/anthropic-sdk-python/issues/1575";

/**
 * 30 MB of 1,048,576 bytes each, measured in September 2026: a request of 31,457,280 bytes was accepted, one byte more was not.
 * A request is larger than its archive, so an archive of this size is too large.
 */
const most = 30 * 1_048_576;

/** `POST /v1/skills` with a zip, as documented; the messages are from a thread of May 2026. */
export const claudeApiUpload: Uploader = {
  id: "claude-api",
  title: "Claude Skills API",
  limits: "30 MiB, directory named like the skill",
  order: 20,
  sources: [guide, measured, folder, packager],
  layout: "wrapped",
  extensions: ["zip", "skill"],
  refuse: (input) => refusalsOf(input, judgeUpload(input.document)),
};

function refusalsOf(input: UploadInput, validation: QuickValidation): readonly UploadRefusal[] {
  return [
    ...extensionIs(input, claudeApiUpload.extensions, { source: guide }),
    ...sizeRefusals(input),
    ...layoutIs(input, "wrapped", {
      words: "SKILL.md file must be exactly in the top-level folder.",
      source: folder,
    }),
    ...folderRefusals(input, textOf(validation.fields?.get("name"))),
    ...explainFrontmatter(validation, packager),
  ];
}

function sizeRefusals(input: UploadInput): readonly UploadRefusal[] {
  const archive = archiveAtMost(input, { most: most - 1, source: measured });
  return archive.length > 0
    ? archive
    : totalAtMost(input, { most, words: "Zip file uncompressed size exceeds 30MB", source: measured });
}

function folderRefusals({ layout, name }: UploadInput, own: string | undefined): readonly UploadRefusal[] {
  if (layout === "root" || own === undefined || !differsFromFolder(name, own)) return [];
  return [
    refusal({
      words: `The folder name '${name}' must match the skill name '${own}' in SKILL.md.`,
      detail: `the archive's directory ${quote(name, 80)} does not match the name ${quote(own, 80)} in the frontmatter`,
      remedy: "Rename the directory or the skill so that both match.",
      source: folder,
      reason: "name-directory",
    }),
  ];
}
