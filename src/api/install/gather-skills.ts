import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { joinLabel, parentOf } from "../../core/paths.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { quote, show } from "../../core/show.ts";
import { ArchiveRefused, type ArchiveNote, type FileBytes } from "../../model/archive.ts";
import type { LeftOut } from "../../model/left-out.ts";
import type { Subject } from "../../model/report.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { contentDigest, describeFiles, sha256 } from "../../manifest/digest.ts";
import { lookUp } from "../../find/discover-named.ts";
import { readManifest } from "../../parse/manifest.ts";
import { openPlugin } from "../../read/plugin-tree.ts";
import { leadsToDirectory, placeOf } from "../../read/there.ts";
import { targets } from "../../model/target.ts";
import { type ShippedSkill, shippedSkills } from "../../targets/plugins/shipped-skills.ts";
import { toInnerPath } from "../../read/label.ts";
import { realFolder } from "../../write/destination.ts";
import { lookUpOperand, readArchiveFile, type Operand } from "../../find/archive-file.ts";
import { isJunk } from "../archives/archive-part.ts";
import { archiveFinding, refusedSubject } from "../archives/archive-findings.ts";
import { chooseDirectoryName } from "../archives/archived-name.ts";
import { checkContent } from "../archives/check-content.ts";
import { type Examination, type Examined, examineSkill } from "../../lint/examine-skill.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import { findSources } from "../scope/find-sources.ts";
import { notesOn } from "../archives/checked-files.ts";
import { labelOf, openPart, type ArchivePart, type OpenedPart } from "../archives/open-verified.ts";
import { readFilesToPack } from "../archives/files-to-pack.ts";

/** A checked skill in memory. */
export interface GatheredSkill {
  /** The name in the frontmatter, which becomes the name of the directory. */
  readonly name: string;
  readonly files: readonly FileBytes[];
  /** The absolute directory that it was read from; absent for an archive. */
  readonly directory?: string;
  /** The archive or directory, as the user would write it. */
  readonly path: string;
  readonly source: string;
  /** Whether `path` alone gives these files, without the options of the installation. */
  readonly isWhole: boolean;
  readonly contentDigest: string;
  readonly archiveDigest?: string;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly ArchiveNote[];
  readonly examined: Examined;
  /** The plugin that it was taken from: its directory, and the kinds of its other parts. */
  readonly plugin?: { readonly path: string; readonly others: readonly string[] };
}

/** The result for one skill, or for one refused archive; without `skill` if it has no name. */
export interface Gathered {
  readonly subject: Subject;
  readonly skill?: GatheredSkill;
}

type Choice = Pick<Examination, "targets" | "clients">;

/** Which skills to read, and how. */
export interface GatherOptions {
  readonly cwd: string;
  readonly choice: Choice;
  readonly part: ArchivePart;
  /** The client whose directory is used, which decides what of a plugin is taken. */
  readonly client?: string | undefined;
}

/**
 * Reads the skills of an archive or below a directory, and checks each against the targets. Throws a SkillsError if
 * something cannot be read.
 */
export async function gatherSkills(
  written: string,
  { cwd, choice, part, client }: GatherOptions,
): Promise<readonly Gathered[]> {
  const operand = lookUpOperand(written, cwd);
  if (operand.kind === "archive") return gatherArchive(operand, choice, part);
  const path = part.subdir === undefined ? written : pathBelow(operand, part.subdir);
  const gathered: Gathered[] = [];
  for (const { directory, plugin, others } of shippedFrom(path, cwd, client)) {
    const { sources } = await findSources({ paths: [inside(path, directory)], cwd });
    for (const source of sources) {
      const one = await gatherDirectory(source, choice);
      const from = { path: inside(path, plugin), others };
      gathered.push(one.skill ? { ...one, skill: { ...one.skill, plugin: from } } : one);
    }
  }
  if (gathered.length > 0) return gathered;
  const { sources } = await findSources({ paths: [path], cwd });
  for (const source of sources) gathered.push(await gatherDirectory(source, choice));
  return gathered;
}

/** The skills of a plugin or a marketplace, as its manifests give them; empty for other directories. */
function shippedFrom(written: string, cwd: string, client: string | undefined): readonly ShippedSkill[] {
  const directory = placeOf(written, cwd);
  if (!leadsToDirectory(directory)) return [];
  const chosen = targets.find((id) => id === client);
  return shippedSkills(openPlugin(directory, readManifest), chosen);
}

