import { SkillsError } from "../../core/errors.ts";
import type { ListEntry } from "../../model/reports/list.ts";
import { nearest } from "../../core/nearest.ts";
import { compareText } from "../../core/order.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { lookUpOperand, type Operand } from "../../find/archive-file.ts";
import { openDirectory } from "../../read/directory.ts";
import { meantBy } from "../../find/absent-hint.ts";
import { lookUp } from "../../find/discover-named.ts";
import { joinNative } from "../../read/label.ts";
import { listNames } from "../list.ts";
import { findRoots, type RootsChoice } from "../roots/skill-roots.ts";

/** An operand: an archive, the name of an installed skill, or a path to search for skills. */
export type FoundOperand =
  | { readonly archive: Operand }
  | { readonly source: SkillSource }
  | { readonly path: string };

/**
 * A path takes precedence over an installed skill of that name; with roots or a source chosen, a name is never a path.
 * Throws a SkillsError for an unknown name.
 */
export function findOperand(written: string, choice: RootsChoice): FoundOperand {
  const named = isAddress(written);
  if (named && (choice.roots !== undefined || choice.source !== undefined))
    return findByName(written, choice);
  const operand = lookUpOrNothing(written, choice.cwd);
  if (!operand && named) return findByName(written, choice);
  // The path of a SKILL.md means its directory, as in all commands.
  if (operand?.kind === "archive" && !/\.md$/i.test(operand.absolute)) return { archive: operand };
  return { path: written };
}

/**
 * Whether the operand has the form of a skill's name, possibly with a namespace. A name with a file ending is a path.
 */
function isAddress(written: string): boolean {
  return (
    /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?:\/[\p{L}\p{N}][\p{L}\p{N}_.-]*)?$/u.test(written) &&
    !/\.(?:md|zip|skill|tgz|gz)$/i.test(written)
  );
}

function lookUpOrNothing(written: string, cwd: string): Operand | undefined {
  try {
    return lookUpOperand(written, cwd);
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-found") return undefined;
    throw error;
  }
}

/** The skill of that name that takes precedence, or a broken one, which the user may want to inspect. */
function findByName(name: string, choice: RootsChoice): FoundOperand {
  const there = listNames(choice);
  const found =
    there.find((skill) => skill.name === name && skill.state === "active") ??
    there.find((skill) => skill.directory === name) ??
    there.find((skill) => skill.name === name);
  if (found) return { source: open(found, choice) };
  throw unknownSkill(name, there, choice);
}

function open({ root, directory, path }: ListEntry, choice: RootsChoice): SkillSource {
  const held = findRoots(choice).find(({ label }) => label === root)?.root;
  const found = held && lookUp(joinNative(held.directory, directory), "");
  if (!found) throw new SkillsError("not-found", `${quote(path)} was removed during the run`);
  return openDirectory(found.absolute, path);
}

function unknownSkill(name: string, there: readonly ListEntry[], choice: RootsChoice): SkillsError {
  const places = findRoots(choice).map(({ label }) => quote(label));
  const names = [...new Set(there.map((skill) => skill.name))].sort(compareText);
  const near = names.find((each) => each.endsWith(`/${name}`)) ?? nearest(name, names);
  const path = lookUpOrNothing(name, choice.cwd) ? `to use the path, write ./${name}` : undefined;
  const hint = near === undefined ? (path ?? meantBy(name, choice.cwd)) : `did you mean ${quote(near)}?`;
  return new SkillsError(
    "not-found",
    `${quote(name)} is neither a path nor a skill in ${series(places, "or")}`,
    hint === undefined ? {} : { hint },
  );
}
