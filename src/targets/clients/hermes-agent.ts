import { codePointLength, spaceEnd, strip } from "../../dialects/python/text.ts";
import { isTruthy, type PyValue, str } from "../../dialects/python/value.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import type { SplitText } from "../reading/fences.ts";
import { firstPoints, type PyFields, readMapping, readTextFile } from "../reading/python.ts";
import { unknownScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...unknownScan,
  evidence: "read",
  project: [],
  user: ["~/.hermes/skills"],
  above: "cwd",
  depth: Infinity,
  duplicates: "unspecified",
};

/** Hermes Agent: PyYAML, and a split at the first colon of each line where that fails. */
export const hermesAgent: Client = {
  id: "hermes-agent",
  title: "Hermes Agent",
  reach: "niche",
  order: 350,
  versions: [
    {
      version: "010929c6",
      versions: "*",
      evidence: "executed",
      sources: ["NousResearch/hermes-agent agent/skill_utils.py@010929c6"],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

/** The index of skills in the prompt shows this much of a description. */
const longestListed = 60;

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const content = text.replace(/^\ufeff/, "");
  const split = splitAfterDashes(content);
  const read = split && readMapping(split.frontmatter, "c");
  if (read?.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  const fields: PyFields =
    split && read?.outcome === "error"
      ? readLines(split.frontmatter)
      : read?.outcome === "mapping"
        ? read.mapping.fields
        : new Map();
  const [name, written] = [fields.get("name"), fields.get("description")];
  const description = written && isTruthy(written) ? withoutQuotes(strip(str(written))) : "";
  const long = codePointLength(description) > longestListed;
  return {
    loads: true,
    name: name && isTruthy(name) ? str(name) : directory,
    description,
    ...(long && { listed: `${firstPoints(description, longestListed - 3)}...` }),
    body: split?.body ?? content,
    ...(fields.size === 0 && { metadataLost: true as const }),
  };
}

/** The dashes at the start, and `\n---\s*\n`. */
function splitAfterDashes(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  for (let at = text.indexOf("\n---", 3); at !== -1; at = text.indexOf("\n---", at + 4)) {
    const last = text.lastIndexOf("\n", spaceEnd(text, at + 4) - 1);
    if (last >= at + 4) return { frontmatter: text.slice(3, at), body: text.slice(last + 1) };
  }
  return undefined;
}

function readLines(frontmatter: string): PyFields {
  return new Map(
    strip(frontmatter)
      .split("\n")
      .flatMap((line): (readonly [string, PyValue])[] => {
        const colon = line.indexOf(":");
        if (colon === -1) return [];
        return [[strip(line.slice(0, colon)), { type: "str", value: strip(line.slice(colon + 1)) }]];
      }),
  );
}

/** `str.strip("'\"")` */
function withoutQuotes(text: string): string {
  const isQuote = (at: number): boolean => text[at] === "'" || text[at] === '"';
  let [start, end] = [0, text.length];
  while (start < end && isQuote(start)) start++;
  while (end > start && isQuote(end - 1)) end--;
  return text.slice(start, end);
}
