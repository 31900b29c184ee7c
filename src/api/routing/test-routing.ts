import { SkillsError } from "../../core/errors.ts";
import { describeProblems, type FileProblem } from "../../core/file-problem.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { findFork } from "../../git/committed-files.ts";
import { type Ranking, rankCatalog } from "../../harness/models/rank-catalog.ts";
import type { CatalogState } from "../../model/client-catalog.ts";
import type { Outcome, Report } from "../../model/report.ts";
import {
  type RankedPlace,
  type RoutedPrompt,
  type RoutingCause,
  type RoutingClient,
  type RoutingOutcome,
  type RoutingVerdict,
  type TestRoutingData,
} from "../../model/reports/test-routing.ts";
import type { SkillSource } from "../../model/source.ts";
import type { FilePlace } from "../../read/file-place.ts";
import { readFile } from "../../read/open-file.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import { createFile, requirePlain } from "../../write/create-file.ts";
import { findOutput } from "../../write/destination.ts";
import { now } from "../clock.ts";
import { findSources, type Scope } from "../scope/find-sources.ts";
import { commitReader, whyUnknown } from "../settings/earlier-settings.ts";
import { timedReport } from "../timed-report.ts";
import { type ComparedCatalog, compareCatalog, comparedClients, keyOf } from "./client-catalogs.ts";
import { keepHeld, readRouting, type RoutingFile, withEarlier } from "./routing-file.ts";

export interface TestRoutingOptions extends Scope {
  /** The file with the prompts. */
  readonly routing: string;
  /** Words as in `clients` of the config, before those of the file; those of a prompt count still. */
  readonly clients?: readonly string[];
  /** As `clients`, if neither they nor the file name any; by default the common ones. */
  readonly usualClients?: readonly string[];
  /** Adds what holds to the file. */
  readonly write?: boolean;
  /** The name of a commit; what the file recorded where HEAD has diverged from it counts, too. */
  readonly since?: string;
}

/**
 * Compares prompts with the catalog of skills that each client shows, by words and without a model. The outcome is 1 if
 * a prompt that the file records as held no longer holds, and 2 if nothing is recorded for any of the clients, or it is not
 * known how one reads a skill. Throws a SkillsError if the file has problems or no prompts, names a skill that is not in
 * scope, or cannot be written, or if the commit is unknown.
 */
export async function testRouting(options: TestRoutingOptions): Promise<Report<TestRoutingData, "test">> {
  const started = now();
  const opened = await openRouting(options);
  const { sources, unread } = await findSources(options);
  const data = await route(opened, sources, options);
  const subjects = sources.map(({ label: path }) => ({
    kind: "skill" as const,
    path,
    verdicts: {},
    findings: [],
    partial: [],
  }));
  const report = timedReport({
    command: "test",
    targets: [],
    subjects,
    unread,
    started,
    maxWarnings: Infinity,
  });
  return { ...report, outcome: report.outcome === 2 ? 2 : outcomeOf(data), data };
}

interface OpenedRouting extends FilePlace {
  readonly bytes: Uint8Array;
  readonly file: RoutingFile;
}

async function openRouting({ routing, cwd, write, since }: TestRoutingOptions): Promise<OpenedRouting> {
  const { absolute, label } = lookUpFile(routing, cwd);
  if (write) requirePlain(findOutput(routing, cwd).absolute, label);
  const bytes = readFile(absolute, label);
  const current = readRouting(bytes, label);
  const earlier = since === undefined ? undefined : await readEarlier({ absolute, label }, cwd, since);
  const file = earlier ? withEarlier(current, earlier) : current;
  if (file.prompts.length > 0) return { absolute, label, bytes, file };
  throw new SkillsError("not-found", `${quote(label)} has no prompts`, {
    hint: "write one with the skill that it must reach",
  });
}

/** The file at the commit from which HEAD has diverged; undefined if it is not there, or has problems there. */
async function readEarlier(place: FilePlace, cwd: string, since: string): Promise<RoutingFile | undefined> {
  const fork = await findFork(cwd, since);
  if (fork.commit === undefined) throw new SkillsError("not-found", whyUnknown(fork, since));
  return commitReader(fork, cwd).readWith((files) => {
    if (!files.isThere(place.absolute)) return undefined;
    try {
      return readRouting(files.read(place), place.label);
    } catch (error) {
      if (error instanceof SkillsError) return undefined;
      throw error;
    }
  });
}

