import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { isMap } from "./parts/fields.ts";
import { hasBrokenYaml } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-indentation",
    category: "portability",
    origin: "reference",
    source: "https://github.com/crdoconnor/strictyaml/blob/master/strictyaml/parser.py",
    summary: "Reports mappings under one parent that are indented by different widths.",
    why: "It is YAML, but StrictYAML, and with it the reference, refuses it.",
    remedy: "Indent every nested mapping by two spaces.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    const nested: Field[] = [];
    for (const field of document?.frontmatter?.fields.values() ?? [])
      if (field.children.length > 0) nested.push(field);
    return withClientFindings(
      skill,
      hasBrokenYaml(skill) ? [] : ["yaml-indentation"],
      document && nested.length > 0 ? Array.from(unlike(document, nested, true)) : [],
    );
  },
});

/** StrictYAML compares the maps that are values of one map; of the maps in a list it asks nothing. */
function* unlike(document: SkillDocument, siblings: readonly Field[], inMap: boolean): Generator<Finding> {
  const [model, ...others] = inMap
    ? siblings.filter((field) => isMap(field) && field.style === "block" && field.children.length > 0)
    : [];
  const column = model?.children[0]?.keyRange.start.column;
  for (const { key, children } of others) {
    const range = children[0]?.keyRange;
    if (!model || !range || range.start.column === column) continue;
    const message = `the fields of ${quote(key)} stand in column ${range.start.column}, expected column ${column} as those of ${quote(model.key)} do`;
    yield { file: document.file, range, refusals: [{ reason: "yaml-indentation" }], message };
  }
  for (const field of siblings)
    if (field.children.length > 0) yield* unlike(document, field.children, isMap(field));
}
