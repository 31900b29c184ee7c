import type { ArchiveLayout, FileBytes } from "../../model/archive.ts";
import type { DryPacked } from "../../model/reports/check.ts";
import type { Reason } from "../../model/validator.ts";
import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { onceForEach } from "../../core/once.ts";
import type { Examiner } from "../../lint/examine.ts";
import { nameIn } from "../../lint/examine-skill.ts";
import type { Objection } from "../../lint/objection.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { LeftOut } from "../../model/left-out.ts";
import type { Resource } from "../../model/manifest.ts";
import type { Target } from "../../model/target.ts";
import { uploadIds, type ArchiveExtension, type Uploader } from "../../model/upload.ts";
import { gitIndexOpener } from "../../git/index-file.ts";
import type { HeldSource } from "../../model/held-source.ts";
import { uploaders } from "../../generated/uploaders.ts";
import { contentDigest, describeFiles } from "../../manifest/digest.ts";
import {
  archiveLength,
  asUpload,
  missingDocument,
  exceededLimits,
  withManifest,
} from "../pack/make-archive.ts";
import { formatOf } from "../pack/pack-plan.ts";
import { readFilesToPack, type FilesToPack } from "../archives/files-to-pack.ts";
import { refuseAtRoot } from "../archives/refuse-files.ts";
import { uploadObjections } from "../pack/upload-findings.ts";
import { addLeftOut } from "../pack/left-out-references.ts";

/** The result of packing a skill in memory for the chosen uploaders. */
interface PackTried {
  readonly objections: readonly Objection[];
  /** Absent if the files of the default form cannot be packed, or if the skill is not in a directory. */
  readonly packed?: DryPacked;
  readonly leftOut: readonly LeftOut[];
}

interface Packing {
  readonly chosen: readonly Target[];
  /** Opens git's index; the skills of a run share it. */
  readonly openIndex: ReturnType<typeof gitIndexOpener>;
}

/** Packs a skill in memory for the chosen uploaders, and reports references to files that are not packed. */
export function packExaminer(openIndex: Packing["openIndex"] = gitIndexOpener()): Examiner {
  return {
    id: "pack",
    facts: (source, files) => source.upload ?? trackedModes(openIndex, source, files),
    examine: async ({ source, parsed }, { lint }, { targets }) => {
      const { skill } = parsed();
      const name = nameIn(skill.document);
      const { packed, leftOut, objections } = await tryPack(source, name, { chosen: targets, openIndex });
      return {
        ...(lint && {
          lint: { ...lint, diagnostics: addLeftOut(lint.diagnostics, skill, source, leftOut) },
        }),
        pack: {
          objections,
          asked:
            source.directory === undefined && !source.upload
              ? []
              : uploadIds.filter((id) => targets.includes(id)),
          lasting: !objections.some(({ ruleId }) => ruleId === unreadable),
          ...(packed && { packed }),
        },
      };
    },
  };
}

/** Which of a skill's files git tracks, and whether as executable. */
function trackedModes(
  openIndex: Packing["openIndex"],
  { directory }: SkillSource,
  files: readonly FileEntry[],
): readonly (readonly [path: string, executable: boolean])[] {
  if (directory === undefined) return [];
  const tracked = openIndex(directory);
  return files.flatMap(({ path }) => {
    const executable = tracked(path);
    return executable === undefined ? [] : [[path, executable] as const];
  });
}

const unreadable = "pack-unreadable";

/** One archive for several uploaders, each with the file name that it requires. */
interface Form {
  readonly layout: ArchiveLayout;
  readonly takers: readonly Taker[];
}

interface Taker {
  readonly uploader: Uploader;
  readonly extension: ArchiveExtension;
}

/** A ".skill" is a zip, so most archives serve several uploaders. */
function listForms(chosen: readonly Target[]): readonly Form[] {
  const takers = uploaders
    .filter(({ id }) => chosen.includes(id))
    .map((uploader): Taker => ({ uploader, extension: uploader.extensions[0]! }));
  return Array.from(
    groupBy(takers, ({ uploader, extension }) => `${uploader.layout} ${formatOf(extension)}`).values(),
    (group) => ({ layout: group[0]!.uploader.layout, takers: group }),
  );
}

/** Usually the same for all skills. */
const formsFor = onceForEach((chosen: readonly Target[]) => {
  const forms = listForms(chosen);
  return { forms, defaultForm: defaultFormOf(forms) };
});

/**
 * Packs a skill for the chosen uploaders, even if targets refuse it: one archive per layout and format, from files that are
 * read only once. Nothing is written. `name` is the name in the frontmatter. An archive is judged as it is.
 */
