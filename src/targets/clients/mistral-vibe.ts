import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { strip } from "../../dialects/python/text.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import {
  isBoolean,
  isTextList,
  isTextOrNone,
  isTextUpTo,
  requireSpecTexts,
  textOf,
  wrongField,
  type ModelTexts,
} from "../reading/pydantic.ts";
import {
  isUnloaded,
  kebab,
  type PyFields,
  readMapping,
  refuse,
  requireMapping,
  type Unloaded,
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
  order: 290,
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
function validate(fields: PyFields): ModelTexts | Unloaded {
  const texts = requireSpecTexts(fields, kebab, "^[a-z0-9]+(-[a-z0-9]+)*$");
  if (isUnloaded(texts)) return texts;
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
    : texts;
}

function isToolList(value: PyValue): boolean {
  if (value.type === "dict") return value.entries.every(([key]) => textOf(key) !== undefined);
  return value.type === "str" || isTextList(value);
}
