import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import { nameIn, type Root } from "../../install/root.ts";
import { openDirectory } from "../../read/directory.ts";
import { lookUp } from "../../find/discover-named.ts";
import { chooseDocument, documentName } from "../../model/document-name.ts";
import { joinNative } from "../../read/label.ts";
import { followLink } from "../../read/listing-link.ts";
import { byName, readNames, type Name } from "../../read/listing-names.ts";
import { cannotRead, systemReason } from "../../core/unreadable.ts";

/** A directory in a root that contains a skill, or should contain one. */
export interface PlacedSkill {
  /** Its path relative to the root: a name, or two separated by "/". */
  readonly address: string;
  readonly path: string;
  readonly link?: string;
  /** Absent if the directory contains no skill; then `reason` says why. */
  readonly source?: SkillSource;
  readonly reason?: string;
}

interface Place {
  readonly address: string;
  readonly label: string;
  readonly absolute: string;
  readonly link?: string;
}

/**
 * Every directory of a root, by name. A directory without a SKILL.md is searched as a namespace. Files and names that
 * begin with a dot are skipped.
 */
export function placedSkills(root: Root): {
  readonly skills: readonly PlacedSkill[];
  readonly unread: readonly Unread[];
} {
  const unread: Unread[] = [];
  const places = placesIn({ address: "", label: root.label, absolute: root.directory }, root, unread);
  return { skills: places.flatMap((place) => describe(place, root, unread)), unread };
}

function placesIn(
  { address, label, absolute }: Place,
  root: Root,
  unread: Unread[],
): readonly (Place | PlacedSkill)[] {
  const names = read(absolute, label)
    .filter(({ text }) => !text.startsWith("."))
    .sort(byName);
  return names.flatMap((name): readonly (Place | PlacedSkill)[] => {
    const inner = address === "" ? name.text : `${address}/${name.text}`;
    const place = { address: inner, label: nameIn(root, inner), absolute: joinNative(absolute, name.text) };
    if (name.kind === "directory") return [place];
    if (name.kind === "symlink") return followed(place, absolute);
    if (name.foreign !== undefined) unread.push({ path: place.label, reason: name.foreign });
    return [];
  });
}

/** Clients follow symlinks to skills, which other installers create. The skill keeps the symlink's name. */
function followed(place: Place, above: string): readonly (Place | PlacedSkill)[] {
  const { target, leads } = followLink(place.absolute, above);
  const broken = (reason: string): readonly PlacedSkill[] => [
    { address: place.address, path: place.label, link: target, reason },
  ];
  if (leads === "nowhere") return broken(`a symlink to ${quote(target)}, which does not exist`);
  if (leads === "file" || leads === "other") return [];
  try {
    const found = lookUp(place.absolute, "");
    return found && !found.certain ? [{ ...place, link: target }] : [];
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return error.code === "not-a-skill" ? [] : broken(`a symlink to ${quote(target)}, which cannot be read`);
  }
}

function describe(place: Place | PlacedSkill, root: Root, unread: Unread[]): readonly PlacedSkill[] {
  if (!("absolute" in place)) return [place];
  const { address, label, absolute, link } = place;
  const named = { address, path: label, ...(link !== undefined && { link }) };
  const names = readOrRecord(absolute, label);
  if (typeof names === "string") return [{ ...named, reason: names }];
  if (
    chooseDocument(
      names.map(({ text }) => text),
      nameOf(address),
    ) !== undefined
  )
    return [{ ...named, source: openDirectory(absolute, label, names) }];
  const inner = address.includes("/")
    ? []
    : placesIn(place, root, unread).flatMap((each) => describe(each, root, unread));
  return inner.some(({ source }) => source) ? inner : [{ ...named, reason: `${documentName} is missing` }];
}

/** The last segment of an address. */
export function nameOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

function read(absolute: string, label: string): Name[] {
  try {
    return readNames(absolute);
  } catch (cause) {
    throw cannotRead(label, systemReason(cause), { cause });
  }
}

function readOrRecord(absolute: string, label: string): Name[] | string {
  try {
    return read(absolute, label);
  } catch (error) {
    if (error instanceof SkillsError) return error.message;
    throw error;
  }
}
