import { SkillsError } from "../../core/errors.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { compareText } from "../../core/order.ts";
import { isIn, joinLabel, resolveAbsolute } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { cannotRead } from "../../core/unreadable.ts";
import type { System } from "../system.ts";
import { type Agent, type RootedSkill, shownAt, type SkillRoot } from "../../model/agent.ts";
import { openMemory } from "../../model/memory-source.ts";
import { type ChangeStep, isChange, type ScenarioStep } from "../../model/scenario.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Stage } from "../../model/stage.ts";
import type { Tracer } from "../../model/trace.ts";
import { openDirectory } from "../../read/directory.ts";
import { toNativePath } from "../../read/label.ts";

/** The files of a session while the scenario changes them. Nothing is written to disk. */
export interface Changes {
  readonly roots: readonly SkillRoot[];
  /** Carries out the changes that follow the model's step, and lets the agent search its roots again. */
  afterStep(step: number, agent: Agent, stage: Stage): Promise<void>;
}

/** `steps` includes the steps of the model; those before the first one are carried out after step 0. */
export function openChanges(
  steps: readonly ScenarioStep[],
  roots: readonly SkillRoot[],
  { depth }: Pick<System, "depth">,
  tracer: Tracer,
): Changes {
  const byStep = changesByStep(steps);
  if (byStep.size === 0) return { roots, afterStep: async () => {} };
  const files: ChangedFiles = { texts: new Map(), removed: new Set(), count: 0 };
  const overlaid = roots.map((root) => ({
    ...root,
    skills: root.skills.map((skill) => ({ ...skill, source: overlay(skill.source, skill.path, files) })),
  }));
  let current: readonly SkillRoot[] = overlaid;
  return {
    roots: overlaid,
    async afterStep(step, agent, stage) {
      let documentsChanged = false;
      for (const change of byStep.get(step) ?? []) {
        const carriedOut = carryOut(change, { roots: current, files, agent, stage });
        current = overlaid.map((root) => searchAgain(root, files, depth));
        tracer.add({ kind: "change", text: carriedOut.text });
        documentsChanged ||= carriedOut.changesDocument;
      }
      if (documentsChanged) await agent.reload?.(current);
    },
  };
}

/** A step that cannot be carried out, with its number. */
export class StepError extends SkillsError {
  readonly step: number;

  constructor(step: number, message: string) {
    super("bad-usage", message);
    this.step = step;
  }
}

/** A change, with its number among all steps. */
type NumberedChange = ChangeStep & { readonly number: number };

function changesByStep(steps: readonly ScenarioStep[]): ReadonlyMap<number, readonly NumberedChange[]> {
  const found = new Map<number, NumberedChange[]>();
  let done = 0;
  for (const [index, step] of steps.entries()) {
    if (isChange(step)) found.set(done, [...(found.get(done) ?? []), { ...step, number: index + 1 }]);
    else done++;
  }
  return found;
}

/** The files that differ from those on disk, by their paths in the file system shown to the model. */
interface ChangedFiles {
  readonly texts: Map<string, Uint8Array>;
  /** Files and directories that were removed; a text below one of them was written later. */
  readonly removed: Set<string>;
  /** Number of changes so far. */
  count: number;
}

interface ChangeContext {
  readonly roots: readonly SkillRoot[];
  readonly files: ChangedFiles;
  readonly agent: Agent;
  readonly stage: Stage;
}

