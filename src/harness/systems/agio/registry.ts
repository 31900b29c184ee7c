import { quote, show } from "../../../core/show.ts";
import { codePointLength, universalNewlines } from "../../../dialects/python/text.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import type { RootedSkill, Scope, SkillProblem, SkillRoot } from "../../../model/agent.ts";
import type { Tracer } from "../../../model/trace.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import {
  type FrontmatterRules,
  holdsFrontmatter,
  readFrontmatter,
  yamlValues,
} from "../../skill-document.ts";
import { readHeadOfUtf8File } from "../../read-head.ts";

interface Discovery {
  /** In the order in which their names were first found. */
  readonly skills: readonly AnnouncedSkill[];
  readonly problems: readonly SkillProblem[];
}

/**
 * Unreadable skills are reported and skipped. If several skills have the same name, the last one is used. `roots`
 * starts with the highest precedence and is searched from the end.
 */
export function discoverSkills(roots: readonly SkillRoot[], tracer: Tracer): Discovery {
  const skills = new Map<string, AnnouncedSkill>();
  const problems: SkillProblem[] = [];
  for (const root of roots.toReversed()) {
    for (const { path, reason } of root.unread) problems.push({ path, kind: "skipped", message: reason });
    for (const found of root.skills) {
      const skill = readSkill(found, root.scope, tracer);
      const before = "problem" in skill ? undefined : skills.get(skill.name);
      if (before)
        problems.push({
          path: before.path,
          kind: "shadowed",
          message: `the skill ${quote(before.name)} in ${quote(found.path)} is loaded later and replaces it`,
        });
      if ("problem" in skill) problems.push({ path: found.path, kind: "skipped", message: skill.problem });
      else skills.set(skill.name, skill);
    }
  }
  return { skills: Array.from(skills.values()), problems };
}

function readSkill(
  { path, source }: RootedSkill,
  scope: Scope,
  tracer: Tracer,
): AnnouncedSkill | { readonly problem: string } {
  const head = readHeadOfUtf8File(tracer, source, "SKILL.md", holdsFrontmatter(frontmatterRules));
  if (head.outcome === "unreadable") return { problem: `cannot read SKILL.md: ${head.reason}` };
  const read = readFrontmatter(head.text, frontmatterRules);
  if (!read) return { problem: 'SKILL.md does not begin with frontmatter between two "---" lines' };
  const metadata = readMetadata(read.values);
  if ("problem" in metadata) return { problem: metadata.problem };
  const { name, description } = metadata;
  return { name, description, scope, path, source, hidden: false };
}

type AgioMetadata = { readonly name: string; readonly description: string } | { readonly problem: string };

type Entries = ReadonlyMap<string, PyValue>;

/**
 * agio/skills/loader.py load_skill; registry.py requires the same fences. The text is read in Python's text mode.
 * Frontmatter is not recognized after a byte-order mark, with a space after a fence, or without a line ending after
 * the last fence.
 */
export const frontmatterRules: FrontmatterRules<Entries | string> = {
  prepare: universalNewlines,
  opening: /^---\n/,
  closing: /\n---\n/g,
  values: readValues,
};

const longestName = 64;

const longestDescription = 1024;

/** Python's `$` also matches before a final line ending. */
const nameRule = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\n?$/;

/** The values by key, or why the frontmatter cannot be read. */
function readValues(frontmatter: string): Entries | string {
  const read = yamlValues(frontmatter);
  if (read.outcome === "map") return read.fields;
  if (read.outcome === "other") return `frontmatter must be a map, not ${read.type}`;
  const crash = read.crash === undefined ? "" : `${read.crash}, `;
  return `frontmatter is not valid YAML: ${crash}${show(read.problem)}`;
}

/** registry.py _parse_skill_frontmatter: a skill that breaks a rule is not loaded. */
function readMetadata(entries: Entries | string): AgioMetadata {
  if (typeof entries === "string") return { problem: entries };
  const problem = objectTo(entries);
  return problem === undefined
    ? { name: textAt(entries, "name"), description: textAt(entries, "description") }
    : { problem };
}

function textAt(entries: Entries, key: string): string {
  const value = entries.get(key);
  return value?.type === "str" ? value.value : "";
}

function objectTo(entries: Entries): string | undefined {
  const absent = ["name", "description"].find((key) => !entries.has(key));
  if (absent !== undefined) return `the field ${quote(absent)} is missing`;
  return objectToName(entries) ?? objectToDescription(entries) ?? objectToType(entries, "metadata", "dict");
}

function objectToName(entries: Entries): string | undefined {
  const name = textAt(entries, "name");
  const problem = objectToType(entries, "name", "str");
  if (problem !== undefined) return problem;
  if (!nameRule.test(name)) return `name ${quote(name)} must be lower-case letters, digits and inner hyphens`;
  return name.length > longestName
    ? `name has ${name.length} characters (maximum ${longestName})`
    : undefined;
}

function objectToDescription(entries: Entries): string | undefined {
  const length = codePointLength(textAt(entries, "description"));
  const problem = objectToType(entries, "description", "str");
  if (problem !== undefined) return problem;
  if (length === 0) return "description is empty";
  return length > longestDescription
    ? `description has ${length} characters (maximum ${longestDescription})`
    : undefined;
}

/** An absent key has no wrong type. */
function objectToType(entries: Entries, key: string, expected: "str" | "dict"): string | undefined {
  const type = entries.get(key)?.type ?? expected;
  return type === expected ? undefined : `${key} must have the type ${expected}, not ${type}`;
}
