import { readYaml2 } from "../../dialects/js/yaml.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { decodeAsNode, unixLines } from "../reading/decode.ts";
import { splitAtDashes } from "../reading/fences.ts";

const roots: RootRules = {
  evidence: "read",
  project: [".pi/skills", ".agents/skills"],
  user: ["~/.pi/agent/skills", "~/.agents/skills"],
  variables: { PI_CODING_AGENT_DIR: "~/.pi/agent" },
  above: "up-to-root",
  onlyInCwd: [".pi/skills"],
  depth: Infinity,
  insideSkills: false,
  hidden: false,
  rootItself: "hides-below",
  linkedDirectories: true,
  linkedFiles: true,
  looseFiles: [".pi/skills", "~/.pi/agent/skills"],
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
  versions: [
    {
      version: "0.87.1",
      versions: ">=0.87.1",
      evidence: "live",
      sources: ["npm @earendil-works/pi-coding-agent 0.87.1 dist/core/skills.js"],
      checked: "2026-11-22",
      roots,
      load: (input) => load(input, decodeAsNode(input.bytes).replace(/^\ufeff/, "")),
    },
    {
      version: "0.74.2",
      versions: "<=0.74.2",
      evidence: "live",
      sources: [
        "npm @mariozechner/pi-coding-agent 0.73.1 dist/core/skills.js",
        "badlogic/pi-mono packages/coding-agent/src/core/skills.ts@83378aad",
      ],
      checked: "2026-11-22",
      load: (input) => load(input, decodeAsNode(input.bytes)),
    },
  ],
};

function load({ directory }: LoadInput, text: string): LoadResult {
  const split = splitAtDashes(unixLines(text));
  if (!split) return missingDescription;
  const read = readYaml2(split.frontmatter);
  if (read.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  if (read.outcome === "error")
    return { loads: false, reason: "frontmatter is not valid YAML", said: read.message };
  const fields: Readonly<Record<string, unknown>> = Object(read.value);
  const { name, description } = fields;
  // The client calls trim() on whatever the description is.
  if (description && typeof description !== "string")
    return {
      loads: false,
      reason: "description is not a string",
      said: "description.trim is not a function",
    };
  if (typeof description !== "string" || description.trim() === "") return missingDescription;
  return {
    loads: true,
    name: name ? String(name) : directory,
    description,
    body: split.body,
    ...(fields["disable-model-invocation"] === true && { hidden: true }),
    ...(description.length > 1024 && {
      warnings: [`description exceeds 1024 characters (${description.length})`],
    }),
  };
}

const missingDescription: LoadResult = {
  loads: false,
  reason: "description is missing",
  said: "description is required",
};
