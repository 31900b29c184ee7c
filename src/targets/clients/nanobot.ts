import { spaceEnd, strip } from "../../dialects/python/text.ts";
import { isTruthy, str } from "../../dialects/python/value.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { readMapping, readTextFile, refuse } from "../reading/python.ts";
import type { SplitText } from "../reading/fences.ts";

/** nanobot: PyYAML; a skill without readable frontmatter is listed with its directory's name as description. */
export const nanobot: Client = {
  id: "nanobot",
  title: "nanobot",
  reach: "niche",
  order: 360,
  versions: [
    {
      version: "3852956a",
      versions: "*",
      evidence: "executed",
      sources: ["HKUDS/nanobot nanobot/agent/skills.py@3852956a"],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const split = splitAtOpenEnd(text);
  const body = split ? strip(split.body) : text;
  const bare = { loads: true, name: directory, description: directory, body } as const;
  const read = split && readMapping(split.frontmatter);
  if (read?.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  // Only YAMLError is caught.
  if (read?.outcome === "error" && read.crash) return refuse("frontmatter is not valid YAML", read.message);
  if (read?.outcome !== "mapping") return { ...bare, metadataLost: true };
  const description = read.mapping.fields.get("description");
  return description && isTruthy(description) ? { ...bare, description: str(description) } : bare;
}

/** `^---\s*\n(.*?)\n---\s*\n?`: the second dashes end the frontmatter whatever follows them. */
function splitAtOpenEnd(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  const start = text.lastIndexOf("\n", spaceEnd(text, 3) - 1) + 1;
  if (start <= 3) return undefined;
  const end = text.indexOf("\n---", start);
  return end === -1
    ? undefined
    : { frontmatter: text.slice(start, end), body: text.slice(spaceEnd(text, end + 4)) };
}
