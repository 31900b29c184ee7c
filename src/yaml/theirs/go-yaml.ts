import { onceForRecent } from "../../core/once.ts";
import { composeFirst, openParser } from "./libyaml/composer.ts";
import { attempt, type YamlFailure } from "./libyaml/failure.ts";
import { goYamlFlavour } from "./libyaml/flavour.ts";
import { type MappingNode, mapTag, type Node, type ScalarNode, strTag } from "./libyaml/nodes.ts";
import { openText } from "./libyaml/scanner.ts";
import { libYamlWords } from "./serde/complaint.ts";
import { readDocument, untagged } from "./serde/document.ts";
import { isNullWord } from "./serde/scalars.ts";
import { excessOf } from "./value-reader.ts";

/** The type of a field of a Go struct: `string`, `bool` or `map[string]string`. */
type GoField = "string" | "boolean" | "strings";

/** The fields of a Go struct; others in the text are ignored. */
export type GoStruct = Readonly<Record<string, GoField>>;

/** Values of the struct's fields. One that is absent or null is not set, and maps are only checked. */
type GoFields = ReadonlyMap<string, string | boolean>;

export type GoStructRead =
  | { readonly outcome: "value"; readonly fields: GoFields }
  /** The text is not YAML; the package's own message. */
  | { readonly outcome: "error"; readonly message: string }
  /** The text is YAML that does not fit the struct. In our words, and the first line of the package's message. */
  | { readonly outcome: "misfit"; readonly reason: string; readonly message: string }
  | { readonly outcome: "unknown"; readonly reason: string };

/**
 * `yaml.Unmarshal` of gopkg.in/yaml.v3 3.0.1 into a struct: a translation of libyaml into Go, which reads only the first
 * document. Tags and merge keys are not judged.
 */
export function readGoStruct(text: string, shape: GoStruct): GoStructRead {
  const excess = excessOf(text);
  if (excess !== undefined) return { outcome: "unknown", reason: excess };
  const { root, message } = readFirst(text);
  if (message !== undefined) return { outcome: "error", message: `yaml: ${message}` };
  if (root && hasUnjudged(root, new Set()))
    return { outcome: "unknown", reason: "frontmatter has tags or merge keys, which are not judged" };
  const fields = new Map<string, string | boolean>();
  const reason = root && !isNull(root) ? readStruct(root, shape, fields) : undefined;
  return reason === undefined
    ? { outcome: "value", fields }
    : { outcome: "misfit", reason, message: "yaml: unmarshal errors:" };
}

interface FirstDocument {
  readonly root?: Node | undefined;
  readonly message?: string;
}

const readFirst = onceForRecent((text): FirstDocument => {
  const { agreed, root } = readDocument(text);
  if (agreed && root) return { root };
  const scanner = openText(text, goYamlFlavour);
  if ("code" in scanner) return { message: "control characters are not allowed" };
  const parser = openParser(scanner, () => untagged);
  const failure = attempt(() => void composeFirst(parser));
  return failure ? { message: describe(failure) } : { root: parser.root };
});

/** Lines are counted from 1 for errors of the scanner, and from 0 for those of the parser. decode.go `fail` */
function describe(failure: YamlFailure): string {
  if (failure.outcome === "crash") return failure.message;
  const { context, contextMark, problem, mark } = failure.complaint;
  const [, anchor] = /^found undefined alias '(.*)'$/s.exec(problem) ?? [];
  if (anchor !== undefined) return `unknown anchor '${anchor}' referenced`;
  const line = contextMark?.line || mark.line;
  const isOfParser = context?.startsWith("while parsing") === true;
  const where = line === 0 ? "" : `line ${isOfParser ? line : line + 1}: `;
  return where + libYamlWords(problem, context).problem;
}

/** Whether the graph has a tag, or a key "<<"; aliases may lead to a node twice, or around. */
function hasUnjudged(node: Node, seen: Set<Node>): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  if (node.kind === "scalar") return node.tag !== untagged && node.tag !== strTag;
  if (node.kind === "sequence") return node.items.some((item) => hasUnjudged(item, seen));
  return (
    node.tag !== mapTag ||
    node.pairs.some(([key, value]) => isMerge(key) || hasUnjudged(key, seen) || hasUnjudged(value, seen))
  );
}

function isMerge(key: Node): boolean {
  return key.kind === "scalar" && key.tag === untagged && key.value === "<<";
}

/** Why the text does not fit, if so. decode.go `mappingStruct` */
function readStruct(root: Node, shape: GoStruct, fields: Map<string, string | boolean>): string | undefined {
  if (root.kind !== "mapping") return "frontmatter is not a mapping";
  const twice = keyTwice(root);
  if (twice !== undefined) return `frontmatter has the key ${twice} twice`;
  for (const [key, value] of root.pairs) {
    if (key.kind !== "scalar") return "frontmatter has a key that is not a scalar";
    const field = !isNull(key) && Object.hasOwn(shape, key.value) ? shape[key.value] : undefined;
    if (field === undefined || isNull(value)) continue;
    const misfit = field === "strings" ? misfitOfMap(value) : undefined;
    if (misfit !== undefined) return `${key.value} ${misfit}`;
    if (field === "strings") continue;
    if (value.kind !== "scalar") return `${key.value} is not a ${field}`;
    const read = field === "string" ? value.value : readBoolean(value);
    if (read === undefined) return `${key.value} is not a boolean`;
    fields.set(key.value, read);
  }
  return undefined;
}

/** Why the value is not a `map[string]string`, if so. */
function misfitOfMap(node: Node): string | undefined {
  if (node.kind !== "mapping") return "is not a mapping";
  const twice = keyTwice(node);
  if (twice !== undefined) return `has the key ${twice} twice`;
  const isText = node.pairs.every(
    ([key, value]) => key.kind === "scalar" && (isNull(key) || value.kind === "scalar"),
  );
  return isText ? undefined : "has a value that is not a string";
}

/** The words of YAML 1.1 in quotes too, those of 1.2 only without. decode.go `scalar` */
function readBoolean({ tag, value }: ScalarNode): boolean | undefined {
  if (/^(?:y|Y|yes|Yes|YES|on|On|ON)$/.test(value)) return true;
  if (/^(?:n|N|no|No|NO|off|Off|OFF)$/.test(value)) return false;
  const word = tag === untagged ? /^(?:(true|True|TRUE)|false|False|FALSE)$/.exec(value) : null;
  return word ? word[1] !== undefined : undefined;
}

/** The first key that is there twice, quoted; collections have no text of their own. */
function keyTwice({ pairs }: MappingNode): string | undefined {
  const seen = new Set<string>();
  for (const [key] of pairs) {
    const text = `${key.kind} ${key.kind === "scalar" ? key.value : ""}`;
    if (seen.has(text)) return JSON.stringify(key.kind === "scalar" ? key.value : key.kind);
    seen.add(text);
  }
  return undefined;
}

function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.tag === untagged && (node.value === "" || isNullWord(node.value));
}
