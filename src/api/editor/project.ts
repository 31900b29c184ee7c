import { SkillsError } from "../../core/errors.ts";
import { openTextMemory, type TextMemory } from "../../lint/text-memory.ts";
import { chooseDocument, documentName } from "../../model/document-name.ts";
import type { Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { mayBringSkill } from "../../find/skill-places.ts";
import { openDirectory } from "../../read/directory.ts";
import { directoryAbove, toInnerPath, toNativePath } from "../../read/label.ts";
import { isThere, placeOf } from "../../read/there.ts";
import { recall } from "../../run/memory.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import { type LintMemory, lintUnwritten } from "../lint/lint.ts";
import { lookAgain, type Surveyed, surveyedNothing } from "../scope/look-again.ts";
import { configureLint } from "../settings/configured.ts";
import { type ConfigChoice, findConfig } from "../settings/find-config.ts";
import { readConfigFile } from "../settings/read-config.ts";
import { type LiveSource, openLive } from "./live-source.ts";

/** A directory in which an editor shows files of skills, as `lint` sees it. */
export interface EditorProject {
  /** Absolute. */
  readonly cwd: string;
  /** The settings of the last step. */
  readonly options: () => LintOptions;
  /** Shows a file as it is in the editor, undefined once it is closed. Returns whether it is one of a known skill. */
  show(file: string, text: string | undefined): boolean;
  /** Takes note of files that changed on disk. */
  changed(files: Iterable<string>): void;
  /** Does a part of the work that is left: first the skills with open files, then the others. */
  step(): Promise<ProjectStep>;
  /** Whether nothing has changed in the skill of a file since it was looked at. */
  isFresh(file: string): boolean;
  /** The skill of a file, with what the editor shows; the innermost, if one is in another. */
  skillOf(file: string): SkillFile | undefined;
  /** Whether a file of the skill with this path in the report is open. */
  isLive(label: string): boolean;
  /** A path of a finding if it is that of a file of the skill, else that of its SKILL.md. */
  fileIn(label: string, path: string): string;
  /** Whether the file of an open skill begins with a byte-order mark. */
  hasMark(label: string, path: string): boolean;
  /** What is remembered of the texts of open skills. */
  readonly texts: TextMemory;
  /** The skills of the project. */
  readonly skills: () => readonly SkillSource[];
}

export interface ProjectStep {
  /** What is known of the skills that were looked at; of all, if nothing is left to do. */
  readonly subjects: readonly Subject[];
  readonly isDone: boolean;
  /** Why the settings are not in effect. */
  readonly problem?: SettingsProblem;
}

interface SettingsProblem {
  /** Absolute; absent if no file is the cause. */
  readonly file?: string;
  readonly error: SkillsError;
}

/** A file of a skill. */
export interface SkillFile {
  readonly source: LiveSource;
  /** Relative to the skill's root, with "/". */
  readonly path: string;
}

/** Number of skills that are examined before a request may be answered: some tens of milliseconds of work. */
const atOnce = 8;

interface State extends Surveyed {
  stale: Set<string>;
  options: LintOptions;
  /** Whether the settings must be read again. */
  outdated: boolean;
  problem: SettingsProblem | undefined;
  /** The skills with open files, by their path in the report. */
  readonly live: Map<string, LiveSource>;
  /** The texts of open files, by their real path. */
  readonly shown: Map<string, string>;
}

/** Opens a directory. Reads nothing until the first step. */
export function openProject({ cwd, env = {} }: ConfigChoice): EditorProject {
  const texts = openTextMemory();
  const state: State = {
    ...surveyedNothing(),
    texts,
    options: { cwd, paths: ["."] },
    outdated: true,
    problem: undefined,
    live: new Map(),
    shown: new Map(),
  };
  return {
    cwd,
    options: () => state.options,
    show: (file, text) => show(state, placeOf(file), text),
    changed: (files) =>
      forget(
        state,
        Array.from(files, (file) => placeOf(file)),
      ),
    step: () => step(state, { cwd, env }),
    isFresh: (file) => {
      const label = labelOf(state, placeOf(file));
      return (
        !state.outdated &&
        state.selected !== undefined &&
        (label === undefined || recall({ label }, state) !== undefined)
      );
    },
    skillOf: (file) => {
      const place = placeOf(file);
      const label = labelOf(state, place);
      const live = label === undefined ? undefined : state.live.get(label);
      return live && fileIn(live, place, state);
    },
    texts,
    isLive: (label) => state.live.has(label),
    fileIn: (label, path) => fileOrDocument(state.live.get(label), path),
    hasMark: (label, path) => state.live.get(label)?.hasMark(path) ?? false,
    skills: () => state.selected?.sources ?? [],
  };
}

function fileOrDocument(source: LiveSource | undefined, file: string): string {
  const entries = source?.list().entries ?? [];
  if (entries.some(({ path, kind }) => path === file && kind !== "directory")) return file;
  const names = entries.flatMap(({ path, kind }) =>
    kind === "directory" || path.includes("/") ? [] : [path],
  );
  return chooseDocument(names, source?.name ?? "") ?? documentName;
}

function show(state: State, place: string, text: string | undefined): boolean {
  if (text === undefined) state.shown.delete(place);
  else state.shown.set(place, text);
  const label = labelOf(state, place);
  if (label === undefined) return false;
  const { source, path } = fileIn(liveSource(state, label), place, state);
  source.show(path, text);
  state.stale.add(label);
  if (!isOpen(state, label)) state.live.delete(label);
  return true;
}

function isOpen({ places, shown }: State, label: string): boolean {
  const root = places.get(label);
  return (
    root !== undefined && Array.from(shown.keys()).some((place) => toInnerPath(root, place) !== undefined)
  );
}

function fileIn(source: LiveSource, place: string, { places }: State): SkillFile {
  return { source, path: toInnerPath(places.get(source.label)!, place)! };
}

/** The path in the report of the innermost skill that contains a file. */
function labelOf({ places }: State, place: string): string | undefined {
  const byPlace = new Map(Array.from(places, ([label, root]) => [root, label]));
  for (let at = directoryAbove(place), below = place; at !== below; below = at, at = directoryAbove(at)) {
    const label = byPlace.get(at);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** A skill whose files are open, or soon will be. */
function liveSource(state: State, label: string): LiveSource {
  const known = state.live.get(label);
  if (known) return known;
  const directory = state.selected?.sources.find((source) => source.label === label)?.directory;
  const root = state.places.get(label)!;
  const source = openLive(() => openDirectory(directory ?? root, label));
  for (const [place, text] of state.shown)
    if (labelOf(state, place) === label) source.show(toInnerPath(root, place)!, text);
  state.live.set(label, source);
  return source;
}

/** Matches configs that do not exist yet, too. */
const configName = /[/\\]skills\.config\.(?:jsonc?|ya?ml)$/;

/** Marks what must be read again. */
function forget(state: State, changed: readonly string[]): void {
  const settings = new Set(settingsPlaces(state.options));
  for (const place of changed) {
    if (settings.has(place) || configName.test(place)) state.outdated = true;
    const label = labelOf(state, place);
    if (label === undefined) {
      if (mayBringSkill(place)) state.selected = undefined;
      continue;
    }
    const root = state.places.get(label)!;
    const [live, inner] = [state.live.get(label), toInnerPath(root, place)!];
    live?.forget(inner);
    // How a text is encoded depends on the file.
    if (state.shown.has(place)) live?.show(inner, state.shown.get(place));
    state.stale.add(label);
    if (!isThere(toNativePath(root, documentName)) || mayBringSkill(place)) state.selected = undefined;
  }
  // What an open skill refers to may be outside it.
  if (changed.length > 0) for (const label of state.live.keys()) state.stale.add(label);
}

/** Files that affect every skill. */
function settingsPlaces({ settingsFiles = [], baseline, cwd }: LintOptions): readonly string[] {
  return [...settingsFiles, ...(baseline ? [baseline.path] : [])].map((file) => placeOf(file, cwd));
}

async function step(state: State, choice: Pick<ConfigChoice, "cwd" | "env">): Promise<ProjectStep> {
  if (state.outdated) configure(state, choice);
  try {
    if (!state.selected) await survey(state);
    const done = await examineSome(state);
    return { ...done, ...(state.problem && { problem: state.problem }) };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    // Nothing is left to do until a file changes: there is no skill, or the settings do not fit.
    state.selected = undefined;
    const problem = error.code === "bad-usage" ? problemOf(error, state.options) : state.problem;
    return { subjects: [], isDone: true, ...(problem && { problem }) };
  }
}

/** The config's file as the cause, as only the settings can be wrong. */
function problemOf(error: SkillsError, { settingsFiles = [], cwd }: LintOptions): SettingsProblem {
  const [file] = settingsFiles;
  return { error, ...(file !== undefined && { file: placeOf(file, cwd) }) };
}

/** Reads the config. With one that is wrong, the settings are those without it. */
function configure(state: State, choice: Pick<ConfigChoice, "cwd" | "env">): void {
  const { cwd } = choice;
  const given: LintOptions = { cwd, paths: ["."] };
  state.outdated = false;
  state.answers.clear();
  state.selected = undefined;
  state.problem = undefined;
  state.options = given;
  let file: string | undefined;
  try {
    const { place } = findConfig(choice);
    file = place?.absolute;
    // Other programs are started by `lint`, not at each keystroke.
    state.options = { ...configureLint(given, place && readConfigFile(place, cwd)), syntax: false };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    state.problem = { error, ...(file !== undefined && { file }) };
  }
}

async function survey(state: State): Promise<void> {
  await lookAgain(state.options, state);
  state.live.clear();
  for (const place of state.shown.keys()) {
    const label = labelOf(state, place);
    if (label === undefined) continue;
    liveSource(state, label);
    state.stale.add(label);
  }
}

/** Examines a few skills, or all that are left if they are few; only then is the report about all of them. */
async function examineSome(state: State): Promise<Pick<ProjectStep, "subjects" | "isDone">> {
  const all = state.selected!.sources;
  const left = all.filter((source) => !recall(source, state));
  const isDone = left.length <= atOnce;
  const urgent = left.filter(({ label }) => state.live.has(label));
  const part = isDone ? left : urgent.length > 0 ? urgent : left.slice(0, atOnce);
  const asked = new Set(part.map(({ label }) => label));
  const stale = state.stale;
  // What changes meanwhile is marked again.
  state.stale = new Set(Array.from(stale).filter((label) => !asked.has(label)));
  const opened = all.map((source) => openFor(source, state, asked));
  const sources = isDone ? opened : opened.filter(({ label }) => asked.has(label));
  const memory: LintMemory = {
    answers: state.answers,
    stale,
    ...(state.texts && { texts: state.texts }),
    selected: { ...state.selected!, sources, inScope: opened, ...(isDone ? {} : { loose: [] }) },
  };
  const partOnly = !isDone || state.options.partOnly === true;
  const { report } = await lintUnwritten({ ...state.options, partOnly }, memory);
  if (state.selected) state.selected = { ...state.selected, sources: opened, inScope: opened };
  return {
    subjects: isDone ? report.subjects : report.subjects.filter(({ kind }) => kind === "skill"),
    isDone,
  };
}

/** A source on disk caches its directories, so a skill that changed is opened again. */
function openFor(source: SkillSource, state: State, asked: ReadonlySet<string>): SkillSource {
  const { directory, label } = source;
  const live = state.live.get(label);
  if (live || directory === undefined) return live ?? source;
  return asked.has(label) && state.answers.has(label) ? openDirectory(directory, label) : source;
}
