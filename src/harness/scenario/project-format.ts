import { quote } from "../../core/show.ts";
import { type Format, misfit, text, words } from "../../parse/format/format.ts";
import { mapOf } from "../../parse/format/formats.ts";

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
