import { decodeUtf8 } from "../../../dialects/python/decode.ts";
import { codePointLength, strip } from "../../../dialects/python/text.ts";
import { str } from "../../../dialects/python/value.ts";
import type { RootRules } from "../../../model/client-roots.ts";
import type { ClientVersion, LoadInput, LoadResult } from "../../../model/loader.ts";
import {
  firstPoints,
  isUnloaded,
  longestDescription,
  readMapping,
  refuse,
  requireMapping,
} from "../../reading/python.ts";
import { splitAtDashLines } from "../../reading/python-fences.ts";
import { flatScan } from "../../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".deepagents/skills", ".agents/skills", ".claude/skills"],
  user: ["~/.agents/skills", "~/.claude/skills"],
  above: "cwd",
  duplicates: "unspecified",
  notes: ["deepagents-code also reads ~/.deepagents/<agent>/skills"],
};

/** deepagents for Python: PyYAML; whatever name and description are, they become text. */
export const deepagentsPython: ClientVersion = {
  variant: "python",
  version: "23b83ad5",
  versions: "*",
  evidence: "executed",
  sources: ["langchain-ai/deepagents libs/deepagents/deepagents/middleware/skills.py@23b83ad5"],
  checked: "2026-11-22",
  roots,
  load,
};

function load({ bytes }: LoadInput): LoadResult {
  const decoded = decodeUtf8(bytes);
  if ("failure" in decoded) return refuse("SKILL.md is not UTF-8", `Error decoding: ${decoded.failure}`);
  const split = splitAtDashLines(decoded.text);
  if (!split) return refuse("frontmatter is missing or not closed", "no valid YAML frontmatter found");
  const mapping = requireMapping(
    readMapping(split.frontmatter),
    "Invalid YAML: ",
    "frontmatter is not a mapping",
  );
  if (isUnloaded(mapping)) return mapping;
  const textAt = (key: string): string => {
    const value = mapping.fields.get(key);
    return value ? strip(str(value)) : "";
  };
  const [name, description] = [textAt("name"), textAt("description")];
  if (name === "" || description === "")
    return refuse(
      `${name === "" ? "name" : "description"} is missing`,
      "missing required 'name' or 'description'",
    );
  const long = codePointLength(description) > longestDescription;
  return {
    loads: true,
    name,
    description: long ? firstPoints(description, longestDescription) : description,
    ...(long && { warnings: [`Description exceeds ${longestDescription} characters, truncating`] }),
  };
}
