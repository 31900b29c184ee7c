import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Fact, FactList, Inventory } from "../../model/inventory.ts";
import { inTokens } from "../../model/token-counter.ts";
import { inventoryParts, type InventoryPart, type OwnCheck, type LimitedTier } from "../../model/own-rule.ts";
import type { Finding } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import { stringField } from "../../rules/parts/fields.ts";
import { allowance } from "../wildcard.ts";

/** What a list of the inventory lists, for messages. */
export const nouns: Readonly<Record<InventoryPart, string>> = {
  hosts: "host",
  programs: "program",
  packages: "package",
  variables: "environment variable",
  tools: "tool",
};

/** A finding with what was found, if the text at its range shows more. */
export interface NamedFinding extends Finding {
  readonly found?: string;
}

/** Reports what a skill uses and what is not allowed, or is denied. */
export function checkInventory(
  { lists, mentioned = false }: Extract<OwnCheck, { kind: "inventory" }>,
  inventoryOf: (skill: Skill) => Inventory,
): (skill: Skill) => Iterable<NamedFinding> {
  const judged = inventoryParts.flatMap((part) => {
    const list = lists[part];
    return list ? [{ part, isAllowed: allowance(list, part) }] : [];
  });
  return function* (skill) {
    const inventory = inventoryOf(skill);
    for (const { part, isAllowed } of judged) {
      const { facts, omitted }: FactList<Fact> = inventory[part];
      for (const { name, kind, place, further } of facts) {
        if ((kind === "mentioned" && !mentioned) || isAllowed(name)) continue;
        yield {
          file: place.file,
          ...(place.range && { range: place.range }),
          found: name,
          message: `${nouns[part]} ${quote(name, 50)} is not allowed${further > 0 ? `; used in ${count(further, "more location")}` : ""}`,
        };
      }
      if (omitted > 0 && skill.document)
        yield {
          file: skill.document.file,
          message: `${grouped(omitted)} more ${nouns[part]}s were not checked; split the skill`,
        };
    }
  };
}

/** Reports what is larger than it may be. */
export function checkLimit(check: Extract<OwnCheck, { kind: "limit" }>): (skill: Skill) => Iterable<Finding> {
  return function* (skill) {
    const { document } = skill;
    if (!document) return;
    const { file, frontmatter } = document;
    for (const { amount, shown, most } of measured(check, skill))
      if (amount > most)
        yield {
          file,
          ...(frontmatter && { range: frontmatter.closing }),
          message: `${shown}, over ${grouped(most)}; shorten or split`,
        };
  };
}

/** The size of a part of a skill, as a number and as the start of a sentence, and its limit. */
export interface Measured {
  readonly amount: number;
  readonly shown: string;
  readonly most: number;
}

/** The sizes that have a limit. */
export function* measured(
  { tier, ...most }: Extract<OwnCheck, { kind: "limit" }>,
  skill: Skill,
): Iterable<Measured> {
  const { tokens } = skill;
  const where =
    tier === "skill" ? "the skill has" : tier === "resources" ? "the other files have" : `the ${tier} has`;
  const size = (amount: number, shown: string, limit: number): Measured => ({
    amount,
    shown: `${where} ${shown}`,
    most: limit,
  });
  const texts = textsOf(skill, tier);
  if (most.tokens !== undefined) {
    const sum = texts.reduce((total, text) => total + tokens.count(text), 0);
    yield size(sum, inTokens(sum, tokens), most.tokens);
  }
  if (most.lines !== undefined) {
    const sum = texts.reduce((total, text) => total + linesOf(text), 0);
    yield size(sum, count(sum, "line"), most.lines);
  }
  const files = filesOf(skill, tier);
  if (most.bytes !== undefined) {
    const sum = files.reduce((total, { size: bytes }) => total + bytes, 0);
    yield size(sum, count(sum, "byte"), most.bytes);
  }
  if (most.files !== undefined) yield size(files.length, count(files.length, "file"), most.files);
}

function textsOf(skill: Skill, tier: LimitedTier): readonly string[] {
  const { document, texts } = skill;
  if (!document) return [];
  if (tier === "catalog")
    return ["name", "description"].flatMap((key) => stringField(skill, key)?.value ?? []);
  if (tier === "body") return [document.source.slice(document.body.range)];
  const others = texts.filter(({ path }) => path !== document.file).map(({ source }) => source.text);
  return tier === "resources" ? others : [document.source.text, ...others];
}

function filesOf({ files, document }: Skill, tier: LimitedTier): Skill["files"] {
  const all = files.filter(({ kind }) => kind !== "directory");
  return tier === "skill"
    ? all
    : all.filter(({ path }) => (path === document?.file) === (tier !== "resources"));
}

/** A last empty line does not count. */
function linesOf(text: string): number {
  const trimmed = text.trim();
  return trimmed === "" ? 0 : trimmed.split(/\r\n|\r|\n/).length;
}
