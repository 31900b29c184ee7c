import type { Reference } from "../core/body.ts";
import type { ClientInput, ClientModel } from "../core/client.ts";
import { SkillsError } from "../core/errors.ts";
import type { ResolvedReference, Skill, SkillDocument } from "../core/skill.ts";
import type { FileEntry, SkillSource, Unread } from "../core/source.ts";
import type { SourceText } from "../core/source-text.ts";
import { parseBody } from "../parse/body.ts";
import { resolveReferences } from "../parse/resolve-references.ts";
import { parseSkillMd } from "../parse/skill-md.ts";
import { decodeText } from "../read/decode.ts";
import { joinLabel } from "../read/label.ts";
import { loadSkill, type LoadedSkill } from "../read/load.ts";
import { reasonOf } from "../read/unreadable.ts";

export interface LoadedText {
  readonly skill: Skill;
  /** The texts that were read, by path: a diagnostic's line is shown from them. */
  readonly texts: ReadonlyMap<string, SourceText>;
}

/** Reads one skill and the Markdown files its SKILL.md names, parses both, and asks every model what it makes of the bytes. */
export function loadSkillFrom(source: SkillSource, models: readonly ClientModel[]): LoadedText {
  const loaded = loadSkill(source);
  const texts = new Map<string, SourceText>();
  const partial = [...loaded.unread];
  const document = loaded.document && parseDocument(loaded.document, texts);
  const references = document ? followReferences(document, loaded, source, texts, partial) : [];
  const input = clientInput(loaded, source);
  const outcomes = models.map((model) => model.load(input));
  const { name, label, files } = loaded;
  return { skill: { label, name, files, references, outcomes, partial, ...(document && { document }) }, texts };
}

function parseDocument({ file, bytes }: NonNullable<LoadedSkill["document"]>, texts: Map<string, SourceText>): SkillDocument {
  const { source, facts } = decodeText(bytes);
  texts.set(file, source);
  return parseSkillMd(file, source, facts);
}

/** The document's references, then those of each Markdown file it names: deep enough to tell what only a reference refers to. */
function followReferences({ file, body }: SkillDocument, { files }: LoadedSkill, source: SkillSource, texts: Map<string, SourceText>, partial: Unread[]): ResolvedReference[] {
  const direct = resolveReferences(file, body.references, files);
  const named = new Set(direct.flatMap(({ outcome }) => (outcome.status === "found" && isMarkdown(outcome.path, files) ? [outcome.path] : [])));
  named.delete(file);
  const indirect = Array.from(named).flatMap((path) => {
    const bytes = readOrSay(path, source, partial);
    if (!bytes) return [];
    const text = decodeText(bytes).source;
    texts.set(path, text);
    return resolveReferences(path, linksIn(text), files);
  });
  return [...direct, ...indirect];
}

/** What no link, definition or HTML attribute can be written without; most files have none, and need not be parsed. */
const linkMarks = /\]\(|\]:|\b(?:href|src)\s*=/i;

/** Paths in code are left out: outside SKILL.md they are mostly a command's, and lead nobody on. */
function linksIn(source: SourceText): readonly Reference[] {
  if (!linkMarks.test(source.text)) return [];
  return parseBody(source, 0).references.filter(({ kind }) => kind !== "code-span" && kind !== "fence");
}

function isMarkdown(path: string, files: readonly FileEntry[]): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path) && files.some((entry) => entry.path === path && (entry.kind === "file" || entry.link?.leads === "file"));
}

function readOrSay(path: string, source: SkillSource, partial: Unread[]): Uint8Array | undefined {
  try {
    return source.read(path);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    partial.push({ path, reason: reasonOf(error, joinLabel(source.label, path)) });
    return undefined;
  }
}

function clientInput({ name, files, document }: LoadedSkill, source: SkillSource): ClientInput {
  const readable = new Set(files.flatMap(({ path, kind, link }) => (kind === "file" || link?.leads === "file" ? [path] : [])));
  return {
    name,
    rootNames: files.flatMap(({ path }) => (path.includes("/") ? [] : [path])),
    bytes: (file) => (document?.file === file ? document.bytes : readable.has(file) ? readOrSay(file, source, []) : undefined),
  };
}
