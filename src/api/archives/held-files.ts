import { nameProblem } from "../../archive/name-problem.ts";
import { noteUnlisted } from "../../archive/notes.ts";
import type { ArchiveNote, FileBytes } from "../../model/archive.ts";
import { manifestName, type FileDifference, type Manifest, type Resource } from "../../model/manifest.ts";
import { compareWithManifest } from "../../manifest/compare-files.ts";
import { contentDigest, describeFiles } from "../../manifest/digest.ts";
import { isIgnored } from "../../manifest/ignored.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";

/** The files of a skill, held against the manifest among them. */
export interface HeldFiles {
  /** Absent where there is none. */
  readonly manifest?: Manifest;
  /** Empty where there is no manifest. */
  readonly differences: readonly FileDifference[];
  /** What a manifest of these files lists. */
  readonly resources: readonly Resource[];
  readonly contentDigest: string;
}

/** Paths count from the skill's root. Throws an ArchiveRefused for a manifest that cannot be used. */
export function holdAgainstManifest(files: readonly FileBytes[]): HeldFiles {
  const found = files.find(({ path }) => path === manifestName);
  const manifest = found && parseManifest(found.bytes, nameProblem);
  const resources = describeFiles(files);
  return {
    ...(manifest && { manifest }),
    differences: manifest ? compareWithManifest(manifest, files) : [],
    resources,
    contentDigest: contentDigest(resources),
  };
}

/** What a manifest may leave out is there all the same, and an agent may read or run it. */
export function notesOn({ manifest, resources }: HeldFiles): readonly ArchiveNote[] {
  return manifest
    ? noteUnlisted(resources.flatMap(({ name }) => (isIgnored(name, manifest.ignored) ? [name] : [])))
    : [];
}
