import type { Finding, Fix } from "../model/rule.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { isList, isString, placeAt, type StringField } from "./parts/fields.ts";
import { readTools } from "../model/tool-list.ts";
import { removalOf } from "./parts/removal.ts";
import { yamlScalar } from "./parts/yaml-text.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#allowed-tools-field",
    summary: "Reports `allowed-tools` that is not one text with its tools separated by blanks.",
    why: "Google ADK drops a skill with a list; Mistral Vibe and CrewAI take `Read,` with its comma for the name of a tool.",
    remedy:
      "Write the tools on one line with blanks between them: `Bash(git add *) Read`. Where there are none, leave the field out.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const field = document?.frontmatter?.fields.get("allowed-tools");
    if (!document || !field || field.style === "alias") return [];
    return isString(field) ? textFindings(document, field) : [notText(document, field)];
  },
});

function notText(document: SkillDocument, field: Field): Finding {
  const { file } = document;
  const range = field.style === "block" ? field.keyRange : field.valueRange;
  if (!isList(field.value))
    return {
      file,
      range,
      refusals: [{ target: "spec" }],
      message: "allowed-tools is a map, expected one text with blanks between the tools",
    };
  if (field.value.length === 0)
    return {
      file,
      range,
      refusals: [{ target: "spec" }],
      message: "allowed-tools is an empty list; remove the field",
      fixes: removalOf(document, field, "Remove allowed-tools, which lists nothing"),
    };
  const tools = field.value.flatMap((tool) => (typeof tool === "string" ? [tool] : []));
  const whole =
    tools.length === field.value.length && tools.every((tool) => readTools(tool).tools.length === 1);
  return {
    file,
    range,
    refusals: [{ target: "spec" }],
    message: "allowed-tools is a list, expected one text with blanks between the tools",
    fixes: whole ? [joined(document, field, tools, "Write the tools as one text instead of a list")] : [],
  };
}

function* textFindings(document: SkillDocument, field: StringField): Generator<Finding> {
  const { file } = document;
  const { tools, commas, unbalanced } = readTools(field.value);
  const [comma] = commas;
  if (unbalanced !== undefined) {
    const what = field.value[unbalanced] === "(" ? "opens and does not close" : "closes and did not open";
    yield {
      file,
      range: placeAt(document, field, unbalanced),
      refusals: [{ target: "spec" }],
      message: `a parenthesis of allowed-tools ${what}, expected pairs`,
    };
  } else if (comma !== undefined) {
    yield {
      file,
      range: placeAt(document, field, comma),
      message: "allowed-tools has a comma between tools, expected a blank",
      fixes: [joined(document, field, tools, "Separate the tools with blanks instead of commas")],
    };
  }
}

/** Readers find another value after it, and comments in a list are lost: it is never safe. */
function joined(
  { file, source }: SkillDocument,
  { keyRange, valueRange, style }: Field,
  tools: readonly string[],
  title: string,
): Fix {
  const behindColon = keyRange.end.offset + 1;
  const range = style === "block" ? source.range(behindColon, valueRange.end.offset) : valueRange;
  const text = `${style === "block" ? " " : ""}${yamlScalar(tools.join(" "))}`;
  return {
    title,
    safe: false,
    operations: [{ kind: "edit", file, range, text }],
  };
}