/** Returns what was changed, and whether a SKILL.md was among it. */
function carryOut(
  step: NumberedChange,
  context: ChangeContext,
): { readonly text: string; readonly changesDocument: boolean } {
  const { roots, files, agent } = context;
  const base = baseOf(step, agent);
  const written = "change" in step ? Object.keys(step.change) : step.remove;
  const paths = written.map((path) => ({ path, shown: toShown(path, base) }));
  for (const { path, shown } of paths)
    if (!isInProject(shown) && !roots.some((root) => shown.startsWith(`${root.path}/`)))
      throw new StepError(
        step.number,
        `step ${step.number} changes ${quote(path)}, which is neither in the project nor in a directory in which the system looks for skills; it looks in ${series(roots.map((root) => quote(root.path)))}`,
      );
  const before = "remove" in step ? documentsIn(roots) : [];
  for (const { path, shown } of paths) {
    if ("change" in step) write(shown, encodeUtf8(step.change[path] ?? ""), context);
    else if (!remove(shown, context))
      throw new StepError(step.number, `step ${step.number} removes ${quote(path)}, which does not exist`);
  }
  files.count++;
  return {
    text: `${"change" in step ? "written" : "removed"}: ${paths.map(({ shown }) => quote(shown)).join(", ")}`,
    changesDocument:
      "change" in step
        ? paths.some(({ shown }) => shown.endsWith("/SKILL.md"))
        : before.some((document) => isRemoved(document, files)),
  };
}

function baseOf({ skill, number }: NumberedChange, agent: Agent): string {
  if (skill === undefined) return shownAt.project;
  const entry = agent.catalog.find(({ name }) => name === skill);
  if (entry) return entry.path;
  const like = nearest(
    skill,
    agent.catalog.map(({ name }) => name),
  );
  throw new StepError(
    number,
    `step ${number} changes files of ${quote(skill)}, which is not in the catalog${didYouMean(like)}`,
  );
}

function toShown(written: string, base: string): string {
  return resolveAbsolute(base, written.startsWith("~/") ? shownAt.home + written.slice(1) : written);
}

function isInProject(shown: string): boolean {
  return shown.startsWith(`${shownAt.project}/`);
}

/** The newest change of a file counts, whether it was made by the scenario or in the session. */
function write(shown: string, bytes: Uint8Array, { files, stage }: ChangeContext): void {
  files.texts.set(shown, bytes);
  if (isInProject(shown) || stage.changes.has(shown))
    stage.change(shown, { kind: "file", bytes, executable: isExecutable(shown, stage) });
}

function isExecutable(shown: string, { changes, project }: Stage): boolean {
  const change = changes.get(shown);
  if (change) return change.kind === "file" && change.executable;
  return project
    .list()
    .entries.some(({ path, executable }) => executable && `${shownAt.project}/${path}` === shown);
}

/** Returns whether there was something to remove. */
function remove(shown: string, { roots, files, stage }: ChangeContext): boolean {
  const inProject = stage.project
    .list()
    .entries.map(({ path }) => `${shownAt.project}/${path}`)
    .filter((path) => isIn(path, shown));
  if (inProject.length === 0 && !isThere(shown, roots)) return false;
  for (const path of files.texts.keys()) if (isIn(path, shown)) files.texts.delete(path);
  files.removed.add(shown);
  const changed = [...stage.changes.keys()].filter((path) => isIn(path, shown));
  for (const path of [...inProject, ...changed]) stage.change(path, { kind: "removed" });
  return true;
}

function isThere(shown: string, roots: readonly SkillRoot[]): boolean {
  return roots.some(
    ({ skills, without }) =>
      without.includes(shown) ||
      skills.some(
        ({ path, source }) =>
          isIn(path, shown) || source.list().entries.some((entry) => `${path}/${entry.path}` === shown),
      ),
  );
}

function documentsIn(roots: readonly SkillRoot[]): readonly string[] {
  return roots.flatMap(({ skills }) => skills.map(({ path }) => `${path}/SKILL.md`));
}

/** Whether the path or a directory above it was removed, and the path not written since. */
function isRemoved(path: string, { texts, removed }: ChangedFiles): boolean {
  if (texts.has(path)) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (removed.has(path.slice(0, end))) return true;
  return false;
}

