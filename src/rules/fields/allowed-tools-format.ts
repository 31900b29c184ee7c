import type { ChosenPrograms, Finding, Fix } from "../../model/rule.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { refusesUnknownFields, type Target } from "../../model/target.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { isList, isString, placeAt, type StringField } from "../parts/fields.ts";
import { quote } from "../../core/show.ts";
import { articles, convertedType } from "./type.ts";
import { readTools } from "../../model/tool-list.ts";
import { removalOf } from "./parts/removal.ts";
import { yamlScalar } from "../../yaml/scalar.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#allowed-tools-field",
    summary: "Reports `allowed-tools` that is not a space-separated string of tools, or that has no value.",
    why: "Google ADK does not load a skill if this field is a list, and ElizaOS and fast-agent ignore a list; Copilot CLI does not load one whose value is a number, a boolean or missing; Mistral Vibe and CrewAI read `Read,` with its comma as the name of a tool. Claude Code, Copilot CLI, deepagents, OpenHands and others read both a list and a string.",
    remedy:
      "Write the tools on one line, separated by spaces: `Bash(git add *) Read`. If there are none, remove the field. Qwen Code and Spring AI Alibaba do not read `allowed-tools` in any form: they need a list in `allowedTools`.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: { document }, targets = [], clients }) {
    const field = document?.frontmatter?.fields.get("allowed-tools");
    if (!document || !field || field.style === "alias") return [];
    return [
      ...ignored(document, field, targets),
      ...(isString(field)
        ? (converted(document, field, targets) ?? textFindings(document, field))
        : [notText(document, field, { targets, clients })]),
    ];
  },
});

/** With `spring-ai-alibaba` chosen, which reads two other spellings. */
function ignored(
  { file, frontmatter }: SkillDocument,
  { keyRange: range, value }: Field,
  targets: readonly Target[],
): readonly Finding[] {
  const read = ["allowed_tools", "allowedTools"].some((key) => frontmatter?.fields.has(key));
  if (read || value.length === 0 || !targets.includes("spring-ai-alibaba")) return [];
  const remedy = refusesUnknownFields(targets) ? "" : "; list them in `allowed_tools` as well";
  return [
    { file, range, message: `Spring AI Alibaba ignores allowed-tools, so its tools never join${remedy}` },
  ];
}

/** A value that YAML does not read as text, or no value: Copilot CLI then does not load the skill. */
function converted(
  document: SkillDocument,
  field: StringField,
  targets: readonly Target[],
): readonly Finding[] | undefined {
  const { file } = document;
  const refusals = [{ reason: "allowed-tools-type" }] as const;
  if (field.style === "empty")
    return [
      {
        file,
        range: field.keyRange,
        refusals,
        message: "allowed-tools has no value; list the tools or remove the field",
        fixes: targets.includes("react-actions") ? [] : removed(document, field),
      },
    ];
  const type = convertedType(field);
  return (
    type && [
      {
        file,
        range: field.valueRange,
        refusals,
        message: `YAML reads allowed-tools ${quote(field.value, 40)} as ${articles[type]}; write names of tools`,
      },
    ]
  );
}

function notText(document: SkillDocument, field: Field, chosen: ChosenPrograms): Finding {
  const { targets = [] } = chosen;
  const { file } = document;
  const range = field.style === "block" ? field.keyRange : field.valueRange;
  if (!isList(field.value))
    return {
      file,
      range,
      refusals: [{ target: "spec", reason: "allowed-tools-type" }],
      message: "allowed-tools is a map; write a string such as `Read Bash(git:*)`",
    };
  if (field.value.length === 0)
    // For react-actions an empty list allows no tool, and a missing field allows all.
    return targets.includes("react-actions")
      ? {
          file,
          range,
          severity: "info",
          message:
            "allowed-tools is an empty list, so react-actions allows no tool; list the tools that it needs",
        }
      : {
          file,
          range,
          message: "allowed-tools is an empty list; remove the field",
          fixes: removed(document, field),
        };
  const tools = field.value.flatMap((tool) => (typeof tool === "string" ? [tool] : []));
  const whole =
    tools.length === field.value.length && tools.every((tool) => readTools(tool).tools.length === 1);
  return {
    file,
    range,
    message: `allowed-tools is a list; ${nameClients(["Google ADK"], chosen)} does not load the skill; ${nameClients(["ElizaOS", "fast-agent"], chosen)} ignore the list`,
    ...severityAmong(["Google ADK", "ElizaOS", "fast-agent"], chosen),
    fixes: whole ? [joined(document, field, tools, "Replace the list with a string")] : [],
  };
}

/** Never safe: for react-actions, an empty field allows no tool, and a missing one allows all. */
function removed(document: SkillDocument, field: Field): readonly Fix[] {
  const fixes = removalOf(document, field, "Remove the empty allowed-tools");
  return fixes.map((fix) => ({ ...fix, safe: false }));
}

function* textFindings(document: SkillDocument, field: StringField): Generator<Finding> {
  const { file } = document;
  const { tools, commas, unbalanced } = readTools(field.value);
  const [comma] = commas;
  if (unbalanced !== undefined) {
    const problem =
      field.value[unbalanced] === "("
        ? 'unclosed "(" in allowed-tools; add ")"'
        : 'unmatched ")" in allowed-tools; remove it';
    yield {
      file,
      range: placeAt(document, field, unbalanced),
      message: problem,
    };
  } else if (comma !== undefined) {
    yield {
      file,
      range: placeAt(document, field, comma),
      severity: "info",
      message: "comma between tools in allowed-tools; use a space",
      fixes: [joined(document, field, tools, "Separate the tools with spaces")],
    };
  }
}

/** The fix is never safe: clients then read a different value, and comments in a list are lost. */
function joined(
  { file, source }: SkillDocument,
  { keyRange, valueRange, style }: Field,
  tools: readonly string[],
  title: string,
): Fix {
  const afterColon = keyRange.end.offset + 1;
  const range = style === "block" ? source.range(afterColon, valueRange.end.offset) : valueRange;
  const text = `${style === "block" ? " " : ""}${yamlScalar(tools.join(" "))}`;
  return {
    title,
    safe: false,
    operations: [{ kind: "edit", file, range, text }],
  };
}
