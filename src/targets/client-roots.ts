import { documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import type {
  Misplacement,
  RootDocument,
  RootListing,
  RootPosition,
  RootRules,
} from "../model/client-roots.ts";
import { compareText } from "../core/order.ts";
import { isIn, parentOf } from "../core/paths.ts";

/** What a client makes of a file in one of its roots, before it reads the file. */
export interface Placement {
  readonly listing: RootListing;
  readonly document: RootDocument;
  /** "unknown": it is not recorded whether the client reads files in this position. */
  readonly read: boolean | "unknown";
  /** Why it is not read, or what is not recorded. */
  readonly reason?: Misplacement;
}

/** Decides for each file in a root whether the client reads it; of those that are no skills only what it reads. */
export function placeDocuments(rules: RootRules, listing: RootListing): readonly Placement[] {
  const skills = new Set(
    listing.documents.filter(({ path }) => isAccepted(rules, path)).map(({ path }) => parentOf(path)),
  );
  return listing.documents
    .map((document) => ({ listing, document, ...judge(rules, listing.root, document, skills) }))
    .filter(({ document, read }) => document.isOther !== true || read === true);
}

interface PlacedSkill extends Placement {
  /** Whether the label of the listing is a path for the user; otherwise it is only the name of the root. */
  readonly isShown: boolean;
}

/**
 * Decides the same for one skill; undefined if it is in none of the client's roots. A root that is called by a plain
 * name such as "skills" does not count, as that directory may have other reasons. `label`: how the skill's directory is
 * shown to the user.
 */
export function placeSkill(rules: RootRules, position: RootPosition, label: string): PlacedSkill | undefined {
  const found = nearestRoot(rules, position.path);
  if (!found) return undefined;
  const { root, end } = found;
  const inner = (at: string): string => at.slice(end + 1);
  const documents = [
    ...position.skills.filter((each) => each.length >= end),
    ...position.below,
    position.path,
  ].map(
    (directory): RootDocument => ({
      path: directory.length === end ? documentName : `${inner(directory)}/${documentName}`,
      links: position.links.filter((link) => link.length > end && isIn(directory, link)).map(inner),
    }),
  );
  const below = position.path.slice(end);
  const shown = label.endsWith(below) ? label.slice(0, label.length - below.length) : "";
  const listing = { root, label: shown === "" ? position.path.slice(0, end) : shown, level: 0, documents };
  return { ...placeDocuments(rules, listing).at(-1)!, isShown: shown !== "" };
}

/** The root in which a path is, and the length of the path up to the root's end. */
function nearestRoot(
  { project, user }: RootRules,
  position: string,
): { readonly root: string; readonly end: number } | undefined {
  let nearest: { root: string; end: number } | undefined;
  for (const root of [...project, ...user]) {
    const names = root.replace(/^~\//, "");
    const at = names.includes(".") ? `/${position}/`.lastIndexOf(`/${names}/`) : -1;
    const end = at + names.length;
    if (at !== -1 && end > (nearest?.end ?? 0)) nearest = { root, end };
  }
  return nearest;
}

type Judgment = Pick<Placement, "read" | "reason">;

/** `skills` are the directories that contain a file with an accepted name. */
function judge(
  rules: RootRules,
  root: string,
  { path, links }: RootDocument,
  skills: ReadonlySet<string>,
): Judgment {
  const directory = parentOf(path);
  const isOther = !isAccepted(rules, path);
  if (isOther && directory === "") {
    if (isDocumentNameInAnyCase(path)) return no("file-name");
    return rules.looseFiles?.includes(root) ? { read: true } : no("loose-file");
  }
  if (isOther && !rules.innerFiles?.includes(root)) return no("file-name");
  const judgments = [
    isOther && skills.has(directory) ? no("inside-a-skill") : undefined,
    judgeRootItself(rules, directory, skills),
    within(directory, skills) ? judgeRecorded(rules.insideSkills, "inside-a-skill") : undefined,
    judgeDepth(rules, directory),
    directory.split("/").includes("node_modules")
      ? judgeRecorded(rules.packages ?? "unknown", "installed-packages")
      : undefined,
    isHidden(directory) ? judgeRecorded(recordedIn(rules.hidden, root), "hidden-directory") : undefined,
    links.some((link) => link !== path)
      ? judgeRecorded(recordedIn(rules.linkedDirectories, root), "linked-directory")
      : undefined,
    links.includes(path) ? judgeRecorded(rules.linkedFiles, "linked-file") : undefined,
  ].filter((each) => each !== undefined);
  return (
    judgments.find(({ read }) => read === false) ??
    judgments.find(({ read }) => read === "unknown") ?? { read: true }
  );
}

function no(reason: Misplacement): Judgment {
  return { read: false, reason };
}

function judgeRecorded(recorded: boolean | "unknown", reason: Misplacement): Judgment | undefined {
  return recorded === true ? undefined : { read: recorded, reason };
}

function isAccepted({ documents = [documentName] }: RootRules, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return documents === "any-case" ? isDocumentNameInAnyCase(name) : documents.includes(name);
}

function judgeRootItself(
  { rootItself }: RootRules,
  directory: string,
  skills: ReadonlySet<string>,
): Judgment | undefined {
  if (directory === "")
    return rootItself === "ignored" || rootItself === "unknown"
      ? { read: rootItself === "unknown" ? "unknown" : false, reason: "root-itself" }
      : undefined;
  return rootItself === "hides-below" && skills.has("") ? no("below-root-itself") : undefined;
}

function judgeDepth({ depth, deeper }: RootRules, directory: string): Judgment | undefined {
  const own = directory === "" ? 0 : directory.split("/").length;
  return own > depth ? { read: deeper ?? false, reason: "too-deep" } : undefined;
}

/** Whether a directory above this one, below the root, is a skill. */
function within(directory: string, skills: ReadonlySet<string>): boolean {
  for (let at = parentOf(directory); at !== ""; at = parentOf(at)) if (skills.has(at)) return true;
  return false;
}

function isHidden(directory: string): boolean {
  return directory.startsWith(".") || directory.includes("/.");
}

/** What is recorded for all roots, or for those in a list. */
function recordedIn(recorded: boolean | "unknown" | readonly string[], root: string): boolean | "unknown" {
  return typeof recorded === "object" ? recorded.includes(root) : recorded;
}

/** What becomes of a skill among others of its name. */
export interface Precedence {
  /**
   * "loads": alone or beside the others; "shadowed": one of `others` loads instead; "unspecified": this one or one of
   * `others` loads; "same-file": `others` is another path to the same file.
   */
  readonly state: "loads" | "shadowed" | "unspecified" | "same-file";
  readonly others: readonly Placement[];
}

/** Decides which of several skills of one name load. All must have the same name; the result is in their order. */
export function settleDuplicates(rules: RootRules, placements: readonly Placement[]): readonly Precedence[] {
  const files = new Map<string, Placement>();
  for (const placement of placements) {
    const { file } = placement.document;
    if (file !== undefined && !files.has(file)) files.set(file, placement);
  }
  const first = (placement: Placement): Placement => files.get(placement.document.file ?? "") ?? placement;
  const distinct = placements.filter((each) => first(each) === each);
  const best = winners(rules, distinct);
  return placements.map((each): Precedence => {
    if (first(each) !== each) return { state: "same-file", others: [first(each)] };
    if (rules.duplicates === "all-kept" || distinct.length === 1) return { state: "loads", others: [] };
    if (!best.includes(each)) return { state: "shadowed", others: best };
    return best.length === 1
      ? { state: "loads", others: [] }
      : { state: "unspecified", others: best.filter((other) => other !== each) };
  });
}

/** Of the skills, those to whose file another path leads under which the client has it already, with that path. */
export function aliasesAmong(
  rules: RootRules,
  placements: readonly Placement[],
): ReadonlyMap<Placement, Placement> {
  const aliases = new Map<Placement, Placement>();
  if (rules.filesOnce !== true) return aliases;
  const files = new Map<string, Placement>();
  const inOrder = placements.toSorted(
    (a, b) => groupOf(rules, a) - groupOf(rules, b) || compareText(a.document.path, b.document.path),
  );
  for (const placement of inOrder) {
    const { file } = placement.document;
    if (file === undefined) continue;
    const known = files.get(file);
    if (known) aliases.set(placement, known);
    else files.set(file, placement);
  }
  return aliases;
}

/** The position among `duplicates`; all the same if it is not recorded. */
function groupOf({ duplicates }: RootRules, { listing }: Placement): number {
  if (typeof duplicates === "string") return 0;
  const group = duplicates.findIndex((roots) => roots.includes(listing.root));
  return group === -1 ? duplicates.length : group;
}

/** The skills of the highest precedence: one, or several if it is not known which of them wins. */
function winners(rules: RootRules, placements: readonly Placement[]): readonly Placement[] {
  if (typeof rules.duplicates === "string") return placements;
  const lowest = Math.min(...placements.map((each) => groupOf(rules, each)));
  const highest = placements.filter((each) => groupOf(rules, each) === lowest);
  if (rules.levels === undefined) return highest;
  const nearest = Math.min(...highest.map(({ listing }) => listing.level));
  return highest.filter(({ listing }) => listing.level === nearest);
}
