import { contextReader } from "../../find/surroundings.ts";
import type { SmokeCommand, SmokeReference, SmokeSubject } from "../../harness/smoke/subject.ts";
import type { GraphEdge } from "../../model/graph.ts";
import type { ContextReader, Skill, SkillDocument } from "../../model/skill.ts";
import { documentName } from "../../model/document-name.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { bareCommands, interpreterOf } from "../../rules/scripts/parts/bare-commands.ts";
import { brokenReferences } from "../../rules/references/broken.ts";
import { loadSkill } from "../../lint/load-skill.ts";

/** For reading all texts of a skill without searching them. */
export const noWords = new Vocabulary([]);

/** A skill as read from disk, before an agent loads it. */
export interface ReadForSmoke {
  readonly name: string;
  readonly description: string;
  /** Absent if the skill has no readable SKILL.md. */
  readonly subject?: SmokeSubject;
  /** A misnamed file that is probably the skill's SKILL.md. */
  readonly nearMiss?: string;
  readonly files: readonly FileEntry[];
}

/** Reads the whole skill. */
export function readForSmoke(
  source: SkillSource,
  tokens: TokenCounter,
  contextOf: ContextReader = contextReader(),
): ReadForSmoke {
  const { skill } = loadSkill(source, [], { vocabulary: noWords, tokens, onlyDocument: true, contextOf });
  return readiedForSmoke(source, skill);
}

/** As `readForSmoke`, for a skill that has already been read. */
export function readiedForSmoke(source: SkillSource, skill: Skill): ReadForSmoke {
  const { document, files } = skill;
  if (!document) return { name: source.name, description: "", files };
  const facts = {
    name: textOf(document, "name") ?? source.name,
    description: textOf(document, "description") ?? "",
    files,
  };
  return {
    ...facts,
    ...(document.file === documentName
      ? { subject: toSubject(source, skill, document) }
      : { nearMiss: document.file }),
  };
}

function toSubject(source: SkillSource, skill: Skill, document: SkillDocument): SmokeSubject {
  const { files } = skill;
  const references = referencesIn(skill, document);
  const description = textOf(document, "description");
  return {
    source,
    body: document.source.slice(document.body.range),
    ...(description !== undefined && { description }),
    fields: Array.from(document.frontmatter?.fields.keys() ?? []),
    hidden: textOf(document, "disable-model-invocation")?.toLowerCase() === "true",
    references,
    linksOut: files.flatMap(({ path, link }) => (link?.leads === "outside" ? [path] : [])),
    nested: files.flatMap(({ path, kind }) =>
      kind !== "directory" && path.endsWith("/SKILL.md") ? [path] : [],
    ),
    costs: costsOf(skill, document),
    commands: commandsIn(skill, document),
  };
}

function textOf({ frontmatter }: SkillDocument, field: string): string | undefined {
  const value = frontmatter?.fields.get(field)?.value;
  return typeof value === "string" ? value : undefined;
}

/** Each file that SKILL.md refers to, and each dangling path in it, once, in order of position. */
function referencesIn(skill: Skill, document: SkillDocument): readonly SmokeReference[] {
  const texts = new Set(skill.texts.map(({ path }) => path));
  const written = new Map(
    skill.references
      .filter(({ from }) => from === document.file)
      .toReversed()
      .map(({ reference: { target, range } }) => [document.source.span(range).start, target]),
  );
  const there = skill.graph.namedInSkillFile.map((edge) => ({
    at: edge.range.start.offset,
    reference: toReference(edge, document, texts, written),
  }));
  const lost = new Map(lostIn(skill, document).map((each) => [each.reference.path, each]));
  return [...there, ...lost.values()].toSorted((a, b) => a.at - b.at).map(({ reference }) => reference);
}

