import { codePointLength, strip, stripEnd } from "../../dialects/python/text.ts";
import { isTruthy, str } from "../../dialects/python/value.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { splitAtWanted } from "../reading/fences.ts";
import {
  isUnloaded,
  kebab,
  longestDescription,
  longestName,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
} from "../reading/python.ts";

/** pydantic-ai-skills: PyYAML; only a missing name or invalid YAML drops a skill. */
export const pydanticAiSkills: Client = {
  id: "pydantic-ai-skills",
  title: "pydantic-ai-skills",
  reach: "niche",
  order: 380,
  versions: [
    {
      version: "b12239ab",
      versions: "*",
      evidence: "executed",
      sources: [
        "DougTrajano/pydantic-ai-skills pydantic_ai_skills/_parsing.py@b12239ab",
        "DougTrajano/pydantic-ai-skills pydantic_ai_skills/directory.py@b12239ab",
      ],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const split = splitAtWanted(text, isFence, isFence);
  const frontmatter = typeof split === "object" ? strip(split.frontmatter) : "";
  if (typeof split !== "object" || frontmatter === "") return missingName;
  const mapping = requireMapping(
    readMapping(frontmatter),
    "Failed to parse YAML frontmatter: ",
    "YAML frontmatter must be a mapping",
  );
  if (isUnloaded(mapping)) return mapping;
  const [name, description] = [mapping.fields.get("name"), mapping.fields.get("description")];
  if (!name || !isTruthy(name)) return missingName;
  const loaded = {
    name: str(name),
    description: description && isTruthy(description) ? str(description) : "",
  };
  const warnings = warningsOf(loaded);
  return {
    loads: true,
    ...loaded,
    body: strip(split.body),
    ...(warnings.length > 0 && { warnings }),
  };
}

function isFence(line: string): boolean {
  return line.startsWith("---") && stripEnd(line) === "---";
}

const missingName = refuse("name is missing", 'missing required "name" field');

function warningsOf({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}): readonly string[] {
  const [nameLength, length] = [codePointLength(name), codePointLength(description)];
  return [
    ...(description === "" ? [`Skill '${name}': missing recommended 'description' field`] : []),
    ...(nameLength > longestName ? [`Skill name '${name}' exceeds 64 characters (${nameLength} chars)`] : []),
    ...(nameLength <= longestName && !kebab.test(name)
      ? [`Skill name '${name}' should contain only lowercase letters, numbers, and hyphens`]
      : []),
    ...["anthropic", "claude"]
      .filter((word) => name.includes(word))
      .map((word) => `Skill name '${name}' contains reserved word '${word}'`),
    ...(length > longestDescription
      ? [`Skill '${name}': description exceeds 1024 characters (${length} chars)`]
      : []),
  ];
}
