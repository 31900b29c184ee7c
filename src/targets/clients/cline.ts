import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readJsYaml4Json } from "../../yaml/theirs/js/js-yaml.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { withoutBom } from "../reading/decode.ts";
import { splitFenced, withoutNewline } from "../reading/fences.ts";
import { fieldsOf, notLoaded, unknownLoad, unreadable } from "../reading/outcomes.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".cline/skills", ".clinerules/skills", ".agents/skills"],
  user: ["~/.cline/skills", "~/.agents/skills"],
  variables: { CLINE_DIR: "~/.cline" },
  above: "root",
  depth: 1,
  insideSkills: false,
  hidden: true,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: "unspecified",
};

const editorRoots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".clinerules/skills", ".cline/skills", ".claude/skills", ".agents/skills"],
  user: ["~/.cline/skills", "~/.agents/skills"],
  above: "cwd",
  duplicates: [
    ["~/.cline/skills", "~/.agents/skills"],
    [".clinerules/skills", ".cline/skills", ".claude/skills", ".agents/skills"],
  ],
};

/** The description comes with the body. */
const catalog: CatalogRules = {
  order: "file-system",
  format: { before: "Available skills: ", after: ".", separator: ", ", entry: ({ name }) => name },
  namesOnly: true,
  budget: "none",
};

/** Cline: the command line takes almost any file, the editor extension wants a name like the directory's. */
export const cline: Client = {
  id: "cline",
  title: "Cline",
  reach: "common",
  order: 70,
  versions: [
    {
      variant: "cli",
      version: "3.0.65",
      versions: ">=3.0.65",
      evidence: "live",
      sources: ["npm cline 3.0.65", "npm @cline/core dist/index.js"],
      checked: "2026-11-23",
      roots,
      takesArguments: "beside",
      load: loadInCli,
      catalog,
    },
    {
      variant: "editor",
      version: "21cb8d25",
      versions: "*",
      evidence: "executed",
      sources: [
        "cline/cline apps/vscode/src/core/context/instructions/user-instructions/skills.ts@21cb8d25",
        "cline/cline apps/vscode/src/core/context/instructions/user-instructions/frontmatter.ts@21cb8d25",
      ],
      checked: "2026-08-22",
      roots: editorRoots,
      load: loadInEditor,
    },
  ],
};

function loadInCli({ directory, bytes }: LoadInput): LoadResult {
  const text = withoutBom(decodeUtf8Loosely(bytes));
  const split = splitFenced(text);
  const read = split && readYaml2(split.frontmatter);
  if (read && read.outcome !== "value") return unreadable(read);
  const body = (split ? withoutNewline(split.body) : text).trim();
  if (body === "") return notLoaded("the body is empty");
  const fields = read && isObject(read.value) ? read.value : {};
  const wrong = wrongType(fields);
  if (wrong !== undefined) return notLoaded(wrong);
  const name = textOf(fields["name"]) ?? directory.trim();
  if (name === "") return notLoaded("name is empty");
  if (fields["disabled"] === true || (!isSet(fields["disabled"]) && fields["enabled"] === false))
    return notLoaded("the skill is disabled", `Skill "${name}" is configured but disabled.`);
  const description = textOf(fields["description"]);
  return {
    loads: true,
    name,
    ...(description !== undefined && { description }),
    body,
    ...(!split && { fallback: true, metadataLost: true }),
  };
}

function wrongType(fields: Readonly<Record<string, unknown>>): string | undefined {
  const type = { name: "string", description: "string", disabled: "boolean", enabled: "boolean" } as const;
  for (const key of ["name", "description", "disabled", "enabled"] as const)
    if (isSet(fields[key]) && typeof fields[key] !== type[key]) return `${key} is not a ${type[key]}`;
  return undefined;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}

function loadInEditor({ directory, bytes }: LoadInput): LoadResult {
  const split = splitFenced(withoutBom(decodeUtf8Loosely(bytes)));
  if (!split) return notLoaded("frontmatter is missing");
  const read = readJsYaml4Json(split.frontmatter);
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  if (read.outcome === "error") return notLoaded("frontmatter is not valid YAML");
  const { name, description } = fieldsOf(read.value);
  if (typeof name !== "string") return notLoaded(name ? "name is not a string" : "name is missing");
  if (name === "") return notLoaded("name is empty");
  if (typeof description !== "string")
    return notLoaded(description ? "description is not a string" : "description is missing");
  if (description === "") return notLoaded("description is empty");
  if (name !== directory) return notLoaded("name does not match its directory");
  return { loads: true, name, description, body: withoutNewline(split.body).trim() };
}
