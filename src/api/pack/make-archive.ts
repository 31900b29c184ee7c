import { Buffer } from "node:buffer";
import { writeZip, zipLength } from "../../archive/zip/write-zip.ts";
import { archiveLimits, type FileBytes } from "../../model/archive.ts";
import { manifestName, type Resource } from "../../model/manifest.ts";
import type { Diagnostic } from "../../model/report.ts";
import { grouped } from "../../core/sentence.ts";
import type { UploadInput } from "../../model/upload.ts";
import { makeManifest } from "../../manifest/make-manifest.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import { formatOf, type PackPlan } from "./pack-plan.ts";
import type { FilesToPack } from "../archives/files-to-pack.ts";

/** Some targets accept a SKILL.md whose name is spelled differently. */
export function missingDocument({
  files,
  refused,
}: Pick<FilesToPack, "files" | "refused">): readonly Diagnostic[] {
  if (refused.length > 0 || files.some(({ path }) => path === "SKILL.md")) return [];
  return [archiveFinding("skill-md", 'no file is named exactly "SKILL.md" at the skill\'s root')];
}

/** Adds the manifest; `resources` describe the files. */
export function withManifest(
  name: string,
  files: readonly FileBytes[],
  resources?: readonly Resource[],
): readonly FileBytes[] {
  return [...files, { path: manifestName, bytes: makeManifest(name, files, resources), executable: false }];
}

/** Builds the archive; its files are in a directory with the given name, or at the root. */
export async function makeArchive(
  { extension }: Pick<PackPlan, "extension">,
  wrappedIn: string | undefined,
  files: readonly FileBytes[],
): Promise<Buffer> {
  const placed = placeIn(wrappedIn, files);
  return formatOf(extension) === "zip"
    ? writeZip(placed)
    : (await import("../../archive/tar/tar-gz.ts")).writeTarGz(placed);
}

/** The length of the archive, for results that are not written: a zip is not built for it. */
export async function archiveLength(
  plan: Pick<PackPlan, "extension">,
  wrappedIn: string | undefined,
  files: readonly FileBytes[],
): Promise<number> {
  if (formatOf(plan.extension) !== "zip") return (await makeArchive(plan, wrappedIn, files)).length;
  // Each name is in a zip twice.
  const around = wrappedIn === undefined ? 0 : 2 * Buffer.byteLength(`${wrappedIn}/`);
  return zipLength(files) + around * files.length;
}

function placeIn(directory: string | undefined, files: readonly FileBytes[]): readonly FileBytes[] {
  return directory === undefined
    ? files
    : files.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
}

/** Checks the limits that depend on the whole archive: the size of the manifest, and the blocks of a tar. */
export function exceededLimits(archiveBytes: number, files: readonly FileBytes[]): readonly Diagnostic[] {
  const manifest = files.find(({ path }) => path === manifestName)?.bytes.length ?? 0;
  if (manifest > archiveLimits.manifestBytes)
    return [
      archiveFinding(
        "manifest-format",
        `the manifest would have ${grouped(manifest)} bytes (maximum ${grouped(archiveLimits.manifestBytes)})`,
      ),
    ];
  return archiveBytes > archiveLimits.bytes
    ? [
        archiveFinding(
          "too-big",
          `the archive would have ${grouped(archiveBytes)} bytes (maximum ${grouped(archiveLimits.bytes)})`,
        ),
      ]
    : [];
}

/** The archive as an uploader receives it: with a SKILL.md. */
export function asUpload(
  name: string,
  { layout, extension }: Pick<PackPlan, "layout" | "extension">,
  archiveBytes: number,
  files: readonly FileBytes[],
): UploadInput {
  const document = files.find(({ path }) => path === "SKILL.md")!.bytes;
  return {
    name,
    layout,
    format: formatOf(extension),
    extension,
    archiveBytes,
    files: files.map(({ path, bytes: { length: size } }) => ({ path, size })),
    document,
  };
}
