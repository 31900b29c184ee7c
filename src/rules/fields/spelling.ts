import { nearest } from "../../core/nearest.ts";
import type { ChosenPrograms, Finding, Fix } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { type Frontmatter, specKeys } from "../../model/frontmatter.ts";
import { chosenReaders, type Target } from "../../model/target.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { fieldReaders } from "./parts/field-readers.ts";
import { hasOtherFields } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "field-spelling",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports a frontmatter field that looks like a misspelled field of the specification.",
    why: "Clients compare field names exactly: they ignore `Name` and `licence`, and the values are lost.",
    remedy:
      "Spell the field as in the specification, in lower case and with hyphens. A spelling that a chosen target reads, such as `allowed_tools` for `spring-ai-alibaba`, is not reported.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document }, targets = [], clients }) {
    return document?.frontmatter && hasOtherFields(document.frontmatter)
      ? findings(document, document.frontmatter, { targets, clients })
      : [];
  },
});

function* findings(
  { file }: SkillDocument,
  frontmatter: Frontmatter,
  chosen: ChosenPrograms,
): Generator<Finding> {
  for (const { key, keyRange: range } of frontmatter.fields.values()) {
    const meant = meantKey(key, frontmatter, chosen.targets ?? []);
    if (meant === undefined) continue;
    const readers = fieldReaders.get(key);
    const reading = readers
      ? ` (only ${nameClients(readers, chosen)} ${readers.length === 1 ? "reads" : "read"} it)`
      : "";
    // There is no fix if clients read this spelling, as it would hide the field from them.
    const fixes: readonly Fix[] = readers
      ? []
      : [
          {
            title: `Rename the field to ${meant}`,
            safe: false,
            operations: [{ kind: "edit", file, range, text: meant }],
          },
        ];
    yield {
      file,
      range,
      refusals: [{ reason: "unknown-field" }],
      message: `unknown field ${quote(key)}${reading}; did you mean ${quote(meant)}?`,
      fixes,
    };
  }
}

/**
 * The specification's field that an unknown one is probably meant to be. Fields that are present are
 * excluded; a field that a chosen target reads is meant as it is.
 */
export function meantKey(
  key: string,
  { fields }: Frontmatter,
  targets: readonly Target[],
): string | undefined {
  if (specKeys.includes(key) || key.length > 20 || chosenReaders(key, targets).length > 0) return undefined;
  return nearest(
    key.replaceAll("_", "-"),
    specKeys.filter((each) => !fields.has(each)),
    2,
  );
}
