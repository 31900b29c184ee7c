import { nearest } from "../../core/nearest.ts";
import type { Range } from "../../core/place.ts";
import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Field, ParseProblemKind } from "../../model/frontmatter.ts";
import type { Finding } from "../../model/rule.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { characters, isList, isString, type StringField } from "../parts/fields.ts";
import { isForClaudeCode } from "../parts/for-claude-code.ts";

const file = "agents/openai.yaml";

/** Problems for which Codex ignores the whole file. */
const fatal: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "yaml-syntax",
  "not-a-mapping",
  "duplicate-key",
]);

export default defineRule({
  meta: {
    id: "openai-metadata",
    category: "portability",
    origin: "client:codex",
    source: "openai/codex codex-rs/core-skills/src/loader.rs@e51b9d1",
    summary:
      "Reports what Codex ignores in `agents/openai.yaml`: YAML that does not parse, values of the wrong type, and misplaced or misspelled keys; and a skill that `disable-model-invocation` hides only elsewhere.",
    why: "Codex loads the skill without the file or the value and reports it only in its log: a skill that must not be invoked implicitly may then be.",
    remedy:
      "Write the maps `interface`, `policy` and `dependencies`, with values of the types that the message names.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document, texts, partial } }) {
    const found = texts.find(({ path }) => path === file);
    if (!found) return document && partial.length === 0 ? unhidden(document) : [];
    const { fields, problems } = found.yaml;
    const broken = problems.filter(({ kind }) => fatal.has(kind));
    const faults =
      broken.length > 0
        ? broken.slice(0, 1).map(unparsed)
        : [...strayKeys(fields), ...memberFaults(fields.values(), openaiShapes)];
    const hides = faults.length > 0 || fields.get("policy")?.children.some(({ key }) => key === hidingKey);
    return [
      ...faults.map((fault): Finding => ({ file, ...fault })),
      ...(document && !hides ? unhidden(document) : []),
    ];
  },
});

const hidingKey = "allow_implicit_invocation";

/** A skill that only users may call in other clients, and that Codex still shows to the model. */
function unhidden({ file: skillFile, frontmatter }: SkillDocument): readonly Finding[] {
  const field = frontmatter?.fields.get("disable-model-invocation");
  if (!field || !isString(field) || field.value.trim() !== "true" || isForClaudeCode(frontmatter)) return [];
  return [
    {
      file: skillFile,
      range: field.keyRange,
      severity: "info",
      message: `Codex ignores \`disable-model-invocation\`; write \`policy: {${hidingKey}: false}\` in ${quote(file)}`,
    },
  ];
}

function unparsed({
  kind,
  message,
  range,
}: { readonly kind: ParseProblemKind; readonly message: string } & Pick<Fault, "range">): Fault {
  return {
    range,
    message:
      kind === "not-a-mapping"
        ? `${quote(file)} must be a map; Codex ignores the file`
        : `Codex ignores the file: ${message}`,
  };
}

/** Reports keys that belong in one of the maps, and misspelled keys. */
function* strayKeys(fields: ReadonlyMap<string, Field>): Generator<Fault> {
  for (const { key, keyRange } of fields.values()) {
    if (openaiShapes.has(key)) continue;
    const parent = Array.from(openaiShapes).find(
      ([, shape]) => shape.kind === "map" && shape.of.has(key),
    )?.[0];
    if (parent)
      yield {
        range: keyRange,
        message: `Codex reads ${quote(key)} only inside ${quote(parent)}; move it there`,
      };
    else yield* misspelled(key, keyRange, openaiShapes.keys());
  }
  for (const [name, shape] of openaiShapes) {
    if (shape.kind !== "map") continue;
    for (const { key, keyRange } of fields.get(name)?.children ?? [])
      if (!shape.of.has(key)) yield* misspelled(key, keyRange, shape.of.keys());
  }
}

function* misspelled(key: string, range: Fault["range"], known: Iterable<string>): Generator<Fault> {
  const near = nearest(key, known);
  if (near !== undefined)
    yield { range, message: `Codex ignores ${quote(key, 60)}; did you mean ${quote(near)}?` };
}

interface Fault {
  readonly range: Range;
  readonly message: string;
}

/** Returns why Codex ignores a value of the right type; undefined if it does not. */
type Check = (field: StringField) => string | undefined;

/**
 * The type of a value that Codex reads in agents/openai.yaml. Codex ignores a map that has no value for one of
 * `needs`.
 */
type Shape =
  | { readonly kind: "text"; readonly check: Check }
  | { readonly kind: "boolean" }
  | { readonly kind: "list"; readonly of?: Shape }
  | { readonly kind: "map"; readonly of: Members; readonly needs?: readonly string[] };

