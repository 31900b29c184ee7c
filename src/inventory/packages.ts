import type { FactList, PackageFact, PackageKind } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";
import type { Call } from "./calls.ts";
import { gatherAs, type Sighting } from "./gather.ts";
import { fetchedBy } from "./package-commands.ts";
import { declaredByScript, declaredIn } from "./package-files.ts";
import { importedBy } from "./package-imports.ts";
import type { Region } from "./regions.ts";
import { scanShell } from "./scan-shell.ts";
import { callsOf } from "./shell-calls.ts";

export interface PackageSighting extends Sighting<PackageKind> {
  readonly registry: string;
}

const kinds: readonly PackageKind[] = ["installed", "declared", "imported", "mentioned"];

/** The packages that commands install, files declare and scripts import, with their versions as far as these are given. */
export function packagesIn(
  regions: readonly Region[],
  calls: readonly Call[],
  skill: Skill,
): FactList<PackageFact> {
  const named = [
    ...installed(calls),
    ...regions.flatMap((region) => Array.from(declaredIn(region))),
    ...skill.scripts.flatMap((script) => Array.from(declaredByScript(script))),
  ];
  const imported = unnamed(importedBy(skill), named);
  const mentioned = unnamed(
    regions.flatMap((region) => Array.from(mentionedIn(region))),
    [...named, ...imported],
  );
  const sightings = [...named, ...imported, ...mentioned];
  return gatherAs(
    sightings,
    kinds,
    ({ registry, name }) => `${registry} ${name}`,
    (fact, { registry }) => ({ ...fact, registry }),
  );
}

/** Those whose package is in no other list: a module is called nearly as its package is. */
function unnamed(
  sightings: Iterable<PackageSighting>,
  others: readonly PackageSighting[],
): readonly PackageSighting[] {
  const known = new Set(others.map(({ name }) => plainName(name)));
  return Array.from(sightings).filter(({ name }) => !known.has(plainName(name)));
}

/** Without version and extras, and as PyPI compares names. */
function plainName(name: string): string {
  return name
    .replace(/(?<=.)[@\s[=<>!~][^]*$/, "")
    .replace(/_/g, "-")
    .toLowerCase();
}

function* installed(calls: readonly Call[]): Generator<PackageSighting> {
  for (const { region, words } of calls) {
    for (const { registry, word } of fetchedBy(words))
      yield {
        registry,
        name: word.text,
        kind: "installed",
        file: region.file,
        start: word.start,
        end: word.end,
      };
  }
}

const command =
  /\b(?:uv pip|pip3?|npm|pnpm|yarn|bun|brew|gem|cargo|go) (?:install|add|i) (?:-{1,2}[\w-]{1,30}(?:=\S{1,60})? ){0,4}@?[A-Za-z][^\s"'`<>|&;,)]{1,100}/g;

/** "Run: pip install …", as a script prints it. */
function* mentionedIn({ role, file, text, start, end }: Region): Generator<PackageSighting> {
  if (role !== "script" && role !== "sample") return;
  for (const match of text.slice(start, end).matchAll(command)) {
    const at = start + match.index;
    for (const words of scanShell(text, at, at + match[0].length).commands.flatMap((each) =>
      Array.from(callsOf(each)),
    )) {
      for (const { registry, word } of fetchedBy(words))
        yield { registry, name: word.text, kind: "mentioned", file, start: word.start, end: word.end };
    }
  }
}
