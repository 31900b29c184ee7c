import { trimJava } from "../../dialects/java.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  kebab,
  type PyFields,
  readMapping,
  refuse,
  requireMapping,
  isUnloaded,
  type Unloaded,
} from "../reading/python.ts";
import { decodeRust } from "../reading/rust.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: ["skills"],
  user: ["~/saa/skills"],
  above: "cwd",
  duplicates: [["skills"], ["~/saa/skills"]],
};

/** Spring AI Alibaba: cut at the second dashes, SnakeYAML, and casts to String that fail for other types. */
export const springAiAlibaba: Client = {
  id: "spring-ai-alibaba",
  title: "Spring AI Alibaba",
  reach: "niche",
  order: 330,
  versions: [
    {
      version: "9aee0f1a",
      versions: "*",
      evidence: "executed",
      sources: [
        "alibaba/spring-ai-alibaba spring-ai-alibaba-graph-core/src/main/java/com/alibaba/cloud/ai/graph/skills/registry/filesystem/SkillScanner.java@9aee0f1a",
        "Maven org.yaml:snakeyaml:1.33",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

const longestName = 64;
const longestDescription = 1024;

function load({ directory, bytes }: LoadInput): LoadResult {
  const decoded = decodeRust(bytes);
  if ("failure" in decoded) return refuse("SKILL.md is not UTF-8", "Failed to load skill: Input length = 1");
  const { text } = decoded;
  const end = text.startsWith("---") ? text.indexOf("---", 3) : -1;
  if (end === -1) return refuse("frontmatter is missing or not closed", "No valid frontmatter found");
  const mapping = requireMapping(readMapping(trimJava(text.slice(3, end)), "snake"));
  if (isUnloaded(mapping)) return mapping;
  const [name, description] = [readText(mapping.fields, "name"), readText(mapping.fields, "description")];
  if (typeof name !== "string") return name;
  if (typeof description !== "string") return description;
  const warnings = [...oddName(name, directory), ...longText(description)];
  return {
    loads: true,
    name,
    description: description.slice(0, longestDescription),
    body: trimJava(text.slice(end + 3)),
    ...(warnings.length > 0 && { warnings }),
  };
}

function readText(fields: PyFields, key: string): string | Unloaded {
  const value = fields.get(key);
  if (value === undefined || value.type === "NoneType")
    return refuse(`${key} is missing`, `Skill missing required '${key}' field`);
  if (value.type !== "str")
    return refuse(`${key} is not a string`, "class cannot be cast to class java.lang.String");
  return value.value === ""
    ? refuse(`${key} is empty`, `Skill missing required '${key}' field`)
    : value.value;
}

function oddName(name: string, directory: string): readonly string[] {
  if (name.length > longestName) return ["name exceeds 64 characters"];
  if (!kebab.test(name)) return ["name must be lowercase alphanumeric with single hyphens only"];
  return name === directory ? [] : [`name '${name}' must match directory name '${directory}'`];
}

function longText(description: string): readonly string[] {
  return description.length > longestDescription
    ? [`Description exceeds ${longestDescription} characters, truncating`]
    : [];
}
