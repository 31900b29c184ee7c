import { quote, show } from "../core/show.ts";
import type { Inventory } from "../model/inventory.ts";
import type { OwnCondition, OwnRule } from "../model/own-rule.ts";
import type { Finding, Rule, RuleContext } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import { checkInventory, checkLimit, type NamedFinding } from "./checks/amounts.ts";
import { checkField, checkName, fieldAt } from "./checks/fields.ts";
import { checkFile, checkSection } from "./checks/parts.ts";
import { checkText, withFound } from "./checks/text.ts";
import type { Effort } from "./linear-pattern.ts";
import { metaOf } from "./rule-meta.ts";
import { mostEffort, valueTester } from "./value-test.ts";

/** What rules need that is computed once for each skill. */
export interface OwnParts {
  readonly inventoryOf: (skill: Skill) => Inventory;
}

type Check = (skill: Skill, effort: Effort) => Iterable<NamedFinding>;

/** Makes a rule that runs as the built-in ones do. Its severity is a setting. */
export function makeRule(own: OwnRule, parts: OwnParts): Rule {
  const check = checkOf(own, parts);
  const holds = conditionOf(own.when);
  return {
    meta: metaOf(own),
    check(context) {
      const effort = { left: mostEffort };
      const { subject: skill } = context;
      if (!skill.document || !holds(context, effort)) return [];
      const found = Array.from(check(skill, effort), (finding) => spoken(own, skill, finding));
      return effort.left > 0 ? found : [...found, unfinished(skill.document.file)];
    },
  };
}

function checkOf({ check, fix }: OwnRule, { inventoryOf }: OwnParts): Check {
  switch (check.kind) {
    case "field":
      return checkField(check, fix);
    case "name":
      return checkName(check);
    case "section":
      return checkSection(check, fix);
    case "file":
      return checkFile(check);
    case "text":
      return checkText(check, fix);
    case "inventory":
      return checkInventory(check, inventoryOf);
    case "limit":
      return checkLimit(check);
  }
}

/** Whether a rule runs for a skill; without a condition, for each. */
export function conditionOf({ clients, license, field, value = {} }: OwnCondition = {}) {
  const objection = valueTester(value);
  const licenses = license?.map((each) => each.toLowerCase());
  return ({ subject, clients: chosen, targets = [] }: RuleContext, effort: Effort): boolean => {
    if (clients && chosen && ![...chosen, ...targets].some((id) => clients.includes(id))) return false;
    if (licenses) {
      const written = fieldAt(subject, ["license"])?.value;
      if (typeof written !== "string" || !licenses.includes(written.trim().toLowerCase())) return false;
    }
    if (!field) return true;
    const found = fieldAt(subject, field)?.value;
    return found !== undefined && (typeof found !== "string" || objection(found, effort) === undefined);
  };
}

/** More than a message and what it shows may be long. */
const longest = 400;

/** The finding with the rule's own message, if it has one. */
function spoken(
  { message }: OwnRule,
  { document, texts }: Skill,
  { found, ...finding }: NamedFinding,
): Finding {
  if (message === undefined) return finding;
  if (!message.includes("{found}")) return { ...finding, message: show(message, longest) };
  // Nothing was found: something is missing.
  if (!finding.range) return finding;
  const source =
    finding.file === document?.file
      ? document.source
      : texts.find(({ path }) => path === finding.file)?.source;
  return { ...finding, message: withFound(show(message, longest), found ?? source?.slice(finding.range)) };
}

/** A rule that gives up says so: silence would mean that all is well. */
function unfinished(file: string): Finding {
  return {
    file,
    message: `${quote(file, 40)} was not checked to its end; make the pattern or the text shorter`,
  };
}
