import { groupBy } from "../../core/group-by.ts";
import { compareText } from "../../core/order.ts";
import { joinLabel, parentOf } from "../../core/paths.ts";
import { grouped } from "../../core/sentence.ts";
import { readWritten } from "../../lint/written-skill.ts";
import type { CatalogEntry, CatalogRules, CatalogSkill } from "../../model/client-catalog.ts";
import type { Misplacement, RootListing, RootRules } from "../../model/client-roots.ts";
import { isDocumentNameInAnyCase } from "../../model/document-name.ts";
import type { ClientVersion, LoadedSkill, LoadInput, LoadResult, WrittenSkill } from "../../model/loader.ts";
import { type DoctorSkill, type DoctorState, doctorStates } from "../../model/reports/doctor.ts";
import {
  aliasesAmong,
  placeDocuments,
  type Placement,
  type Precedence,
  settleDuplicates,
} from "../../targets/client-roots.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import { moveSkill, pathWord, whatIs, whyUnread } from "../../targets/misplaced.ts";
import { isByChoice } from "../../targets/load-causes.ts";
import { listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";
import { loadAs } from "../../targets/load-as.ts";

/** Returns the bytes of a file of a root, or why it cannot be read. */
type ReadDocument = (file: string) => Uint8Array | { readonly problem: string };

/** Returns the bytes of a file below the directory of another; undefined if there is none. */
type ReadBeside = (file: string, inner: string) => Uint8Array | "unread" | undefined;

/** A root with the owner of its directory. */
interface ScopedListing extends RootListing {
  readonly scope: "project" | "user";
}

/** A client with what is on this machine for it. */
export interface ClientHere {
  /** As in --client. */
  readonly id: string;
  readonly title: string;
  readonly version: ClientVersion;
  readonly rules: RootRules;
  /** The roots that the client reads. */
  readonly roots: readonly ScopedListing[];
  /** The roots that only other clients read. */
  readonly elsewhere: readonly ScopedListing[];
  readonly read: ReadDocument;
  readonly readBeside: ReadBeside;
}

/** Decides what a client makes of each skill in its roots, and which skills in the roots of others it misses. */
export function diagnose(here: ClientHere): readonly DoctorSkill[] {
  const placements = here.roots
    .flatMap((root) => placeDocuments(here.rules, root))
    .filter((placement) => isMeant(placement, here));
  const played = placements
    .map((placement) => play(placement, here))
    .filter((each) => each.placement.document.isOther !== true || isLoaded(each));
  const settled = new Map(
    Array.from(groupBy(played.filter(isLoaded), ({ load }) => load.name).values()).flatMap((same) => {
      const states = settleDuplicates(
        here.rules,
        same.map(({ placement }) => placement),
      );
      return same.map(({ placement }, at) => [placement, states[at]!] as const);
    }),
  );
  const aliases = aliasesAmong(
    here.rules,
    placements.filter((each) => settled.get(each)?.state === "loads"),
  );
  const precedence = new Map<Placement, Precedence>([
    ...settled,
    ...Array.from(aliases, ([alias, first]) => [alias, { state: "same-file", others: [first] }] as const),
  ]);
  const described = played.map((each) => describe(each, precedence.get(each.placement), here));
  const own = withCuts(played, described, here);
  const known = new Set(own.map(({ name }) => name));
  const files = new Set(placements.flatMap(({ document }) => document.file ?? []));
  return [...own, ...findMissed(here, known, files)].sort(
    (a, b) => doctorStates.indexOf(a.state) - doctorStates.indexOf(b.state) || compareText(a.path, b.path),
  );
}

/** The same lines, but of skills whose description the catalog does not show whole. */
function withCuts(
  played: readonly Played[],
  lines: readonly DoctorSkill[],
  { id, version }: ClientHere,
): readonly DoctorSkill[] {
  const takesRoom = (at: number): boolean => {
    const { state, name } = lines[at]!;
    if (state !== "unspecified") return state === "loads" || state === "differs";
    return lines.findIndex((line) => line.state === state && line.name === name) === at;
  };
  const listed = played.flatMap((each, at) => (isLoaded(each) && takesRoom(at) ? [{ ...each, at }] : []));
  const cuts = findCuts(
    version.catalog,
    listed.map(({ load, placement }) => ({
      load,
      directory: nameOf(placement),
      path: placement.document.file!,
    })),
  );
  const cutAt = new Map(listed.map(({ at }, index) => [at, cuts[index]]));
  const roots = Array.from(new Set(listed.map(({ placement }) => placement.listing.label)));
  return lines.map((line, at) => {
    const cut = cutAt.get(at);
    if (!cut || line.state === "unspecified") return line;
    const paths = cut.isAlone ? [directoryOf(played[at]!.placement)] : roots;
    const { reason, shown } = cut;
    return {
      ...line,
      ...{ state: "cut", reason, ...helpFor({ state: "cut", placement: played[at]!.placement, id, paths }) },
      ...(shown !== undefined && { shown }),
    };
  });
}

/** A skill that a client loads from a file, whether or not another one takes precedence. */
export interface LoadedFile {
  /** As `diagnose` names the file. */
  readonly path: string;
  /** The name of the skill's directory. */
  readonly directory: string;
  readonly load: LoadedSkill;
}

/** What a client loads from each file of its roots. */
export function loadFiles(
  here: Pick<ClientHere, "rules" | "roots" | "version" | "read" | "readBeside">,
): readonly LoadedFile[] {
  return here.roots
    .flatMap((root) => placeDocuments(here.rules, root))
    .map((placement) => play(placement, here))
    .filter(isLoaded)
    .map(({ placement, load }) => ({ path: pathOf(placement), directory: nameOf(placement), load }));
}

/** A file that the client finds, and what it makes of it. */
interface Played {
  readonly placement: Placement;
  /** Absent if the client does not read the file. */
  readonly load?: LoadResult;
  readonly input?: LoadInput;
  /** Why the file cannot be read. */
  readonly problem?: string;
}

interface LoadedPlay extends Played {
  readonly load: LoadedSkill;
}

function isLoaded(played: Played): played is LoadedPlay {
  return played.load?.loads === true;
}

function play(
  placement: Placement,
  { version, read, readBeside }: Pick<ClientHere, "version" | "read" | "readBeside">,
): Played {
  const { document } = placement;
  const { file, problem } = document;
  if (problem !== undefined || file === undefined)
    return {
      placement,
      problem: problem === "nowhere" ? "it is a dangling symlink" : (problem ?? "unknown"),
    };
  if (placement.read !== true) return { placement };
  const bytes = read(file);
  if ("problem" in bytes) return { placement, problem: bytes.problem };
  const sidecars = new Map(
    (version.sidecars ?? []).flatMap((inner) => {
      const beside = readBeside(file, inner);
      return beside === undefined ? [] : [[inner, beside] as const];
    }),
  );
  const input = { directory: nameOf(placement), bytes, sidecars };
  return { placement, load: loadAs(version, input), input };
}

/** The name of the skill's directory; of a single file that is no SKILL.md, its own. */
function nameOf(placement: Placement): string {
  const { path } = placement.document;
  if (!path.includes("/") && !isDocumentNameInAnyCase(path)) return path.replace(/\.md$/i, "");
  const directory = directoryOf(placement);
  return directory.slice(directory.lastIndexOf("/") + 1);
}

function describe(played: Played, precedence: Precedence | undefined, here: ClientHere): DoctorSkill {
  const { placement, load, problem } = played;
  const path = pathOf(placement);
  const skill = { name: isLoaded(played) ? played.load.name : nameOf(placement), path };
  if (problem !== undefined)
    return { ...skill, ...stateOf("broken", problem), ...helpFor({ state: "broken", placement }) };
  if (!load) return { ...skill, ...describeUnread(placement, here) };
  if (load.loads === "unknown") return { ...skill, state: "unknown", reason: load.reason, fails: false };
  if (!load.loads && isByChoice(load.reason))
    return { ...skill, state: "hidden", reason: `as asked: ${load.reason}`, fails: false };
  if (!load.loads)
    return {
      ...skill,
      ...stateOf("not-loaded", load.reason),
      ...(load.said !== undefined && { said: load.said }),
      ...helpFor({ state: "not-loaded", placement }),
    };
  if (precedence && precedence.state !== "loads")
    return { ...skill, ...describeDuplicate(played, precedence, here) };
  return { ...skill, ...describeLoaded(played as LoadedPlay) };
}

function stateOf(state: DoctorState, reason: string): Pick<DoctorSkill, "state" | "reason" | "fails"> {
  return { state, reason, fails: true };
}

function describeLoaded({ load, input, placement }: LoadedPlay): Omit<DoctorSkill, "name" | "path"> {
  const written = readWritten(input!.bytes);
  const { outcome, effects, kept } = compareLoad(load, written, input!.directory);
  if (load.hidden === true && outcome === "as-written")
    return {
      state: "hidden",
      reason: "as asked: the model is not shown it; the user can still call it",
      effects,
      fails: false,
    };
  if (outcome === "as-written") return { state: "loads", effects, fails: false };
  return {
    state: "differs",
    ...(load.description !== undefined && { description: load.description }),
    effects,
    ...(kept !== undefined && { kept }),
    ...helpFor({ state: "differs", placement }),
    fails: false,
  };
}

/** Copies with the same bytes do not fail: whichever loads, the client has the skill. */
function describeDuplicate(
  { placement, input }: Played,
  { state, others }: Precedence,
  { read }: ClientHere,
): Omit<DoctorSkill, "name" | "path"> {
  const paths = others.map(pathOf);
  if (state === "same-file") return { state, others: paths, fails: false };
  const isEqual = others.every(({ document }) => {
    const other = read(document.file!);
    return !("problem" in other) && areEqual(other, input!.bytes);
  });
  const named = state === "unspecified" ? "unspecified" : "shadowed";
  const reason =
    named === "shadowed"
      ? `${isEqual ? "an identical" : "another"} skill of this name takes precedence`
      : `only one of these ${isEqual ? "identical skills" : "skills of the same name"} loads; which one is unspecified`;
  return {
    state: named,
    reason,
    others: paths,
    ...(!isEqual && helpFor({ state: named, placement, other: others[0]! })),
    fails: !isEqual,
  };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function describeUnread(placement: Placement, here: ClientHere): Omit<DoctorSkill, "name" | "path"> {
  const misplacement = placement.reason!;
  const reason = whyUnread(misplacement, placement, here);
  if (misplacement === "inside-a-skill" && placement.read === false)
    return { state: "part-of-skill", reason, fails: false };
  if (placement.read === "unknown")
    return {
      state: "unknown",
      reason: `it is not recorded whether ${here.title} reads ${whatIs(misplacement)}`,
      fails: false,
    };
  return {
    ...stateOf("misplaced", reason),
    ...helpFor({ state: "misplaced", placement, misplacement, name: writtenIn(placement, here).name }),
  };
}

/** Whether a file is a skill, or has the fields of one. What cannot be read may have them. */
function isMeant(placement: Placement, here: ClientHere): boolean {
  const { document, read, reason } = placement;
  const isOther = reason === "loose-file" || reason === "file-name";
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  if (read !== false || !isOther || isDocumentNameInAnyCase(name) || document.file === undefined) return true;
  const bytes = here.read(document.file);
  if ("problem" in bytes) return true;
  const written = readWritten(bytes);
  return written.name !== undefined || written.description !== undefined;
}

/** The skill in a file that the client does not read, for its name. */
function writtenIn({ document }: Placement, { read }: ClientHere): Pick<WrittenSkill, "name"> {
  const bytes = read(document.file!);
  return "problem" in bytes ? {} : readWritten(bytes);
}

/** Skills in roots that only other clients read, if the client has no skill of that name; the first of each name. */
function findMissed(
  here: ClientHere,
  known: ReadonlySet<string>,
  files: ReadonlySet<string>,
): readonly DoctorSkill[] {
  const anywhere: RootRules = { ...here.rules, depth: Infinity, packages: false, documents: ["SKILL.md"] };
  const seen = new Set(known);
  return here.elsewhere.flatMap((root) =>
    placeDocuments({ ...anywhere, rootItself: "ignored", insideSkills: false, hidden: false }, root).flatMap(
      (placement) => {
        const { file } = placement.document;
        if (placement.read === false || file === undefined || files.has(file)) return [];
        const played = play({ ...placement, read: true }, here);
        const name = isLoaded(played) ? played.load.name : nameOf(placement);
        if (seen.has(name) || seen.has(nameOf(placement))) return [];
        seen.add(name);
        const reason = here.rules.project.includes(root.root)
          ? `${here.title} reads ${root.root} only in ${here.rules.above === "root" ? "the root of the repository" : "the working directory"}`
          : `it is in a directory that ${here.title} does not read`;
        return [
          {
            name,
            path: pathOf(placement),
            ...stateOf("misplaced", reason),
            ...helpFor({ state: "elsewhere", placement, rules: here.rules, scope: root.scope }),
          },
        ];
      },
    ),
  );
}

/** What is wrong with a skill, as far as the command that helps depends on it. */
type Complaint = { readonly placement: Placement } & (
  | { readonly state: "not-loaded" | "differs" | "broken" }
  | { readonly state: "shadowed" | "unspecified"; readonly other: Placement }
  | {
      readonly state: "cut";
      readonly id: string;
      /** The skill, or all skills whose descriptions share the catalog. */
      readonly paths: readonly string[];
    }
  | {
      readonly state: "misplaced";
      readonly misplacement: Misplacement;
      /** The name in the frontmatter. */
      readonly name?: string | undefined;
    }
  | { readonly state: "elsewhere"; readonly rules: RootRules; readonly scope: "project" | "user" }
);

/** The path of a file as shown to the user. */
function pathOf({ listing, document }: Placement): string {
  return joinLabel(listing.label, document.path);
}

/** The directory of a skill as shown to the user. */
function directoryOf(placement: Placement): string {
  return parentOf(pathOf(placement));
}

/** The command that helps, if there is one. */
function helpFor(complaint: Complaint): { readonly help?: string } {
  const help = command(complaint);
  return help === undefined ? {} : { help };
}

function command(complaint: Complaint): string | undefined {
  const { placement } = complaint;
  const directory = pathWord(directoryOf(placement));
  switch (complaint.state) {
    case "not-loaded":
    case "differs":
      return `skills lint ${directory}`;
    case "broken":
      return undefined;
    case "shadowed":
    case "unspecified":
      return `skills diff ${pathWord(directoryOf(complaint.other))} ${directory}`;
    case "cut":
      return `skills preview --client ${complaint.id} ${complaint.paths.map(pathWord).join(" ")}`;
    case "misplaced":
      return moveSkill(placement, complaint.misplacement, complaint.name);
    case "elsewhere":
      return install(complaint);
  }
}

/** The root of the same owner that most clients share, or else the client's first. */
function install({
  placement,
  rules: { project, user },
  scope,
}: Extract<Complaint, { state: "elsewhere" }>): string | undefined {
  const [own, other] = scope === "project" ? [project, user] : [user, project];
  const roots = own.length > 0 ? own : other;
  const root = roots.find((each) => each.endsWith(".agents/skills")) ?? roots[0];
  return root === undefined
    ? undefined
    : `skills install --root ${pathWord(root)} ${pathWord(directoryOf(placement))}`;
}

/** A skill that the client lists. */
interface ListedSkill extends Pick<CatalogSkill, "directory" | "path"> {
  readonly load: LoadedSkill;
}

interface Cut {
  readonly reason: string;
  /** What is shown of the description; absent if nothing is. */
  readonly shown?: string;
  /** Whether the description is too long whatever the other skills are. */
  readonly isAlone: boolean;
}

/**
 * What the catalog of these skills leaves out of each description; undefined for those that it shows whole. A client
 * that never shows descriptions cuts none.
 */
function findCuts(
  rules: CatalogRules | undefined,
  listed: readonly ListedSkill[],
): readonly (Cut | undefined)[] {
  if (!rules || rules.namesOnly) return listed.map(() => undefined);
  const skills = listed.map(({ load, directory, path }) => toCatalogSkill(load, { directory, path }));
  const entries = new Map(listCatalog(rules, skills).entries.map((entry) => [entry.skill, entry]));
  return skills.map((skill) => toCut(rules, entries.get(skill)!));
}

function toCut({ cut }: CatalogRules, { skill, state, shown }: CatalogEntry): Cut | undefined {
  const { description, listed } = skill;
  if (state === "absent") return { reason: "the catalog has no room for it", isAlone: false };
  if (state === "whole" || description.trim() === "") return undefined;
  if (shown === undefined) return { reason: "the catalog has no room for its description", isAlone: false };
  const kept = cut && shown.endsWith(cut.ellipsis) ? shown.length - cut.ellipsis.length : shown.length;
  const [part, whole] = [shown.slice(0, kept), description].map((text) => grouped(Array.from(text).length));
  return {
    reason: `the catalog shows ${part} of the ${whole} characters of its description`,
    shown,
    isAlone: shown === listed,
  };
}
