import { grouped } from "../../core/sentence.ts";
import type { CatalogEntry, CatalogRules, CatalogSkill } from "../../model/client-catalog.ts";
import type { LoadedSkill } from "../../model/loader.ts";
import { listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";

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
export function findCuts(
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
