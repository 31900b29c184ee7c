import { count } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import { groupBy } from "../../core/group-by.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { ListedSkill } from "../../real/client.ts";
import { unescapeXml } from "../../real/listings.ts";
import type { DoctorSkill } from "../../model/reports/doctor.ts";
import { listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";
import type { LoadedFile } from "./diagnose.ts";

/** What the doctor predicts for one client. */
export interface Prediction {
  readonly skills: readonly DoctorSkill[];
  readonly loaded: readonly LoadedFile[];
  readonly catalog: CatalogRules | undefined;
}

export interface Comparison {
  /** Number of predictions that were compared. */
  readonly compared: number;
  readonly disagreements: readonly Disagreement[];
}

interface Disagreement {
  readonly name: string;
  /** One sentence, safe to print on a terminal. */
  readonly message: string;
}

/** A skill that the client is predicted to announce. */
interface Expected {
  readonly path: string;
  readonly name: string;
  /** As shown to the model; undefined if the name is shown alone. */
  readonly shown: string | undefined;
}

/**
 * Compares the catalog that a client showed with what was predicted. `pathOf` turns the path of a copy into the one
 * that the doctor names.
 */
export function compareAnnounced(
  announced: readonly ListedSkill[],
  { skills, loaded, catalog }: Prediction,
  pathOf: (file: string) => string | undefined,
): Comparison {
  const expected = expectedOf(loaded, catalog);
  const known = skills.filter(({ state }) => state !== "unknown" && state !== "same-file");
  const stateOf = new Map(known.map((skill) => [skill.path, skill]));
  const wanted = expected.filter(({ path }) => isAnnounced(stateOf.get(path)));
  const byName = groupBy(announced, ({ name }) => name);
  const unlisted = Array.from(groupBy(wanted, ({ name }) => name).entries()).flatMap(([name, same]) => {
    const needed = same.some(({ path }) => stateOf.get(path)?.state === "unspecified") ? 1 : same.length;
    const found = byName.get(name)?.length ?? 0;
    const missing = same.slice(0, Math.max(0, needed - found));
    return missing.map(({ path }) => ({ name, message: `${quote(path)} should load, but is not announced` }));
  });
  const listed = announced.flatMap((entry) => {
    const message = judgeEntry(entry, { expected, wanted, known, path: pathOf(entry.path ?? "") });
    return message === undefined ? [] : [{ name: entry.name, message }];
  });
  const others = known.filter(({ path }) => !wanted.some((each) => each.path === path));
  return { compared: wanted.length + others.length, disagreements: [...unlisted, ...listed] };
}

function isAnnounced(skill: DoctorSkill | undefined): boolean {
  return skill !== undefined && ["loads", "differs", "cut", "unspecified"].includes(skill.state);
}

/** What the catalog shows of each skill; those that share the budget are those that are announced. */
function expectedOf(loaded: readonly LoadedFile[], rules: CatalogRules | undefined): readonly Expected[] {
  const visible = loaded.filter(({ load }) => !load.hidden);
  const skills = visible.map(({ load, directory, path }) => toCatalogSkill(load, { directory, path }));
  const shown = rules && new Map(listCatalog(rules, skills).entries.map((each) => [each.skill, each.shown]));
  return visible.map(({ path, load }, at) => ({
    path,
    name: load.name,
    shown: shown ? shown.get(skills[at]!) : skills[at]!.listed,
  }));
}

interface Known {
  readonly expected: readonly Expected[];
  readonly wanted: readonly Expected[];
  readonly known: readonly DoctorSkill[];
  /** The file of the entry, if the catalog shows it. */
  readonly path: string | undefined;
}

/** What is wrong with an entry of the catalog, or nothing. */
function judgeEntry(entry: ListedSkill, { expected, wanted, known, path }: Known): string | undefined {
  const same = expected.filter(({ name }) => name === entry.name);
  const winner =
    path === undefined ? same.find((each) => isShown(each, entry)) : same.find((each) => each.path === path);
  if (winner && !wanted.includes(winner)) return announcedInstead(winner.path, known);
  if (winner) return describeDescription(winner, entry);
  const first = wanted.find(({ name }) => name === entry.name);
  if (first) return describeDescription(first, entry);
  const other = known.find(({ name, path: file }) => file === path || name === entry.name);
  return other
    ? announcedInstead(other.path, known)
    : `${quote(entry.name)} is announced, but was not found here`;
}

function announcedInstead(path: string, known: readonly DoctorSkill[]): string {
  const skill = known.find((each) => each.path === path);
  const why = skill?.reason === undefined ? "" : `: ${show(skill.reason)}`;
  return `${quote(path)} is announced, but should be ${quote(skill?.state ?? "unknown")}${why}`;
}

function isShown({ shown }: Expected, { description }: ListedSkill): boolean {
  return plain(shown ?? "") === plain(description ?? "");
}

function plain(text: string): string {
  return unescapeXml(text).trim();
}

function describeDescription(expected: Expected, entry: ListedSkill): string | undefined {
  if (isShown(expected, entry)) return undefined;
  const [wanted, has] = [plain(expected.shown ?? ""), plain(entry.description ?? "")];
  const amounts =
    wanted.length === has.length
      ? ""
      : `${count(has.length, "character")} of a description are shown instead of ${wanted.length}: `;
  return `${quote(expected.path)}: ${amounts}${quote(has, 60)} instead of ${quote(wanted, 60)}`;
}
