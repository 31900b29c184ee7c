import { readSerdeValue } from "../../yaml/theirs/serde/value.ts";
import { isRustSpace, rustLines, trimRustEnd, trimRustStart } from "./rust.ts";

/**
 * Puts unquoted values in quotes that YAML would not read as text: with ": ", or with a first character that no text
 * may have. Line by line, at any depth; undefined if no line has such a value.
 * openai/codex core-skills/src/loader.rs repair_frontmatter_scalar_fields
 */
export function quoteFreeScalars(frontmatter: string): string | undefined {
  let changed = false;
  let block: number | undefined;
  const lines = rustLines(frontmatter).map((line) => {
    const indent = line.length - line.replace(/^ +/, "").length;
    if (block !== undefined && (trimRustEnd(line) === "" || indent > block)) return line;
    block = undefined;
    const field = splitField(line);
    if (!field) return line;
    if (/^[|>]/.test(field.scalar)) block = indent;
    if (!needsQuotes(field.scalar)) return line;
    changed = true;
    return `${field.before}'${field.scalar.replaceAll("'", "''")}'${field.comment}`;
  });
  return changed ? lines.join("\n") : undefined;
}

interface FreeField {
  /** The key, the colon and the white space. */
  readonly before: string;
  /** Not empty. */
  readonly scalar: string;
  readonly comment: string;
}

function splitField(line: string): FreeField | undefined {
  const colon = line.indexOf(":");
  if (colon === -1 || trimRustStart(line.slice(0, colon)) === "") return undefined;
  const value = line.slice(colon + 1);
  if (value !== "" && !isRustSpace(value.charAt(0))) return undefined;
  const text = trimRustStart(value);
  const end = endOfScalar(text);
  const scalar = trimRustEnd(text.slice(0, end));
  if (scalar === "") return undefined;
  return {
    before: line.slice(0, line.length - text.length),
    scalar,
    comment: end === text.length ? "" : text.slice(scalar.length),
  };
}

/** A "#" at the start or after white space starts a comment. */
function endOfScalar(text: string): number {
  for (let at = text.indexOf("#"); at !== -1; at = text.indexOf("#", at + 1))
    if (at === 0 || isRustSpace(text.charAt(at - 1))) return at;
  return text.length;
}

function needsQuotes(scalar: string): boolean {
  if (/^['"|>]/.test(scalar)) return false;
  for (let at = scalar.indexOf(":"); at !== -1; at = scalar.indexOf(":", at + 1))
    if (isRustSpace(scalar.charAt(at + 1))) return true;
  return /^[[{@`]/.test(scalar) && readSerdeValue(scalar).outcome === "error";
}
