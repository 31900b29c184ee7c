import type { Diagnostic } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type EditorProject, openProject, type ProjectStep, type SkillFile } from "../api/editor/project.ts";
import { joinLabel } from "../core/paths.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import type { Diagnostic as Finding, Subject } from "../model/report.ts";
import { diagnosticsOf, settingsDiagnostics, type Addresses, type Shown } from "./diagnostics.ts";
import { directoryAbove, isBelow, joinNative, nameOf, pathOf, uriOf } from "./places.ts";

/** What the workspace reports to. */
export interface WorkspaceEvents {
  /** The diagnostics of these files changed; `isDone` if nothing is left to look at. */
  changed(uris: ReadonlySet<string>, isDone: boolean): void;
  /** A failure of ours, which must not end the server. */
  failed(error: unknown): void;
}

export interface Workspace {
  setFolders(folders: readonly string[]): void;
  /** Shows a document as it is now; looks at its skill after a pause. */
  show(document: TextDocument): void;
  close(document: TextDocument): void;
  /** Files that changed on disk, by URI. */
  changedOnDisk(uris: readonly string[]): void;
  diagnosticsOf(uri: string): readonly Diagnostic[];
  /** Looks at the skill of a file at once. */
  upToDate(uri: string): Promise<void>;
  /** The files with diagnostics. */
  readonly uris: () => readonly string[];
  fileOf(uri: string): OpenFile | undefined;
  /** The URI of a path on this machine, as the editor writes it. */
  uriOf(absolute: string): string;
  /** The URI of the file in which a finding is shown. */
  uriOfFinding(file: OpenFile, finding: Pick<Finding, "file">): string;
}

/** A file of a skill, and the project in which it is. */
export interface OpenFile extends SkillFile {
  readonly project: EditorProject;
  /** Absolute. */
  readonly file: string;
  /** The findings of the skill, as they were last looked at. */
  readonly subject: Subject | undefined;
  readonly isDone: boolean;
}

/** A keystroke is followed by the next within this many milliseconds. */
const pause = 30;

interface Running {
  readonly project: EditorProject;
  timer?: NodeJS.Timeout | undefined;
  /** The loop that looks at skills; absent if nothing is left to do. */
  loop?: Promise<void> | undefined;
  isDone: boolean;
  subjects: ReadonlyMap<string, Subject>;
  /** By URI. */
  readonly diagnostics: Map<string, readonly Diagnostic[]>;
  /** Resolved after the next step. */
  waiting: (() => void)[];
}

interface State {
  folders: readonly string[];
  readonly running: Map<string, Running>;
  readonly documents: Map<string, TextDocument>;
  readonly env: NodeJS.ProcessEnv;
  readonly shown: () => Shown;
  readonly events: WorkspaceEvents;
}

/** Keeps a project for each folder, and one for each skill outside all of them. */
export function openWorkspace(
  env: NodeJS.ProcessEnv,
  shown: () => Shown,
  events: WorkspaceEvents,
): Workspace {
  const state: State = {
    folders: [],
    running: new Map(),
    documents: new Map(),
    env,
    shown,
    events,
  };
  return {
    setFolders: (folders) => {
      state.folders = folders;
    },
    show: (document) => show(state, document),
    close: (document) => close(state, document.uri),
    changedOnDisk: (uris) => changedOnDisk(state, uris),
    diagnosticsOf: (uri) =>
      Array.from(state.running.values()).flatMap(({ diagnostics }) => diagnostics.get(uri) ?? []),
    upToDate: (uri) => upToDate(state, uri),
    uris: () =>
      Array.from(
        new Set(
          Array.from(state.running.values()).flatMap(({ diagnostics }) => Array.from(diagnostics.keys())),
        ),
      ),
    fileOf: (uri) => fileOf(state, uri),
    uriOf: (absolute) => uriFor(state, absolute),
    uriOfFinding: ({ project, source }, { file }) =>
      uriFor(state, joinNative(source.directory, project.fileIn(source.label, file))),
  };
}

function fileOf(state: State, uri: string): OpenFile | undefined {
  const file = pathOf(uri);
  const running = file === undefined ? undefined : runningOf(state, file);
  const found = file === undefined ? undefined : running?.project.skillOf(file);
  if (!running || !found) return undefined;
  const subject = running.subjects.get(`skill ${found.source.label}`);
  return { ...found, project: running.project, file: file!, subject, isDone: running.isDone };
}

function show(state: State, document: TextDocument): void {
  const file = pathOf(document.uri);
  if (file === undefined) return;
  const isNew = !state.documents.has(document.uri);
  state.documents.set(document.uri, document);
  const running = runningOf(state, file) ?? openAround(state, file);
  if (!running) return;
  const isOfSkill = running.project.show(file, document.getText());
  if (isNew) start(state, running, 0);
  else if (isOfSkill) start(state, running, pause);
}

function close(state: State, uri: string): void {
  const file = pathOf(uri);
  state.documents.delete(uri);
  const running = file === undefined ? undefined : runningOf(state, file);
  if (running?.project.show(file!, undefined)) start(state, running, 0);
}

function changedOnDisk(state: State, uris: readonly string[]): void {
  const files = uris.flatMap((uri) => pathOf(uri) ?? []);
  for (const running of state.running.values()) {
    running.project.changed(files);
    start(state, running, pause);
  }
}