async function route(
  opened: OpenedRouting,
  sources: readonly SkillSource[],
  options: TestRoutingOptions,
): Promise<TestRoutingData> {
  const { file, label } = opened;
  const asked = askedClients(file, options);
  const chosen = new Map(asked.flat().map((each) => [keyOf(each), each]));
  const catalogs = new Map(Array.from(chosen, ([key, each]) => [key, compareCatalog(each, sources)]));
  const meant = meantSkills(file, label, sources, Array.from(catalogs.values()));
  const prompts = file.prompts.flatMap(({ value, range, removed }, at): readonly RoutedPrompt[] => {
    const [meaning, held] = [meant[at], new Set(value.held ?? [])];
    if (!meaning) return [];
    const keys = Array.from(new Set(asked[at]!.map(keyOf)));
    const verdicts = keys.map((key) =>
      judge(value.prompt, meaning, { catalog: catalogs.get(key)!, kept: held.has(key) }),
    );
    const { prompt, skill = null, never = [] } = value;
    return [{ prompt, line: removed ? null : range.start.line, skill, never, verdicts }];
  });
  return {
    routing: label,
    clients: Array.from(catalogs.values(), (catalog) => clientOf(catalog, prompts)),
    prompts,
    counts: countOutcomes(prompts.flatMap(({ verdicts }) => verdicts)),
    notAsked: countNotAsked(
      file.prompts.filter((_, at) => meant[at] !== undefined),
      prompts,
    ),
    written: options.write ? await write(opened, prompts) : null,
  };
}

function countNotAsked(prompts: RoutingFile["prompts"], routed: readonly RoutedPrompt[]): number {
  const left = prompts.flatMap(({ value: { held = [] } }, at) =>
    held.filter((key) => !routed[at]!.verdicts.some(({ client }) => client === key)),
  );
  return left.length;
}

/** The clients of each prompt. */
function askedClients(
  file: RoutingFile,
  { clients, usualClients = ["common"] }: TestRoutingOptions,
): readonly (readonly RecordedVersion[])[] {
  const usual = comparedClients(clients ?? file.clients ?? usualClients);
  return file.prompts.map(({ value, keptBefore = [] }) => {
    const before = clients ? [] : keptBefore.flatMap(recordedClients);
    if (!value.clients) return [...usual, ...before];
    const own = comparedClients(value.clients);
    if (!clients) return [...own, ...before];
    const keys = new Set(own.map(keyOf));
    return usual.filter((each) => keys.has(keyOf(each)));
  });
}

/** An earlier release may have recorded a version of which there is no record any more. */
function recordedClients(word: string): readonly RecordedVersion[] {
  try {
    return comparedClients([word]);
  } catch (error) {
    if (error instanceof SkillsError) return [];
    throw error;
  }
}

interface Meant {
  /** Paths of the skills of the name; undefined if the prompt names none. */
  readonly skill: ReadonlySet<string> | undefined;
  readonly never: ReadonlySet<string>;
}

/**
 * What the names of each prompt mean; undefined for a removed prompt whose skill was removed. Throws a SkillsError that
 * lists the names of no skill.
 */
