import { decodeUtf8 } from "../../core/utf8.ts";
import { trimRust } from "../reading/rust.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";

/** ZeroClaw: a line reader that knows four block styles; without a frontmatter the first line of the body counts. */
export const zeroclaw: Client = {
  id: "zeroclaw",
  title: "ZeroClaw",
  reach: "niche",
  order: 190,
  versions: [
    {
      version: "15d28660",
      versions: "*",
      evidence: "executed",
      sources: ["zeroclaw-labs/zeroclaw crates/zeroclaw-runtime/src/skills/mod.rs@15d28660"],
      checked: "2026-08-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { loads: false, reason: "SKILL.md is not UTF-8" };
  const split = splitText(text.replaceAll("\r\n", "\n"));
  const fields = readFields(split?.frontmatter ?? "");
  const body = split?.body ?? text;
  const description = fields.get("description");
  return {
    loads: true,
    name: fields.get("name") ?? directory,
    description: description && trimRust(description) !== "" ? description : firstLine(body),
    body,
    ...(!split && { fallback: true, metadataLost: true }),
  };
}

function splitText(text: string): { readonly frontmatter: string; readonly body: string } | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const rest = text.slice(4);
  const end = rest.indexOf("\n---\n");
  if (end !== -1) return { frontmatter: rest.slice(0, end), body: rest.slice(end + 5) };
  return rest.endsWith("\n---") ? { frontmatter: rest.slice(0, -4), body: "" } : undefined;
}

function readFields(frontmatter: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let block: { readonly key: string; readonly parts: string[] } | undefined;
  let isTags = false;
  const endBlock = () => {
    const value = trimRust(block?.parts.join(" ") ?? "");
    if (block && value !== "") fields.set(block.key, value);
    block = undefined;
  };
  for (const line of frontmatter.split("\n")) {
    const trimmed = trimRust(line);
    if (block && (/^[ \t]/.test(line) || trimmed === "")) {
      block.parts.push(trimmed);
      continue;
    }
    endBlock();
    if (isTags && trimmed.startsWith("- ")) continue;
    isTags = false;
    const colon = line.indexOf(":");
    if (colon === -1) continue;
    const key = trimRust(line.slice(0, colon));
    const value = withoutRuns(withoutRuns(trimRust(line.slice(colon + 1)), '"'), "'");
    if ([">", ">-", "|", "|-"].includes(value)) block = { key, parts: [] };
    else if (key === "tags") isTags = value === "";
    else fields.set(key, value);
  }
  endBlock();
  return fields;
}

/** Without any number of a quote on both sides. */
function withoutRuns(text: string, quote: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === quote) start++;
  while (end > start && text[end - 1] === quote) end--;
  return text.slice(start, end);
}

/** The first line of the body that is neither blank nor a heading. */
function firstLine(body: string): string {
  const line = body.split("\n").find((each) => !each.startsWith("#") && trimRust(each) !== "");
  return trimRust(line ?? "No description");
}