/** The project of the innermost folder that contains a file. */
function runningOf(state: State, file: string): Running | undefined {
  const folders = state.folders.filter((folder) => isBelow(file, folder));
  const cwds =
    folders.length > 0 ? folders : Array.from(state.running.keys()).filter((cwd) => isBelow(file, cwd));
  const cwd = cwds.toSorted((one, other) => other.length - one.length)[0];
  if (cwd === undefined) return undefined;
  const known = state.running.get(cwd);
  if (known) return known;
  return folders.length > 0 ? open(state, cwd) : undefined;
}

/** Outside all folders, only a SKILL.md makes a project: its own directory. */
function openAround(state: State, file: string): Running | undefined {
  return isDocumentNameInAnyCase(nameOf(file)) ? open(state, directoryAbove(file)) : undefined;
}

function open(state: State, cwd: string): Running {
  const project = openProject({ cwd, env: state.env });
  const running: Running = {
    project,
    isDone: false,
    subjects: new Map(),
    diagnostics: new Map(),
    waiting: [],
  };
  state.running.set(cwd, running);
  // Documents that were opened before their folder.
  for (const document of state.documents.values()) {
    const file = pathOf(document.uri);
    if (file !== undefined && isBelow(file, cwd)) project.show(file, document.getText());
  }
  return running;
}

function start(state: State, running: Running, delay: number): void {
  running.isDone = false;
  clearTimeout(running.timer);
  if (running.loop) return;
  running.timer = setTimeout(() => startNow(state, running), delay);
}

function startNow(state: State, running: Running): void {
  clearTimeout(running.timer);
  running.loop ??= work(state, running).finally(() => {
    running.loop = undefined;
    for (const resolve of running.waiting.splice(0)) resolve();
    if (!running.isDone) start(state, running, 0);
  });
}

/** Looks at skills until nothing is left to do. Between two steps, requests are answered. */
async function work(state: State, running: Running): Promise<void> {
  try {
    for (let isDone = false; !isDone; ) {
      running.isDone = true;
      const step = await running.project.step();
      isDone = step.isDone && running.isDone;
      running.isDone = isDone;
      report(state, running, step);
      for (const resolve of running.waiting.splice(0)) resolve();
      await new Promise(setImmediate);
    }
  } catch (error) {
    // Until something changes: the same failure would come again.
    running.isDone = true;
    state.events.failed(error);
  }
}

async function upToDate(state: State, uri: string): Promise<void> {
  const file = pathOf(uri);
  const running = file === undefined ? undefined : runningOf(state, file);
  if (!running) return;
  for (let tries = 0; tries < mostTries && !(running.isDone && !running.loop); tries++) {
    if (running.subjects.size > 0 && running.project.isFresh(file!)) return;
    const next = new Promise<void>((resolve) => running.waiting.push(resolve));
    startNow(state, running);
    await next;
  }
}

/** Steps that a request waits for; each is followed by others only while the user types. */
const mostTries = 1_000;

function report(state: State, running: Running, { subjects, isDone, problem }: ProjectStep): void {
  const { project } = running;
  const byLabel = new Map(subjects.map((subject) => [keyOf(subject), subject]));
  running.subjects = isDone ? byLabel : new Map([...running.subjects, ...byLabel]);
  const found = new Map<string, readonly Diagnostic[]>();
  const addresses = addressesIn(state, project);
  for (const subject of running.subjects.values()) {
    if (!isShown(state, running, subject)) continue;
    for (const [uri, diagnostics] of diagnosticsOf(subject, addresses, state.shown()))
      found.set(uri, [...(found.get(uri) ?? []), ...diagnostics]);
  }
  if (problem?.file !== undefined) found.set(uriFor(state, problem.file), settingsDiagnostics(problem.error));
  state.events.changed(replace(running.diagnostics, found), isDone);
}

function keyOf({ kind, path }: Subject): string {
  return `${kind} ${path}`;
}

/** Only what belongs to an open file: an editor is no report of a whole repository. */
function isShown(state: State, { project }: Running, { kind, path }: Subject): boolean {
  return kind === "skill"
    ? project.isLive(path)
    : kind === "config" && state.documents.has(uriFor(state, joinNative(project.cwd, path)));
}

function addressesIn(state: State, project: EditorProject): Addresses {
  const at = (path: string): string => uriFor(state, joinNative(project.cwd, path));
  return {
    uriAt: at,
    uriOf: ({ kind, path }, file) =>
      kind === "skill"
        ? at(joinLabel(path, project.fileIn(path, file)))
        : at(file === "" ? path : joinLabel(path, file)),
    isMarked: ({ kind, path }, file) => kind === "skill" && project.hasMark(path, file),
  };
}

/** The URI as the editor writes it. */
function uriFor(state: State, absolute: string): string {
  for (const uri of state.documents.keys()) if (pathOf(uri) === absolute) return uri;
  return uriOf(absolute);
}

/** Returns the URIs whose diagnostics changed. */
function replace(
  known: Map<string, readonly Diagnostic[]>,
  found: ReadonlyMap<string, readonly Diagnostic[]>,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const uri of new Set([...known.keys(), ...found.keys()])) {
    const next = found.get(uri);
    if (JSON.stringify(known.get(uri)) === JSON.stringify(next)) continue;
    changed.add(uri);
    if (next) known.set(uri, next);
    else known.delete(uri);
  }
  return changed;
}
