import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { countWords } from "../../core/white-space.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { readMatter } from "../reading/gray-matter.ts";
import { type NameProblem, nameProblems, nameReasons } from "../reading/names.ts";
import { fieldsOf, notLoaded, unreadable } from "../reading/outcomes.ts";

/** Mastra: names by the specification and equal to the directory, types of fields checked. */
export const mastra: Client = {
  id: "mastra",
  title: "Mastra",
  reach: "niche",
  order: 220,
  versions: [
    {
      version: "1.71.0",
      versions: ">=1.71.0",
      evidence: "live",
      sources: ["npm @mastra/core 1.71.0 dist/workspace"],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const matter = readMatter(decodeUtf8Loosely(bytes));
  if (matter.outcome === "javascript")
    return notLoaded("frontmatter is JavaScript", "JavaScript frontmatter is not supported");
  if (matter.outcome !== "value") return unreadable(matter, (message) => message);
  const fields = fieldsOf(matter.data);
  const { name, description } = fields;
  const problems = [...problemsOfName(name), ...problemsOfOthers(fields), ...mismatch(name, directory)];
  const [problem] = problems;
  if (problem || typeof name !== "string" || typeof description !== "string")
    return notLoaded(problem?.reason ?? "", problems.map(({ said }) => said).join("\n"));
  const body = matter.content.trim();
  const warnings = warningsOf(body).map((warning) => `[WorkspaceSkills] ${name}: ${warning}`);
  return { loads: true, name, description, body, ...(warnings.length > 0 && { warnings }) };
}

/** A problem in our words and in the client's. */
interface Problem {
  readonly reason: string;
  readonly said: string;
}

function problemsOfName(name: unknown): readonly Problem[] {
  if (typeof name !== "string") return [notText("name", name)];
  return nameProblems(name).map((problem) => ({
    reason: nameReasons[problem],
    said: `name: Skill name ${nameMessages[problem]}`,
  }));
}

const nameMessages: Readonly<Record<NameProblem, string>> = {
  empty: "cannot be empty",
  long: "must be 64 characters or less",
  characters: "must contain only lowercase letters, numbers, and hyphens",
  ends: "must not start or end with a hyphen",
  double: "must not contain consecutive hyphens",
};

function problemsOfOthers(fields: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { license, metadata, "user-invocable": userInvocable } = fields;
  const problems = [...problemsOfDescription(fields["description"])];
  if (license !== undefined && license !== null && typeof license !== "string")
    problems.push(notText("license", license));
  if (userInvocable !== undefined && typeof userInvocable !== "boolean")
    problems.push({
      reason: "user-invocable is not a boolean",
      said: `user-invocable: Expected boolean, received ${typeof userInvocable}`,
    });
  if (metadata !== undefined && metadata !== null && !isObject(metadata))
    problems.push({
      reason: "metadata is not a mapping",
      said: `metadata: Expected object, received ${Array.isArray(metadata) ? "array" : typeof metadata}`,
    });
  return problems;
}

function problemsOfDescription(description: unknown): readonly Problem[] {
  if (typeof description !== "string") return [notText("description", description)];
  if (description === "")
    return [{ reason: "description is empty", said: "description: Skill description cannot be empty" }];
  const problems: Problem[] = [];
  if (description.length > 1024)
    problems.push({
      reason: "description has more than 1,024 characters",
      said: "description: Skill description must be 1024 characters or less",
    });
  if (description.trim() === "")
    problems.push({
      reason: "description is empty",
      said: "description: Skill description cannot be only whitespace",
    });
  return problems;
}

function mismatch(name: unknown, directory: string): readonly Problem[] {
  if (typeof name !== "string" || name === directory) return [];
  return [
    {
      reason: "name does not match its directory",
      said: `Skill name "${name}" must match directory name "${directory}"`,
    },
  ];
}

function notText(field: string, value: unknown): Problem {
  return {
    reason: value === undefined ? `${field} is missing` : `${field} is not a string`,
    said: `${field}: Expected string, received ${typeof value}`,
  };
}

/** Too many lines or, by a rough count, tokens. */
function warningsOf(body: string): readonly string[] {
  const lines = body === "" ? 0 : body.split("\n").length;
  // Each word but the last has white space after it.
  const mostWords = (body.length + 1) / 2;
  const tokens = mostWords * 1.3 <= 5000 ? 0 : Math.ceil(countWords(body) * 1.3);
  return [
    ...(lines > 500
      ? [`Instructions have ${lines} lines (recommended: <500). Consider moving content to references/.`]
      : []),
    ...(tokens > 5000
      ? [
          `Instructions have ~${tokens} estimated tokens (recommended: <5000). Consider moving content to references/.`,
        ]
      : []),
  ];
}
