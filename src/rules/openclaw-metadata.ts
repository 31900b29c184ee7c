import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";
import { isList, isMap, isString } from "./parts/fields.ts";

/** The names of OpenClaw's own block; its src/compat/legacy-names.ts. */
const blocks = ["openclaw", "clawdbot"];

/** Earlier names of OpenClaw, which it does not read; its registry, ClawHub, still knows the first. */
const forgotten = ["clawdis", "moltbot"];

export default defineRule({
  meta: {
    id: "openclaw-metadata",
    category: "portability",
    origin: "client:openclaw",
    source: "https://docs.openclaw.ai/tools/skills",
    summary:
      "Reports what OpenClaw does not read in its block of `metadata`: another name or shape, or a requirement or way to install that it does not know.",
    why: "OpenClaw passes over it without a word, so that a skill is offered where it cannot work, or nothing is installed for it.",
    remedy:
      "Write `requires` as lists of names under `bins`, `anyBins`, `env` and `config`, `os` beside it, and give each entry of `install` one of the kinds brew, download, go, node and uv, with what that kind installs.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const metadata = document?.frontmatter?.fields.get("metadata");
    return document && metadata ? Array.from(findings(document, metadata)) : [];
  },
});

type Said = Pick<Finding, "range" | "message">;

function* findings({ file }: SkillDocument, metadata: Field): Generator<Finding> {
  const named = metadata.children.filter(({ key }) => blocks.includes(key));
  for (const said of [...nameless(metadata, named), ...notJson(metadata, named)]) yield { file, ...said };
  const block = blocks.flatMap((key) => named.filter((field) => field.key === key && !isString(field)))[0];
  const [first] = named;
  if (!block && first && isWritten(first))
    yield {
      file,
      range: first.valueRange,
      message: `${quote(first.key)} in metadata is text, which OpenClaw does not read, expected a map`,
    };
  const members = new Map(block?.children.map((field) => [field.key, field]));
  for (const said of [...requirements(members.get("requires")), ...installs(members.get("install"))])
    yield { file, ...said };
}

/** What an alias stands for is not known here. */
function isWritten({ style }: Field): boolean {
  return style !== "empty" && style !== "alias";
}

function nameless(metadata: Field, named: readonly Field[]): readonly Said[] {
  const old = named.length === 0 ? metadata.children.find(({ key }) => forgotten.includes(key)) : undefined;
  return old
    ? [
        {
          range: old.keyRange,
          message: `OpenClaw reads no block by the name of ${quote(old.key)}, expected "openclaw"`,
        },
      ]
    : [];
}

const literal =
  /^(?:true|false|null|[-+]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?))$/;

/** A flow map on the line of its key is read as JSON5 and not as YAML; packages/markdown-core/src/frontmatter.ts. */
function notJson(
  { key, keyRange, valueRange, style, children }: Field,
  named: readonly Field[],
): readonly Said[] {
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
          message: `${quote(String(bare.value), 60)} has no quotes, and OpenClaw reads ${quote(key)} on one line as JSON5, expected quotes`,
        },
      ]
    : [];
}

/** The parser's limit of depth holds here too. */
function leaves(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => (field.children.length > 0 ? leaves(field.children) : [field]));
}

const required = ["anyBins", "bins", "config", "env"];

function* requirements(requires: Field | undefined): Generator<Said> {
  if (!requires || !isWritten(requires)) return;
  if (!isMap(requires))
    return yield {
      range: requires.valueRange,
      message: `"requires" is ${isString(requires) ? "text" : "a list"}, expected a map with anyBins, bins, config or env`,
    };
  for (const field of requires.children) {
    const { key, keyRange } = field;
    if (key === "os")
      yield {
        range: keyRange,
        message:
          '"os" stands within "requires", where OpenClaw does not read it, expected it beside "requires"',
      };
    else if (!required.includes(key) && field.children.length === 0 && !isString(field)) continue;
    else if (!required.includes(key))
      yield {
        range: keyRange,
        message: `OpenClaw knows no requirement ${quote(key, 60)}, expected anyBins, bins, config or env`,
      };
    else if (isMap(field))
      yield { range: field.valueRange, message: `"${key}" is a map, expected a list of names` };
    else
      for (const item of field.children.filter(isMap))
        yield { range: item.valueRange, message: `"${key}" has a map in its list, expected names` };
  }
}

/** By kind, where what is to be installed stands; parseInstallSpec in src/skills/loading/frontmatter.ts. */
const targets: ReadonlyMap<string, readonly string[]> = new Map([
  ["brew", ["formula", "cask"]],
  ["download", ["url"]],
  ["go", ["module"]],
  ["node", ["package"]],
  ["uv", ["package"]],
]);

function* installs(install: Field | undefined): Generator<Said> {
  if (!install || !isWritten(install)) return;
  if (!isList(install.value))
    return yield {
      range: install.valueRange,
      message: '"install" is no list, expected one of maps, each with its kind',
    };
  for (const item of install.children) {
    const members = new Map(item.children.map((field) => [field.key, field]));
    const kind = members.get("kind") ?? members.get("type");
    const wanted = kind && isString(kind) ? targets.get(kind.value.trim().toLowerCase()) : undefined;
    if (!kind)
      yield {
        range: item.valueRange,
        message: "a way to install has no kind, expected brew, download, go, node or uv",
      };
    else if (!wanted)
      yield {
        range: kind.valueRange,
        message: `OpenClaw knows no way to install ${quote(String(kind.value), 60)}, expected brew, download, go, node or uv`,
      };
    else if (!wanted.some((key) => members.has(key)))
      yield {
        range: item.valueRange,
        message: `to install with ${String(kind.value)} OpenClaw needs ${wanted.map((key) => quote(key)).join(" or ")}, which is not there`,
      };
  }
}
