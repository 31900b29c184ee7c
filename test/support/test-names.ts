import { readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

/**
 * The names of the tests in a file as they are written, each after those of its groups: "the index > is empty", "%s >
 * refuses %j".
 */
export function testNames(file: URL): readonly string[] {
  const text = readFileSync(file, "utf8");
  return namesIn(parseAst(text, { lang: "ts" }), [], text);
}

function namesIn(value: unknown, groups: readonly string[], text: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, groups, text));
  if (!isNode(value)) return [];
  const [callee, first, ...others] =
    value["type"] === "CallExpression" && Array.isArray(value["arguments"])
      ? [calleeOf(value["callee"]), nameOf(value["arguments"][0], text), ...value["arguments"].slice(1)]
      : [];
  if (first === undefined || others.length === 0 || (callee !== "it" && callee !== "describe"))
    return Object.values(value).flatMap((each) => namesIn(each, groups, text));
  return callee === "it" ? [[...groups, first].join(" > ")] : namesIn(others, [...groups, first], text);
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** "it" of `it(…)`, `it.each(…)(…)` and `it.each<…>(…)(…)`. */
export function calleeOf(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  return node["type"] === "Identifier" ? node["name"] : calleeOf(node["callee"] ?? node["object"]);
}

/** The text of a string or template literal. */
function nameOf(node: unknown, text: string): string | undefined {
  if (!isNode(node)) return undefined;
  const { type, value, start, end } = node;
  if (type === "Literal" && typeof value === "string") return value;
  return type === "TemplateLiteral" && typeof start === "number" && typeof end === "number"
    ? text.slice(start + 1, end - 1)
    : undefined;
}
