import { SkillsError } from "../core/errors.ts";
import type { SkillSource } from "../model/source.ts";
import { isChecked, type Subject } from "../model/report.ts";
import { openDirectory } from "../read/directory.ts";
import { documentName } from "../model/document-name.ts";
import { toNativePath } from "../read/label.ts";
import { isInSkipped } from "../find/left-out.ts";
import { mayDeclarePlugin } from "../find/plugin-root.ts";
import {
  gatherPlaces,
  isWithin,
  mayBringInnerSkill,
  mayBringSkill,
  meets,
  type Places,
  rootsOf,
} from "../find/skill-places.ts";
import { watchDisk } from "../run/watch-disk.ts";
import { summarize } from "../lint/build-report.ts";
import type { Linted } from "./lint/lint-options.ts";
import type { LintMemory, LintRequest } from "./lint/lint.ts";
import { lookAgain, type Surveyed, surveyedNothing } from "./scope/look-again.ts";
import type { SelectedSources } from "./scope/select-sources.ts";
import { isThere, placeOf } from "../read/there.ts";

export type WatchUpdate =
  | {
      /** The result for all skills. */
      readonly result: Linted;
      /** The findings of the skills that were read again or whose findings changed. */
      readonly news: Linted["report"];
    }
  | {
      /** Why no skill could be checked. */
      readonly error: SkillsError;
    };

/** What runs after each change: `skills lint` or `skills check`. */
export interface Watched<Options extends LintRequest> {
  readonly options: Options;
  run(options: Options, memory: LintMemory): Promise<Linted>;
  /** Reads the config again. */
  configure(): Promise<Options>;
}

/** The state between runs. */
interface State<Options extends LintRequest> extends Surveyed {
  options: Options;
  /** Whether the options must be read again. */
  outdated: boolean;
  /** The findings of each skill. */
  said: ReadonlyMap<string, string>;
}

/**
 * Runs, and runs again after every change until the signal aborts. Writes nothing, reads only changed skills again, and
 * starts no run before the previous result was consumed.
 * If a file that affects every skill changes, `configure` provides new options and all skills are read again.
 */
export async function* watchSkills<Options extends LintRequest>(
  watched: Watched<Options>,
  ends: AbortSignal,
): AsyncGenerator<WatchUpdate> {
  const { options } = watched;
  const state: State<Options> = {
    ...surveyedNothing(),
    options,
    outdated: false,
    said: new Map(),
  };
  const bursts = createBursts<string>(ends);
  const roots = rootsOf(options.paths, options.cwd);
  const disk = watchDisk(bursts.add);
  try {
    disk.addTrees(roots);
    for (let changed: ReadonlySet<string> | undefined = new Set(); changed; changed = await bursts.next()) {
      forget(state, gatherPlaces(changed));
      if (state.selected && state.stale.size === 0 && !state.outdated) continue;
      const update = await runAgain(state, watched);
      disk.addTrees(Array.from(state.places.values()));
      disk.addFiles(settingsPaths(state.options).filter((file) => !isWithin(file, gatherPlaces(roots))));
      yield update;
    }
  } finally {
    disk.close();
  }
}

/**
 * What a run gives, and again after every change below the paths until the signal aborts; all is read again. Starts no
 * run before the previous result was consumed. Throws the error of the first run.
 */
export async function* runOnChange<Found>(
  { paths, cwd }: Pick<LintRequest, "paths" | "cwd">,
  run: () => Promise<Found>,
  ends: AbortSignal,
): AsyncGenerator<{ readonly found: Found } | { readonly error: SkillsError }> {
  const bursts = createBursts<string>(ends);
  const disk = watchDisk(bursts.add);
  try {
    disk.addTrees(rootsOf(paths, cwd));
    yield { found: await run() };
    while (await bursts.next()) yield await run().then((found) => ({ found }), asUpdate);
  } finally {
    disk.close();
  }
}

function asUpdate(error: unknown): { readonly error: SkillsError } {
  if (error instanceof SkillsError) return { error };
  throw error;
}

/** Files that affect every skill. */
function settingsPaths({ settingsFiles = [], baseline, cwd }: LintRequest): readonly string[] {
  return [...settingsFiles, ...(baseline ? [baseline.path] : [])].map((file) => placeOf(file, cwd));
}

