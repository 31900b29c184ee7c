import { onceForRecent } from "../../core/once.ts";
import { readJsYaml3 } from "../../yaml/theirs/js/js-yaml.ts";
import { readWithin, type YamlRead } from "../../yaml/theirs/value-reader.ts";
import { withoutBom } from "./decode.ts";

/**
 * What gray-matter 4 makes of a text without its cache: the data, and the content after the closing dashes.
 * "javascript": the frontmatter says that it is JavaScript, which gray-matter runs.
 */
export type Matter =
  | { readonly outcome: "value"; readonly data: unknown; readonly content: string }
  | { readonly outcome: "javascript" }
  | Exclude<YamlRead, { readonly outcome: "value" }>;

export const readMatter: (text: string) => Matter = onceForRecent((text) => {
  const whole = withoutBom(text);
  if (!whole.startsWith("---") || whole[3] === "-") return { outcome: "value", data: {}, content: whole };
  const { language, rest } = withoutLanguage(whole.slice(3));
  const closing = rest.indexOf("\n---");
  const matter = closing === -1 ? rest : rest.slice(0, closing);
  const content = closing === -1 ? "" : withoutFirstBreak(rest.slice(closing + 4));
  if (isOnlyComments(matter)) return { outcome: "value", data: {}, content };
  if (/^(?:js|javascript)$/i.test(language)) return { outcome: "javascript" };
  const read = readIn(language, matter);
  return read.outcome === "value" ? { outcome: "value", data: read.value ?? {}, content } : read;
});

/** Dashes and a name in the first line say in what language the frontmatter is. */
function withoutLanguage(text: string): { readonly language: string; readonly rest: string } {
  // As the library: without a line break, the last character is left out.
  const first = text.slice(0, text.search(/\r?\n/));
  return first.trim() === ""
    ? { language: "yaml", rest: text }
    : { language: first.trim(), rest: text.slice(first.length) };
}

function readIn(language: string, matter: string): YamlRead {
  if (/^ya?ml$/i.test(language)) return readJsYaml3(matter);
  if (language === "json") return readWithin(matter, (each) => JSON.parse(each) as unknown);
  return { outcome: "error", message: `gray-matter engine "${language}" is not registered` };
}

/** Lines that are blank or a comment; "#" alone does not count as one. */
function isOnlyComments(matter: string): boolean {
  return matter.split("\n").every((line) => {
    const start = line.trimStart();
    return start === "" || (start.startsWith("#") && start.length > 1);
  });
}

function withoutFirstBreak(content: string): string {
  const rest = content.startsWith("\r") ? content.slice(1) : content;
  return rest.startsWith("\n") ? rest.slice(1) : rest;
}
