import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { codePointLength, strip } from "../../dialects/python/text.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isTextList,
  isTextOrNone,
  isTextUpTo,
  isUnloaded,
  kebab,
  longestDescription,
  longestName,
  type PyFields,
  readMapping,
  refuse,
  requireMapping,
  textOf,
  type Unloaded,
  wrongField,
} from "../reading/python.ts";
import { splitAtBoundaries } from "../reading/python-fences.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".vibe/skills", ".agents/skills"],
  user: ["~/.vibe/skills", "~/.agents/skills"],
  above: "cwd",
  duplicates: [[".vibe/skills"], [".agents/skills"], ["~/.vibe/skills"], ["~/.agents/skills"]],
  notes: ["skill_paths of the configuration are read first"],
};

/** Mistral Vibe: lines of three or more hyphens, PyYAML, a pydantic model. */
export const mistralVibe: Client = {
  id: "mistral-vibe",
  title: "Mistral Vibe",
  reach: "niche",
  versions: [
    {
      version: "ac8f1a09",
      versions: "*",
      evidence: "executed",
      sources: [
        "mistralai/mistral-vibe vibe/core/skills/parser.py@ac8f1a09",
        "mistralai/mistral-vibe vibe/core/skills/models.py@ac8f1a09",
        "mistralai/mistral-vibe vibe/core/skills/manager.py@ac8f1a09",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const split = splitAtBoundaries(decodeUtf8Loosely(bytes).replace(/^\ufeff+/, ""));
  if (!split || strip(split.before) !== "")
    return refuse(
      "frontmatter is missing or not closed",
      "Missing or invalid YAML frontmatter (metadata section must start and end with ---)",
    );
  const mapping = requireMapping(
    readMapping(split.frontmatter),
    "Invalid YAML frontmatter: ",
    "YAML frontmatter must be a mapping/dictionary",
  );
  if (isUnloaded(mapping)) return mapping;
  const model = validate(mapping.fields);
  return isUnloaded(model) ? model : { loads: true, ...model, body: strip(split.body) };
}

/** models.py SkillMetadata */
function validate(fields: PyFields): { readonly name: string; readonly description: string } | Unloaded {
  const [name, description] = [textOf(fields.get("name")), textOf(fields.get("description"))];
  if (name === undefined || description === undefined) {
    const key = name === undefined ? "name" : "description";
    return fields.has(key)
      ? refuse(`${key} is not a string`, `${key}: Input should be a valid string`)
      : refuse(`${key} is missing`, `${key}: Field required`);
  }
  if (codePointLength(name) > longestName)
    return refuse("name has more than 64 characters", "name: String should have at most 64 characters");
  if (!kebab.test(name))
    return refuse(
      "name is not lower-case words with single hyphens",
      "name: String should match pattern '^[a-z0-9]+(-[a-z0-9]+)*$'",
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
  const invocable = fields.get("user-invocable");
  const wrong = wrongField(fields, {
    license: isTextOrNone,
    compatibility: (value) => isTextUpTo(value, 500),
    metadata: ({ type }) => type === "dict",
    "allowed-tools": isToolList,
    "user-invocable": isBoolean,
  });
  return wrong !== undefined || invocable?.type === "NoneType"
    ? refuse(
        `${wrong ?? "user-invocable"} has the wrong type`,
        `${wrong ?? "user-invocable"}: Input is not valid`,
      )
    : { name, description };
}

function isToolList(value: PyValue): boolean {
  if (value.type === "dict") return value.entries.every(([key]) => textOf(key) !== undefined);
  return value.type === "str" || isTextList(value);
}

/** What pydantic reads as a boolean. */
function isBoolean(value: PyValue): boolean {
  if (value.type === "int") return value.value === 0n || value.value === 1n;
  if (value.type === "float") return value.value === 0 || value.value === 1;
  if (value.type === "str") return /^(?:0|off|f|false|n|no|1|on|t|true|y|yes)$/i.test(value.value);
  return value.type === "bool";
}
