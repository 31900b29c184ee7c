import { readAgreedStrict } from "./agreed-yaml.ts";
import type { StrictYamlResult } from "./py-value.ts";
import { constructStrict } from "./strictyaml-construct.ts";
import { composeSingle } from "./yaml-compose.ts";
import { attempt, crash } from "./yaml-failure.ts";
import { strictYamlFlavour } from "./yaml-flavour.ts";
import { mergeTag, strTag, valueTag } from "./yaml-nodes.ts";
import { openText } from "./yaml-reader.ts";
import type { Scanner } from "./yaml-scanner.ts";

/** Longer texts than this, in UTF-16 units, Python needs minutes for; they are a "TimeoutError". */
const longest = 1_048_576;

/** What `strictyaml.load(text).data` of StrictYAML 1.7.3 gives on Python 3.11: the value, `str()` of its YAMLError, or the exception that escapes. */
export function loadStrictYaml(text: string): StrictYamlResult {
  const agreed = readAgreedStrict(text);
  if (agreed) return { outcome: "value", value: agreed };
  const result = attempt(() => load(text));
  return result.outcome === "error"
    ? { outcome: "error", kind: result.kind, message: result.message }
    : result;
}

function load(text: string): StrictYamlResult {
  if (text.length > longest) crash("TimeoutError", `the text is longer than ${longest} characters`);
  const scanner = openText(text, strictYamlFlavour);
  if ("code" in scanner) crash("AttributeError", "'ReaderError' object has no attribute 'context_mark'");
  const node = composeSingle(scanner, resolvePlain);
  const value = node && constructStrict(scanner, node);
  // parser.py generic_load: a document that is neither a mapping nor a list stands for its own text.
  if (value?.type === "dict" || value?.type === "list") return { outcome: "value", value };
  return { outcome: "value", value: { type: "str", value: text } };
}

/** To StrictYAML all types are strings, but a merge key is one, and "=" has a tag that no constructor knows. */
function resolvePlain(value: string, { version: [major, minor] }: Scanner): string {
  if (major !== 1 || (minor !== 1 && minor !== 2)) crash("KeyError", `(${major}, ${minor})`);
  return value === "<<" ? mergeTag : value === "=" ? valueTag : strTag;
}
