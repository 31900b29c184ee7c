import { SkillsError } from "../../core/errors.ts";
import { memberOf, type JsonNode } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import type { Tell } from "../../parse/format/format.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { directoryOf, placeIn, type FilePlace } from "../../read/file-place.ts";
import type { DefinedRule } from "../../model/own-rule.ts";
import { base, configFormat, type FileConfig } from "./config-format.ts";
import { addressOf, type Loading, placeOf } from "./loading.ts";
import { definedRules } from "./own-rules.ts";
import {
  findPackage,
  fromPackage,
  type PackagePlace,
  requireRulesOnly,
  requireWithin,
} from "./package-rules.ts";
import type { PresetName } from "./presets.ts";

/** The presets and files of a config; later ones take precedence. */
export type Layer =
  | { readonly preset: PresetName; readonly by: string }
  | (FilePlace & { readonly content: FileConfig; readonly own: readonly DefinedRule[] });

/** Maximum depth of `extends`. Symlinked directories can form a loop in which no path repeats. */
const deepest = 10;
const mostReadings = 100;

/**
 * Reads a config file after everything that it extends. Collects problems instead of stopping at the first. Throws a
 * SkillsError if the file cannot be read. `within` is the directory of the package that the file is a part of.
 */
export function loadLayers(
  place: FilePlace,
  loading: Loading,
  above: readonly string[] = [],
  within?: string,
): readonly Layer[] {
  const { label } = place;
  const note: Tell = (message, range) =>
    void loading.problems.push({ file: label, ...placeOf(range), message });
  loading.files.add(label);
  loading.count.readings++;
  const { root, problems } = readTree(loading.from.read(place), label);
  loading.problems.push(...problems);
  if (!root && problems.length === 0)
    loading.problems.push({
      file: label,
      line: 1,
      column: 1,
      message: "the config file is empty",
    });
  if (within !== undefined) requireRulesOnly(root, note);
  const content = root && configFormat.read(root, note);
  const extended = basesOf(root).flatMap(({ value, range }): readonly Layer[] => {
    if ("preset" in value) return [{ preset: value.preset, by: addressOf(label, range) }];
    const found = baseOf(value, { place, within, loading });
    if (!("problem" in found))
      return loadBase(found, loading, [...above, place.absolute], (objection) => note(objection, range));
    note(found.problem, range);
    return [];
  });
  if (!content) return extended;
  const own = content.rules ? definedRules(place, content.rules.own, loading, note) : [];
  return [...extended, { ...place, content, own }];
}

type Base = Exclude<NonNullable<FileConfig["extends"]>[number]["value"], { readonly preset: PresetName }>;

/** Where a file is that a config extends. */
function baseOf(
  value: Base,
  {
    place,
    within,
    loading,
  }: { readonly place: FilePlace; readonly within: string | undefined; readonly loading: Loading },
): FilePlace | PackagePlace | { readonly problem: string } {
  if ("package" in value) return findPackage(value.package, place, loading);
  const file = placeIn(directoryOf(place), value.file, loading.cwd);
  if (within === undefined) return file;
  const inside = requireWithin(file, within, loading.cwd);
  return "problem" in inside ? inside : { ...inside, within };
}

/** Bases are read even if this file has problems, to report theirs too. */
function basesOf(root: JsonNode | undefined): NonNullable<FileConfig["extends"]> {
  const written = root?.kind === "object" ? memberOf(root, "extends")?.value : undefined;
  const nodes = written?.kind === "array" ? written.items : written ? [written] : [];
  return nodes.flatMap((node) => base.read(node, () => {}) ?? []);
}

function loadBase(
  found: FilePlace | PackagePlace,
  given: Loading,
  above: readonly string[],
  object: (objection: string) => void,
): readonly Layer[] {
  const place = { absolute: found.absolute, label: found.label };
  const [loading, within] = "within" in found ? [fromPackage(given, found), found.within] : [given];
  const objection = objectTo(place, above, loading);
  if (objection !== undefined) {
    object(`${quote(place.label)} ${objection}`);
    return [];
  }
  try {
    return loadLayers(place, loading, above, within);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    object(error.message);
    return [];
  }
}

function objectTo(
  { absolute }: FilePlace,
  above: readonly string[],
  { count: { readings }, from }: Loading,
): string | undefined {
  if (above.includes(absolute)) return "extends this file again; remove the cycle";
  if (above.length > deepest) return `exceeds the limit of ${deepest} nested configs`;
  if (readings >= mostReadings) return `exceeds the limit of ${mostReadings} extended configs`;
  return from.isThere(absolute) ? undefined : "does not exist";
}
