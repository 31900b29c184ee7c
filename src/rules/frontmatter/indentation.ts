import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { isMap } from "../parts/fields.ts";
import { hasBrokenYaml, separatingTab } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-indentation",
    category: "portability",
    origin: "reference",
    source: "https://github.com/crdoconnor/strictyaml/blob/master/strictyaml/parser.py",
    summary: "Reports maps under the same parent that are indented by different widths.",
    why: "They are valid YAML, but skills-ref uses StrictYAML, which refuses them.",
    remedy: "Indent every nested map by two spaces.",
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
      hasBrokenYaml(skill) || (document && separatingTab(document)) ? [] : ["yaml-indentation"],
      document && nested.length > 0 ? Array.from(unevenMaps(document, nested, true)) : [],
    );
  },
});

/**
 * Finds maps with different indentation. StrictYAML compares only maps that are values of the same map, not maps in a
 * list.
 */
function* unevenMaps(
  document: SkillDocument,
  siblings: readonly Field[],
  inMap: boolean,
): Generator<Finding> {
  const [model, ...others] = inMap
    ? siblings.filter((field) => isMap(field) && field.style === "block" && field.children.length > 0)
    : [];
  const column = model?.children[0]?.keyRange.start.column;
  for (const { key, children } of others) {
    const range = children[0]?.keyRange;
    if (!model || !range || range.start.column === column) continue;
    const message = `keys of ${quote(key)} start in column ${range.start.column}, those of ${quote(model.key)} in column ${column}; indent them equally`;
    yield { file: document.file, range, refusals: [{ reason: "yaml-indentation" }], message };
  }
  for (const field of siblings)
    if (field.children.length > 0) yield* unevenMaps(document, field.children, isMap(field));
}