/** `targets` maps the offset of a reference to its target as written. */
function toReference(
  { to: file, range, kind }: GraphEdge,
  { source }: SkillDocument,
  texts: ReadonlySet<string>,
  targets: ReadonlyMap<number, string>,
): SmokeReference {
  const at = range.start.offset;
  const written = kind === "mention" ? undefined : targets.get(at);
  const behindBase =
    source.text.slice(Math.max(0, at - base.length), at) === base ||
    source.text.slice(Math.max(0, at - base.length + 1), at + 1) === base;
  return {
    path: written !== undefined && isFromRoot(written, file) ? written : file,
    line: range.start.line,
    file,
    isText: texts.has(file),
    ...(behindBase && { behindBase: true as const }),
  };
}

const base = "{baseDir}/";

/** A bare name or a path from another directory is not a path that a tool accepts. */
function isFromRoot(written: string, file: string): boolean {
  return written.replace(/^(?:\.\/)+/, "") === file;
}

/**
 * Dangling references that "skills lint" reports too, except those in code that may be examples, and links to files
 * outside the skill.
 */
function lostIn(
  skill: Skill,
  { file }: SkillDocument,
): readonly { readonly at: number; readonly reference: SmokeReference }[] {
  const broken = new Set(brokenReferences(skill).map(({ reference }) => reference.range.start.offset));
  const installed = installedPath(skill);
  const astray = new Set(
    skill.files.flatMap(({ path, link }) =>
      link?.leads === "outside" || link?.leads === "nowhere" ? [path] : [],
    ),
  );
  return skill.references.flatMap(({ from, reference: { target, range }, resolution }) => {
    const at = range.start.offset;
    if (
      from !== file ||
      (resolution.status === "found" && !astray.has(resolution.path)) ||
      (resolution.status === "missing" && !broken.has(at)) ||
      isNoPath(target)
    )
      return [];
    const inSkill = installed(target);
    return [
      {
        at,
        reference: {
          path: target,
          line: range.start.line,
          isText: true,
          ...(inSkill !== undefined && { inSkill }),
        },
      },
    ];
  });
}

/** A slash command of a plugin, such as "/forms:fill", or SKILL.md itself in another spelling. */
function isNoPath(target: string): boolean {
  return /^\/[\w-]+:[\w-]+$/.test(target) || target.toLowerCase() === "skill.md";
}

/**
 * Finds the file or directory of the skill that is meant by its path in a client's directory of skills, such as
 * "~/.claude/skills/forms/scripts/fill.py".
 */
function installedPath({ name, document, files }: Skill): (target: string) => string | undefined {
  const names = new Set([name, document && textOf(document, "name")]);
  const paths = new Set(files.map(({ path }) => path));
  return (target) => {
    const parts = target.split("/");
    const root = parts.findIndex((part, at) => names.has(part) && parts.slice(0, at).includes("skills"));
    const inner = parts
      .slice(root + 1)
      .filter((part) => part !== "")
      .join("/");
    return root !== -1 && /^[~/$]/.test(target) && paths.has(inner) ? inner : undefined;
  };
}

/** The tokens of a skill at each stage; undefined if there is no SKILL.md. */
export function costsIn(skill: Skill): SmokeSubject["costs"] | undefined {
  const { document } = skill;
  return document?.file === documentName ? costsOf(skill, document) : undefined;
}

function costsOf({ texts, tokens, graph }: Skill, document: SkillDocument): SmokeSubject["costs"] {
  const entry = ["name", "description"]
    .map((key) => textOf(document, key))
    .filter((value) => value !== undefined);
  const { source, body } = document;
  const named = new Set(graph.namedInSkillFile.map(({ to }) => to));
  const files = texts
    .filter(({ path }) => named.has(path))
    .map(({ path, source: { text } }) => ({ path, tokens: tokens.count(text) }));
  return {
    counter: tokens.name,
    entry: tokens.count(entry.join("\n")),
    body: tokens.count(source.slice(body.range)),
    files,
  };
}

function commandsIn(skill: Skill, { file: own }: SkillDocument): readonly SmokeCommand[] {
  return bareCommands(skill)
    .filter(({ from }) => from === own)
    .map(({ script, range, written }) => ({
      written,
      file: script.file.path,
      line: range.start.line,
      executable: skill.context.executable.get(script.file.path) ?? script.file.executable,
      interpreter: interpreterOf(script),
    }));
}
