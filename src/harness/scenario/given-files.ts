import { quote } from "../../core/show.ts";
import { documentName } from "../../model/document-name.ts";
import {
  type Format,
  located,
  type Located,
  mapped,
  misfit,
  text,
  words,
} from "../../parse/format/format.ts";
import { listOf, mapOf } from "../../parse/format/formats.ts";

const anyTexts = mapOf(text);

/** The texts of files by path; the paths stay inside the project. */
export const innerTexts: Format<Readonly<Record<string, string>>> = {
  ...anyTexts,
  expected: "a map of files",
  read: (node, tell) => {
    if (node.kind !== "object") return misfit(node, innerTexts.expected, tell);
    const wrong = node.members.filter(({ key }) => !isInner(key));
    for (const { key, keyRange } of wrong)
      tell(`${quote(key, 60)} is not a path inside the project; write it like "src/main.go"`, keyRange);
    const files = anyTexts.read(node, tell);
    return wrong.length === 0 ? files : undefined;
  },
};

function isInner(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
}

/** The user's project: a directory, or its files. */
export type ProjectFiles = string | Readonly<Record<string, string>>;

export const projectFiles: Format<ProjectFiles> = {
  schema: { anyOf: [words.schema, innerTexts.schema] },
  expected: "a path or a map of files",
  read: (node, tell) => {
    if (node.kind === "string") return words.read(node, tell);
    return node.kind === "object" ? innerTexts.read(node, tell) : misfit(node, projectFiles.expected, tell);
  },
};

/** Skills: the paths of their directories, or their files, each below the name of its skill's directory. */
export type GivenSkills =
  | { readonly paths: readonly Located<string>[] }
  | { readonly files: Readonly<Record<string, string>> };

const skillPaths = listOf(located(words), { fewest: 1 });

export const givenSkills: Format<GivenSkills> = {
  schema: {
    anyOf: [skillPaths.schema, { ...innerTexts.schema, minProperties: 1, propertyNames: { pattern: "/" } }],
  },
  expected: "a non-empty list, or a map of files",
  read: (node, tell) => {
    if (node.kind === "array")
      return mapped(skillPaths, (paths): GivenSkills => ({ paths })).read(node, tell);
    if (node.kind !== "object" || node.members.length === 0) return misfit(node, givenSkills.expected, tell);
    const directories = new Set(node.members.map(({ key }) => key.split("/", 1)[0]));
    const wrong = node.members.filter(({ key }) => !key.includes("/"));
    for (const { key, keyRange } of wrong)
      tell(`${quote(key, 60)} is in no skill's directory; write it like "forms/${documentName}"`, keyRange);
    const keys = new Set(node.members.map(({ key }) => key));
    const lacking = Array.from(directories).filter((name) => !keys.has(`${name}/${documentName}`));
    for (const name of wrong.length === 0 ? lacking : [])
      tell(`the skill ${quote(name ?? "", 60)} has no ${documentName}`, node.range);
    const files = innerTexts.read(node, tell);
    return files && wrong.length + lacking.length === 0 ? { files } : undefined;
  },
};
