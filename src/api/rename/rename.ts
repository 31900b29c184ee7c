import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { joinLabel } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { quote, show } from "../../core/show.ts";
import { trimEnd } from "../../core/white-space.ts";
import { lookUp, notFound } from "../../find/discover-named.ts";
import { discover } from "../../find/discover.ts";
import { projectOf } from "../../find/project-place.ts";
import { isTaken, placeOfSkill, type SkillPlace } from "../../find/skill-place.ts";
import { changeRoot, waitForRoot } from "../../install/change-root.ts";
import { requireOwnJournal } from "../../install/journal.ts";
import type { Renaming } from "../../install/renaming.ts";
import type { Root } from "../../install/root.ts";
import type { FileChange } from "../../model/file-change.ts";
import type { Report } from "../../model/report.ts";
import type { NamedPlace, RenameData, SkillRename } from "../../model/reports/rename.ts";
import type { SkillSource } from "../../model/source.ts";
import { placeIn } from "../../read/file-place.ts";
import { joinNative } from "../../read/label.ts";
import { isThere } from "../../read/there.ts";
import { stateDirectory } from "../../read/user-directories.ts";
import { realFolder } from "../../write/destination.ts";
import { now } from "../clock.ts";
import { readLockFile, readRootLock } from "../roots/root-lock.ts";
import { requireSkillName } from "../skill/require-skill-name.ts";
import { readHead } from "../skill/skill-head.ts";
import { timedReport } from "../timed-report.ts";
import { planRename, type RenamePlan } from "./plan-rename.ts";

export interface RenameOptions {
  /** The skill's directory, as the user wrote it, or the name of one in the project. */
  readonly skill: string;
  /** The new name, which all targets must accept. */
  readonly name: string;
  /**
   * Also change unambiguous mentions: slash commands, code spans that are exactly the name, and "$name" in its
   * agents/openai.yaml.
   */
  readonly mentions?: boolean;
  readonly cwd: string;
  /**
   * Provides the home directory, at which the search for a project ends, and the directory with the journal of this
   * user's changes.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Determine what would change, and write nothing. */
  readonly dryRun?: boolean;
}

export interface RenameResult {
  /** Its `data` contains `renamed`. */
  readonly report: Report<RenameData, "rename">;
  readonly renamed: SkillRename;
  /** The files that were moved or changed, or would be; paths are relative to the project's directory. */
  readonly changes: readonly FileChange[];
  /** The project's directory, relative to the working directory. */
  readonly project: string;
}

/**
 * Renames a skill: its directory, its `name`, its name in evals and scenarios, and every path in the project to it or
 * into it, together or not at all. Other mentions are listed, not changed. Throws a SkillsError for an unusable name,
 * and if something cannot be read or written.
 */
export async function rename({
  skill,
  name,
  mentions = false,
  cwd,
  env = {},
  dryRun = false,
}: RenameOptions): Promise<RenameResult> {
  const started = now();
  requireSkillName(
    name,
    (proposal) => `skills rename ${show(toShellWord(skill))} ${proposal}`,
    lastStep(skill),
  );
  const state = stateDirectory(env);
  const place = await findOrResume({
    skill,
    cwd,
    home: env[process.platform === "win32" ? "USERPROFILE" : "HOME"],
    state,
    dryRun,
  });
  requireRenamable(place, name);
  const plan = await planRename(place, name, mentions);
  if (!dryRun)
    await changeRoot(rootOf(place.project, place.here, state), () => ({
      result: undefined,
      change: { place: [], remove: [], lock: "keep", renaming: renamingOf(place, plan) },
    }));
  const renamed = describeRename(place, plan, !dryRun);
  const report = timedReport({
    command: "rename",
    targets: [],
    subjects: [],
    unread: plan.unread,
    started,
    maxWarnings: Infinity,
  });
  return {
    report: { ...report, ...(dryRun && { outcome: 1 }), data: { renamed } },
    renamed,
    changes: changesOf(place, plan),
    project: placeIn(place.project, ".", place.here).label,
  };
}

