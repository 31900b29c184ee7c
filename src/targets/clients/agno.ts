import { spaceEnd, strip } from "../../dialects/python/text.ts";
import { isTruthy, type PyValue, str } from "../../dialects/python/value.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { validateMetadata } from "../reference/validate-metadata.ts";
import { lineFields } from "../reading/line-fields.ts";
import { splitAtSecondDashes } from "../reading/python-fences.ts";
import {
  isUnloaded,
  type PyFields,
  type PyMapping,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  type Unloaded,
} from "../reading/python.ts";

/**
 * Agno: PyYAML and the checks of skills-ref with a list for allowed-tools. It checks the text to the second dashes, but
 * loads that to the first line of dashes.
 */
export const agno: Client = {
  id: "agno",
  title: "Agno",
  reach: "niche",
  order: 320,
  versions: [
    {
      version: "9644f229",
      versions: "*",
      evidence: "executed",
      sources: [
        "agno-agi/agno libs/agno/agno/skills/agent_skills.py@9644f229",
        "agno-agi/agno libs/agno/agno/skills/loaders/local.py@9644f229",
        "agno-agi/agno libs/agno/agno/skills/validator.py@9644f229",
      ],
      checked: "2026-11-23",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const checked = check(text, directory);
  if (isUnloaded(checked)) return checked;
  const start = text.lastIndexOf("\n", spaceEnd(text, 3) - 1) + 1;
  const end = start > 3 ? text.indexOf("\n---", start) : -1;
  if (end === -1)
    return {
      loads: true,
      name: directory,
      description: "",
      body: text,
      fallback: true,
      metadataLost: true,
    };
  const body = strip(text.slice(end + 4));
  const frontmatter = text.slice(start, end);
  const read = readMapping(frontmatter);
  if (read.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  if (read.outcome === "error") return { ...readLines(frontmatter, directory), body, fallback: true };
  if (read.outcome === "other" && isTruthy(read.value))
    return refuse("frontmatter is not a mapping", "Error loading skill");
  const fields: PyFields = read.outcome === "mapping" ? read.mapping.fields : new Map<string, PyValue>();
  const [name, description] = [fields.get("name"), fields.get("description")];
  return {
    loads: true,
    name: name ? str(name) : directory,
    description: description ? str(description) : "",
    body,
  };
}

/** validator.py validate_skill_directory; one refused skill stops the whole agent. */
function check(text: string, directory: string): PyMapping | Unloaded {
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
  const { fields, textKeys } = mapping;
  if (!textKeys) return refuse("a key is not a string", "sequence item 0: expected str instance");
  const complaints = validateMetadata(fields, directory).map(({ reason, message }) => ({
    reason: problems[reason] ?? "a field is not as the specification wants it",
    said: message,
  }));
  return stop([...complaints, ...wrongTypes(fields)]) ?? mapping;
}

const problems: Readonly<Record<string, string>> = {
  "unknown-field": "frontmatter has a field that is not in the specification",
  "name-missing": "name is missing",
  "name-empty": "name is empty",
  "name-type": "name is not a string",
  "name-length": "name has more than 64 characters",
  "name-case": "name is not lower-case",
  "name-hyphens": "name begins or ends with a hyphen, or has two in a row",
  "name-characters": "name has other characters than letters, digits and hyphens",
  "name-directory": "name does not match its directory",
  "description-missing": "description is missing",
  "description-empty": "description is empty",
  "description-type": "description is not a string",
  "description-length": "description has more than 1,024 characters",
  "compatibility-type": "compatibility is not a string",
  "compatibility-length": "compatibility has more than 500 characters",
};

function wrongTypes(fields: PyFields): readonly Problem[] {
  const [license, tools, metadata] = ["license", "allowed-tools", "metadata"].map((key) => fields.get(key));
  return [
    ...(license && license.type !== "str"
      ? [{ reason: "license is not a string", said: "Field 'license' must be a string" }]
      : []),
    ...(tools && tools.type !== "list"
      ? [{ reason: "allowed-tools is not a list", said: "Field 'allowed-tools' must be a list" }]
      : []),
    ...(tools?.type === "list" && tools.items.some(({ type }) => type !== "str")
      ? [
          {
            reason: "allowed-tools is not a list of strings",
            said: "Field 'allowed-tools' must be a list of strings",
          },
        ]
      : []),
    ...(metadata && metadata.type !== "dict"
      ? [{ reason: "metadata is not a mapping", said: "Field 'metadata' must be a dictionary" }]
      : []),
  ];
}

interface Problem {
  readonly reason: string;
  readonly said: string;
}

/** errors.py SkillValidationError.__str__; undefined without a problem. */
function stop([first, ...others]: readonly Problem[]): Unloaded | undefined {
  if (!first || others.length === 0) return first && refuse(first.reason, first.said);
  const said = [first, ...others].map((problem) => problem.said).join("; ");
  return refuse(first.reason, `${others.length + 1} validation errors: ${said}`);
}

/** local.py _parse_simple_frontmatter */
function readLines(frontmatter: string, directory: string) {
  const fields = lineFields(strip(frontmatter), {
    trim: strip,
    value: (text) => trimAll(trimAll(text, '"'), "'"),
  });
  const [name, description] = [fields.get("name"), fields.get("description")];
  return { loads: true, name: name ?? directory, description: description ?? "" } as const;
}

/** `text.strip(character)` */
function trimAll(text: string, character: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === character) start++;
  while (end > start && text[end - 1] === character) end--;
  return text.slice(start, end);
}
