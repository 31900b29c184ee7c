import { nearest } from "../core/nearest.ts";
import type { Finding, Fix } from "../model/rule.ts";
import { series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import { type Frontmatter, specKeys } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { fieldReaders } from "./parts/field-readers.ts";
import { hasOtherFields } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "field-spelling",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports a frontmatter field that is all but spelt like one of the specification's.",
    why: "Clients compare keys letter by letter: `Name` and `licence` are no fields to them, and what they hold is lost.",
    remedy: "Spell the key as the specification does, in lower case and with hyphens.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    return document?.frontmatter && hasOtherFields(document.frontmatter)
      ? findings(document, document.frontmatter)
      : [];
  },
});

function* findings({ file }: SkillDocument, frontmatter: Frontmatter): Generator<Finding> {
  for (const { key, keyRange: range } of frontmatter.fields.values()) {
    const meant = meantKey(key, frontmatter);
    if (meant === undefined) continue;
    const clients = fieldReaders.get(key);
    const known = clients
      ? `; only ${series(clients)} ${clients.length === 1 ? "reads" : "read"} it as it is`
      : "";
    // Written otherwise it would be lost on those who read it so.
    const fixes: readonly Fix[] = clients
      ? []
      : [
          {
            title: `Write the key as ${meant}`,
            safe: false,
            operations: [{ kind: "edit", file, range, text: meant }],
          },
        ];
    yield {
      file,
      range,
      refusals: [{ reason: "unknown-field" }],
      message: `the field ${quote(key)} is all but ${quote(meant)}, expected the same spelling${known}`,
      fixes,
    };
  }
}

/** The specification's key that an unknown one was meant as; one that is there already was not what was meant. */
export function meantKey(key: string, { fields }: Frontmatter): string | undefined {
  if (specKeys.includes(key) || key.length > 20) return undefined;
  return nearest(
    key.replaceAll("_", "-"),
    specKeys.filter((each) => !fields.has(each)),
    2,
  );
}