async function tryPack(
  source: HeldSource,
  name: string | undefined,
  { chosen, openIndex }: Packing,
): Promise<PackTried> {
  const { upload } = source;
  if (upload) {
    const asked = uploaders.filter(({ id }) => chosen.includes(id));
    return { objections: asked.flatMap((each) => uploadObjections(each, upload)), leftOut: [] };
  }
  if (source.directory === undefined) return { objections: [], leftOut: [] };
  try {
    return await packForms(source, name, { chosen, openIndex });
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return {
      objections: [
        {
          ruleId: unreadable,
          by: uploadIds.filter((id) => chosen.includes(id)),
          message: `cannot be packed: ${error.message}`,
          reasons: ["unreadable", "file-missing"],
        },
      ],
      leftOut: [],
    };
  }
}

async function packForms(
  source: HeldSource,
  name: string | undefined,
  { chosen, openIndex }: Packing,
): Promise<PackTried> {
  const { forms, defaultForm } = formsFor(chosen);
  const objections: Objection[] = [];
  const wrapped = await readFilesToPack(source, { wrappedIn: source.name, held: source, openIndex });
  // A problem with the files in a directory may not exist with the files at the root.
  const root =
    wrapped.refused.length > 0
      ? await readFilesToPack(source, { held: source, openIndex })
      : { ...wrapped, refused: refuseAtRoot(wrapped.selected) };
  const contentsOf = onceForEach((files: readonly FileBytes[]) => toContents(name ?? source.name, files));
  let packed: DryPacked | undefined;
  for (const form of forms) {
    const wrappedIn = form.layout === "wrapped" ? source.name : undefined;
    const taken = form.layout === "wrapped" ? wrapped : root;
    const refusals = refusalsOf(taken, form);
    objections.push(...refusals);
    if (refusals.length > 0) continue;
    const { files, resources } = contentsOf(taken.files);
    const bytes = await archiveLength(form.takers[0]!, wrappedIn, files);
    objections.push(...objectionsTo(form, wrappedIn ?? name ?? source.name, bytes, files));
    if (form === defaultForm)
      packed = {
        extension: form.takers[0]!.extension,
        layout: form.layout,
        bytes,
        contentDigest: contentDigest(resources),
        files: files.length,
        leftOut: taken.leftOut.length,
      };
  }
  return { objections: together(objections), ...(packed && { packed }), leftOut: wrapped.leftOut };
}

/** What an archive contains, with the entries of its manifest. Archives of the same files share it. */
interface Contents {
  readonly files: readonly FileBytes[];
  readonly resources: readonly Resource[];
}

function toContents(name: string, files: readonly FileBytes[]): Contents {
  const resources = describeFiles(files);
  return { files: withManifest(name, files, resources), resources };
}

/** The form that all chosen uploaders require, if it is the same; otherwise one with the skill's directory, if any. */
function defaultFormOf(forms: readonly Form[]): Form | undefined {
  return forms.find(({ layout }) => forms.length === 1 || layout === "wrapped") ?? forms[0];
}

/** By kind of refusal, the reasons that a rule may give for the same problem. */
const reasons: Readonly<Partial<Record<string, readonly Reason[]>>> = {
  "skill-md": ["file-missing", "file-name", "unreadable"],
  "two-roots": ["several-documents"],
};

function refusalsOf(taken: FilesToPack, { takers }: Form): readonly Objection[] {
  const documentless = missingDocument(taken).map(({ message }) => ({ code: "skill-md", message, path: "" }));
  return [...taken.refused, ...documentless].map(({ code, message, path }) =>
    objection(`archive-${code}`, takers, message, {
      ...(path !== "" && { file: path }),
      ...(reasons[code] && { reasons: reasons[code] }),
    }),
  );
}

function objectionsTo(
  { layout, takers }: Form,
  name: string,
  bytes: number,
  files: readonly FileBytes[],
): readonly Objection[] {
  const limits = exceededLimits(bytes, files).map(({ ruleId, message }) =>
    objection(ruleId, takers, message),
  );
  const upload = asUpload(name, { layout, extension: takers[0]!.extension }, bytes, files);
  const refusals = takers.flatMap(({ uploader, extension }) =>
    uploadObjections(uploader, { ...upload, extension }),
  );
  return [...limits, ...refusals];
}

function objection(
  ruleId: string,
  by: readonly Taker[],
  message: string,
  more: Partial<Objection> = {},
): Objection {
  return { ruleId, by: by.map(({ uploader }) => uploader.id), message, ...more };
}

/** Merges problems that several archives have in common. */
function together(objections: readonly Objection[]): readonly Objection[] {
  const alike = groupBy(objections, ({ ruleId, file, message }) => JSON.stringify([ruleId, file, message]));
  return Array.from(alike.values(), (group) => ({ ...group[0]!, by: group.flatMap(({ by }) => by) }));
}
