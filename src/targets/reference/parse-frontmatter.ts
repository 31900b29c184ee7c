import type { RefusalReason } from "../../model/validator.ts";
import { type PyValue, str, type StrictYamlErrorKind } from "../../dialects/python/value.ts";
import { decodeUtf8 } from "../../dialects/python/decode.ts";
import { strip, universalNewlines } from "../../dialects/python/text.ts";
import { loadStrictYaml } from "../../yaml/theirs/strictyaml.ts";
import { describeCrash, failure, type Metadata, type ParsedSkill, type Result } from "./result.ts";

/** agentskills/agentskills skills-ref/src/skills_ref/parser.py@69ef37e, from the file's bytes. */
export function parseSkill(bytes: Uint8Array): Result<ParsedSkill> {
  const decoded = decodeUtf8(bytes);
  if ("failure" in decoded)
    return { outcome: "crash", complaint: describeCrash("UnicodeDecodeError", decoded.failure) };
  return parseFrontmatter(universalNewlines(decoded.text));
}

/** `text` must have LF line endings. The first two "---" count wherever they are, even in the middle of a line. */
export function parseFrontmatter(text: string): Result<ParsedSkill> {
  if (!text.startsWith("---"))
    return failure(
      "SKILL.md must start with YAML frontmatter (---)",
      text.startsWith("\ufeff") ? "byte-order-mark" : "fence-open",
    );
  const close = text.indexOf("---", 3);
  if (close === -1) return failure("SKILL.md frontmatter not properly closed with ---", "fence-close");
  return parseCut(text.slice(3, close), text.slice(close + 3));
}

/** Parses a frontmatter and the text after its closing dashes as the reference does. */
export function parseCut(frontmatter: string, rest: string): Result<ParsedSkill> {
  const parsed = loadStrictYaml(frontmatter);
  if (parsed.outcome === "error")
    return failure(`Invalid YAML in frontmatter: ${parsed.message}`, yamlReasons[parsed.kind]);
  if (parsed.outcome === "crash")
    return { outcome: "crash", complaint: describeCrash(parsed.type, parsed.message) };
  if (!isMapping(parsed.value))
    return failure("SKILL.md frontmatter must be a YAML mapping", "not-a-mapping");
  return { outcome: "value", value: { metadata: toMetadata(parsed.value.entries), body: strip(rest) } };
}

const yamlReasons = {
  syntax: "yaml-syntax",
  flow: "yaml-flow",
  anchor: "yaml-feature",
  tag: "yaml-feature",
  "duplicate-key": "duplicate-key",
  indentation: "yaml-indentation",
} as const satisfies Record<StrictYamlErrorKind, RefusalReason>;

type Entries = readonly (readonly [PyValue, PyValue])[];

function toMetadata(entries: Entries): Metadata {
  return new Map(
    entries.map(([key, value]) => [
      str(key),
      str(key) === "metadata" && isMapping(value) ? toStrings(value.entries) : value,
    ]),
  );
}

/** Converts the values under `metadata` to strings; a list or mapping becomes its Python repr. */
function toStrings(entries: Entries): PyValue {
  return { type: "dict", entries: entries.map(([key, value]) => [text(key), text(value)]) };
}

function text(value: PyValue): PyValue {
  return { type: "str", value: str(value) };
}

function isMapping(value: PyValue): value is Extract<PyValue, { entries: unknown }> {
  return value.type === "dict";
}
