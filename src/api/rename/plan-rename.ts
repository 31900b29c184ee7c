import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { directoryOf, nameOf } from "../../graph/targets.ts";
import { pathFrom, type SkillGround } from "../../graph/where-leads.ts";
import type { LinkChange } from "../../install/renaming.ts";
import { manifestName } from "../../model/manifest.ts";
import type { FileEntry, Unread } from "../../model/source.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../parse/decode.ts";
import { openDirectory } from "../../read/directory.ts";
import { toNativePath } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { type SkillFiles, readSkillFiles } from "../../lint/load-skill.ts";
import { readFile } from "../../read/open-file.ts";
import { listProject, type ProjectLink } from "../../find/project-files.ts";
import { skillFinder, type SkillPlace } from "../../find/skill-place.ts";
import { reasonOf } from "../../core/unreadable.ts";
import { yamlScalar } from "../../yaml/scalar.ts";
import { type NameField, nameFields, type NameFile, type Span } from "./name-fields.ts";
import { type NameChange, type RenamedText, renameInText } from "./renamed-text.ts";

export interface RenamePlan {
  readonly change: NameChange;
  /** Files with changes or mentions; paths are relative to the project. */
  readonly texts: readonly PlannedText[];
  readonly links: readonly LinkChange[];
  /** The skill's files, relative to its root. */
  readonly files: readonly FileEntry[];
  readonly unread: readonly Unread[];
}

