import { readAgreedPy } from "./agreed-yaml.ts";
import type { PyYamlResult } from "./py-value.ts";
import { constructPy } from "./pyyaml-construct.ts";
import { composeSingle } from "./yaml-compose.ts";
import { attempt, crash } from "./yaml-failure.ts";
import { pyYamlFlavour } from "./yaml-flavour.ts";
import { type BadCharacter, openText } from "./yaml-reader.ts";
import { resolvePlain } from "./yaml11-resolve.ts";

/** Longer texts than this, in UTF-16 units, Python needs minutes for; they are a "TimeoutError". */
const longest = 1_048_576;

/** What `yaml.safe_load(text)` of PyYAML 6.0 gives on Python 3.11: the value, `str()` of its YAMLError, or the exception that escapes. */
export function loadPyYaml(text: string): PyYamlResult {
  const agreed = readAgreedPy(text);
  if (agreed) return { outcome: "value", value: agreed };
  const result = attempt(() => load(text));
  return result.outcome === "error"
    ? { outcome: "error", message: result.message, problem: result.problem }
    : result;
}

function load(text: string): PyYamlResult {
  if (text.length > longest) crash("TimeoutError", `the text is longer than ${longest} characters`);
  const scanner = openText(text, pyYamlFlavour);
  if ("code" in scanner) return unacceptable(scanner);
  const node = composeSingle(scanner, resolvePlain);
  return { outcome: "value", value: node === undefined ? { type: "NoneType" } : constructPy(scanner, node) };
}

/** PyYAML reader.py ReaderError */
function unacceptable({ code, position }: BadCharacter): PyYamlResult {
  const problem = `unacceptable character #x${code.toString(16).padStart(4, "0")}: special characters are not allowed`;
  return { outcome: "error", message: `${problem}\n  in "<unicode string>", position ${position}`, problem };
}