type Members = ReadonlyMap<string, Shape>;

/** DependencyTool in codex-rs/core-skills/src/loader.rs. */
const tool: Members = new Map([
  ["command", text(atMost(1024))],
  ["description", text(atMost(1024))],
  ["transport", text(atMost(64))],
  ["type", text(atMost(64))],
  ["url", text(atMost(1024))],
  ["value", text(atMost(1024))],
]);

/** Interface in the same file. */
const interfaceKeys: Members = new Map([
  ["brand_color", text(color)],
  ["default_prompt", text(atMost(1024))],
  ["display_name", text(atMost(64))],
  ["icon_large", text(icon)],
  ["icon_small", text(icon)],
  ["short_description", text(atMost(1024))],
]);

/** SkillMetadataFile, with Dependencies and Policy. */
const openaiShapes: Members = new Map<string, Shape>([
  ["interface", { kind: "map", of: interfaceKeys }],
  [
    "dependencies",
    {
      kind: "map",
      of: new Map<string, Shape>([
        ["tools", { kind: "list", of: { kind: "map", of: tool, needs: ["type", "value"] } }],
      ]),
    },
  ],
  [
    "policy",
    {
      kind: "map",
      of: new Map<string, Shape>([
        ["allow_implicit_invocation", { kind: "boolean" }],
        ["products", { kind: "list" }],
      ]),
    },
  ],
]);

const names = { text: "a string", boolean: "true or false", list: "a list", map: "a map" } as const;

/**
 * The problems with the keys that Codex reads; it ignores all others. The shapes limit the depth of the recursion.
 */
function* memberFaults(fields: Iterable<Field>, members: Members): Generator<Fault> {
  for (const field of fields) {
    const shape = members.get(field.key);
    if (shape) yield* faultsOf(field, shape);
  }
}

function* faultsOf(field: Field, shape: Shape): Generator<Fault> {
  const { key, style, children, valueRange: range } = field;
  if (style === "alias" || style === "empty") return;
  if (!fits(field, shape))
    return yield {
      range,
      message: `${quote(key)} must be ${names[shape.kind]}, not ${written(field)}; Codex ignores the whole file`,
    };
  if (shape.kind === "text" && isString(field)) {
    const wrong = shape.check(field);
    if (wrong !== undefined) yield { range, message: `${quote(key)} ${wrong}; Codex ignores it` };
  } else if (shape.kind === "list" && shape.of) {
    for (const item of children) yield* faultsOf({ ...item, key }, shape.of);
  } else if (shape.kind === "map") {
    yield* memberFaults(children, shape.of);
    const lacking = shape.needs?.filter((need) => !children.some((child) => child.key === need)) ?? [];
    if (lacking.length > 0)
      yield {
        range,
        message: `entry in ${quote(key)} has no ${series(
          lacking.map((need) => quote(need)),
          "or",
        )}; Codex ignores the entry`,
      };
  }
}

/**
 * Whether a value has the type, as serde_yaml reads it: any plain value can be a string, and each boolean has three
 * spellings.
 */
function fits(field: Field, { kind }: Shape): boolean {
  if (kind === "boolean")
    return field.style === "plain" && /^(?:true|True|TRUE|false|False|FALSE)$/.test(String(field.value));
  if (kind === "text") return isString(field);
  return kind === "list" ? isList(field.value) : !isString(field) && !isList(field.value);
}

function written(field: Field): string {
  if (isString(field))
    return field.style === "plain" ? quote(field.value, 60) : `the string ${quote(field.value, 60)}`;
  return isList(field.value) ? "a list" : "a map";
}

function text(check: Check): Shape {
  return { kind: "text", check };
}

/** Limits the number of characters; each run of spaces counts as one. */
function atMost(most: number): Check {
  return ({ value }) => {
    const length = characters(value.trim().replace(/\s+/g, " "));
    if (length === 0) return "is empty";
    return length > most ? `has ${count(length, "character")} (maximum ${most})` : undefined;
  };
}

function color({ value }: StringField): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(value.trim())
    ? undefined
    : `must be a color such as "#0EA5E9", not ${quote(value, 60)}`;
}

/** Checks a path. One with ".." may point to the assets of the plugin that contains the skill. */
function icon({ value }: StringField): string | undefined {
  const parts = value.split("/").filter((part) => part !== ".");
  return value === "" || parts[0] === "assets" || parts.includes("..")
    ? undefined
    : `must be a path that begins with "assets/", not ${quote(value, 80)}`;
}
