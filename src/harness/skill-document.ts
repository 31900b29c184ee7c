import type { PyValue } from "../dialects/python/value.ts";
import { loadPyYaml } from "../yaml/theirs/pyyaml.ts";

/** How one system finds the frontmatter of a SKILL.md, and reads its values. */
export interface FrontmatterRules<Values> {
  /** Changes the text before it is split. */
  readonly prepare?: (text: string) => string;
  /** The opening fence, at the start of the text. */
  readonly opening: RegExp;
  /** The closing fence; a global pattern. */
  readonly closing: RegExp;
  /** The closing fence may begin with the line break of the opening one, which is the last of its characters. */
  readonly sharesLineBreak?: boolean;
  /** The closing fence need not be a line. */
  readonly closesAnywhere?: boolean;
  /** Removes white space around the frontmatter; by default none. */
  readonly trim?: (frontmatter: string) => string;
  /** Removes white space around the body; by default none. */
  readonly trimBody?: (body: string) => string;
  readonly values: (frontmatter: string) => Values;
}

type Fences = Omit<FrontmatterRules<unknown>, "values">;

interface SplitDocument {
  readonly frontmatter: string;
  readonly body: string;
}

/** The values and the body of a SKILL.md; undefined if it has no frontmatter. */
export function readFrontmatter<Values>(
  text: string,
  rules: FrontmatterRules<Values>,
): { readonly values: Values; readonly body: string } | undefined {
  const split = splitDocument(text, rules);
  return split && { values: rules.values(split.frontmatter), body: split.body };
}

/** The two parts of a SKILL.md; undefined if it has no frontmatter. */
export function splitDocument(text: string, rules: Fences): SplitDocument | undefined {
  const { prepare = unchanged, trim = unchanged, trimBody = unchanged } = rules;
  const prepared = prepare(text);
  const found = findFences(prepared, rules);
  if (!found || found === "open") return undefined;
  return {
    frontmatter: trim(prepared.slice(found.start, found.inner)),
    body: trimBody(prepared.slice(found.end)),
  };
}

/** Whether a text begins with an opening fence. */
export function opensFrontmatter(text: string, { opening }: Fences): boolean {
  return opening.test(text);
}

/** Whether the beginning of a file contains all of its frontmatter, or shows that it has none. */
export function holdsFrontmatter(rules: Fences): (text: string) => boolean {
  return (text) => {
    const prepared = rules.prepare?.(text) ?? text;
    const found = findFences(prepared, rules);
    if (found === "open") return false;
    // A line of dashes at the end of the read part may go on.
    return !found || rules.closesAnywhere === true || /[\r\n]$/.test(prepared.slice(found.inner, found.end));
  };
}

/** Offsets in the text: the frontmatter is between `start` and `inner`, and the body starts at `end`. */
interface FoundFences {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
}

/** "open" if no fence closes the frontmatter. */
function findFences(
  text: string,
  { opening, closing, sharesLineBreak = false }: Fences,
): FoundFences | "open" | undefined {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  closing.lastIndex = sharesLineBreak ? start - 1 : start;
  const found = closing.exec(text);
  if (!found) return "open";
  return { start, inner: Math.max(start, found.index), end: found.index + found[0].length };
}

function unchanged(text: string): string {
  return text;
}

/** A mapping as PyYAML reads it, without keys that are no strings; otherwise why it is none. */
export type YamlValues =
  | { readonly outcome: "map"; readonly fields: ReadonlyMap<string, PyValue>; readonly isEmpty: boolean }
  | { readonly outcome: "other"; readonly type: PyValue["type"] }
  /** `crash` is the type of an exception that is no YAML error. */
  | { readonly outcome: "invalid"; readonly problem: string; readonly crash?: string };

export function yamlValues(frontmatter: string): YamlValues {
  const read = loadPyYaml(frontmatter);
  if (read.outcome === "error") return { outcome: "invalid", problem: read.problem };
  if (read.outcome === "crash") return { outcome: "invalid", problem: read.message, crash: read.type };
  const { value } = read;
  if (value.type !== "dict") return { outcome: "other", type: value.type };
  const texts = value.entries.flatMap(([key, held]) =>
    key.type === "str" ? [[key.value, held] as const] : [],
  );
  return { outcome: "map", fields: new Map(texts), isEmpty: value.entries.length === 0 };
}
