import { codePointLength, linesOf, lower, strip } from "../../dialects/python/text.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isUnloaded,
  kebab,
  longestDescription,
  longestName,
  type PyFields,
  readMapping,
  readTextFile,
  refuse,
  strippedText,
  type Unloaded,
} from "../reading/python.ts";
import { splitAtDashLines } from "../reading/python-fences.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".agents/skills", ".agent/skills"],
  user: ["~/.agents/skills"],
  above: "cwd",
  duplicates: [[".agents/skills"], [".agent/skills"], ["~/.agents/skills"]],
};

/** bub: PyYAML with keys in any case; whatever is wrong drops the skill without a word. */
export const bub: Client = {
  id: "bub",
  title: "bub",
  reach: "niche",
  order: 390,
  versions: [
    {
      version: "5e11ec55",
      versions: "*",
      evidence: "executed",
      sources: ["bubbuild/bub src/bub/skills.py@5e11ec55"],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const content = strip(text);
  const fields = readFields(content);
  if (isUnloaded(fields)) return fields;
  const [name, description] = [strippedText(fields.get("name")), strippedText(fields.get("description"))];
  if (name === undefined) return refuse("name is missing or not a string");
  if (codePointLength(name) > longestName) return refuse("name has more than 64 characters");
  if (name !== directory) return refuse("name does not match its directory");
  if (!kebab.test(name)) return refuse("name is not lower-case words with single hyphens");
  if (description === undefined) return refuse("description is missing or not a string");
  if (codePointLength(description) > longestDescription)
    return refuse("description has more than 1,024 characters");
  const metadata = fields.get("metadata");
  if (metadata && metadata.type !== "NoneType" && !isTextOnly(metadata))
    return refuse("metadata is not a mapping of strings");
  const body = strip(splitAtDashLines(`${content}\n`)?.body ?? content);
  return { loads: true, name, description, body: body.replaceAll("$$", "$") };
}

/** The frontmatter is read again up to each line of dashes until it is a mapping; this many are tried here. */
const mostTries = 20;

/** The entries by their keys in lower case; none if the frontmatter is not valid. */
function readFields(content: string): PyFields | Unloaded {
  const lines = linesOf(content);
  if (strip(lines.next().value ?? "") !== "---") return refuse("frontmatter is missing");
  const before: string[] = [];
  let tries = 0;
  for (const line of lines) {
    if (strip(line) !== "---") {
      before.push(line);
      continue;
    }
    if (++tries > mostTries) return { loads: "unknown", reason: "frontmatter has too many lines of dashes" };
    const read = readMapping(before.join("\n"));
    before.push(line);
    if (read.outcome === "unknown") return { loads: "unknown", reason: read.reason };
    if (read.outcome === "error") return refuse("frontmatter is not valid YAML");
    if (read.outcome === "mapping")
      return new Map(Array.from(read.mapping.fields, ([key, value]) => [lower(key), value]));
  }
  return refuse("frontmatter is not closed, or not a mapping");
}

function isTextOnly(value: PyValue): boolean {
  return (
    value.type === "dict" && value.entries.every(([key, item]) => key.type === "str" && item.type === "str")
  );
}