function lastStep(written: string): string {
  return trimEnd(written, "\\/").replace(/^.*[\\/]/, "");
}

interface Wanted {
  readonly skill: string;
  readonly cwd: string;
  readonly home: string | undefined;
  readonly state: string | undefined;
  readonly dryRun: boolean;
}

/** First finishes an interrupted run in the project, which may have been this same rename. */
async function findOrResume({ skill, cwd, home, state, dryRun }: Wanted): Promise<SkillPlace> {
  const resumed = await resume(projectOf(realFolder(cwd), home), state, dryRun);
  try {
    const place = await findSkillPlace(skill, cwd, home);
    const again = (await resume(place.project, state, dryRun)) || (await resume(place.parent, state, dryRun));
    return again ? await findSkillPlace(skill, cwd, home) : place;
  } catch (error) {
    if (resumed && error instanceof SkillsError && error.code === "not-found")
      throw new SkillsError(error.code, error.message, {
        hint: "an interrupted run has just been completed here; run skills list to see the current skills",
        cause: error,
      });
    throw error;
  }
}

/** Returns whether there was an interrupted run. */
async function resume(project: string, state: string | undefined, dryRun: boolean): Promise<boolean> {
  const root = rootOf(project, project, state);
  if ((await waitForRoot(root)) === "at-rest") return false;
  if (dryRun) {
    requireOwnJournal(root);
    throw new SkillsError(
      "unwritable",
      "an interrupted run left unfinished changes here, which a dry run cannot finish",
      { hint: "run the same command without --dry-run" },
    );
  }
  await changeRoot(root, () => ({ result: undefined }));
  return true;
}

function rootOf(project: string, here: string, state: string | undefined): Root {
  return { directory: project, label: placeIn(project, ".", here).label, state };
}

