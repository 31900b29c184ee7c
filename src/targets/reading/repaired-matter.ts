import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { LoadInput, LoadResult } from "../../model/loader.ts";
import { splitFenced } from "./fences.ts";
import { type Matter, readMatter } from "./gray-matter.ts";
import { restOfLine } from "./lines.ts";
import { fieldsOf, notLoaded, unknownLoad } from "./outcomes.ts";

/** How a value with a colon is written instead, on the lines that replace it. */
export type Repair = (key: string, value: string) => readonly string[];

/**
 * opencode and its relatives: gray-matter, and a second time with repaired lines if that fails. Only a missing name and
 * fields of a wrong type drop a skill; without a description, the model is not shown it.
 */
export function loadRepaired({ bytes }: LoadInput, repair: Repair): LoadResult {
  const text = decodeUtf8Loosely(bytes);
  const first = readMatter(text);
  if (first.outcome !== "error") return loadMatter(first);
  const repaired = repairedText(text, repair);
  // The library has put the text, without data, into its cache: the second time it does not fail.
  if (repaired === text) return notLoaded("frontmatter is not valid YAML");
  const second = readMatter(repaired);
  if (second.outcome !== "error") return loadMatter(second);
  return notLoaded("frontmatter is not valid YAML", `Failed to parse YAML frontmatter: ${second.message}`);
}

function loadMatter(matter: Exclude<Matter, { readonly outcome: "error" }>): LoadResult {
  if (matter.outcome === "javascript") return unknownLoad("frontmatter is JavaScript, which is not run here");
  if (matter.outcome === "unknown") return unknownLoad(matter.reason);
  const { name, description } = fieldsOf(matter.data);
  if (typeof name !== "string") return notLoaded(problemOf("name", name));
  if (description !== undefined && typeof description !== "string")
    return notLoaded("description is not a string");
  return {
    loads: true,
    name,
    ...(description === undefined ? { hidden: true } : { description }),
    body: matter.content,
  };
}

function problemOf(field: string, value: unknown): string {
  return value === undefined ? `${field} is missing` : `${field} is not a string`;
}

/** Unquoted values of the top level that have a colon, as the repair writes them. */
function repairedText(text: string, repair: Repair): string {
  const frontmatter = splitFenced(text)?.frontmatter;
  if (frontmatter === undefined) return text;
  const lines = frontmatter.split(/\r?\n/).flatMap((line) => repairedLine(line, repair) ?? [line]);
  const start = text.indexOf(frontmatter);
  return text.slice(0, start) + lines.join("\n") + text.slice(start + frontmatter.length);
}

function repairedLine(line: string, repair: Repair): readonly string[] | undefined {
  const key = /^[a-zA-Z_][a-zA-Z0-9_]*/.exec(line)?.[0];
  const after = key === undefined ? "" : line.slice(key.length).trimStart();
  if (key === undefined || !after.startsWith(":")) return undefined;
  const value = restOfLine(after.slice(1));
  if (value === undefined || !value.includes(":") || /^["']/.test(value)) return undefined;
  return repair(key, value);
}
