import { nearest } from "../core/nearest.ts";
import type { Range } from "../core/place.ts";
import { count, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { Field, ParseProblemKind } from "../model/frontmatter.ts";
import type { Finding } from "../model/rule.ts";
import { defineRule } from "./define.ts";
import { characters, isList, isString, type StringField } from "./parts/fields.ts";

const file = "agents/openai.yaml";

/** With one of these Codex takes nothing of the file. */
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
      "Reports what Codex does not take in `agents/openai.yaml`: YAML that does not parse, values of another kind, and names out of their place.",
    why: "Codex loads the skill without the file, or without the value, and says so in its log alone: a skill that must not be used unasked may then be.",
    remedy:
      "Write the maps `interface`, `policy` and `dependencies`, with values of the kinds that the message names.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { texts } }) {
    const found = texts.find(({ path }) => path === file);
    if (!found) return [];
    const { fields, problems } = found.yaml;
    const broken = problems.filter(({ kind }) => fatal.has(kind));
    const faults =
      broken.length > 0
        ? broken.slice(0, 1).map(unparsed)
        : [...strayNames(fields), ...memberFaults(fields.values(), openaiShapes)];
    return faults.map((fault): Finding => ({ file, ...fault }));
  },
});

function unparsed({
  kind,
  message,
  range,
}: { readonly kind: ParseProblemKind; readonly message: string } & Pick<Fault, "range">): Fault {
  return {
    range,
    message:
      kind === "not-a-mapping"
        ? `${quote(file)} holds no "key: value" lines, and Codex drops it`
        : `${message}, and Codex drops the whole file`,
  };
}

/** Names of what belongs into a map, and names that are nearly one of Codex's. */
function* strayNames(fields: ReadonlyMap<string, Field>): Generator<Fault> {
  for (const { key, keyRange } of fields.values()) {
    if (openaiShapes.has(key)) continue;
    const home = Array.from(openaiShapes).find(([, shape]) => shape.kind === "map" && shape.of.has(key))?.[0];
    if (home)
      yield {
        range: keyRange,
        message: `${quote(key)} stands outside ${quote(home)}, where Codex does not read it`,
      };
    else yield* nearly(key, keyRange, openaiShapes.keys());
  }
  for (const [name, shape] of openaiShapes) {
    if (shape.kind !== "map") continue;
    for (const { key, keyRange } of fields.get(name)?.children ?? [])
      if (!shape.of.has(key)) yield* nearly(key, keyRange, shape.of.keys());
  }
}

function* nearly(key: string, range: Fault["range"], known: Iterable<string>): Generator<Fault> {
  const near = nearest(key, known);
  if (near !== undefined)
    yield { range, message: `Codex reads no ${quote(key, 60)}, the nearest is ${quote(near)}` };
}

/** What is wrong with a value, and where. */
interface Fault {
  readonly range: Range;
  readonly message: string;
}

/** Looks at a value of the right shape; what it says, Codex leaves out. */
type Check = (field: StringField) => string | undefined;

/** What Codex reads in agents/openai.yaml; of a map that lacks one of `needs` it reads nothing. */
type Shape =
  | { readonly kind: "text"; readonly check: Check }
  | { readonly kind: "boolean" }
  | { readonly kind: "list"; readonly of?: Shape }
  | { readonly kind: "map"; readonly of: Members; readonly needs?: readonly string[] };

type Members = ReadonlyMap<string, Shape>;

/** DependencyTool of codex-rs/core-skills/src/loader.rs. */
const tool: Members = new Map([
  ["command", text(atMost(1024))],
  ["description", text(atMost(1024))],
  ["transport", text(atMost(64))],
  ["type", text(atMost(64))],
  ["url", text(atMost(1024))],
  ["value", text(atMost(1024))],
]);

/** Interface of the same file. */
const look: Members = new Map([
  ["brand_color", text(color)],
  ["default_prompt", text(atMost(1024))],
  ["display_name", text(atMost(64))],
  ["icon_large", text(icon)],
  ["icon_small", text(icon)],
  ["short_description", text(atMost(1024))],
]);

/** SkillMetadataFile, with Dependencies and Policy. */
const openaiShapes: Members = new Map<string, Shape>([
  ["interface", { kind: "map", of: look }],
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

const names = { text: "text", boolean: "true or false", list: "a list", map: "a map" } as const;

/** The faults of the members that Codex reads; the others it passes over. Depth is bounded by the shapes. */
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
      message: `${quote(key)} is ${written(field)}, expected ${names[shape.kind]}, or Codex drops the whole file`,
    };
  if (shape.kind === "text" && isString(field)) {
    const wrong = shape.check(field);
    if (wrong !== undefined) yield { range, message: `${quote(key)} ${wrong}, or Codex leaves it out` };
  } else if (shape.kind === "list" && shape.of) {
    for (const item of children) yield* faultsOf({ ...item, key }, shape.of);
  } else if (shape.kind === "map") {
    yield* memberFaults(children, shape.of);
    const lacking = shape.needs?.filter((need) => !children.some((child) => child.key === need)) ?? [];
    if (lacking.length > 0)
      yield {
        range,
        message: `one of ${quote(key)} has no ${series(lacking.map((need) => quote(need)))}, and Codex leaves it out`,
      };
  }
}

/** As serde_yaml takes them: any plain value as text, and three spellings of either boolean. */
function fits(field: Field, { kind }: Shape): boolean {
  if (kind === "boolean")
    return field.style === "plain" && /^(?:true|True|TRUE|false|False|FALSE)$/.test(String(field.value));
  if (kind === "text") return isString(field);
  return kind === "list" ? isList(field.value) : !isString(field) && !isList(field.value);
}

function written(field: Field): string {
  if (isString(field))
    return field.style === "plain" ? quote(field.value, 60) : `the text ${quote(field.value, 60)}`;
  return isList(field.value) ? "a list" : "a map";
}

function text(check: Check): Shape {
  return { kind: "text", check };
}

/** In characters, blanks counted once. */
function atMost(most: number): Check {
  return ({ value }) => {
    const length = characters(value.trim().replace(/\s+/g, " "));
    if (length === 0) return "is empty, expected text";
    return length > most ? `has ${count(length, "character")}, expected at most ${most}` : undefined;
  };
}

function color({ value }: StringField): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(value.trim())
    ? undefined
    : `is ${quote(value, 60)}, expected a colour such as "#0EA5E9"`;
}

/** A path with ".." may lead to the assets of a plugin around the skill. */
function icon({ value }: StringField): string | undefined {
  const parts = value.split("/").filter((part) => part !== ".");
  return value === "" || parts[0] === "assets" || parts.includes("..")
    ? undefined
    : `is ${quote(value, 80)}, expected a path that begins with assets/`;
}
