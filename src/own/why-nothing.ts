import { count, grouped, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { takeInventory } from "../inventory/take-inventory.ts";
import type { Fact, FactList } from "../model/inventory.ts";
import { inventoryParts, type OwnCheck, type OwnRule, textParts } from "../model/own-rule.ts";
import type { Skill } from "../model/skill.ts";
import { completeFrontmatter } from "../rules/parts/fields.ts";
import { checkInventory, measured, nouns } from "./checks/amounts.ts";
import { fieldAt } from "./checks/fields.ts";
import { checkText } from "./checks/text.ts";
import { conditionOf } from "./make-rule.ts";
import { mostEffort } from "./value-test.ts";

/** Why a rule cannot find anything in a skill, however it reads; undefined if it can. */
export function whyUnable({ check, when }: OwnRule, skill: Skill): string | undefined {
  const needsFields = check.kind === "field" || check.kind === "name" || when?.field || when?.license;
  if (!needsFields) return undefined;
  if (!skill.document?.frontmatter) return "it has no frontmatter";
  if (check.kind === "field" && !completeFrontmatter(skill))
    return `its frontmatter cannot be read: ${skill.document.problems[0]?.message}`;
  const name = fieldAt(skill, ["name"])?.value;
  return check.kind === "name" && (typeof name !== "string" || name.trim() === "")
    ? "it has no name"
    : undefined;
}

/** Why a rule found nothing in a skill in which it should have. */
export function whyNothing({ check, when }: OwnRule, skill: Skill): string {
  if (!conditionOf(when)({ subject: skill }, { left: mostEffort }))
    return "nothing was found: its `when` does not hold";
  return `nothing was found: ${reasonOf(check, skill)}`;
}

function reasonOf(check: OwnCheck, skill: Skill): string {
  switch (check.kind) {
    case "field":
    case "name": {
      const path = check.kind === "name" ? ["name"] : check.path;
      const value = fieldAt(skill, path)?.value;
      const is = typeof value === "string" ? `is ${quote(value, 40)}` : "is there";
      return `${quote(path.join("."), 40)} ${is}, which is allowed`;
    }
    case "section":
      return `the section ${quote(check.heading, 40)} is there`;
    case "file":
      return `a file ${quote(check.path, 40)} is there`;
    case "text":
      return whyNoText(check, skill);
    case "inventory":
      return whyNoFact(check, skill);
    case "limit":
      return Array.from(
        measured(check, skill),
        ({ shown, most }) => `${shown}, not over ${grouped(most)}`,
      ).join("; ");
  }
}

function whyNoText(check: Extract<OwnCheck, { kind: "text" }>, skill: Skill): string {
  const finds = (more: Partial<typeof check>): boolean => {
    const [first] = checkText({ ...check, ...more }, undefined)(skill, { left: mostEffort });
    return first !== undefined;
  };
  if (finds({ allow: [] })) return "`allow` covers it";
  if (check.caseSensitive && finds({ caseSensitive: false })) return "it is there in another case";
  const elsewhere = textParts.filter((part) => !check.in.includes(part) && finds({ in: [part] }));
  return elsewhere.length > 0
    ? `it is in ${series(elsewhere)}, not in ${series(check.in, "or")}; set \`in\``
    : `it is not in ${series(check.in, "or")}`;
}

function whyNoFact(check: Extract<OwnCheck, { kind: "inventory" }>, skill: Skill): string {
  const inventory = takeInventory(skill);
  const [mentioned] = checkInventory({ ...check, mentioned: true }, () => inventory)(skill);
  if (mentioned) return `${mentioned.message}, but it is only mentioned; set \`mentioned: true\``;
  return inventoryParts
    .filter((part) => check.lists[part])
    .map((part) => {
      const { facts }: FactList<Fact> = inventory[part];
      if (facts.length > 0)
        return `${count(facts.length, nouns[part])} used, all allowed: ${facts
          .slice(0, 3)
          .map(({ name }) => quote(name, 40))
          .join(", ")}`;
      return part === "hosts" && hasSampleHost(skill)
        ? "no host is used; those under example.com, .net and .org do not count"
        : `no ${nouns[part]} is used`;
    })
    .join("; ");
}

function hasSampleHost({ document, texts }: Skill): boolean {
  return [document, ...texts].some((file) => /\bexample\.(?:com|net|org)\b/i.test(file?.source.text ?? ""));
}
