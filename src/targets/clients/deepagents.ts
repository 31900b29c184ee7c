import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { deepagentsPython } from "./parts/deepagents-python.ts";
import type { SplitText } from "../reading/fences.ts";
import { type NameProblem, nameProblems } from "../reading/names.ts";
import { fieldsOf, notLoaded, unknownLoad } from "../reading/outcomes.ts";
import { textOf } from "../reading/text-of.ts";

/** LangChain's deepagents: any name and description that can become text; a description is cut. */
export const deepagents: Client = {
  id: "deepagents",
  title: "deepagents",
  reach: "niche",
  order: 230,
  versions: [
    {
      variant: "javascript",
      version: "1.14.1",
      versions: ">=1.14.1",
      evidence: "live",
      sources: ["npm deepagents 1.14.1 dist/index.js listSkills"],
      checked: "2026-11-22",
      load: loadInJavaScript,
    },
    deepagentsPython,
  ],
};

const maxDescription = 1024;

function loadInJavaScript({ directory, bytes }: LoadInput): LoadResult {
  if (bytes.length > 10 * 1024 * 1024) return notLoaded("SKILL.md has more than 10 MB", "file too large");
  const split = splitLines(decodeUtf8Loosely(bytes));
  if (!split) return notLoaded("frontmatter is missing", "no valid YAML frontmatter found");
  const read = readYaml2(split.frontmatter);
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  if (read.outcome === "error" || typeof read.value !== "object" || read.value === null)
    return notLoaded("frontmatter is not valid YAML", "no valid YAML frontmatter found");
  const { name, description } = fieldsOf(read.value);
  if (!name || !description)
    return notLoaded(
      `${name ? "description" : "name"} is missing`,
      "missing required 'name' or 'description'",
    );
  const [nameText, whole] = [textOf(name), textOf(description)];
  if (nameText === undefined || whole === undefined) return unknownLoad("a list is too long to become text");
  const warnings = [...nameWarnings(nameText, directory), ...descriptionWarnings(whole)];
  return {
    loads: true,
    name: nameText,
    description: whole.slice(0, maxDescription),
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * Between a first line and a later one that are dashes and white space; the closing line has to end. Blank lines after
 * the first belong to it, unless the closing line is the next.
 */
function splitLines(text: string): SplitText | undefined {
  const blanks = /^---(\s*)/.exec(text)?.[1] ?? "";
  const last = blanks.lastIndexOf("\n");
  if (last === -1) return undefined;
  const previous = blanks.slice(0, last).lastIndexOf("\n");
  return closedAfter(text, 3 + last) ?? (previous === -1 ? undefined : closedAfter(text, 3 + previous));
}

function closedAfter(text: string, opening: number): SplitText | undefined {
  const rest = /\s*\n/y;
  const start = opening + 1;
  for (let end = text.indexOf("\n---", start); end !== -1; end = text.indexOf("\n---", end + 1)) {
    rest.lastIndex = end + 4;
    if (rest.test(text)) return { frontmatter: text.slice(start, end), body: text.slice(rest.lastIndex) };
  }
  return undefined;
}

function descriptionWarnings(description: string): readonly string[] {
  return description.length > maxDescription
    ? [`Description exceeds ${maxDescription} chars, truncating`]
    : [];
}

function nameWarnings(name: string, directory: string): readonly string[] {
  const [problem] = nameProblems(name);
  const message =
    problem !== undefined
      ? nameMessages[problem]
      : name !== directory && `name '${name}' must match directory name '${directory}'`;
  return message
    ? [
        `Skill '${name}' does not follow Agent Skills spec: ${message}. Consider renaming to be spec-compliant.`,
      ]
    : [];
}

const nameMessages: Readonly<Record<NameProblem, string>> = {
  empty: "name is required",
  long: "name exceeds 64 characters",
  characters: "name must be lowercase alphanumeric with single hyphens only",
  ends: "name must be lowercase alphanumeric with single hyphens only",
  double: "name must be lowercase alphanumeric with single hyphens only",
};