/** The root as a new search finds it: without skills whose SKILL.md was removed, and with those that were added. */
function searchAgain(root: SkillRoot, files: ChangedFiles, depth: number): SkillRoot {
  const kept = root.skills.filter(({ path }) => !isRemoved(`${path}/SKILL.md`, files));
  const added = Array.from(files.texts.keys()).flatMap((path) => {
    if (!path.startsWith(`${root.path}/`) || !path.endsWith("/SKILL.md")) return [];
    const directory = path.slice(0, -"/SKILL.md".length);
    const levels = directory.slice(root.path.length + 1).split("/").length - 1;
    const isFound = directory.length > root.path.length && levels <= depth;
    return isFound && !root.skills.some((skill) => skill.path === directory)
      ? [{ path: directory, depth: levels, source: openAdded(root, directory, files) }]
      : [];
  });
  const { missing, ...others } = root;
  const skills = [...kept, ...added]
    .filter((skill, _, all) => !all.some(({ path }) => skill.path.startsWith(`${path}/`)))
    .sort((a, b) => compareText(a.path, b.path));
  return {
    ...others,
    ...(missing && skills.length === 0 && { missing }),
    skills,
    without: [
      ...root.without.filter((path) => !isRemoved(path, files)),
      ...emptied(root.skills, files),
    ].filter((path) => !skills.some((skill) => skill.path === path || skill.path.startsWith(`${path}/`))),
  };
}

/** The directories directly in the root that lost their SKILL.md but still exist. */
function emptied(skills: readonly RootedSkill[], files: ChangedFiles): readonly string[] {
  return skills.flatMap(({ path, depth }) =>
    depth === 0 && isRemoved(`${path}/SKILL.md`, files) && !isRemoved(path, files) ? [path] : [],
  );
}

/** A new skill, in a directory that may have other files on disk. */
function openAdded({ path, directory }: SkillRoot, shown: string, files: ChangedFiles): SkillSource {
  const name = shown.slice(shown.lastIndexOf("/") + 1);
  const onDisk = directory === undefined ? undefined : toNativePath(directory, shown.slice(path.length + 1));
  const base = onDisk === undefined ? openMemory(name, {}, shown) : openDirectory(onDisk, shown);
  return overlay(base.mark?.() || onDisk === undefined ? base : openMemory(name, {}, shown), shown, files);
}

/** A source with the changes applied. It has no directory on disk, as its files are not all there. */
function overlay(
  { directory: _directory, mark: _mark, ...source }: SkillSource,
  shown: string,
  files: ChangedFiles,
): SkillSource {
  const read = (file: string): Uint8Array | undefined => {
    const path = `${shown}/${file}`;
    if (isRemoved(path, files)) throw cannotRead(joinLabel(source.label, file), "no such file or directory");
    return files.texts.get(path);
  };
  return {
    ...source,
    revision: () => files.count,
    list: () => {
      const { entries, unread } = source.list();
      return { entries: listChanged(entries, shown, files), unread };
    },
    read: (file) => read(file) ?? source.read(file),
    readHead: (file, limit) => read(file)?.subarray(0, limit) ?? source.readHead(file, limit),
  };
}

function listChanged(
  entries: readonly FileEntry[],
  shown: string,
  files: ChangedFiles,
): readonly FileEntry[] {
  const listed = new Map(
    entries.flatMap((entry) => (isRemoved(`${shown}/${entry.path}`, files) ? [] : [[entry.path, entry]])),
  );
  for (const [path, bytes] of files.texts) {
    if (!path.startsWith(`${shown}/`)) continue;
    const file = path.slice(shown.length + 1);
    for (let slash = file.indexOf("/"); slash !== -1; slash = file.indexOf("/", slash + 1)) {
      const above = file.slice(0, slash);
      listed.set(above, { path: above, kind: "directory", size: 0, executable: false });
    }
    const executable = listed.get(file)?.executable ?? false;
    listed.set(file, { path: file, kind: "file", size: bytes.length, executable });
  }
  return Array.from(listed.values()).sort((a, b) => compareText(a.path, b.path));
}
