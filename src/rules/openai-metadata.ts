import { nearest } from "../core/nearest.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Field, ParseProblemKind } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { memberFaults, openaiShapes, type Fault } from "./parts/openai-fields.ts";

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
