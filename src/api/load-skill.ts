import type { ClientInput, ClientModel } from "../core/client.ts";
import { SkillsError } from "../core/errors.ts";
import type { ResolvedReference, Skill, SkillDocument } from "../core/skill.ts";
import type { FileEntry, SkillSource, Unread } from "../core/source.ts";
import type { SourceText } from "../core/source-text.ts";
import { linksIn } from "../parse/body.ts";
import { mayLink } from "../parse/body-targets.ts";
import { mayRefer, resolveReferences } from "../parse/resolve-references.ts";
import { parseSkillMd } from "../parse/skill-md.ts";
import { decodeText } from "../read/decode.ts";
import { joinLabel } from "../read/label.ts";
import { loadSkill, type LoadedSkill } from "../read/load.ts";
import { reasonOf } from "../read/unreadable.ts";

const markdown = /\.(?:md|markdown|mdx)$/i;

export interface LoadedText {
  readonly skill: Skill;
  /** The texts that a diagnostic may point into, by path: its line is shown from them. */
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
function followReferences({ file, source: { text }, body }: SkillDocument, { files }: LoadedSkill, source: SkillSource, texts: Map<string, SourceText>, partial: Unread[]): readonly ResolvedReference[] {
  if (!mayRefer(file, text, files)) return [];
  const references = resolveReferences(file, body.references, files);
  for (const path of markdownAmong(references, file, files)) {
    const bytes = readOrSay(path, source, partial);
    if (!bytes || !mayHoldLinks(bytes)) continue;
    const linked = decodeText(bytes).source;
    texts.set(path, linked);
    for (const reference of resolveReferences(path, linksIn(linked), files)) references.push(reference);
  }
  return references;
}

/** The Markdown files that references lead to, in the order they are first named. */
function markdownAmong(references: readonly ResolvedReference[], from: string, files: readonly FileEntry[]): readonly string[] {
  const named = new Set<string>();
  for (const { outcome } of references) if (outcome.status === "found" && outcome.path !== from && markdown.test(outcome.path)) named.add(outcome.path);
  if (named.size === 0) return [];
  const readable = new Set<string>();
  for (const entry of files) if (named.has(entry.path) && isFile(entry)) readable.add(entry.path);
  return Array.from(named).filter((path) => readable.has(path));
}

/** Most files hold no links, and need not be decoded to see that, but for UTF-16, whose brackets have zeros between them. */
function mayHoldLinks(bytes: Uint8Array): boolean {
  return bytes.includes(0) || mayLink(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"));
}

function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || link?.leads === "file";
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
  const rootNames: string[] = [];
  for (const { path } of files) if (!path.includes("/")) rootNames.push(path);
  const readable = (file: string) => files.some((entry) => entry.path === file && isFile(entry));
  return {
    name,
    rootNames,
    bytes: (file) => (document?.file === file ? document.bytes : readable(file) ? readOrSay(file, source, []) : undefined),
  };
}