function requireRenamable(place: SkillPlace, name: string): void {
  const { label, parent, here } = place;
  if (place.name === name)
    throw new SkillsError("bad-usage", `${quote(label)} already has that name`, {
      hint: "to write the directory's name into SKILL.md, use skills lint --unsafe-fixes",
    });
  const above = placeIn(parent, ".", here).label;
  if (isTaken(place, name))
    throw new SkillsError("unwritable", `${quote(joinLabel(above, name))} already exists`);
  const isLocked =
    readRootLock({ directory: parent, label: above })?.has(place.name) === true || isVercels(place);
  if (isLocked)
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is an installed skill; renaming it would break its lock entry`,
      { hint: "rename it at its source and install it again" },
    );
}

/** vercel's installer writes skills into clients' directories, and its lock next to these. */
function isVercels({ above, project, here, name }: SkillPlace): boolean {
  const absolute = joinNative(project, "skills-lock.json");
  if (!/^\.[^/]+\/skills$/.test(above) || !isThere(absolute)) return false;
  const parsed = readLockFile(absolute, placeIn(project, "skills-lock.json", here).label);
  return parsed.format === "skills-lock.json" && parsed.lock.has(name);
}

/** The planned changes to write, with paths relative to the project's directory. */
function renamingOf(place: SkillPlace, { change, texts, links }: RenamePlan): Renaming {
  const edits = texts.flatMap(({ path, bytes, after }) =>
    after === undefined ? [] : [{ path, before: bytes, after: Buffer.from(after) }],
  );
  return { from: place.inner, to: newPath(place, change.new), edits, links };
}

/** Maximum number of listed mentions in all files together. */
const mostLeft = 1_000;

/**
 * The result, with paths relative to the working directory. `done` is true if the directory already has its new name.
 */
function describeRename(
  place: SkillPlace,
  { change, texts, links, files }: RenamePlan,
  done: boolean,
): SkillRename {
  const to = newPath(place, change.new);
  const labelOf = (path: string): string => placeIn(place.project, path, place.here).label;
  const now = (path: string): string => labelOf(done ? moved(path, place.inner, to) : path);
  const left = texts.flatMap((text) =>
    text.left.map((each): NamedPlace => ({ file: now(text.path), ...each })),
  );
  return {
    from: labelOf(place.inner),
    to: labelOf(to),
    files: files.filter(({ kind }) => kind !== "directory").length,
    changed: texts.flatMap((text) => text.changed.map((each) => ({ file: now(text.path), ...each }))),
    links: links.map((link) => ({
      ...link,
      from: labelOf(link.from),
      to: labelOf(moved(link.to, place.inner, to)),
    })),
    left: left.slice(0, mostLeft),
    more: Math.max(0, left.length - mostLeft),
  };
}

/** The changes for a patch: every file of the skill, then the other changed files. */
function changesOf(place: SkillPlace, { change, texts, links, files }: RenamePlan): readonly FileChange[] {
  const to = newPath(place, change.new);
  const texted = new Map(
    texts.flatMap(({ path, bytes, after }) =>
      after === undefined ? [] : [[path, { before: Buffer.from(bytes).toString(), after }] as const],
    ),
  );
  const linked = new Set(links.map(({ from }) => from));
  const own = files.flatMap(({ path, kind }) =>
    kind === "file" || kind === "symlink" ? [`${place.inner}/${path}`] : [],
  );
  const plain = [...own, ...Array.from(texted.keys()).filter((path) => !own.includes(path))].filter(
    (path) => !linked.has(path),
  );
  const base = { directory: "", label: "." };
  return [
    ...plain.map((path): FileChange => {
      const text = texted.get(path);
      return { ...base, from: path, to: moved(path, place.inner, to), ...(text && { text }) };
    }),
    ...links.flatMap((link): readonly FileChange[] => [
      {
        ...base,
        from: link.from,
        to: link.from,
        text: { before: link.before, after: "" },
        existence: { state: "removed", executable: false, link: true },
      },
      {
        ...base,
        from: moved(link.to, place.inner, to),
        to: moved(link.to, place.inner, to),
        text: { before: "", after: link.after },
        existence: { state: "created", executable: false, link: true },
      },
    ]),
  ];
}

function newPath({ inner, name }: SkillPlace, changed: string): string {
  return `${inner.slice(0, -name.length)}${changed}`;
}

function moved(path: string, from: string, to: string): string {
  return path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
}

/**
 * The directory of a path, or of the project's one skill with that name. Throws a SkillsError if there is no such
 * skill, or more than one.
 */
async function findSkillPlace(written: string, cwd: string, home: string | undefined): Promise<SkillPlace> {
  const found = lookUp(written, cwd);
  if (found) return placeOfSkill(found, cwd, home);
  if (/[\\/]/.test(written)) throw notFound(written, cwd);
  const label = await labelByName(written, cwd, home);
  const named = lookUp(label, cwd);
  if (!named) throw notFound(label, cwd);
  return placeOfSkill(named, cwd, home);
}

async function labelByName(name: string, cwd: string, home: string | undefined): Promise<string> {
  const project = projectOf(cwd, home);
  const skills = await skillsIn(project);
  const labelOf = ({ directory }: SkillSource): string => placeIn(directory ?? project, ".", cwd).label;
  const meant = skills.filter((skill) => skill.name === name);
  const [first, ...others] = meant.length > 0 ? meant : skills.filter((skill) => nameIn(skill) === name);
  if (first && others.length === 0) return labelOf(first);
  if (first)
    throw new SkillsError(
      "bad-usage",
      `${series([first, ...others].map((each) => quote(labelOf(each))))} have that name; give the path of one`,
    );
  const near = nearest(
    name,
    skills.map((skill) => skill.name),
  );
  throw new SkillsError(
    "not-found",
    `${quote(name)} is neither a path nor a skill in the project`,
    near === undefined ? {} : { hint: `did you mean ${quote(near)}?` },
  );
}

async function skillsIn(project: string): Promise<readonly SkillSource[]> {
  try {
    return (await discover(["."], { cwd: project })).sources;
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-a-skill") return [];
    throw error;
  }
}

function nameIn(skill: SkillSource): unknown {
  return readHead(skill).skill.document?.frontmatter?.fields.get("name")?.value;
}