function inside(path: string, inner: string): string {
  return inner === "" ? path : joinLabel(path, inner);
}

/** Throws a SkillsError if the path does not exist, or leads out of the directory through a symlink. */
function pathBelow({ absolute, label }: Operand, subdir: string): string {
  const below = joinLabel(label, subdir);
  const found = lookUp(subdir, absolute);
  if (!found) throw new SkillsError("not-found", `there is no ${quote(below)}`);
  if (toInnerPath(realFolder(absolute), realFolder(found.absolute)) === undefined)
    throw new SkillsError("bad-usage", `${quote(below)} is a symlink that leads out of ${quote(label)}`);
  return below;
}

async function gatherArchive(
  operand: Operand,
  choice: Choice,
  part: ArchivePart,
): Promise<readonly Gathered[]> {
  try {
    const bytes = readArchiveFile(operand);
    const archive = {
      label: operand.label,
      source: operand.label.slice(operand.label.lastIndexOf("/") + 1),
      archiveDigest: `sha256:${sha256(bytes)}`,
    };
    return (await openPart(bytes, part)).map((opened) => gatherArchived(opened, archive, choice));
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return [{ subject: refusedSubject("archive", operand.label, withOption(error, part)) }];
  }
}

/** Names the option that installs such an archive, in place of the advice to its author. */
function withOption(error: ArchiveRefused, { subdir, ignoreJunk = false }: ArchivePart): ArchiveRefused {
  const { code, entry } = error;
  if (entry === undefined || subdir !== undefined) return error;
  const advise = (message: string): ArchiveRefused => new ArchiveRefused(code, message, { entry });
  if (code === "skill-md" && entry.endsWith("/SKILL.md"))
    return advise(
      `${quote(entry)} is too deep for a skill's SKILL.md; pass --subdir ${show(toShellWord(parentOf(entry)))}`,
    );
  if (code === "two-roots" && !ignoreJunk && isJunk(entry))
    return advise(`${quote(entry)} is outside the skill; --ignore-junk leaves it out`);
  return error;
}

interface Archive {
  readonly label: string;
  readonly source: string;
  readonly archiveDigest: string;
}

function gatherArchived(
  opened: OpenedPart,
  { label, source, archiveDigest }: Archive,
  choice: Choice,
): Gathered {
  const { contents, skill, contentDigest, subdir, leftOut, isWhole } = opened;
  const { name: directory, notes } = chooseDirectoryName(opened, label);
  const examined = examineFiles(directory, skill.files, labelOf(opened, label), choice);
  const { name } = examined.subject;
  const { findings } = checkContent({ files: skill.files, checked: opened, name, expected: [], notes });
  return {
    subject: { ...examined.subject, kind: "archive", findings: [...findings, ...examined.subject.findings] },
    ...(name !== undefined && {
      skill: {
        name,
        files: skill.files,
        path: label,
        source: subdir === undefined ? source : `${source}/${subdir}`,
        isWhole,
        contentDigest,
        archiveDigest,
        leftOut,
        notes: [...contents.notes, ...notes, ...notesOn(opened)],
        examined,
      },
    }),
  };
}

/** The files that `skills pack` would pack, without the manifest that it adds. */
async function gatherDirectory(source: SkillSource, choice: Choice): Promise<Gathered> {
  const { files, leftOut, refused } = await readFilesToPack(source, { wrappedIn: source.name });
  if (refused.length > 0) {
    const findings = refused.map(({ code, message, path }) => archiveFinding(code, message, path));
    return { subject: { kind: "skill", path: source.label, verdicts: {}, findings, partial: [] } };
  }
  const examined = examineFiles(source.name, files, source.label, choice);
  const { subject } = examined;
  const { name } = subject;
  return {
    subject,
    ...(name !== undefined && {
      skill: {
        name,
        files,
        ...(source.directory !== undefined && { directory: source.directory }),
        path: source.label,
        source: `${source.name}/`,
        isWhole: true,
        contentDigest: contentDigest(describeFiles(files)),
        leftOut,
        notes: [],
        examined,
      },
    }),
  };
}

const vocabulary = once(() => vocabularyOf(skillRules));

/** Checks the files of a skill against the targets, and reads those that its inventory needs. */
function examineFiles(name: string, files: readonly FileBytes[], label: string, choice: Choice): Examined {
  return examineSkill(sourceOfFiles(name, files, label), {
    ...choice,
    rules: skillRules,
    vocabulary: vocabulary(),
  });
}
