import { findSkills } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { SkillSource } from "../../model/source.ts";
import { createFile } from "../../write/create-file.ts";
import { expectedFile } from "./compare-archive.ts";
import { exceededLimits, makeArchive } from "./make-archive.ts";
import { type ArchivePlace, placeBundle, requireFree } from "./pack-destinations.ts";
import type { PackOptions } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { type ArchiveBytes, type PackedSkill, packSkill } from "./pack-skill.ts";

/**
 * Packs all skills into one archive, each in its own directory with its own manifest, or none if one is refused.
 * Throws a SkillsError.
 */
export async function packBundle(
  sources: readonly SkillSource[],
  bundle: string,
  options: PackOptions,
): Promise<{ readonly plan: PackPlan; readonly packed: readonly PackedSkill[] }> {
  const plan = planPack({ ...options, output: bundle });
  if (plan.uploaders.length > 0 || plan.layout !== "wrapped")
    throw new SkillsError(
      "bad-usage",
      plan.layout === "wrapped"
        ? "an uploader takes one skill per archive; pack for it without --bundle"
        : "--bundle puts each skill in its own directory; leave out --layout",
    );
  const place = placeBundle(bundle, options);
  requireFree(
    sources.map(() => place),
    sources,
    { ...options, output: bundle },
  );
  const packed: PackedSkill[] = [];
  for (const [index, source] of sources.entries()) {
    options.onSkill?.(index, sources.length);
    packed.push(await packSkill(source, place, plan, options.followInternal ?? false));
  }
  const bundled = packed.flatMap(({ contents }, index) =>
    contents ? [{ name: sources[index]!.name, contents }] : [],
  );
  if (bundled.length < packed.length) return { plan, packed: packed.map(unmade) };
  const bytes = await joinSkills(bundled, plan, place);
  if (!options.dryRun) await writeBundle(place, bytes, bundled);
  return { plan, packed: packed.map((each) => inBundle(each, bytes, !options.dryRun)) };
}

interface BundledSkill {
  readonly name: string;
  readonly contents: ArchiveBytes;
}

async function joinSkills(
  skills: readonly BundledSkill[],
  plan: PackPlan,
  { label }: ArchivePlace,
): Promise<Buffer> {
  const files = skills.flatMap(({ name, contents }) =>
    contents.files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
  );
  const bytes = await makeArchive(plan, undefined, files);
  const [problem] = exceededLimits(bytes.length, files);
  if (problem) throw new SkillsError("too-large", `${quote(label)}: ${problem.message}`);
  return bytes;
}

/** As for one skill: the archive is opened as untrusted before it gets its name. */
async function writeBundle(
  { absolute, label }: ArchivePlace,
  bytes: Buffer,
  skills: readonly BundledSkill[],
): Promise<void> {
  await createFile(absolute, bytes, label, async (readBack) => {
    const contents = await openArchive(readBack);
    const found = new Map(findSkills(contents).map(({ directory = "", files }) => [directory, files]));
    for (const { name, contents: made } of skills) {
      const [difference] = compareFiles(
        made.files.map(expectedFile),
        found.get(skills.length === 1 ? Array.from(found.keys())[0]! : name) ?? [],
      );
      if (difference || contents.profile !== "own")
        throw new Error(
          `the written archive does not match the skill: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
        );
    }
  });
}

/** The bytes and the digest are those of the whole archive; the content is that of the skill. */
function inBundle({ examined, archive }: PackedSkill, bytes: Buffer, written: boolean): PackedSkill {
  const { made } = archive;
  return {
    examined,
    archive: {
      ...archive,
      bundled: true,
      written,
      ...(made && {
        made: { ...made, bytes: bytes.length, archiveDigest: `sha256:${sha256(bytes)}` },
      }),
    },
  };
}

/** Not made, as another skill of the archive is refused. */
function unmade({ examined, archive }: PackedSkill): PackedSkill {
  const { made: _made, ...others } = archive;
  return { examined, archive: { ...others, bundled: true } };
}
