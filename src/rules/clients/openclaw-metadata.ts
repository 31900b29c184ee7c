import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { defineRule } from "../define.ts";
import { isList, isMap, isString } from "../parts/fields.ts";

/** The keys of OpenClaw's block in `metadata`; from its src/compat/legacy-names.ts. */
const blocks = ["openclaw", "clawdbot"];

/** Former names of OpenClaw, which it ignores; its registry, ClawHub, still supports the first. */
const formerBlocks = ["clawdis", "moltbot"];

export default defineRule({
  meta: {
    id: "openclaw-metadata",
    category: "portability",
    origin: "client:openclaw",
    source: "https://docs.openclaw.ai/tools/skills",
    summary:
      "Reports what OpenClaw ignores in its block of `metadata`: a wrong key or type, or an unknown requirement or kind of install.",
    why: "OpenClaw ignores it without a message, so a skill is offered where it cannot work, or nothing is installed for it.",
    remedy:
      "Write `requires` as lists of names under `bins`, `anyBins`, `env` and `config`, write `os` next to it, and give each entry of `install` one of the kinds brew, download, go, node and uv, and the key that this kind requires.",
    severity: "info",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const metadata = document?.frontmatter?.fields.get("metadata");
    return document && metadata ? Array.from(findings(document, metadata)) : [];
  },
});

type Problem = Pick<Finding, "range" | "message">;

function* findings({ file }: SkillDocument, metadata: Field): Generator<Finding> {
  const named = metadata.children.filter(({ key }) => blocks.includes(key));
  for (const problem of [...formerlyNamed(metadata, named), ...notJson(metadata, named)])
    yield { file, ...problem };
  const block = blocks.flatMap((key) => named.filter((field) => field.key === key && !isString(field)))[0];
  const [first] = named;
  if (!block && first && isWritten(first))
    yield {
      file,
      range: first.valueRange,
      message: `${quote(first.key)} in metadata must be a map, not a string; OpenClaw ignores it`,
    };
  const members = new Map(block?.children.map((field) => [field.key, field]));
  for (const problem of [...requirements(members.get("requires")), ...installs(members.get("install"))])
    yield { file, ...problem };
}

/** Whether the value is written in place; the value of an alias is not known here. */
function isWritten({ style }: Field): boolean {
  return style !== "empty" && style !== "alias";
}

function formerlyNamed(metadata: Field, named: readonly Field[]): readonly Problem[] {
  const old =
    named.length === 0 ? metadata.children.find(({ key }) => formerBlocks.includes(key)) : undefined;
  return old
    ? [
        {
          range: old.keyRange,
          message: `OpenClaw ignores ${quote(old.key)}; write \`openclaw\``,
        },
      ]
    : [];
}

const literal =
  /^(?:true|false|null|[-+]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?))$/;

/**
 * Reports an inline map on the line of its key that is not JSON5, as OpenClaw reads it as JSON5 instead of YAML
 * (packages/markdown-core/src/frontmatter.ts).
 */
function notJson(
  { key, keyRange, valueRange, style, children }: Field,
  named: readonly Field[],
): readonly Problem[] {
  const oneLine =
    keyRange.start.line === valueRange.start.line && valueRange.start.line === valueRange.end.line;
  if (style !== "flow" || !oneLine || named.length === 0) return [];
  const bare = leaves(children).find(
    (leaf) => leaf.style === "plain" && isString(leaf) && !literal.test(leaf.value),
  );
  return bare
    ? [
        {
          range: bare.valueRange,
          message: `${quote(String(bare.value), 60)} is unquoted, but OpenClaw reads a one-line ${quote(key)} as JSON5; quote it`,
        },
      ]
    : [];
}

/** The fields without members; the parser limits the depth of the recursion. */
function leaves(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => (field.children.length > 0 ? leaves(field.children) : [field]));
}

const required = ["anyBins", "bins", "config", "env"];

function* requirements(requires: Field | undefined): Generator<Problem> {
  if (!requires || !isWritten(requires)) return;
  if (!isMap(requires))
    return yield {
      range: requires.valueRange,
      message: `"requires" is ${isString(requires) ? "a string" : "a list"}; write a map with anyBins, bins, config or env`,
    };
  for (const field of requires.children) {
    const { key, keyRange } = field;
    if (key === "os")
      yield {
        range: keyRange,
        message: 'OpenClaw ignores "os" inside "requires"; move it next to "requires"',
      };
    else if (!required.includes(key) && field.children.length === 0 && !isString(field)) continue;
    else if (!required.includes(key))
      yield {
        range: keyRange,
        message: `OpenClaw ignores the requirement ${quote(key, 60)}; use anyBins, bins, config or env`,
      };
    else if (isMap(field))
      yield { range: field.valueRange, message: `"${key}" is a map; write a list of names` };
    else
      for (const item of field.children.filter(isMap))
        yield { range: item.valueRange, message: `"${key}" contains a map; write a list of names` };
  }
}

/** For each kind, the keys that say what to install; parseInstallSpec in src/skills/loading/frontmatter.ts. */
const installKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["brew", ["formula", "cask"]],
  ["download", ["url"]],
  ["go", ["module"]],
  ["node", ["package"]],
  ["uv", ["package"]],
]);

function* installs(install: Field | undefined): Generator<Problem> {
  if (!install || !isWritten(install)) return;
  if (!isList(install.value))
    return yield {
      range: install.valueRange,
      message: '"install" is not a list; write a list of maps, each with a "kind"',
    };
  for (const item of install.children) {
    const members = new Map(item.children.map((field) => [field.key, field]));
    const kind = members.get("kind") ?? members.get("type");
    const wanted = kind && isString(kind) ? installKeys.get(kind.value.trim().toLowerCase()) : undefined;
    if (!kind)
      yield {
        range: item.valueRange,
        message: 'install entry has no "kind"; use brew, download, go, node or uv',
      };
    else if (!wanted)
      yield {
        range: kind.valueRange,
        message: `OpenClaw ignores the install kind ${quote(String(kind.value), 60)}; use brew, download, go, node or uv`,
      };
    else if (!wanted.some((key) => members.has(key)))
      yield {
        range: item.valueRange,
        message: `install kind ${quote(String(kind.value))} lacks its source; add ${wanted.map((key) => quote(key)).join(" or ")}`,
      };
  }
}
