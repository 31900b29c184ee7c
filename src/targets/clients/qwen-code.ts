import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2Core } from "../../yaml/theirs/js/yaml.ts";
import { readWithin, type YamlRead } from "../../yaml/theirs/value-reader.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { unixLines, withoutBom } from "../reading/decode.ts";
import { splitFenced, withoutNewline } from "../reading/fences.ts";
import { escapeXml, listedAs } from "../reading/catalog-text.ts";
import { notLoaded, unknownLoad } from "../reading/outcomes.ts";
import { textOf } from "../reading/text-of.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".qwen/skills", ".agents/skills"],
  user: ["~/.qwen/skills", "~/.agents/skills"],
  variables: { QWEN_HOME: "~/.qwen" },
  above: "cwd",
  depth: 1,
  insideSkills: false,
  hidden: true,
  rootItself: "ignored",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [[".qwen/skills"], [".agents/skills"], ["~/.qwen/skills"], ["~/.agents/skills"]],
};

/** Its list of skills; over the budget, it drops `when_to_use` too. */
const catalog: CatalogRules = {
  order: { by: "name", compare: "locale" },
  format: {
    before: "<available_skills>\n",
    after: "\n</available_skills>",
    separator: "\n",
    escape: escapeXml,
    entry: ({ name }, description = "") =>
      [
        "<skill>",
        "<name>",
        escapeXml(name),
        "</name>",
        "<description>",
        `${description} (project)`,
        "</description>",
        "<location>",
        "project",
        "</location>",
        "</skill>",
      ].join("\n"),
  },
  budget: {
    overflow: "first-lines",
    unit: "utf-16",
    limit: 8_000,
    own: 5_857,
    assumes: "skills of a project",
  },
};

/** Qwen Code: YAML and, if that fails, a line reader; older versions had only the line reader. */
export const qwenCode: Client = {
  id: "qwen-code",
  title: "Qwen Code",
  reach: "niche",
  order: 90,
  versions: [
    {
      version: "0.24.4",
      versions: ">=0.24.4",
      evidence: "live",
      sources: [
        "npm @qwen-code/qwen-code 0.24.4",
        "QwenLM/qwen-code packages/core/src/skills/skill-manager.ts@487f86b8",
      ],
      checked: "2026-11-23",
      roots,
      takesArguments: "in-body",
      // Its mappings have no prototype, so that they cannot become text.
      load: (input) => load(input, readYamlOrLines, { mappings: false }),
      catalog,
    },
    {
      version: "0.15.10",
      versions: "0.15.10",
      evidence: "live",
      sources: ["npm @qwen-code/qwen-code 0.15.10 cli.js"],
      checked: "2026-11-22",
      load: (input) => load(input, (text) => readWithin(text, readLines), { mappings: true }),
    },
  ],
};

type Fields = Readonly<Record<string, unknown>>;

function load(
  { bytes, args }: LoadInput,
  read: (text: string) => YamlRead,
  asText: { readonly mappings: boolean },
): LoadResult {
  const split = splitFenced(unixLines(withoutBom(decodeUtf8Loosely(bytes))), { alone: true });
  if (!split) return notLoaded("frontmatter is missing");
  const frontmatter = read(split.frontmatter);
  if (frontmatter.outcome !== "value")
    return unknownLoad(frontmatter.outcome === "unknown" ? frontmatter.reason : frontmatter.message);
  const fields = isObject(frontmatter.value) ? frontmatter.value : {};
  if (isEmpty(fields["name"])) return notLoaded("name is missing");
  if (isEmpty(fields["description"])) return notLoaded("description is missing");
  const [name, description] = [textOf(fields["name"], asText), textOf(fields["description"], asText)];
  if (name === undefined) return notLoaded("name is not a string");
  if (description === undefined) return notLoaded("description is not a string");
  if (!/^[\p{L}\p{N}_:.-]+$/u.test(name))
    return notLoaded('name has characters other than letters, digits and "_:.-"');
  const problem = fieldProblem(fields);
  if (problem !== undefined) return notLoaded(problem);
  if (description.trim() === "") return notLoaded("description is empty");
  const hint = fields["when_to_use"];
  const listed = typeof hint === "string" && hint !== "" ? `${description} — ${hint}` : description;
  return {
    loads: true,
    name,
    description,
    ...listedAs(escapeXml(listed), description),
    body: called(`${withoutNewline(split.body).trim()}\n`, name, args?.trim() ?? ""),
    ...(isHidden(fields) && { hidden: true }),
  };
}

