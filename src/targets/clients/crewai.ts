import { isTruthy, type PyValue } from "../../dialects/python/value.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isTextList,
  isTextMap,
  isTextOrNone,
  isTextUpTo,
  requireSpecTexts,
  wrongField,
  type ModelTexts,
} from "../reading/pydantic.ts";
import {
  isUnloaded,
  type PyMapping,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  type Unloaded,
} from "../reading/python.ts";
import { splitAtBlankLines } from "../reading/python-fences.ts";

/** CrewAI: PyYAML and a pydantic model; metadata may only have text values. */
export const crewai: Client = {
  id: "crewai",
  title: "CrewAI",
  reach: "niche",
  order: 310,
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
function validate({ fields, textKeys }: PyMapping): ModelTexts | Unloaded {
  if (!textKeys) return refuse("a key is not a string", "keywords must be strings");
  const texts = requireSpecTexts(fields, nameRule, "^[a-z0-9]+(?:-[a-z0-9]+)*$");
  if (isUnloaded(texts)) return texts;
  const wrong = wrongField(fields, {
    license: isTextOrNone,
    compatibility: (value) => isTextUpTo(value, 500),
    metadata: (value) => isTextMap(value, true),
    [fields.has("allowed-tools") ? "allowed-tools" : "allowed_tools"]: isToolList,
  });
  return wrong === undefined ? texts : refuse(`${wrong} has the wrong type`, `${wrong}: Input is not valid`);
}

/** A text is split at white space, but an empty one is not a list. */
function isToolList(value: PyValue): boolean {
  return value.type === "str" ? isTruthy(value) : isTextList(value);
}
