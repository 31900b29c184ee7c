import { quote, show } from "../../../core/show.ts";
import { toQuoted } from "../../../yaml/scalar.ts";
import { codePointLength } from "../../../dialects/python/text.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import type { AgentWorld, RootedSkill, Scope, SkillProblem, SkillRoot } from "../../../model/agent.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import { firstOfName } from "../../first-of-name.ts";
import {
  type FrontmatterRules,
  holdsFrontmatter,
  readFrontmatter,
  yamlValues,
} from "../../skill-document.ts";
import { readUtf8Head } from "../../read-head.ts";
import { flagIn, textsIn } from "../../settings.ts";

interface LoadedSkills {
  readonly skills: readonly AnnouncedSkill[];
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
  const found: AnnouncedSkill[] = [];
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
): { readonly loaded?: AnnouncedSkill; readonly said: readonly SkillProblem[] } {
  const head = readUtf8Head(tracer, source, "SKILL.md", holdsFrontmatter(frontmatterRules));
  const skip = (message: string): { readonly said: readonly SkillProblem[] } => ({
    said: [{ path, kind: "skipped", message }],
  });
  if (head.outcome === "unreadable") return skip(`cannot read SKILL.md: ${head.reason}`);
  const read = readFrontmatter(head.text, frontmatterRules);
  if (!read) return skip('SKILL.md has no frontmatter between two "---" lines');
  const metadata = read.values;
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

interface Metadata {
  /** Empty if the name is absent or not a string. */
  readonly name: string;
  readonly description: string;
  readonly disableModelInvocation: boolean;
  /** Whether the frontmatter was valid YAML only after its values were quoted. */
  readonly repaired: boolean;
}

/**
 * The frontmatter is the text between "---" at the start and the next "---". Its values are read as PyYAML does, as
 * the guide does not specify a YAML version and most clients use PyYAML.
 */
export const frontmatterRules: FrontmatterRules<Metadata | { readonly problem: string }> = {
  opening: /^---[ \t]*\r?\n/,
  closing: /^---[ \t]*\r?(?:\n|$(?![\s\S]))/gm,
  trimBody: (body) => body.trim(),
  values: readMetadata,
};

/** `problem` is the parser's message. */
function readMetadata(frontmatter: string): Metadata | { readonly problem: string } {
  const strict = readMapping(frontmatter);
  if (!("problem" in strict)) return toMetadata(strict.fields, false);
  const repaired = readMapping(quoteColons(frontmatter));
  return "problem" in repaired ? strict : toMetadata(repaired.fields, true);
}

type Fields = ReadonlyMap<string, PyValue>;

function readMapping(text: string): { readonly fields: Fields } | { readonly problem: string } {
  const read = yamlValues(text);
  if (read.outcome === "invalid") return { problem: read.problem };
  return read.outcome === "map" ? { fields: read.fields } : { problem: "frontmatter is not a map" };
}

/** The guide's fix for the most common mistake: an unquoted value that contains a colon. */
function quoteColons(text: string): string {
  return text.replace(/^([A-Za-z_][\w-]*:[ \t]+)([^\s"'|>[{].*)$/gm, (line, key: string, value: string) =>
    /:(?:\s|$)/.test(value) ? key + toQuoted(value) : line,
  );
}

function toMetadata(fields: Fields, repaired: boolean): Metadata {
  const field = (key: string): string => toText(fields.get(key)).trim();
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
