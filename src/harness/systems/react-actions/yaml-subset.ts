import { quote } from "../../../core/show.ts";
import { holdsFrontmatter, opensFrontmatter, splitDocument } from "../../skill-document.ts";

/** The values that the subset supports: a scalar or a list of scalars. */
export type SubsetValue = string | readonly string[];

export type SubsetFrontmatter =
  | {
      readonly fields: ReadonlyMap<string, SubsetValue>;
      /** Fields that are outside the subset. They were not parsed, as the agent does not use them. */
      readonly passedOver: readonly string[];
      readonly body: string;
    }
  /** One sentence that says why the frontmatter is invalid. */
  | { readonly objection: string };

const fences = {
  opening: /^\ufeff?---[ \t]*(?:\r\n|\r|\n)/,
  closing: /(?:\r\n|\r|\n)---[ \t]*(?:\r\n|\r|\n|$)/g,
  sharesLineBreak: true,
} as const;

export const isComplete = holdsFrontmatter(fences);

/** The fields that the agent uses. */
const known: ReadonlySet<string> = new Set([
  "name",
  "description",
  "version",
  "author",
  "disable-model-invocation",
  "user-invocable",
  "allowed-tools",
  "run-mode",
]);

/** Reads the frontmatter of a SKILL.md. The fields that the agent uses must be scalars or simple lists. */
export function parseSubset(text: string, blockAngleBrackets: boolean): SubsetFrontmatter {
  const split = splitDocument(text, fences);
  if (!split)
    return {
      objection: opensFrontmatter(text, fences)
        ? 'frontmatter is not closed by a "---" line'
        : 'SKILL.md does not begin with frontmatter between "---" lines',
    };
  const lines = split.frontmatter.split(/\r\n|\r|\n/);
  const bracketed = blockAngleBrackets ? lines.findIndex((line) => /[<>]/.test(line)) : -1;
  if (bracketed !== -1)
    return {
      objection: `line ${bracketed + 2} contains an angle bracket, which is not allowed in frontmatter`,
    };
  const fields = new Map<string, SubsetValue>();
  const passedOver: string[] = [];
  for (const { key, first, more, line } of groupLines(lines)) {
    if (key === undefined)
      return { objection: `line ${line} of the frontmatter is ${quote(first, 60)}; write "key: value"` };
    const value = readValue(first, more);
    if (fields.has(key))
      return { objection: `line ${line} of the frontmatter repeats the field ${quote(key)}` };
    if (value !== undefined) fields.set(key, value);
    else if (known.has(key))
      return {
        objection: `line ${line} of the frontmatter: ${quote(key)} must be a scalar or a simple list`,
      };
    else passedOver.push(key);
  }
  return { fields, passedOver, body: split.body };
}

interface Group {
  /** Absent if the line does not start a field. */
  readonly key: string | undefined;
  readonly first: string;
  /** The following lines that belong to the field. */
  readonly more: readonly string[];
  /** Line number in the file, from 1. */
  readonly line: number;
}

/** Each field with the lines indented below it, or the unindented lines of its list. */
function groupLines(lines: readonly string[]): readonly Group[] {
  const groups: (Group & { readonly more: string[] })[] = [];
  for (const [index, line] of lines.entries()) {
    const open = groups.at(-1);
    if (
      open?.key !== undefined &&
      (/^[ \t]/.test(line) || line === "" || (open.first === "" && /^-(?:[ \t]|$)/.test(line)))
    )
      open.more.push(line);
    else if (/^[ \t]*(?:#.*)?$/.test(line)) continue;
    else groups.push({ more: [], line: index + 2, ...splitLine(line) });
  }
  return groups;
}

function splitLine(line: string): Pick<Group, "key" | "first"> {
  const colon = line.search(/:(?:[ \t]|$)/);
  const key = line.slice(0, Math.max(0, colon)).trimEnd();
  return /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(key)
    ? { key, first: withoutComment(line.slice(colon + 1).trim()) }
    : { key: undefined, first: line };
}

const isPair = /^[^\s"'][^:]*:(?:[ \t]|$)/;

/** Undefined if the value is outside the subset: mappings, nested lists, anchors, tags. */
function readValue(first: string, more: readonly string[]): SubsetValue | undefined {
  if (/^[|>][-+]?$/.test(first)) return readBlock(first, more);
  const below = more.flatMap((line) => (/^[ \t]*(?:#.*)?$/.test(line) ? [] : [withoutComment(line.trim())]));
  if (first === "" && below[0]?.startsWith("-"))
    return whole(below.map((line) => (/^-[ \t]+/.test(line) ? readItem(line.slice(1).trim()) : undefined)));
  if (first.startsWith("["))
    return below.length === 0 && first.endsWith("]") ? readFlow(first.slice(1, -1)) : undefined;
  if (below.some((line) => isPair.test(line))) return undefined;
  return readScalar([first, ...below].filter((line) => line !== "").join(" "));
}

function readScalar(text: string): string | undefined {
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/.test(text) ? unescape(text.slice(1, -1)) : undefined;
  if (text.startsWith("'"))
    return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
  return /^[[\]{}&*!|>%@`]/.test(text) ? undefined : text;
}

/** An item of a list; undefined if it is a pair or a nested list. */
function readItem(text: string): string | undefined {
  return /^-[ \t]/.test(text) || isPair.test(text) ? undefined : readScalar(text);
}

function readFlow(inner: string): readonly string[] | undefined {
  const items = inner.match(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^']|'')*'|[^,"']+|[',]/g) ?? [];
  const texts = items.map((item) => item.trim()).filter((item) => item !== "," && item !== "");
  return whole(texts.map(readItem));
}

function readBlock(indicator: string, more: readonly string[]): string | undefined {
  const indent = /^[ \t]*/.exec(more.find((line) => line.trim() !== "") ?? "")?.[0].length ?? 0;
  const text = more
    .map((line) => line.slice(indent))
    .join("\n")
    .trimEnd();
  return indicator.startsWith("|") ? text : text.replace(/(?<!\n)\n(?!\n)/g, " ");
}

function whole(items: readonly (string | undefined)[]): readonly string[] | undefined {
  const texts = items.filter((item) => item !== undefined);
  return texts.length === items.length ? texts : undefined;
}

function withoutComment(text: string): string {
  return /^["']/.test(text)
    ? text.replace(/^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]+#.*$/, "$1").trim()
    : text.replace(/(?:^|[ \t])#[^]*$/, "").trim();
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|(.))/g,
    (_, code: string | undefined, character: string | undefined) =>
      code === undefined
        ? (escapes[character!] ?? character!)
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
