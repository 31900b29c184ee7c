import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isUnloaded,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  strippedText,
} from "../reading/python.ts";
import { splitAsPythonFrontmatter } from "../reading/python-fences.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".fast-agent/skills", ".agents/skills", ".claude/skills"],
  user: [],
  above: "cwd",
  duplicates: [[".claude/skills"], [".agents/skills"], [".fast-agent/skills"]],
};

/** fast-agent: python-frontmatter; name and description have to be text. */
export const fastAgent: Client = {
  id: "fast-agent",
  title: "fast-agent",
  reach: "niche",
  order: 370,
  versions: [
    {
      version: "610a2f57",
      versions: "*",
      evidence: "executed",
      sources: [
        "evalstate/fast-agent src/fast_agent/skills/registry.py@610a2f57",
        "eyeseast/python-frontmatter frontmatter/__init__.py@v1.1.0",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const { split } = splitAsPythonFrontmatter(text);
  if (!split) return missingName;
  const read = readMapping(split.frontmatter, "c");
  if (read.outcome === "other") return missingName;
  const mapping = requireMapping(read);
  if (isUnloaded(mapping)) return mapping;
  const name = strippedText(mapping.fields.get("name"));
  const description = strippedText(mapping.fields.get("description"));
  if (name === undefined) return missingName;
  if (description === undefined)
    return refuse("description is missing or not a string", "Missing 'description' field");
  return { loads: true, name, description, body: split.body };
}

const missingName = refuse("name is missing or not a string", "Missing 'name' field");
