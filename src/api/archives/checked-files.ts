import { nameProblem } from "../../archive/name-problem.ts";
import { noteUnlisted } from "../../archive/notes.ts";
import type { ArchiveNote, FileBytes } from "../../model/archive.ts";
import { manifestName, type FileDifference, type Manifest, type Resource } from "../../model/manifest.ts";
import { compareWithManifest } from "../../manifest/compare-files.ts";
import { contentDigest, describeFiles } from "../../manifest/digest.ts";
import { isIgnored } from "../../manifest/ignored.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";

/** The files of a skill, compared with the manifest that is among them. */
export interface CheckedFiles {
  /** Absent without a manifest. */
  readonly manifest?: Manifest;
  /** Empty without a manifest. */
  readonly differences: readonly FileDifference[];
  /** The entries that a manifest of these files has. */
  readonly resources: readonly Resource[];
  readonly contentDigest: string;
}

/** Paths are relative to the skill's root. Throws an ArchiveRefused for an unusable manifest. */
export function checkAgainstManifest(files: readonly FileBytes[]): CheckedFiles {
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

/** Includes files that a manifest may omit, as agents can read or run them. */
export function notesOn({ manifest, resources }: CheckedFiles): readonly ArchiveNote[] {
  return manifest
    ? noteUnlisted(resources.flatMap(({ name }) => (isIgnored(name, manifest.ignored) ? [name] : [])))
    : [];
}
