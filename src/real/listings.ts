import type { ListedSkill } from "./client.ts";

/** The entries of a catalog that lists skills as `<skill>` with `<name>`, `<description>` and `<location>`. */
export function listElements(catalog: string): readonly ListedSkill[] {
  return catalog
    .split("<skill>")
    .slice(1)
    .flatMap((block) => {
      const name = element(block, "name");
      if (name === undefined) return [];
      const description = element(block, "description");
      const path = element(block, "location");
      return [
        {
          name,
          ...(description !== undefined && { description }),
          ...(path !== undefined && { path: unescapeXml(path) }),
        },
      ];
    });
}

function element(block: string, tag: string): string | undefined {
  const start = block.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  const end = block.indexOf(`</${tag}>`, from);
  return end < 0 ? undefined : block.slice(from, end);
}

/** The text between two marks; "" without the first one. */
export function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  if (from < 0) return "";
  const to = text.indexOf(end, from + start.length);
  return text.slice(from + start.length, to < 0 ? undefined : to);
}

/** The text from a mark to the last occurrence of another one; undefined if either is missing. */
export function upToLast(text: string, start: string, end: string): string | undefined {
  const from = text.indexOf(start);
  const to = text.lastIndexOf(end);
  return from < 0 || to < from + start.length ? undefined : text.slice(from + start.length, to);
}

const base = "Base directory for this skill: ";

/** The directory of a skill, which many clients put on a line of its own, and what follows that line. */
export function readBase(text: string): { readonly base: string; readonly rest: string } | undefined {
  const start = text.indexOf(base);
  if (start < 0) return undefined;
  const [line = ""] = text.slice(start + base.length).split("\n", 1);
  return { base: line, rest: text.slice(start + base.length + line.length) };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&",
};

export function unescapeXml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp|#39|#x27);/g, (entity) => entities[entity]!);
}

/** A file that a tool shows with a number before each line. */
export function withoutLineNumbers(text: string, number: RegExp): string {
  return text
    .split("\n")
    .map((line) => line.replace(number, ""))
    .join("\n");
}
