import { codePointLength } from "../../dialects/python/text.ts";
import { str } from "../../dialects/python/value.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { isBoolean, isTextOrNone, textOf, wrongField } from "../reading/pydantic.ts";
import {
  firstPoints,
  isUnloaded,
  longestDescription,
  longestName,
  type PyFields,
  readMapping,
  readTextFile,
  refuse,
  requireMapping,
  type Unloaded,
} from "../reading/python.ts";
import { splitAsPythonFrontmatter } from "../reading/python-fences.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".agents/skills", ".openhands/skills", ".openhands/microagents"],
  user: ["~/.agents/skills", "~/.openhands/skills", "~/.openhands/microagents"],
  above: "cwd-and-root",
  documents: "any-case",
  duplicates: [
    [".agents/skills"],
    [".openhands/skills"],
    [".openhands/microagents"],
    ["~/.agents/skills"],
    ["~/.openhands/skills"],
    ["~/.openhands/microagents"],
  ],
  levels: "nearest-first",
};

/** OpenHands: python-frontmatter; the name has to be its directory's, a description is optional. */
export const openhands: Client = {
  id: "openhands",
  title: "OpenHands",
  reach: "niche",
  order: 280,
  versions: [
    {
      version: "611629e6",
      versions: "*",
      evidence: "executed",
      sources: [
        "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/skills/skill.py@611629e6",
        "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/skills/utils.py@611629e6",
        "eyeseast/python-frontmatter frontmatter/__init__.py@v1.1.0",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

/** Python's `$` also matches before a last line break. */
const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*\n?$/;

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const { split, text: whole } = splitAsPythonFrontmatter(text);
  const read = split && readMapping(split.frontmatter, "c");
  const mapping = read && read.outcome !== "other" ? requireMapping(read) : undefined;
  if (mapping && isUnloaded(mapping)) return mapping;
  const fields: PyFields = mapping?.fields ?? new Map();
  const written = fields.get("name");
  const name = written ? str(written) : directory;
  const problem = problemOfName(name, directory) ?? problemOfFields(fields);
  if (problem) return problem;
  const body = split?.body ?? whole;
  const description = textOf(fields.get("description"));
  return {
    loads: true,
    name,
    ...describe(description),
    body,
  };
}

function describe(description: string | undefined): { readonly description?: string } {
  if (description === undefined) return {};
  // A notice with the path of the file replaces the rest.
  return {
    description:
      codePointLength(description) > longestDescription
        ? firstPoints(description, longestDescription)
        : description,
  };
}

function problemOfName(name: string, directory: string): Unloaded | undefined {
  const problems = [
    ...(codePointLength(name) > longestName ? [`Name exceeds 64 characters: ${codePointLength(name)}`] : []),
    ...(nameRule.test(name)
      ? []
      : ["Name must be lowercase alphanumeric with single hyphens (e.g., 'my-skill', 'pdf-tools')"]),
    ...(name === directory ? [] : [`Name '${name}' does not match directory '${directory}'`]),
  ];
  const said = `Invalid skill name '${name}': ${problems.join("; ")}`;
  if (name === "") return refuse("name is empty", "Invalid skill name '': Name cannot be empty");
  if (problems.length === 0) return undefined;
  return refuse(
    name === directory
      ? "name is not lower-case words with single hyphens"
      : "name does not match its directory",
    said,
  );
}

function problemOfFields(fields: PyFields): Unloaded | undefined {
  const wrong = wrongField(fields, {
    description: isTextOrNone,
    license: isTextOrNone,
    compatibility: isTextOrNone,
    metadata: ({ type }) => type === "dict",
    [fields.has("allowed-tools") ? "allowed-tools" : "allowed_tools"]: ({ type }) =>
      type === "str" || type === "list",
    "disable-model-invocation": isBoolean,
    triggers: ({ type }) => type === "list",
  });
  return wrong === undefined
    ? undefined
    : refuse(`${wrong} has the wrong type`, `${wrong}: Input is not valid`);
}
