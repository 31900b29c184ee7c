import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { unixLines } from "../reading/decode.ts";

const roots: RootRules = {
  evidence: "read",
  project: [".agents/skills", ".skills"],
  user: ["~/.letta/skills"],
  above: "cwd",
  depth: Infinity,
  insideSkills: true,
  hidden: "unknown",
  rootItself: "unknown",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [[".agents/skills", ".skills"], ["~/.letta/skills"]],
  notes: ["skills of an agent are read from ~/.letta/agents/<id>/memory/skills"],
};

/** Letta Code: a line reader; every skill loads, if need be with the first paragraph as its description. */
export const lettaCode: Client = {
  id: "letta-code",
  title: "Letta Code",
  reach: "niche",
  order: 160,
  versions: [
    {
      version: "1f4d3e3e",
      versions: "*",
      evidence: "executed",
      sources: [
        "letta-ai/letta-code src/agent/skills.ts@1f4d3e3e",
        "letta-ai/letta-code src/utils/frontmatter.ts@1f4d3e3e",
      ],
      checked: "2026-08-22",
      roots,
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = unixLines(decodeUtf8Loosely(bytes).replace(/^\ufeff/, ""));
  const split = splitText(text);
  const fields = readFields(split?.frontmatter ?? "");
  const textOf = (key: string) => {
    const value = fields.get(key);
    return typeof value === "string" ? withoutOuterQuotes(value) : undefined;
  };
  const [paragraph] = (split?.body ?? text).trim().split("\n\n", 1);
  const description = (textOf("description") || paragraph || "No description available").trim();
  const whenToUse = textOf("when_to_use")?.trim();
  const id = fields.get("id");
  return {
    loads: true,
    name: typeof id === "string" && id !== "" ? id : directory,
    description,
    ...(whenToUse && { listed: `${description}\n\nWhen to use: ${whenToUse}` }),
    ...(textOf("disable-model-invocation")?.toLowerCase() === "true" && { hidden: true }),
    ...(!split && { fallback: true, metadataLost: true }),
  };
}

/** Both fences are lines of three dashes; the second may end the file. */
function splitText(text: string): { readonly frontmatter: string; readonly body: string } | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const end = text.indexOf("\n---\n", 4);
  if (end !== -1) return { frontmatter: text.slice(4, end), body: text.slice(end + 5) };
  return text.length >= 8 && text.endsWith("\n---")
    ? { frontmatter: text.slice(4, -4), body: "" }
    : undefined;
}

/** A key without a value takes the dashed lines after it; a value in the line of its key is text. */
function readFields(frontmatter: string): ReadonlyMap<string, string | readonly string[]> {
  const fields = new Map<string, string | readonly string[]>();
  let open: { readonly key: string; readonly items: string[] } | undefined;
  const close = () => {
    if (open) fields.set(open.key, open.items.length > 0 ? open.items : "");
    open = undefined;
  };
  for (const line of frontmatter.split("\n")) {
    const trimmed = line.trim();
    if (open?.key && trimmed.startsWith("-")) {
      open.items.push(trimmed.slice(1).trim());
      continue;
    }
    close();
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (value !== "") fields.set(key, value);
    else if (key !== "") open = { key, items: [] };
  }
  close();
  return fields;
}

/** A single quote mark is both its own beginning and end. */
function withoutOuterQuotes(value: string): string {
  return /^(?:"[^]*"|'[^]*'|["'])$/.test(value) ? value.slice(1, -1) : value;
}
