import type { Refusal, RefusalReason } from "../model/client.ts";
import { decodeUtf8 } from "../dialects/python/decode.ts";
import { universalNewlines } from "../dialects/python/text.ts";
import { loadPyYaml } from "../dialects/pyyaml/pyyaml.ts";
import type { PyValue } from "../dialects/python/value.ts";
import { checkFields } from "./quick-validate-fields.ts";

/** What Anthropic's script makes of a SKILL.md, and the fields it read; all that it would say had it not stopped at the first. */
export interface QuickValidation {
  readonly refusals: readonly Refusal[];
  readonly fields?: ReadonlyMap<string, PyValue>;
}

/** anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae, from the file's bytes. */
export function quickValidate(bytes: Uint8Array): QuickValidation {
  const decoded = decodeUtf8(bytes);
  if ("failure" in decoded) return refuse("encoding", `SKILL.md is not UTF-8: ${decoded.failure}`);
  const text = universalNewlines(decoded.text);
  if (!text.startsWith("---"))
    return refuse(text.startsWith("\ufeff") ? "byte-order-mark" : "fence-open", "No YAML frontmatter found");
  // The closing dashes need a line end of their own before them, so the opening one's does not count.
  const close = text.indexOf("\n---", 4);
  if (!text.startsWith("---\n") || close === -1)
    return refuse(text.startsWith("---\n") ? "fence-close" : "fence-line", "Invalid frontmatter format");
  return validateYaml(text.slice(4, close));
}

function validateYaml(frontmatter: string): QuickValidation {
  const parsed = loadPyYaml(frontmatter);
  if (parsed.outcome === "crash")
    return refuse("crash", `quick_validate.py crashes with ${parsed.type}: ${parsed.message}`);
  if (parsed.outcome === "error")
    return refuse(reasonOf(parsed.problem, parsed.message), `Invalid YAML in frontmatter: ${parsed.message}`);
  if (parsed.value.type !== "dict") return refuse("not-a-mapping", "Frontmatter must be a YAML dictionary");
  const { entries } = parsed.value;
  const fields = new Map<string, PyValue>();
  for (const [key, value] of entries) if (key.type === "str") fields.set(key.value, value);
  return {
    refusals: checkFields(
      entries.map(([key]) => key),
      fields,
    ),
    fields,
  };
}

function reasonOf(problem: string, message: string): RefusalReason {
  if (message.startsWith("unacceptable character")) return "control-character";
  if (problem.includes("'\\t'")) return "yaml-indentation";
  return /alias|anchor|tag|unhashable|constructor/.test(problem) ? "yaml-feature" : "yaml-syntax";
}

function refuse(reason: RefusalReason, message: string): QuickValidation {
  return { refusals: [{ reason, message }] };
}
