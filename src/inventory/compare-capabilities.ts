import type { Fact, Inventory, PackageFact } from "../model/inventory.ts";
import { compareText } from "../core/order.ts";
import { capabilityKinds, type CapabilityChange, type SkillDiff } from "../model/reports/diff.ts";
import type { Place } from "../core/place.ts";

type List = CapabilityChange["list"];

/** A capability in a skill's text, in one form for all lists. */
export interface Capability {
  readonly list: List;
  readonly name: string;
  readonly kind: string;
  readonly registry?: string;
  readonly place: Place;
}

/**
 * The kinds in each list, strongest first. A call in a script and one in the instructions are two facts about the
 * same name.
 */
const strengths: Readonly<Record<List, readonly string[]>> = {
  automaticCommands: ["inline", "hook", "server"],
  executables: ["executable", "script"],
  tools: ["allowed"],
  agentFiles: ["held", "used", "mentioned"],
  hosts: ["contacted", "mentioned"],
  paths: ["used", "mentioned"],
  programs: ["script", "text"],
  packages: ["installed", "declared", "imported", "mentioned"],
  variables: ["set", "read", "declared", "mentioned"],
  unread: ["unread"],
};

/** Returns the capabilities that only the new skill has or that are weaker in the old one, and the reverse. */
export function compareCapabilities(before: Inventory, after: Inventory): SkillDiff["capabilities"] {
  const [old, current] = [capabilitiesOf(before), capabilitiesOf(after)];
  return {
    gained: missingFrom(old, current, "new"),
    lost: missingFrom(current, old, "old"),
    partial: isCut(before) || isCut(after),
  };
}

function missingFrom(
  others: ReadonlyMap<string, Capability>,
  own: ReadonlyMap<string, Capability>,
  side: "old" | "new",
): readonly CapabilityChange[] {
  const changes = Array.from(
    own,
    ([key, { list, name, kind, registry, place }]): readonly (CapabilityChange & {
      readonly rank: number;
    })[] => {
      const other = others.get(key);
      if (other && rankOf(other) <= rankOf({ list, kind })) return [];
      const otherSide = side === "new" ? "old" : "new";
      return [
        {
          list,
          name,
          [side]: kind,
          ...(other && { [otherSide]: other.kind }),
          ...(registry !== undefined && { registry }),
          place,
          rank: rankOf({ list, kind }),
        },
      ];
    },
  );
  const order = (
    a: CapabilityChange & { readonly rank: number },
    b: CapabilityChange & { readonly rank: number },
  ): number =>
    capabilityKinds.indexOf(a.list) - capabilityKinds.indexOf(b.list) ||
    a.rank - b.rank ||
    compareText(a.name, b.name);
  return changes
    .flat()
    .sort(order)
    .map(({ rank: _, ...change }) => change);
}

function rankOf({ list, kind }: Pick<Capability, "list" | "kind">): number {
  return strengths[list].indexOf(kind);
}

/** All that an inventory lists, by list, name and registry; a program's calls in scripts and in texts are two. */
export function capabilitiesOf(inventory: Inventory): ReadonlyMap<string, Capability> {
  const { executables, unread } = inventory;
  const named = capabilityKinds.flatMap((list) =>
    list === "executables" || list === "unread"
      ? []
      : inventory[list].facts.map((fact) => toCapability(list, fact)),
  );
  const all: readonly Capability[] = [
    ...named,
    ...executables.facts.map(({ path, mode }) => ({
      list: "executables" as const,
      name: path,
      kind: mode ? "executable" : "script",
      place: { file: path },
    })),
    ...unread.map(({ path }) => ({
      list: "unread" as const,
      name: path,
      kind: "unread",
      place: { file: path },
    })),
  ];
  return new Map(all.map((capability) => [keyOf(capability), capability]));
}

function toCapability(list: List, fact: Fact | PackageFact): Capability {
  const { name, kind, place } = fact;
  return { list, name, kind, place, ...("registry" in fact && { registry: fact.registry }) };
}

function keyOf({ list, name, kind, registry }: Capability): string {
  return JSON.stringify([list, name, registry, list === "programs" ? kind : ""]);
}

function isCut(inventory: Inventory): boolean {
  return capabilityKinds.some((list) => list !== "unread" && inventory[list].omitted > 0);
}