interface PlannedText extends RenamedText {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Generated files: they are derived from others, or record what was installed. */
const untouched: ReadonlySet<string> = new Set([manifestName, "skills.lock.json", "skills-lock.json"]);

/** A baseline contains paths of the project, but its other texts are messages, which are not renamed. */
const baselineName = "skills.baseline.json";

/**
 * Reads every text file of the project, and plans its changes. Throws a SkillsError for a skill whose name cannot be
 * read.
 */
export async function planRename(place: SkillPlace, name: string, mentions: boolean): Promise<RenamePlan> {
  const { project, inner } = place;
  const own = readSkillFiles(openDirectory(place.absolute, place.label));
  const { files, links, unread } = await listProject(project);
  const change = { old: place.name, new: name, mentions };
  const held = new Set(own.files.map(({ path }) => path));
  const ground: SkillGround = {
    name: place.name,
    lookUp: skillFinder(project, place.absolute),
    holds: (path) => held.has(path),
  };
  const field = nameField(place, own);
  const names = new Set([place.name, ...(field ? [field.value] : [])]);
  const planned = {
    unread: [...own.unread.map((each) => ({ ...each, path: `${inner}/${each.path}` })), ...unread],
    texts: new Array<PlannedText>(),
  };
  for (const path of [
    ...own.files.flatMap((each) => (each.kind === "file" ? [`${inner}/${each.path}`] : [])),
    ...files.filter((each) => !each.startsWith(`${inner}/`)),
  ]) {
    const text = readText(
      path,
      place,
      path === `${inner}/${field?.file}` ? new Set([""]) : names,
      planned.unread,
    );
    if (!text) continue;
    const fields = [
      ...(field && text.inner === field.file
        ? [{ ...field, text: yamlScalar(name) }, ...titleOf(text.source, place.name, name)]
        : []),
      ...nameFields(text, { names, newName: name }, inner, ground),
    ];
    const renamed = settle(text, renameInText(text, change, fields, ground));
    if (renamed.changed.length + renamed.left.length > 0)
      planned.texts.push({ ...renamed, path, bytes: text.bytes });
  }
  return { change, ...planned, links: renameLinks(links, change, ground), files: own.files };
}

/** The first heading of the body, if it is exactly the old name. */
function titleOf({ text }: NameFile["source"], old: string, put: string): readonly NameField[] {
  const above = text.indexOf(`\n# ${old}`);
  if (above === -1 || !text.slice(0, above).trimEnd().endsWith("\n---")) return [];
  const start = above + "\n# ".length;
  const end = start + old.length;
  return (text.slice(end).split("\n", 1)[0] ?? "").trim() === "" ? [{ start, end, text: put }] : [];
}

interface ReadText extends NameFile {
  readonly bytes: Uint8Array;
}

/** Undefined if the file is not text or does not contain the name. An unreadable file is added to `unread`. */
function readText(
  path: string,
  { project, inner }: SkillPlace,
  names: ReadonlySet<string>,
  unread: Unread[],
): ReadText | undefined {
  const bytes = readOrRecord(path, project, path.startsWith(`${inner}/`), unread);
  if (
    !bytes ||
    bytes.includes(0) ||
    !Array.from(names).some((name) => bytes.includes(name) || bytes.includes(encodeURIComponent(name)))
  )
    return undefined;
  return {
    path,
    bytes,
    source: decodeText(bytes).source,
    ...(path.startsWith(`${inner}/`) && { inner: path.slice(inner.length + 1) }),
  };
}

/** In the skill, only files above the size limit of texts may be skipped. */
function readOrRecord(path: string, project: string, isOwn: boolean, unread: Unread[]): Buffer | undefined {
  try {
    const bytes = readFile(toNativePath(project, path), path);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    if (isOwn && error instanceof SkillsError && error.code !== "too-large") throw error;
    unread.push({ path, reason: reasonOf(error, path) });
    return undefined;
  }
}

/** A file that is not UTF-8 cannot be written back unchanged. */
function settle({ path, source }: ReadText, renamed: RenamedText): RenamedText {
  if (source.encoding === "utf-8" && !untouched.has(nameOf(path)))
    return nameOf(path) === baselineName ? { ...renamed, left: [] } : renamed;
  return {
    changed: [],
    left: [
      ...renamed.changed.map(({ line, column, before }) => ({ line, column, text: before })),
      ...renamed.left,
    ],
  };
}

/**
 * The range of the name in SKILL.md; undefined if it has no name. Throws a SkillsError if the name cannot be read or
 * changed.
 */
function nameField(
  { label }: SkillPlace,
  { document, files }: SkillFiles,
): (Span & { readonly file: string; readonly value: string }) | undefined {
  if (!document) throw new SkillsError("not-a-skill", `${quote(label)} has no readable SKILL.md`);
  const { file, bytes } = document;
  const shown = quote(joinLabel(label, file));
  if (files.some(({ path, kind }) => path === file && kind !== "file"))
    throw new SkillsError("not-a-skill", `${shown} is a symlink; replace it with the file`);
  const { source, facts } = decodeText(bytes);
  if (source.encoding !== "utf-8" || bytes.includes(0))
    throw new SkillsError("not-a-skill", `${shown} is not UTF-8, so its name cannot be changed`, {
      hint: "run skills validate for details",
    });
  const { frontmatter } = parseSkillMd(file, source, facts);
  if (!frontmatter)
    throw new SkillsError(
      "not-a-skill",
      `cannot read the name of ${quote(label)}: its frontmatter is invalid`,
      { hint: "run skills validate for details" },
    );
  const field = frontmatter.fields.get("name");
  return typeof field?.value === "string"
    ? { file, value: field.value.trim(), ...source.span(field.valueRange) }
    : undefined;
}

/**
 * The changes of symlinks to the skill or into it: their targets, and the names of those to the skill itself. Throws a
 * SkillsError if such a name is taken.
 */
function renameLinks(
  links: readonly ProjectLink[],
  change: NameChange,
  ground: SkillGround,
): readonly LinkChange[] {
  return links.flatMap(({ path, target }) => {
    const after = retarget(target, directoryOf(path), change, ground);
    const stands = nameOf(path) === change.old && ground.lookUp(path) === "skill";
    const to = stands ? `${path.slice(0, -change.old.length)}${change.new}` : path;
    if (after === target && to === path) return [];
    if (to !== path && ground.lookUp(to) !== undefined)
      throw new SkillsError(
        "unwritable",
        `cannot rename the symlink ${quote(path)}: ${quote(to)} already exists`,
      );
    return [{ from: path, to, before: target, after }];
  });
}

/** A symlink's target with the new name, if one of its segments is the skill's directory. */
function retarget(target: string, from: string, change: NameChange, { lookUp }: SkillGround): string {
  const steps = target.split("/");
  if (target.startsWith("/")) return target;
  return steps
    .map((step, at) =>
      step === change.old && leadsThere(steps.slice(0, at + 1).join("/"), from, lookUp) ? change.new : step,
    )
    .join("/");
}

function leadsThere(written: string, from: string, lookUp: SkillGround["lookUp"]): boolean {
  const path = pathFrom(from, written);
  return path !== undefined && lookUp(path) === "skill";
}
