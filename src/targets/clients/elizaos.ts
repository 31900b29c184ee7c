import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";

/** ElizaOS: a line reader that knows JSON values; what the specification forbids is only a warning. */
export const elizaos: Client = {
  id: "elizaos",
  title: "ElizaOS",
  reach: "niche",
  order: 170,
  versions: [
    {
      version: "2.0.0-beta.1",
      versions: ">=2.0.0-beta.1",
      evidence: "executed",
      sources: [
        "npm @elizaos/plugin-agent-skills 2.0.0-beta.1 src/parser.ts",
        "npm @elizaos/plugin-agent-skills 2.0.0-beta.1 src/services/skills.ts",
      ],
      checked: "2026-09-06",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = decodeUtf8Loosely(bytes);
  if (text === "")
    return {
      loads: false,
      reason: "SKILL.md is empty",
      said: `AgentSkills: No SKILL.md found for ${directory}`,
    };
  const end = text.startsWith("---\n") ? text.indexOf("\n---", 4) : -1;
  const fields = readFields(end === -1 ? [] : text.slice(4, end).split("\n"));
  const [name, description] = [fields.get("name"), fields.get("description")];
  const said = `AgentSkills: ${directory} has invalid frontmatter`;
  if (end === -1) return { loads: false, reason: "frontmatter is missing", said };
  if (typeof name !== "string") return { loads: false, reason: problemOf("name", name), said };
  if (typeof description !== "string")
    return { loads: false, reason: problemOf("description", description), said };
  const problems = problemsOf(name, description, directory);
  return {
    loads: true,
    name: directory,
    description,
    body: text.slice(end + 4).trim(),
    ...(problems.length > 0 && {
      warnings: [`AgentSkills: ${directory} validation failed: ${problems.join(", ")}`],
    }),
  };
}

function problemOf(key: string, value: unknown): string {
  return value === undefined ? `${key} is missing` : `${key} is not a string`;
}

function problemsOf(name: string, description: string, directory: string): readonly string[] {
  const format =
    "name must contain only lowercase letters, numbers, and hyphens, cannot start/end with hyphen or have consecutive hyphens";
  const ofName: readonly (readonly [boolean, string])[] = [
    [name.length > 64, "name must be 64 characters or less"],
    [!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name), format],
    [name.startsWith("-") || name.endsWith("-"), "name cannot start or end with a hyphen"],
    [name.includes("--"), "name cannot contain consecutive hyphens"],
    [directory !== name, `name "${name}" must match directory name "${directory}"`],
  ];
  const all: readonly (readonly [boolean, string])[] = [
    ...(name === "" ? ([[true, "name is required"]] as const) : ofName),
    [description === "", "description is required"],
    [description.length > 1024, "description must be 1024 characters or less"],
  ];
  return all.filter(([holds]) => holds).map(([, problem]) => problem);
}

/** A value of the top level that is being read over several lines: JSON up to its last bracket. */
interface OpenJson {
  readonly set: (value: unknown) => void;
  text: string;
  depth: number;
}

function readFields(lines: readonly string[]): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  /** The indentation of the keys that the next keys may be nested in. */
  const parents: number[] = [];
  let json: OpenJson | undefined;
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || (!json && trimmed.startsWith("#"))) continue;
    if (json) {
      json.text += trimmed;
      json.depth += depthOf(trimmed);
      if (json.depth !== 0) continue;
      json.set(jsonOf(json.text));
      json = undefined;
      continue;
    }
    const [, key, value] = /^([\w-]+):\s*(.*)/.exec(trimmed) ?? [];
    if (key === undefined || value === undefined) continue;
    const indent = line.search(/\S/);
    while ((parents.at(-1) ?? -1) >= indent) parents.pop();
    const isTop = parents.length === 0;
    const set = (found: unknown) => isTop && fields.set(key, found);
    if (["", "|", ">"].includes(value)) {
      if (/^[[{]/.test(textAfter(lines, index))) json = { set, text: "", depth: 0 };
      else {
        set({});
        parents.push(indent);
      }
    } else if (/^[[{]/.test(value)) {
      const depth = depthOf(value);
      if (depth === 0) set(jsonOf(value));
      else json = { set, text: value, depth };
    } else set(scalarOf(value));
  }
  return fields;
}

/** The next line that is not blank. */
function textAfter(lines: readonly string[], index: number): string {
  let next = index + 1;
  while (next < lines.length && lines[next]?.trim() === "") next++;
  return lines[next]?.trim() ?? "";
}

/** How many brackets outside of strings stay open. */
function depthOf(text: string): number {
  let [depth, inString] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "{" || character === "[")) depth++;
    else if (!inString && (character === "}" || character === "]")) depth--;
  }
  return depth;
}

/** JSON, in which a comma may precede a closing bracket; the text itself if it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/,(\s*[}\]])/g, "$1"));
  } catch {
    return text;
  }
}

function scalarOf(text: string): unknown {
  const value = text.trim();
  if (/^(?:"[^]*"|'[^]*'|["'])$/.test(value)) return value.slice(1, -1);
  if (value === "true" || value === "false") return value === "true";
  if (value === "null" || value === "~") return null;
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