/** With the user's message below the body, and a file with the arguments, whose directory is that of the session. */
function called(body: string, name: string, args: string): string {
  if (args === "") return body;
  const file = `.qwen/tmp/s-<session>/qwen-skill-args-${name}.txt`;
  return `${body}

/${name} ${args}

Your invocation arguments have been written verbatim to a session-private file. Its exact path is below — use it wherever these instructions say to read the args file (e.g. \`< '${file}'\`), and do not retype the arguments, which is how they get mistyped.
<skill-args-file>${file}</skill-args-file>
<skill-args>${args}</skill-args>
`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function fieldProblem(fields: Fields): string | undefined {
  const { allowedTools, model, paths } = fields;
  if (!isUnset(allowedTools) && !Array.isArray(allowedTools)) return "allowedTools is not a list";
  if (!isUnset(model) && typeof model !== "string") return "model is not a string";
  if (isUnset(paths)) return undefined;
  if (!Array.isArray(paths)) return "paths is not a list";
  return patternsOf(paths).some(leavesProject) ? "paths has a pattern outside the project" : undefined;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

function patternsOf(paths: readonly unknown[]): readonly string[] {
  return paths.map((path) => (textOf(path) ?? "").trim()).filter((path) => path !== "");
}

function leavesProject(pattern: string): boolean {
  const path = pattern.replaceAll("\\", "/");
  return path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.split("/").includes("..");
}

/** With `paths`, the skill is listed when the model touches a file that matches. */
function isHidden(fields: Fields): boolean {
  const disabled = fields["disable-model-invocation"];
  const { paths } = fields;
  return disabled === true || disabled === "true" || (Array.isArray(paths) && patternsOf(paths).length > 0);
}

function readYamlOrLines(text: string): YamlRead {
  const read = readYaml2Core(text);
  if (read.outcome === "unknown") return read;
  return read.outcome === "value" && isObject(read.value) ? read : readWithin(text, readLines);
}

/** One level of "key: value", "  - item" and "  key: value". */
function readLines(text: string): Fields {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const fields = new Map<string, unknown>();
  let key = "";
  let list: unknown[] | undefined;
  let nested: string | undefined;
  lines.forEach((line, index) => {
    if (line.startsWith("  - ")) {
      list ??= [];
      list.push(scalarOf(line.slice(4).trim()));
      return;
    }
    if (list) fields.set(key, list);
    if (list) [key, list] = ["", undefined];
    if (nested !== undefined && line.startsWith("  ")) return;
    nested = undefined;
    const colon = line.indexOf(":");
    if (colon === -1) return;
    const value = line.slice(colon + 1).trim();
    const name = line.slice(0, colon).trim();
    if (value !== "") fields.set(name, scalarOf(value));
    else if (isNested(lines[index + 1])) {
      fields.set(name, {});
      [nested, key] = [name, ""];
    } else key = name;
  });
  if (list) fields.set(key, list);
  return Object.fromEntries(fields);
}

function isNested(line = ""): boolean {
  return line.startsWith("  ") && !line.startsWith("  - ");
}

function scalarOf(value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  if (value === "null") return null;
  if (value.length >= 2 && value.startsWith('"') && value.endsWith('"'))
    return value.slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
  const number = Number(value);
  return value !== "" && Number.isFinite(number) ? number : value;
}
