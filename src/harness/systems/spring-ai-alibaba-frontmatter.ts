import { quote, show } from "../../core/show.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { loadPyYaml } from "../../dialects/pyyaml/pyyaml.ts";

export interface SpringMetadata {
  readonly name: string;
  readonly description: string;
  readonly allowedTools: readonly string[];
  /** Sentences about what is odd and loaded all the same. */
  readonly warnings: readonly string[];
}

type Entries = ReadonlyMap<string, PyValue>;

const fence = "---";

const longestName = 64;
const longestDescription = 1024;
const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a file's beginning holds all of its frontmatter, or shows that it has none. */
export function holdsFrontmatter(text: string): boolean {
  return !text.startsWith(fence) || text.includes(fence, fence.length);
}

/** SkillScanner.java parseFrontmatter: the next three hyphens end it, wherever they stand, be it within a value. */
export function cutFrontmatter(text: string): string | undefined {
  const end = closing(text);
  return end === -1 ? undefined : trimJava(text.slice(fence.length, end));
}

/** SkillMetadata.java removeFrontmatter; a text without frontmatter stays as it is. */
export function bodyOf(text: string): string {
  const end = closing(text);
  return end === -1 ? text : trimJava(text.slice(end + fence.length));
}

/** SkillScanner.java loadSkill. What SnakeYAML makes no String of is not cast to one, and the skill is lost. */
export function readMetadata(
  frontmatter: string,
  directory: string,
): SpringMetadata | { readonly problem: string } {
  const result = loadPyYaml(frontmatter);
  if (result.outcome !== "value")
    return {
      problem: `its frontmatter is not YAML: ${show(result.outcome === "error" ? result.problem : result.message)}`,
    };
  if (result.value.type !== "dict" || result.value.entries.length === 0)
    return { problem: "its frontmatter is no mapping, or empty" };
  const entries = new Map(
    result.value.entries.flatMap(([key, value]) => (key.type === "str" ? [[key.value, value]] : [])),
  );
  const name = stringAt(entries, "name");
  const description = stringAt(entries, "description");
  if (typeof name !== "string") return name;
  if (typeof description !== "string") return description;
  return {
    name,
    description: description.slice(0, longestDescription),
    allowedTools: allowedTools(entries),
    warnings: [...oddName(name, directory), ...longText(description)],
  };
}

function closing(text: string): number {
  return text.startsWith(fence) ? text.indexOf(fence, fence.length) : -1;
}

function stringAt(entries: Entries, key: string): string | { readonly problem: string } {
  const value = entries.get(key);
  if (value === undefined || value.type === "NoneType") return { problem: `its frontmatter has no ${key}` };
  if (value.type !== "str") return { problem: `its ${key} is of the type ${value.type}, expected a string` };
  return value.value === "" ? { problem: `its ${key} is empty` } : value.value;
}

/** A text is one name, whatever stands in it. The specification's own "allowed-tools" is not read. */
function allowedTools(entries: Entries): readonly string[] {
  const value = entries.get(entries.has("allowed_tools") ? "allowed_tools" : "allowedTools");
  const items = value?.type === "list" || value?.type === "set" ? value.items : value ? [value] : [];
  return items
    .flatMap((item) => (item.type === "str" ? [trimJava(item.value)] : []))
    .filter((name) => name !== "");
}

/** SkillScanner.java validateSkillName: the first of three. */
function oddName(name: string, directory: string): readonly string[] {
  if (name.length > longestName)
    return [`its name has ${name.length} characters, expected at most ${longestName}`];
  if (!nameRule.test(name))
    return [`its name ${quote(name)} is not of lower-case letters and digits joined by single hyphens`];
  return name === directory ? [] : [`its name ${quote(name)} differs from its directory ${quote(directory)}`];
}

/** Java counts, and cuts, UTF-16 units: half of a character may be left. */
function longText(description: string): readonly string[] {
  return description.length > longestDescription
    ? [`its description has ${description.length} characters, and is cut at ${longestDescription}`]
    : [];
}

/** Java's String.trim: what stands at or below U+0020 goes, and no other space. */
function trimJava(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
