import { codePointLength, normalizeNfkc, strip } from "../../dialects/python/text.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isTextMap,
  isTextOrNone,
  isTextUpTo,
  requireTexts,
  wrongField,
  type ModelTexts,
} from "../reading/pydantic.ts";
import {
  isUnloaded,
  longestDescription,
  longestName,
  type PyMapping,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  type Unloaded,
} from "../reading/python.ts";
import { splitAtSecondDashes } from "../reading/python-fences.ts";

/** Google ADK for Python: cut at the second dashes, PyYAML, a pydantic model. */
export const googleAdk: Client = {
  id: "google-adk",
  title: "Google ADK",
  reach: "niche",
  order: 300,
  versions: [
    {
      version: "0b6c1562",
      versions: "*",
      evidence: "executed",
      sources: [
        "google/adk-python src/google/adk/skills/_utils.py@0b6c1562",
        "google/adk-python src/google/adk/skills/models.py@34647622",
      ],
      checked: "2026-11-22",
      load,
    },
  ],
};

/** Python's `$` also matches before a last line break. */
const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*\n?$/;
const nameMessage =
  "name must be lowercase kebab-case (a-z, 0-9, hyphens), with no leading, trailing, or consecutive delimiters";

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  if (!text.startsWith("---"))
    return refuse("frontmatter is missing", "SKILL.md must start with YAML frontmatter (---)");
  const split = splitAtSecondDashes(text);
  if (!split) return refuse("frontmatter is not closed", "SKILL.md frontmatter not properly closed with ---");
  const mapping = requireMapping(
    readMapping(split.frontmatter),
    "Invalid YAML in frontmatter: ",
    "SKILL.md frontmatter must be a YAML mapping",
  );
  if (isUnloaded(mapping)) return mapping;
  const model = validate(mapping);
  if (isUnloaded(model)) return model;
  if (model.name !== directory)
    return refuse(
      "name does not match its directory",
      `Skill name '${model.name}' does not match directory name '${directory}'.`,
    );
  return { loads: true, ...model, body: strip(split.body) };
}

/** models.py Frontmatter */
function validate({ fields, textKeys }: PyMapping): ModelTexts | Unloaded {
  const texts = requireTexts(fields);
  if (isUnloaded(texts)) return texts;
  const { description } = texts;
  const name = normalizeNfkc(texts.name);
  if (codePointLength(name) > longestName)
    return refuse("name has more than 64 characters", "name must be at most 64 characters");
  if (!nameRule.test(name)) return refuse("name is not lower-case words with single hyphens", nameMessage);
  if (description === "") return refuse("description is empty", "description must not be empty");
  if (codePointLength(description) > longestDescription)
    return refuse(
      "description has more than 1,024 characters",
      "description must be at most 1024 characters",
    );
  if (!textKeys) return refuse("a key is not a string", "Keys should be strings");
  const metadata = fields.get("metadata");
  const wrong = wrongField(fields, {
    license: isTextOrNone,
    compatibility: (value) => isTextUpTo(value, 500),
    [fields.has("allowed-tools") ? "allowed-tools" : "allowed_tools"]: isTextOrNone,
    metadata: (value) => isTextMap(value, false),
  });
  if (wrong !== undefined || metadata?.type === "NoneType")
    return refuse(`${wrong ?? "metadata"} has the wrong type`, `${wrong ?? "metadata"}: Input is not valid`);
  if (metadata?.type === "dict" && !hasOwnTypes(metadata.entries))
    return refuse("metadata has the wrong type", "adk_additional_tools must be a list of strings");
  return { name, description };
}

/** The keys of metadata that the client uses itself. */
function hasOwnTypes(
  entries: readonly (readonly [{ readonly type: string }, { readonly type: string }])[],
): boolean {
  return entries.every(([key, value]) => {
    const name = "value" in key ? key.value : undefined;
    if (name === "adk_additional_tools") return value.type === "list";
    return name !== "adk_inject_state" || value.type === "bool";
  });
}
