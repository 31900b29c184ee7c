import { codePointLength } from "../../dialects/python/text.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isUnloaded,
  longestDescription,
  longestName,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
} from "../reading/python.ts";

/** Agio: exact fences, PyYAML, all types checked. */
export const agio: Client = {
  id: "agio",
  title: "Agio",
  reach: "niche",
  order: 400,
  versions: [
    {
      version: "7d36dcdf",
      versions: "*",
      evidence: "executed",
      sources: [
        "xhwSkhizein/agio agio/skills/registry.py@6645cd8a",
        "xhwSkhizein/agio agio/skills/loader.py@7d36dcdf",
      ],
      checked: "2026-11-22",
      load,
    },
  ],
};

const nameRule = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\n?$/;

function load({ bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 4) : -1;
  if (end === -1) return refuse("frontmatter is missing or not closed", "No frontmatter found");
  const mapping = requireMapping(readMapping(text.slice(4, end)), "Invalid YAML frontmatter: ");
  if (isUnloaded(mapping)) return mapping;
  const { fields } = mapping;
  const [name, description] = [fields.get("name"), fields.get("description")];
  if (!name || !description)
    return refuse(`${name ? "description" : "name"} is missing`, "Missing required field");
  if (name.type !== "str" || !nameRule.test(name.value) || name.value.length > longestName)
    return refuse("name is not lower-case letters, digits and inner hyphens", "Invalid skill name");
  if (description.type !== "str" || description.value === "")
    return refuse("description is not a string", "Invalid skill description");
  if (codePointLength(description.value) > longestDescription)
    return refuse("description has more than 1,024 characters", "Invalid skill description");
  const metadata = fields.get("metadata");
  if (metadata && metadata.type !== "dict") return refuse("metadata is not a mapping", "Invalid metadata");
  return { loads: true, name: name.value, description: description.value, body: text.slice(end + 5) };
}
