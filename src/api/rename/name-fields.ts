import { memberOf, type JsonNode, type JsonObject, type JsonString } from "../../core/json.ts";
import type { SourceText } from "../../core/source-text.ts";
import { yamlType } from "../../yaml/scalar.ts";
import { pathFrom, type SkillGround } from "../../graph/where-leads.ts";
import { namedPaths } from "../../graph/named-paths.ts";
import { directoryOf } from "../../graph/targets.ts";
import { readSentence } from "../../harness/evals/sentences.ts";
import { parseJson } from "../../parse/json.ts";
import { parseYamlTree } from "../../yaml/ours/tree.ts";
import { isEvals, isScenario } from "../test/test-files.ts";

/** The range of a name in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The range of a name, with its replacement. */
export interface NameField extends Span {
  readonly text: string;
}

export interface NameFile {
  /** Relative to the project's directory. */
  readonly path: string;
  /** Relative to the skill's directory; absent for a file outside the skill. */
  readonly inner?: string;
  readonly source: SourceText;
}

/** The names by which references mean the skill, and the new name. */
interface NameReplacement {
  readonly names: ReadonlySet<string>;
  readonly newName: string;
}

/**
 * The ranges in evals or a scenario that name the skill in `directory`: in fields for it, and in sentences that `skills
 * test` interprets.
 */
export function nameFields(
  { path, inner, source }: NameFile,
  { names, newName }: NameReplacement,
  directory: string,
  ground: SkillGround,
): readonly NameField[] {
  const strings =
    inner !== undefined && isEvals(inner)
      ? evalStrings(source, path, names)
      : isScenario(path)
        ? scenarioStrings(
            source,
            path,
            names,
            (root) => inner !== undefined || isAbout(root, path, directory, ground),
          )
        : [];
  return strings.flatMap((node) => fieldsIn(node, source, { names, newName }));
}

function evalStrings(source: SourceText, path: string, names: ReadonlySet<string>): readonly JsonString[] {
  const root = rootOf(source, path);
  if (!root) return [];
  const named = ["skill_name", "skill"]
    .flatMap((key) => memberOf(root, key)?.value ?? [])
    .filter((node): node is JsonString => node.kind === "string" && names.has(node.value));
  return [
    ...named,
    ...Array.from(stringsIn(root, "")).flatMap(({ node }) => (choosesOne(node.value, names) ? [node] : [])),
  ];
}

/** Whether a sentence says that one of these skills is used, as in "The agent uses the pdf-forms skill." */
function choosesOne(sentence: string, names: ReadonlySet<string>): boolean {
  return readSentence(sentence).some(
    (read) => read.kind === "trigger" && read.skill !== undefined && names.has(read.skill),
  );
}

/** Keys whose values are skill names, and those whose values may begin with one. */
const nameKeys: ReadonlySet<string> = new Set([
  "activate",
  "again",
  "skill",
  "group",
  "activated",
  "announced",
  "hidden",
  "shadowed",
  "skipped",
]);
const fileKeys: ReadonlySet<string> = new Set(["read", "run", "file"]);

function scenarioStrings(
  source: SourceText,
  path: string,
  names: ReadonlySet<string>,
  isMeant: (root: JsonObject) => boolean,
): readonly JsonString[] {
  const root = rootOf(source, path);
  if (!root || !isMeant(root)) return [];
  return Array.from(stringsIn(root, "")).flatMap(({ key, node }) =>
    hasName(key, node.value, names) ? [node] : [],
  );
}

/** Whether a value contains one of the names. A prompt may be a slash command, such as "/pdf-forms". */
function hasName(key: string, value: string, names: ReadonlySet<string>): boolean {
  const [first = "", ...rest] = value.split("/");
  return (
    (nameKeys.has(key) && names.has(value)) ||
    (fileKeys.has(key) && rest.length > 0 && names.has(first)) ||
    (key === "prompt" && first === "" && names.has(rest[0]?.split(/\s/, 1)[0] ?? ""))
  );
}

/** Whether a scenario installs the skill where an agent finds it. */
function isAbout(root: JsonObject, path: string, directory: string, { lookUp }: SkillGround): boolean {
  const from = (node: JsonNode | undefined): readonly string[] =>
    node?.kind === "string"
      ? [pathFrom(directoryOf(path), node.value) ?? []].flat()
      : node?.kind === "array"
        ? node.items.flatMap(from)
        : [];
  const placed = from(memberOf(root, "skills")?.value).some((place) => lookUp(place) === "skill");
  return (
    placed ||
    ["project", "home"].some((key) =>
      from(memberOf(root, key)?.value).some(
        (place) => place === "" || `${directory}/`.startsWith(`${place}/`),
      ),
    )
  );
}

function rootOf(source: SourceText, path: string): JsonObject | undefined {
  const { root } = /\.ya?ml$/i.test(path) ? parseYamlTree(source) : parseJson(source);
  return root?.kind === "object" ? root : undefined;
}

/** Every string in a value with its nearest key, ignoring "exactly", "includes" and "never". */
function* stringsIn(
  node: JsonNode,
  key: string,
): Generator<{ readonly key: string; readonly node: JsonString }> {
  if (node.kind === "string") yield { key, node };
  else if (node.kind === "array") for (const item of node.items) yield* stringsIn(item, key);
  else if (node.kind === "object")
    for (const member of node.members)
      yield* stringsIn(
        member.value,
        ["exactly", "includes", "never"].includes(member.key) ? key : member.key,
      );
}

function fieldsIn(
  { range, value }: JsonString,
  source: SourceText,
  { names, newName }: NameReplacement,
): readonly NameField[] {
  const start = range.start.offset;
  const written = source.text.slice(start, range.end.offset);
  // Unquoted, YAML might read the new name as a number or boolean.
  if (written === value && names.has(value) && yamlType(newName) !== undefined)
    return [{ start, end: range.end.offset, text: JSON.stringify(newName) }];
  const found = Array.from(names)
    .flatMap((name) => namedPaths(written, name))
    .map((place) => ({ start: start + place.start, end: start + place.end, text: newName }));
  // The words after a slash command are prose.
  return value.startsWith("/") ? found.slice(0, 1) : found;
}