function meantSkills(
  { prompts }: RoutingFile,
  file: string,
  sources: readonly SkillSource[],
  catalogs: readonly ComparedCatalog[],
): readonly (Meant | undefined)[] {
  const named = new Map<string, Set<string>>();
  const add = (name: string, path: string): void =>
    void (named.get(name) ?? named.set(name, new Set()).get(name)!).add(path);
  for (const { label, name } of sources) {
    add(name, label);
    add(label, label);
    for (const { loads } of catalogs) {
      const load = loads.get(label)!;
      if (load.loads !== true) continue;
      add(load.name, label);
      if (load.listedName !== undefined) add(load.listedName, label);
    }
  }
  const known = Array.from(named.keys());
  const problems: FileProblem[] = [];
  const meant = prompts.map(({ value, range: { start }, removed }): Meant | undefined => {
    const find = (name: string): ReadonlySet<string> => {
      const found = named.get(name.replace(/^\.\//, ""));
      if (!found && !removed)
        problems.push({
          file,
          line: start.line,
          column: start.column,
          message: `no skill in scope is named ${quote(name, 60)}${didYouMean(nearest(name, known))}`,
        });
      return found ?? new Set();
    };
    const skill = value.skill === undefined ? undefined : find(value.skill);
    if (removed && skill?.size === 0) return undefined;
    const never = new Set((value.never ?? []).flatMap((name) => Array.from(find(name))));
    if (skill && Array.from(skill).some((path) => never.has(path)))
      problems.push({
        file,
        line: start.line,
        column: start.column,
        message: `the prompt must reach ${quote(value.skill!, 60)} and never reach it; remove one`,
      });
    return { skill, never };
  });
  const [first, ...others] = describeProblems(problems);
  if (first !== undefined) throw new SkillsError("not-found", first, { others });
  return meant;
}

/** Number of skills to list for each prompt and client, besides the one that is meant. */
const listed = 3;

function judge(
  prompt: string,
  meant: Meant,
  { catalog, kept }: { readonly catalog: ComparedCatalog; readonly kept: boolean },
): RoutingVerdict {
  const { shown, whole, states, loads, key } = catalog;
  const ranking = rankCatalog(prompt, shown);
  const inWhole = rankCatalog(prompt, whole);
  const holds = isHeld(ranking, meant);
  const holdsWhole = isHeld(inWhole, meant);
  const absence = holds ? undefined : absenceOf(meant, loads);
  const own = (paths: ReadonlySet<string> | undefined, of: Ranking) =>
    of.ranked.find(({ skill: { path } }) => paths?.has(path));
  const cause = (): RoutingCause => {
    if (absence?.cause) return absence.cause;
    if (meant.skill && Array.from(meant.skill).every((path) => states.get(path) === "absent"))
      return "unlisted";
    if (!holdsWhole) return "words";
    return meant.skill && Array.from(meant.skill).every((path) => states.get(path) === "name-only")
      ? "name-only"
      : "cut";
  };
  const shownWords = new Set(own(meant.skill, ranking)?.words);
  return {
    client: key,
    outcome: absence?.unknown ? "unknown" : outcomeFor(holds, kept),
    holdsWhole,
    cause: holds || absence?.unknown ? null : cause(),
    reason: absence?.reason ?? null,
    ranked: placesOf(ranking, meant, states),
    lostWords: (own(meant.skill, inWhole)?.words ?? []).filter((word) => !shownWords.has(word)),
  };
}

function outcomeFor(holds: boolean, kept: boolean): RoutingOutcome {
  if (holds) return kept ? "held" : "new";
  return kept ? "lost" : "missed";
}

/**
 * Whether the best skill is the one that is meant, alone, or, for a prompt without a skill, none of the others. A single
 * shared word is enough, unlike for `chosen`: the file says which skill is meant, so only the order counts.
 */
function isHeld({ ranked }: Ranking, { skill, never }: Meant): boolean {
  const best = ranked[0]?.score ?? 0;
  const reached = best > 0 ? ranked.filter(({ score }) => score === best) : [];
  if (reached.some(({ skill: { path } }) => never.has(path))) return false;
  return !skill || (reached.length > 0 && reached.every(({ skill: { path } }) => skill.has(path)));
}

interface Absence {
  readonly cause?: RoutingCause;
  readonly unknown?: true;
  readonly reason: string | null;
}

/** Why no skill of the name is in the catalog; undefined if one is. */
function absenceOf({ skill }: Meant, loads: ComparedCatalog["loads"]): Absence | undefined {
  const found = Array.from(skill ?? [], (path) => loads.get(path)!);
  if (found.length === 0 || found.some((load) => load.loads === true && !load.hidden)) return undefined;
  for (const load of found) if (load.loads === "unknown") return { unknown: true, reason: load.reason };
  if (found.some((load) => load.loads === true)) return { cause: "hidden", reason: null };
  const [first] = found;
  return { cause: "not-loaded", reason: first?.loads === false ? first.reason : null };
}

function placesOf(
  { ranked }: Ranking,
  { skill }: Meant,
  states: ReadonlyMap<string, CatalogState>,
): readonly RankedPlace[] {
  const own = ranked.findIndex(({ skill: { path } }) => skill?.has(path));
  return ranked.flatMap((each, at): readonly RankedPlace[] => {
    const isShown = at === own || (at < listed && each.score > 0);
    if (!isShown) return [];
    return [
      {
        skill: each.skill.path,
        name: each.skill.name,
        meant: skill?.has(each.skill.path) === true,
        place: ranked.findIndex(({ score }) => score === each.score) + 1,
        score: each.score,
        words: each.words,
        state: states.get(each.skill.path) ?? "whole",
      },
    ];
  });
}

async function write(
  { absolute, label, bytes, file: { prompts } }: OpenedRouting,
  routed: readonly RoutedPrompt[],
): Promise<number> {
  const more = new Map(
    prompts.flatMap((_, at) => {
      const clients = routed[at]!.verdicts.flatMap(({ client, outcome }) =>
        outcome === "new" ? [client] : [],
      );
      return clients.length > 0 ? [[at, clients] as const] : [];
    }),
  );
  if (more.size === 0) return 0;
  const after = encodeUtf8(keepHeld(bytes, label, more));
  await createFile(absolute, after, label, async () => {});
  return Array.from(more.values()).flat().length;
}

function clientOf(
  { key, recorded: { client, version }, states }: ComparedCatalog,
  prompts: readonly RoutedPrompt[],
): RoutingClient {
  const verdicts = prompts.flatMap((each) => each.verdicts.filter((verdict) => verdict.client === key));
  const shown = { whole: 0, cut: 0, "name-only": 0, absent: 0 };
  for (const state of states.values()) shown[state]++;
  return {
    client: key,
    title: client.title,
    version: version.version,
    catalog: version.catalog && version.catalog.budget !== "unknown" ? "recorded" : "unknown",
    shown,
    counts: countOutcomes(verdicts),
    holdWhole: verdicts.filter(({ holdsWhole }) => holdsWhole).length,
  };
}

function countOutcomes(verdicts: readonly RoutingVerdict[]): Readonly<Record<RoutingOutcome, number>> {
  const counts: Record<RoutingOutcome, number> = { lost: 0, unknown: 0, missed: 0, new: 0, held: 0 };
  for (const { outcome } of verdicts) counts[outcome]++;
  return counts;
}

function outcomeOf({ counts: { held, lost, unknown, new: found }, written }: TestRoutingData): Outcome {
  const kept = held + lost + (written === null ? 0 : found);
  if (unknown > 0 || kept === 0) return 2;
  return lost > 0 ? 1 : 0;
}
