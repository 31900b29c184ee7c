import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { unixLines, withoutBom } from "../reading/decode.ts";
import { splitAtDashes } from "../reading/fences.ts";
import { locatedSkills } from "../reading/catalog-entries.ts";
import { escapeXml, listedAs } from "../reading/catalog-text.ts";
import { type NameProblem, nameProblems } from "../reading/names.ts";
import { fieldsOf, notLoaded, unreadable } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".pi/skills", ".agents/skills"],
  user: ["~/.pi/agent/skills", "~/.agents/skills"],
  variables: { PI_CODING_AGENT_DIR: "~/.pi/agent" },
  above: "up-to-root",
  onlyInCwd: [".pi/skills"],
  depth: Infinity,
  insideSkills: false,
  hidden: false,
  packages: false,
  rootItself: "hides-below",
  linkedDirectories: true,
  linkedFiles: true,
  looseFiles: [".pi/skills", "~/.pi/agent/skills"],
  innerFiles: [".agents/skills", "~/.agents/skills"],
  duplicates: [[".pi/skills"], [".agents/skills"], ["~/.pi/agent/skills"], ["~/.agents/skills"]],
  levels: "nearest-first",
  notes: [
    "skills of a project load only if the project is trusted",
    "files that .gitignore lists are not read",
  ],
};

/** pi: YAML without repair; only a missing description or invalid YAML drops a skill. */
export const pi: Client = {
  id: "pi",
  title: "pi",
  reach: "niche",
  order: 150,
  versions: [
    {
      version: "1.6.0",
      versions: ">=0.87.1",
      evidence: "live",
      sources: ["npm @earendil-works/pi-coding-agent 1.6.0 dist/core/skills.js"],
      checked: "2026-11-28",
      roots,
      takesArguments: "in-body",
      load: (input) => load(input, withoutBom(decodeUtf8Loosely(input.bytes)), "ignores"),
      catalog: { order: "file-system", format: locatedSkills(escapeXml), budget: "none" },
    },
    {
      version: "0.74.2",
      versions: "0.74.2",
      evidence: "live",
      sources: [
        "npm @mariozechner/pi-coding-agent 0.73.1 dist/core/skills.js",
        "badlogic/pi-mono packages/coding-agent/src/core/skills.ts@83378aad",
      ],
      checked: "2026-11-22",
      load: (input) => load(input, decodeUtf8Loosely(input.bytes), "trips"),
    },
  ],
};

/**
 * What a name or description does that is neither text nor empty: as if it were missing, or the client trips over it.
 */
type OtherTypes = "ignores" | "trips";

function load({ directory, args }: LoadInput, written: string, otherTypes: OtherTypes): LoadResult {
  const text = unixLines(written);
  const split = splitAtDashes(text);
  const read = readYaml2(split?.frontmatter ?? "");
  if (read.outcome !== "value") return unreadable(read, (message) => message);
  const { name, description, ...fields } = fieldsOf(read.value);
  if (otherTypes === "trips" && description && typeof description !== "string")
    return notLoaded("description is not a string", "description.trim is not a function");
  if (otherTypes === "trips" && name && typeof name !== "string")
    return notLoaded("name is not a string", "name.startsWith is not a function");
  if (typeof description !== "string" || description.trim() === "")
    return notLoaded("description is missing", "description is required");
  const loadedName = typeof name === "string" && name !== "" ? name : directory;
  const warnings = [...descriptionWarnings(description), ...nameWarnings(loadedName)];
  return {
    loads: true,
    name: loadedName,
    description,
    ...listedAs(escapeXml(description), description),
    ...(args !== undefined && { body: called((split?.body ?? text).trim(), args.trim()) }),
    ...(fields["disable-model-invocation"] === true && { hidden: true }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The message of `/skill:name …`; when the model chooses the skill, it opens SKILL.md. */
function called(body: string, args: string): string {
  return args === "" ? `${body}\n</skill>` : `${body}\n</skill>\n\n${args}`;
}

function descriptionWarnings({ length }: string): readonly string[] {
  return length > 1024 ? [`description exceeds 1024 characters (${length})`] : [];
}

function nameWarnings(name: string): readonly string[] {
  return nameProblems(name).map((problem) =>
    problem === "long" ? `name exceeds 64 characters (${name.length})` : nameMessages[problem],
  );
}

const nameMessages: Readonly<Record<Exclude<NameProblem, "long">, string>> = {
  empty: "name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)",
  characters: "name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)",
  ends: "name must not start or end with a hyphen",
  double: "name must not contain consecutive hyphens",
};
