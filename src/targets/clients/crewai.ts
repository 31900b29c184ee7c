import { codePointLength } from "../../dialects/python/text.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isTextList,
  isTextMap,
  isTextOrNone,
  isTextUpTo,
  isTrue,
  isUnloaded,
  longestDescription,
  longestName,
  type PyMapping,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  textOf,
  type Unloaded,
  wrongField,
} from "../reading/python.ts";
import { splitAtBlankLines } from "../reading/python-fences.ts";

/** CrewAI: PyYAML and a pydantic model; metadata may only have text values. */
export const crewai: Client = {
  id: "crewai",
  title: "CrewAI",
  reach: "niche",
  versions: [
    {
      version: "f4731f50",
      versions: "*",
      evidence: "executed",
      sources: [
        "crewAIInc/crewAI lib/crewai/src/crewai/skills/parser.py@f4731f50",
        "crewAIInc/crewAI lib/crewai/src/crewai/skills/models.py@f4731f50",
        "crewAIInc/crewAI lib/crewai/src/crewai/skills/validation.py@f4731f50",
      ],
      checked: "2026-11-22",
      load,
    },
  ],
};

/** Python's `$` also matches before a last line break. */
const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*\n?$/;

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  if (!text.startsWith("---"))
    return refuse("frontmatter is missing", "SKILL.md must start with '---' frontmatter delimiter");
  const split = splitAtBlankLines(text);
  if (!split)
    return refuse("frontmatter is not closed", "SKILL.md missing closing '---' frontmatter delimiter");
  const mapping = requireMapping(
    readMapping(split.frontmatter),
    "Invalid YAML in frontmatter: ",
    "Frontmatter must be a YAML mapping",
  );
  if (isUnloaded(mapping)) return mapping;
  const model = validate(mapping);
  if (isUnloaded(model)) return model;
  if (model.name !== directory)
    return refuse(
      "name does not match its directory",
      `Directory name '${directory}' does not match skill name '${model.name}'`,
    );
  return { loads: true, ...model, body: split.body };
}

/** models.py SkillFrontmatter */
function validate({
  fields,
  textKeys,
}: PyMapping): { readonly name: string; readonly description: string } | Unloaded {
  if (!textKeys) return refuse("a key is not a string", "keywords must be strings");
  const [name, description] = [textOf(fields.get("name")), textOf(fields.get("description"))];
  if (name === undefined || description === undefined) {
    const key = name === undefined ? "name" : "description";
    return fields.has(key)
      ? refuse(`${key} is not a string`, `${key}: Input should be a valid string`)
      : refuse(`${key} is missing`, `${key}: Field required`);
  }
  if (codePointLength(name) > longestName)
    return refuse("name has more than 64 characters", "name: String should have at most 64 characters");
  if (!nameRule.test(name))
    return refuse(
      "name is not lower-case words with single hyphens",
      "name: String should match pattern '^[a-z0-9]+(?:-[a-z0-9]+)*$'",
    );
  const length = codePointLength(description);
  if (!description.isWellFormed())
    return refuse("description has half of a surrogate pair", "description: Input should be a valid string");
  if (length === 0)
    return refuse("description is empty", "description: String should have at least 1 character");
  if (length > longestDescription)
    return refuse(
      "description has more than 1,024 characters",
      "description: String should have at most 1024 characters",
    );
  const wrong = wrongField(fields, {
    license: isTextOrNone,
    compatibility: (value) => isTextUpTo(value, 500),
    metadata: (value) => isTextMap(value, true),
    [fields.has("allowed-tools") ? "allowed-tools" : "allowed_tools"]: isToolList,
  });
  return wrong === undefined
    ? { name, description }
    : refuse(`${wrong} has the wrong type`, `${wrong}: Input is not valid`);
}

/** A text is split at white space, but an empty one is not a list. */
function isToolList(value: PyValue): boolean {
  return value.type === "str" ? isTrue(value) : isTextList(value);
}