/** Matches configs that do not exist yet, too. */
const configName = /[/\\]skills\.config\.(?:jsonc?|ya?ml)$/;

/** Marks the data that must be read again. */
function forget(state: State<LintRequest>, changed: Places): void {
  const known = gatherPlaces(state.places.values());
  for (const [label, place] of state.places) {
    if (!meets(place, changed)) continue;
    state.stale.add(label);
    if (!isThere(toNativePath(place, documentName))) state.selected = undefined;
  }
  const plugins = gatherPlaces((state.selected?.plugins ?? []).map(({ real }) => real));
  const settings = new Set(settingsPaths(state.options));
  for (const place of changed.themselves) {
    if (settings.has(place) || configName.test(place)) state.outdated = true;
    else if (
      isWithin(place, known)
        ? mayBringInnerSkill(place, known)
        : mayBringSkill(place) || mayDeclarePlugin(place) || (isWithin(place, plugins) && !isInSkipped(place))
    )
      state.selected = undefined;
  }
}

async function runAgain<Options extends LintRequest>(
  state: State<Options>,
  { run, configure }: Watched<Options>,
): Promise<WatchUpdate> {
  try {
    if (state.outdated) {
      state.options = await configure();
      state.answers.clear();
      state.selected = undefined;
      state.outdated = false;
    }
    if (state.selected) reopen(state, state.selected);
    else await lookAgain(state.options, state);
    const read = new Set(
      Array.from(state.places.keys()).filter((label) => !state.answers.has(label) || state.stale.has(label)),
    );
    const result = await run(state.options, state);
    state.stale.clear();
    return { result, news: newsOf(result.report, read, state) };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    state.selected = undefined;
    return { error };
  }
}

function newsOf(
  report: Linted["report"],
  read: ReadonlySet<string>,
  state: State<LintRequest>,
): Linted["report"] {
  const said = new Map(report.subjects.map((each) => [keyOf(each), JSON.stringify(each.findings)]));
  const subjects = report.subjects.filter(
    (each) =>
      (isChecked(each) && read.has(each.path)) || said.get(keyOf(each)) !== state.said.get(keyOf(each)),
  );
  state.said = said;
  return { ...report, subjects, unread: [], summary: summarize(subjects, report.summary.seconds) };
}

/** A skill and a plugin can be the same directory. */
function keyOf({ kind, path: at }: Subject): string {
  return `${kind} ${at}`;
}

/** Creates new sources, as a source caches its directories. */
function reopen(state: State<LintRequest>, selected: SelectedSources): void {
  const inScope = selected.sources.map(
    (source): SkillSource =>
      source.directory !== undefined && state.stale.has(source.label)
        ? openDirectory(source.directory, source.label)
        : source,
  );
  state.selected = { ...selected, sources: inScope, inScope };
}

/** Collects events that arrive in quick succession. */
interface Bursts<Piece> {
  add(piece: Piece): void;
  /**
   * All events since the last call: waits for the first, and until no other follows for a while. Undefined after the
   * end.
   */
  next(): Promise<ReadonlySet<Piece> | undefined>;
}

/** In milliseconds. Saving by renaming, or checking out a branch, produces events at shorter intervals. */
const quiet = 50;

/** Maximum wait in milliseconds if changes never stop. */
const longest = 1_000;

export function createBursts<Piece>(ends: AbortSignal): Bursts<Piece> {
  let pieces = new Set<Piece>();
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let answer: ((burst: ReadonlySet<Piece> | undefined) => void) | undefined;
  const give = (): void => {
    const burst = pieces;
    pieces = new Set();
    answer?.(burst);
    answer = undefined;
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (answer && pieces.size > 0)
      timer = setTimeout(give, Math.min(quiet, Math.max(0, began + longest - performance.now())));
  };
  ends.addEventListener("abort", () => {
    clearTimeout(timer);
    answer?.(undefined);
  });
  return {
    add(piece) {
      if (pieces.size === 0) began = performance.now();
      pieces.add(piece);
      wait();
    },
    next() {
      if (ends.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        answer = resolve;
        wait();
      });
    },
  };
}
