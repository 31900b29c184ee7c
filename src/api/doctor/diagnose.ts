import { groupBy } from "../../core/group-by.ts";
import { compareText } from "../../core/order.ts";
import { joinLabel, parentOf } from "../../core/paths.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { isDocumentNameInAnyCase } from "../../model/document-name.ts";
import type { Misplacement, RootListing, RootRules } from "../../model/client-roots.ts";
import type { ClientVersion, LoadedSkill, LoadInput, LoadResult, WrittenSkill } from "../../model/loader.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import { decodeText } from "../../parse/decode.ts";
import { doctorStates, type DoctorSkill, type DoctorState } from "../../results/doctor.ts";
import {
  placeDocuments,
  settleDuplicates,
  type Placement,
  type Precedence,
} from "../../targets/client-roots.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import { loadAs } from "../../targets/load-as.ts";
import { directoryOf, helpFor, pathOf } from "./help.ts";

/** Returns the bytes of a file of a root, or why it cannot be read. */
type ReadDocument = (file: string) => Uint8Array | { readonly problem: string };

/** A root with the owner of its directory. */
interface ScopedListing extends RootListing {
  readonly scope: "project" | "user";
}

/** A client with what is on this machine for it. */
export interface ClientHere {
  readonly title: string;
  readonly version: ClientVersion;
  readonly rules: RootRules;
  /** The roots that the client reads. */
  readonly roots: readonly ScopedListing[];
  /** The roots that only other clients read. */
  readonly elsewhere: readonly ScopedListing[];
  readonly read: ReadDocument;
}

/** Decides what a client makes of each skill in its roots, and which skills in the roots of others it misses. */
export function diagnose(here: ClientHere): readonly DoctorSkill[] {
  const placements = here.roots.flatMap((root) => placeDocuments(here.rules, root));
  const played = placements.map((placement) => play(placement, here));
  const precedence = new Map(
    Array.from(groupBy(played.filter(isLoaded), ({ load }) => load.name).values()).flatMap((same) => {
      const settled = settleDuplicates(
        here.rules,
        same.map(({ placement }) => placement),
      );
      return same.map(({ placement }, at) => [placement, settled[at]!] as const);
    }),
  );
  const own = played.map((each) => describe(each, precedence.get(each.placement), here));
  const known = new Set(own.map(({ name }) => name));
  const files = new Set(placements.flatMap(({ document }) => document.file ?? []));
  return [...own, ...findMissed(here, known, files)].sort(
    (a, b) => doctorStates.indexOf(a.state) - doctorStates.indexOf(b.state) || compareText(a.path, b.path),
  );
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

function play(placement: Placement, { version, read }: Pick<ClientHere, "version" | "read">): Played {
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
  const input = { directory: nameOf(placement), bytes };
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
  const { outcome, effects } = compareLoad(load, written, input!.directory);
  if (load.hidden === true)
    return {
      state: "hidden",
      reason: "the model is not shown it; the user can still call it",
      effects,
      fails: false,
    };
  if (outcome === "as-written") return { state: "loads", effects, fails: false };
  return {
    state: "differs",
    ...(load.description !== undefined && { description: load.description }),
    effects,
    ...helpFor({ state: "differs", placement }),
    fails: false,
  };
}

function readWritten(bytes: Uint8Array): WrittenSkill {
  const { source } = decodeText(bytes);
  return writtenSkill(source);
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
      ? `${isEqual ? "an equal" : "another"} skill of this name takes precedence`
      : `it is not fixed which of the ${isEqual ? "equal " : ""}skills of this name loads`;
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

/** The skill in a file that the client does not read, for its name. */
function writtenIn({ document }: Placement, { read }: ClientHere): Pick<WrittenSkill, "name"> {
  const bytes = read(document.file!);
  return "problem" in bytes ? {} : readWritten(bytes);
}

function whyUnread(
  misplacement: Misplacement,
  { document, listing }: Placement,
  { title, rules }: ClientHere,
): string {
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  const reasons: Readonly<Record<Misplacement, () => string>> = {
    "file-name": () => `the file is named ${quote(name)}, not "SKILL.md"`,
    "loose-file": () => "a skill is a directory with a SKILL.md, not a single file",
    "root-itself": () => `${title} does not read a SKILL.md directly in ${quote(listing.label)}`,
    "below-root-itself": () => `${quote(joinLabel(listing.label, "SKILL.md"))} hides all skills below it`,
    "too-deep": () =>
      `it is ${count(parentOf(document.path).split("/").length, "directory")} deep; ${title} reads ${rules.depth}`,
    "inside-a-skill": () => "it is inside another skill",
    "hidden-directory": () => `${title} does not read directories whose name starts with "."`,
    "linked-directory": () => `${title} does not follow symlinks to directories`,
    "linked-file": () => `${title} does not follow symlinks to files`,
  };
  return reasons[misplacement]();
}

function whatIs(misplacement: Misplacement): string {
  const names: Readonly<Record<Misplacement, string>> = {
    "file-name": "files of this name",
    "loose-file": "single files",
    "root-itself": "a SKILL.md directly in a root",
    "below-root-itself": "skills below a skill",
    "too-deep": "skills as deep as this",
    "inside-a-skill": "skills inside a skill",
    "hidden-directory": "hidden directories",
    "linked-directory": "symlinked directories",
    "linked-file": "a symlinked SKILL.md",
  };
  return names[misplacement];
}

/** Skills in roots that only other clients read, if the client has no skill of that name; the first of each name. */
function findMissed(
  here: ClientHere,
  known: ReadonlySet<string>,
  files: ReadonlySet<string>,
): readonly DoctorSkill[] {
  const anywhere: RootRules = { ...here.rules, depth: Infinity, documents: ["SKILL.md"] };
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
