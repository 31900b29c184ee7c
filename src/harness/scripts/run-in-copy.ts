import { readdirSync, readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { SkillsError } from "../../core/errors.ts";
import { grouped, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { type ScriptRequest, type ScriptResult, shownAt } from "../../model/agent.ts";
import type { Unread } from "../../model/source.ts";
import { openDirectory } from "../../read/directory.ts";
import { onSignal } from "../on-signal.ts";
import type { End } from "../spawn.ts";
import { scriptEnvironment } from "./environment.ts";
import { chooseInterpreter, findProgram, type Interpreter } from "./interpreter.ts";
import { endLeaked, type Leaked } from "./leaked.ts";
import { describeTimeout, refused } from "./ended-early.ts";
import { floodBytes, graceMilliseconds, keptBytes, type Ran, runProgram } from "./run-program.ts";
import { changesOf, copyFiles, treeDifference } from "./skill-copy.ts";
import {
  type Directories,
  makeWorkPlace,
  placesIn,
  removeWorkPlace,
  shownRoot,
  type WorkPlace,
} from "./work-place.ts";
import { overSize, watchSize } from "./watch-size.ts";

export interface ScriptCommand {
  readonly interpreter: string;
  readonly words: readonly string[];
  /** The command that sets limits; it precedes the interpreter. */
  readonly limits: readonly string[];
  /** The copy in which it is started. */
  readonly directory: "skill" | "project";
}

/** The environment that runs a script: the host or a sandbox. */
export interface Enclosure {
  readonly mode: "controlled" | "isolated";
  /** Path of the run's directory, as seen by the script. */
  rootOf(place: WorkPlace): string;
  /** The command line that runs the script in the enclosure. */
  command(script: ScriptCommand, place: WorkPlace): readonly string[];
}

/** Runs one script of a skill on a copy that is created for this run and removed afterward. */
export async function runInCopy(
  request: ScriptRequest,
  enclosure: Enclosure,
  usualMilliseconds: number,
): Promise<ScriptResult> {
  const timeoutMilliseconds =
    request.timeoutSeconds === undefined ? usualMilliseconds : request.timeoutSeconds * 1000;
  const interpreter = findInterpreter(request);
  if (typeof interpreter === "string") return refused(enclosure.mode, interpreter);
  const place = makeWorkPlace();
  const held: { kill?: () => void } = {};
  const release = onSignal(() => {
    held.kill?.();
    removeWorkPlace(place);
  });
  let result: ScriptResult;
  let left: string | undefined;
  try {
    result = await runIn(place, interpreter, {
      request,
      enclosure,
      timeoutMilliseconds,
      onStart: (kill) => void (held.kill = kill),
    });
  } finally {
    release();
    left = removeWorkPlace(place);
  }
  return left === undefined ? result : { ...result, notes: [...result.notes, left] };
}

function findInterpreter({ source, file, args }: ScriptRequest): Interpreter | string {
  if (!source.list().entries.some(({ path, kind }) => path === file && kind === "file"))
    return `${quote(file)} is not a regular file of the skill`;
  if (args.some((word) => word.includes("\0")))
    return `an argument for script ${quote(file)} contains a NUL character`;
  try {
    return chooseInterpreter(source, file);
  } catch (error) {
    if (error instanceof SkillsError) return error.message;
    throw error;
  }
}

interface Run {
  readonly request: ScriptRequest;
  readonly enclosure: Enclosure;
  readonly timeoutMilliseconds: number;
  readonly onStart: (kill: () => void) => void;
}

async function runIn(
  place: WorkPlace,
  { path, options }: Interpreter,
  { request, enclosure, timeoutMilliseconds, onStart }: Run,
): Promise<ScriptResult> {
  const { source, file, stdin, project, directory = "skill" } = request;
  const copy = copyFiles(source, place.skill);
  const projectCopy = project && copyFiles(project, place.project);
  const unread = copy.left.find((each) => each.path === file);
  if (unread) return refused(enclosure.mode, `script ${quote(file)} could not be copied: ${unread.reason}`);
  const seen = placesIn(enclosure.rootOf(place));
  const environment = scriptEnvironment(seen, place.root);
  const words = [...options, scriptWord(request, seen), ...argumentsFor(request, seen)];
  const command = { interpreter: path, words, limits: limitWords(timeoutMilliseconds), directory } as const;
  const [program = path, ...rest] = enclosure.command(command, place);
  let end = (): void => {};
  const size = watchSize(place.root, () => end());
  const ran = await runProgram(
    { file: program, args: rest, cwd: place[directory], environment },
    stdin,
    timeoutMilliseconds,
    (kill) => {
      end = kill;
      onStart(kill);
    },
  );
  const leaked = ran.group === undefined ? undefined : await endLeaked(place.root, ran.group);
  const isOver = size.stop();
  if (ran.end !== "late" && ran.end.kind === "not-started")
    return refused(enclosure.mode, `${quote(program)} could not be started (${ran.end.reason})`);
  const [stdout, stderr] = [withoutRoot(ran.stdout, place), withoutRoot(ran.stderr, place)];
  if (isOver)
    return {
      mode: enclosure.mode,
      outcome: "signalled",
      signal: "SIGKILL",
      stdout,
      stderr,
      truncated: ran.truncated,
      notes: [overSize],
    };
  const difference = treeDifference(source, copy.files, openDirectory(place.skill, "copy"));
  const left = [...copy.left, ...(projectCopy?.left ?? [])];
  const { changes, left: lost } = changesOf(
    projectCopy?.files,
    project,
    openDirectory(place.project, "project"),
  );
  const notes = notesOf({ timeoutMilliseconds, ran, mode: enclosure.mode, leaked, left, lost, difference });
  return {
    mode: enclosure.mode,
    ...outcomeOf(ran.end),
    stdout,
    stderr,
    truncated: ran.truncated,
    notes,
    ...(changes.length > 0 && { changes }),
  };
}

/** The script's path: relative to the skill if it is started there. A leading hyphen would make it an option. */
function scriptWord({ file, directory }: ScriptRequest, seen: Directories): string {
  if (directory === "project") return `${seen.skill}/${file}`;
  return file.startsWith("-") ? `./${file}` : file;
}

/** The arguments, with paths as shown to the model replaced by those of the copies. */
function argumentsFor({ args, path, project }: ScriptRequest, seen: Directories): readonly string[] {
  const copies = [
    ...(path === undefined ? [] : [[path, seen.skill] as const]),
    ...(project ? [[shownAt.project, seen.project] as const] : []),
  ];
  return args.map((word) => {
    const [option = ""] = /^--?[\w-]{1,99}=/.exec(word) ?? [];
    const value = word.slice(option.length);
    const [shown = "", copy = ""] =
      copies.find(([shown]) => value === shown || value.startsWith(`${shown}/`)) ?? [];
    return option + copy + value.slice(shown.length);
  });
}

function outcomeOf(
  end: "late" | Exclude<End, { readonly kind: "not-started" }>,
): Pick<ScriptResult, "outcome" | "exitCode" | "signal"> {
  if (end === "late") return { outcome: "timed-out" };
  return end.kind === "exited"
    ? { outcome: "exited", exitCode: end.code }
    : { outcome: "signalled", signal: end.signal };
}

/**
 * Replaces paths of the run's directory, which differ from run to run, in a script's output; the project's by its path
 * as shown to the model.
 */
function withoutRoot(text: string, { root }: WorkPlace): string {
  return text.replaceAll(root, shownRoot).replaceAll(placesIn(shownRoot).project, shownAt.project);
}

interface RunFacts {
  readonly timeoutMilliseconds: number;
  readonly ran: Ran;
  readonly mode: ScriptResult["mode"];
  /** Undefined if the processes could not be searched. */
  readonly leaked: Leaked | undefined;
  readonly left: readonly Unread[];
  /** What the script wrote in its copy of the project and the session does not have. */
  readonly lost: readonly Unread[];
  readonly difference: string | undefined;
}

/**
 * Remarks on a run in addition to its result. They are the same on every machine and contain no numbers that vary.
 */
function notesOf(facts: RunFacts): readonly string[] {
  const { timeoutMilliseconds, ran, mode, leaked, left, lost, difference } = facts;
  const notes = [
    ran.end === "late" ? describeTimeout(timeoutMilliseconds / 1000) : undefined,
    listed("not copied for the script", left),
    difference,
    listed("written by the script, but not added to the project", lost),
    ...ran.truncated.map(cut),
    ran.flooded ? flooded : undefined,
    ran.killed ? killed : undefined,
    bySignal(ran, mode),
    escaped(leaked, mode),
  ];
  return notes.filter((note) => note !== undefined);
}

const flooded = `the script was killed after writing more than ${grouped(floodBytes)} bytes`;

const killed = `the script was still running ${graceMilliseconds / 1000} s after SIGTERM and was killed by SIGKILL`;

function cut(stream: "stdout" | "stderr"): string {
  return `${stream} was truncated after ${grouped(keptBytes)} bytes`;
}

function listed(what: string, files: readonly Unread[]): string | undefined {
  if (files.length === 0) return undefined;
  return `${what}: ${seriesAtMost(
    files.map(({ path, reason }) => `${quote(path)} (${reason})`),
    10,
  )}`;
}

/**
 * The signal that may have killed the script: bubblewrap exits with 128 plus its number. A script can exit with the
 * same code, so the two cases cannot be distinguished.
 */
function bySignal({ end }: Ran, mode: ScriptResult["mode"]): string | undefined {
  if (mode !== "isolated" || end === "late" || end.kind !== "exited") return undefined;
  const [signal] = Object.entries(constants.signals).find(([, number]) => end.code === 128 + number) ?? [];
  return signal && `exit code ${end.code} may also mean that the script was killed by ${signal}`;
}

function escaped(leaked: Leaked | undefined, mode: ScriptResult["mode"]): string | undefined {
  if (leaked?.remains) return "processes left by the script could not be killed";
  // The processes that bubblewrap is about to kill are outside the script's group, too.
  if (mode === "isolated" || !leaked?.escaped) return undefined;
  return "leaked: the script left a process outside its process group; it was found by an environment variable and killed";
}

/** The limit's option for `prlimit`, its name in /proc/self/limits, and its value for scripts. */
type Limit = readonly [name: string, title: string, most: number];

const gibibyte = 1_073_741_824;
const mebibyte = 1_048_576;

/**
 * The `prlimit` prefix for a command; empty if prlimit is missing. Limits RLIMIT_DATA instead of RLIMIT_AS: node
 * reserves 10 GiB of address space per WebAssembly memory without using it.
 */
function limitWords(timeoutMilliseconds: number): readonly string[] {
  const prlimit = findProgram("prlimit");
  if (prlimit === undefined) return [];
  const seconds = Math.ceil(timeoutMilliseconds / 1000);
  const limits: readonly Limit[] = [
    // Four processors, always busy. Without this limit only our timer ends a script, and the script could outlive this
    // program.
    ["cpu", "Max cpu time", 4 * seconds + 1],
    // More than scripts in skills need, but little enough not to slow down a current machine.
    ["data", "Max data size", 4 * gibibyte],
    ["fsize", "Max file size", 256 * mebibyte],
    // The system counts all processes of the user instead of only the script's. It does not limit root.
    ["nproc", "Max processes", countOwnTasks() + 512],
    ["nofile", "Max open files", 1_024],
    ["core", "Max core file size", 0],
  ];
  const allowed = hardLimits();
  return [
    prlimit,
    ...limits.map(([name, title, most]) => `--${name}=${Math.min(most, allowed.get(title) ?? Infinity)}`),
    "--",
  ];
}

/** Setting a limit above our own hard limit would fail, so that the script would not start. */
function hardLimits(): ReadonlyMap<string, number> {
  const lines = readFileSync("/proc/self/limits", "latin1").matchAll(/^(Max(?: [a-z]+)+) {2,}\S+ +(\d+)/gm);
  return new Map(Array.from(lines, ([, title, hard]) => [title!, Number(hard)]));
}

function countOwnTasks(): number {
  const own = process.geteuid?.();
  // All entries are listed without their types, which do not matter in /proc.
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.reduce((sum, id) => sum + countTasks(`/proc/${id}`, own), 0);
}

function countTasks(directory: string, own: number | undefined): number {
  try {
    return statSync(directory).uid === own ? readdirSync(`${directory}/task`).length : 0;
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}
