import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Fact, FactList, Inventory } from "../../model/inventory.ts";
import { inTokens } from "../../model/token-counter.ts";
import { inventoryParts, type InventoryPart, type OwnCheck, type LimitedTier } from "../../model/own-rule.ts";
import type { Finding } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import { stringField } from "../../rules/parts/fields.ts";
import { nameMatcher } from "../wildcard.ts";

const nouns: Readonly<Record<InventoryPart, string>> = {
  hosts: "host",
  programs: "program",
  packages: "package",
  variables: "environment variable",
  tools: "tool",
};

/** Reports what a skill uses and what is not allowed, or is denied. */
export function checkInventory(
  { lists, mentioned = false }: Extract<OwnCheck, { kind: "inventory" }>,
  inventoryOf: (skill: Skill) => Inventory,
): (skill: Skill) => Iterable<Finding> {
  const judged = inventoryParts.flatMap((part) => {
    const list = lists[part];
    return list
      ? [{ part, allows: list.allow && nameMatcher(list.allow), denies: nameMatcher(list.deny ?? []) }]
      : [];
  });
  return function* (skill) {
    const inventory = inventoryOf(skill);
    for (const { part, allows, denies } of judged) {
      const { facts, omitted }: FactList<Fact> = inventory[part];
      for (const { name, kind, place, further } of facts) {
        if (kind === "mentioned" && !mentioned) continue;
        const bare = part === "tools" ? name.replace(/\(.*$/s, "") : name;
        const isDenied = denies(name) || denies(bare);
        if (!isDenied && (!allows || allows(name) || allows(bare))) continue;
        yield {
          file: place.file,
          ...(place.range && { range: place.range }),
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
export function checkLimit({
  tier,
  ...most
}: Extract<OwnCheck, { kind: "limit" }>): (skill: Skill) => Iterable<Finding> {
  return function* (skill) {
    const { document, tokens } = skill;
    if (!document) return;
    const { file, frontmatter } = document;
    const place = { file, ...(frontmatter && { range: frontmatter.closing }) };
    const where = tier === "skill" ? "the skill" : tier === "resources" ? "the other files" : `the ${tier}`;
    const over = (size: string, limit: number): Finding => ({
      ...place,
      message: `${where} ${tier === "resources" ? "have" : "has"} ${size}, over ${grouped(limit)}; shorten or split`,
    });
    const texts = textsOf(skill, tier);
    if (most.tokens !== undefined) {
      const sum = texts.reduce((total, text) => total + tokens.count(text), 0);
      if (sum > most.tokens) yield over(inTokens(sum, tokens), most.tokens);
    }
    if (most.lines !== undefined) {
      const sum = texts.reduce((total, text) => total + linesOf(text), 0);
      if (sum > most.lines) yield over(count(sum, "line"), most.lines);
    }
    const files = filesOf(skill, tier);
    if (most.bytes !== undefined) {
      const sum = files.reduce((total, { size }) => total + size, 0);
      if (sum > most.bytes) yield over(count(sum, "byte"), most.bytes);
    }
    if (most.files !== undefined && files.length > most.files)
      yield over(count(files.length, "file"), most.files);
  };
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
