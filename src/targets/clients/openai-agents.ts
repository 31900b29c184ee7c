import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { findLine } from "../reading/lines.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";

/** OpenAI Agents: a line reader of its own; every directory with a SKILL.md is listed, and escapes stay as written. */
export const openaiAgents: Client = {
  id: "openai-agents",
  title: "OpenAI Agents",
  reach: "niche",
  order: 210,
  versions: [
    {
      version: "0.20.0",
      versions: ">=0.20.0",
      evidence: "live",
      sources: [
        "npm @openai/agents-core 0.20.0 dist/sandbox/localSkills.js",
        "npm @openai/agents-core 0.20.0 dist/sandbox/capabilities/skills.js",
      ],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const fields = readFields(decodeUtf8Loosely(bytes));
  return {
    loads: true,
    name: fields?.get("name") ?? directory,
    description: fields?.get("description") ?? "No description provided.",
    ...(!fields && { fallback: true, metadataLost: true }),
  };
}

/** Undefined if the file does not begin with a frontmatter that ends. */
function readFields(whole: string): ReadonlyMap<string, string> | undefined {
  const start = whole.indexOf("\n") + 1;
  const first = whole.slice(0, start);
  const width = indentOf(first);
  const isFence = (line: string) => line.trim() === "---" && indentOf(line) <= width;
  const closing = isFence(first) ? findLine(whole, start, isFence) : undefined;
  if (!closing) return undefined;
  const frontmatter = whole.slice(start, closing.start).split(/\r?\n/).slice(0, -1);
  const fields = new Map<string, string>();
  let rootIndent: number | undefined;
  for (let at = 0; at < frontmatter.length; ) {
    const line = frontmatter[at++] ?? "";
    const text = line.trim();
    const colon = text.indexOf(":");
    const key = text.slice(0, Math.max(colon, 0)).trim();
    if (key === "" || text.startsWith("#")) continue;
    rootIndent ??= indentOf(line);
    if (indentOf(line) !== rootIndent) continue;
    const value = text.slice(colon + 1).trim();
    const block = /^([>|])(?:([1-9])[+-]?|[+-]([1-9])?)?(?:[ \t]+#.*)?$/.exec(value);
    const digit = block?.[2] ?? block?.[3];
    const below = linesBelow(frontmatter, {
      at,
      keyIndent: rootIndent,
      isBlock: block !== null,
      indent: digit === undefined ? undefined : rootIndent + Number(digit),
    });
    at = below.next;
    fields.set(key, block ? blockText(block[1], below.lines) : plainText(value, below.lines));
  }
  return fields;
}

interface Below {
  readonly at: number;
  readonly keyIndent: number;
  readonly isBlock: boolean;
  /** The indentation that the header of a block states. */
  readonly indent: number | undefined;
}

/** The lines of a value after its first one, without the indentation of a block. */
function linesBelow(
  frontmatter: readonly string[],
  { at, keyIndent, isBlock, indent }: Below,
): { readonly lines: readonly string[]; readonly next: number } {
  const lines: string[] = [];
  let [next, blockIndent] = [at, indent];
  for (; next < frontmatter.length; next++) {
    const line = frontmatter[next] ?? "";
    if (!isBlock && line.trimStart().startsWith("#")) continue;
    if (line.trim() !== "") {
      if (indentOf(line) < (blockIndent ?? keyIndent + 1)) break;
      if (isBlock) blockIndent ??= indentOf(line);
    }
    lines.push(line);
  }
  return { lines: isBlock ? lines.map((line) => line.slice(blockIndent ?? 0)) : lines, next };
}

function blockText(style: string | undefined, lines: readonly string[]): string {
  return (style === "|" ? lines.join("\n") : foldLines(lines)).trim();
}

function plainText(value: string, lines: readonly string[]): string {
  if (/^["']/.test(value)) return /^(?:".*"|'.*')$/su.test(value) ? value.slice(1, -1) : value;
  return value === "" ? "" : foldLines([value, ...lines.map((line) => line.trim())]);
}

/** Lines become one, except around those that are indented further; an empty line is a line feed. */
function foldLines(lines: readonly string[]): string {
  let [text, previous, empty] = ["", "", 0];
  for (const line of lines) {
    if (line === "") {
      empty++;
      continue;
    }
    const indented = /^[ \t]/.test(previous) || /^[ \t]/.test(line);
    if (previous !== "") text += "\n".repeat(indented ? empty + 1 : empty) || " ";
    text += line;
    [previous, empty] = [line, 0];
  }
  return text;
}

/** Tabs after the spaces belong to the value. */
function indentOf(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}
