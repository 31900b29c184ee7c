import { quote, show } from "../../../core/show.ts";
import { toQuoted } from "../../../core/yaml-scalar.ts";
import { codePointLength } from "../../../dialects/python/text.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import { loadPyYaml } from "../../../dialects/pyyaml/pyyaml.ts";
import type {
  AgentWorld,
  CatalogEntry,
  RootedSkill,
  Scope,
  SkillProblem,
  SkillRoot,
} from "../../../model/agent.ts";
import { firstOfName } from "../../first-of-name.ts";
import { readUtf8Head } from "../../read-head.ts";
import { flagIn, textsIn } from "../../settings.ts";
import type { PlacedSkill } from "../../tools/resolve-path.ts";

export type LoadedSkill = PlacedSkill & CatalogEntry;

interface LoadedSkills {
  readonly skills: readonly LoadedSkill[];
  readonly problems: readonly SkillProblem[];
}

/** From the specification. */
const longestName = 64;

const precedence = { project: 0, user: 1, builtin: 2 } as const satisfies Record<Scope, number>;

/**
 * Reads the head of each skill leniently: a skill is announced if possible, with a warning about anything unusual.
 */
export function loadSkills({ roots, settings, tracer }: AgentWorld): LoadedSkills {
  const problems: SkillProblem[] = [];
  const found: LoadedSkill[] = [];
  const seen = new Set<string>();
  for (const root of trustedRoots(roots, flagIn(settings, "trusted") ?? true, problems)) {
    for (const { path, reason } of root.unread) problems.push({ path, kind: "skipped", message: reason });
    for (const skill of root.skills) {
      // The same directory at two paths is not a collision.
      if (skill.sameAs !== undefined && seen.has(skill.sameAs)) continue;
      seen.add(skill.path);
      const { loaded, said } = load(skill, root.scope, tracer);
      problems.push(...said);
      if (loaded) found.push(loaded);
    }
  }
  const disabled = new Set(textsIn(settings, "disabled"));
  const { kept, problems: shadowed } = firstOfName(found);
  return { skills: kept.filter(({ name }) => !disabled.has(name)), problems: [...problems, ...shadowed] };
}

/** In order of precedence; the project's roots are included only if the user trusts the project. */
function trustedRoots(
  roots: readonly SkillRoot[],
  trusted: boolean,
  problems: SkillProblem[],
): readonly SkillRoot[] {
  return roots
    .filter(({ scope, path, skills }) => {
      if (trusted || scope !== "project") return true;
      if (skills.length > 0) problems.push({ path, kind: "skipped", message: "the project is not trusted" });
      return false;
    })
    .toSorted((a, b) => precedence[a.scope] - precedence[b.scope]);
}

function load(
  { path, source }: RootedSkill,
  scope: Scope,
  tracer: AgentWorld["tracer"],
): { readonly loaded?: LoadedSkill; readonly said: readonly SkillProblem[] } {
  const head = readUtf8Head(tracer, source, "SKILL.md", holdsFrontmatter);
  const skip = (message: string): { readonly said: readonly SkillProblem[] } => ({
    said: [{ path, kind: "skipped", message }],
  });
  if (head.outcome === "unreadable") return skip(`cannot read SKILL.md: ${head.reason}`);
  const cut = cutDocument(head.text);
  if (!cut) return skip('SKILL.md has no frontmatter between two "---" lines');
  const metadata = readMetadata(cut.frontmatter);
  if ("problem" in metadata) return skip(`frontmatter is not valid YAML: ${show(metadata.problem)}`);
  if (metadata.description === "") return skip("description is missing or empty");
  const name = metadata.name === "" ? source.name : metadata.name;
  const warnings = [
    ...oddName(metadata.name, source.name),
    ...(metadata.repaired ? ["frontmatter is valid YAML only after quoting its values"] : []),
  ];
  return {
    loaded: {
      name,
      description: metadata.description,
      scope,
      path,
      source,
      hidden: metadata.disableModelInvocation,
    },
    said: warnings.map((message) => ({ path, kind: "warned", message })),
  };
}

function oddName(name: string, directory: string): readonly string[] {
  if (name === "") return [`name is missing; the directory name ${quote(directory)} is used`];
  const length = codePointLength(name);
  return [
    ...(name === directory ? [] : [`name ${quote(name)} does not match its directory ${quote(directory)}`]),
    ...(length <= longestName ? [] : [`name has ${length} characters (maximum ${longestName})`]),
  ];
}

interface CutDocument {
  readonly frontmatter: string;
  readonly body: string;
}

interface Metadata {
  /** Empty if the name is absent or not a string. */
  readonly name: string;
  readonly description: string;
  readonly disableModelInvocation: boolean;
  /** Whether the frontmatter was valid YAML only after its values were quoted. */
  readonly repaired: boolean;
}

const opening = /^---[ \t]*\r?\n/;

const closing = /^---[ \t]*\r?(?:\n|$(?![\s\S]))/m;

/** Whether the beginning of a file contains all of its frontmatter, or shows that it has none. */
function holdsFrontmatter(text: string): boolean {
  const start = opening.exec(text);
  // Dashes at the end of the read part may be incomplete.
  return start ? /^---[ \t]*\r?\n/m.test(text.slice(start[0].length)) : text.length > 0;
}

/** The text between "---" at the start and the next "---"; undefined if one of them is missing. */
export function cutDocument(text: string): CutDocument | undefined {
  const start = opening.exec(text);
  if (!start) return undefined;
  const rest = text.slice(start[0].length);
  const end = closing.exec(rest);
  return end
    ? { frontmatter: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length).trim() }
    : undefined;
}

/**
 * Reads the frontmatter as PyYAML does, as the guide does not specify a YAML version and most clients use PyYAML.
 * `problem` is the parser's message.
 */
export function readMetadata(frontmatter: string): Metadata | { readonly problem: string } {
  const strict = readMapping(frontmatter);
  if (!("problem" in strict)) return toMetadata(strict.entries, false);
  const repaired = readMapping(quoteColons(frontmatter));
  return "problem" in repaired ? strict : toMetadata(repaired.entries, true);
}

type Entries = readonly (readonly [PyValue, PyValue])[];

function readMapping(text: string): { readonly entries: Entries } | { readonly problem: string } {
  const read = loadPyYaml(text);
  if (read.outcome !== "value") return { problem: read.outcome === "error" ? read.problem : read.message };
  return read.value.type === "dict"
    ? { entries: read.value.entries }
    : { problem: "frontmatter is not a map" };
}

/** The guide's fix for the most common mistake: an unquoted value that contains a colon. */
function quoteColons(text: string): string {
  return text.replace(/^([A-Za-z_][\w-]*:[ \t]+)([^\s"'|>[{].*)$/gm, (line, key: string, value: string) =>
    /:(?:\s|$)/.test(value) ? key + toQuoted(value) : line,
  );
}

function toMetadata(entries: Entries, repaired: boolean): Metadata {
  const field = (key: string): string =>
    toText(entries.find(([name]) => name.type === "str" && name.value === key)?.[1]).trim();
  return {
    name: field("name"),
    description: field("description"),
    disableModelInvocation: field("disable-model-invocation").toLowerCase() === "true",
    repaired,
  };
}

function toText(value: PyValue | undefined): string {
  switch (value?.type) {
    case "str":
    case "int":
    case "float":
    case "bool":
    case "date":
    case "datetime":
      return String(value.value);
    default:
      return "";
  }
}
