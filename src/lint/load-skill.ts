import { SkillsError } from "../core/errors.ts";
import { estimateTokens } from "../core/estimate-tokens.ts";
import { once } from "../core/once.ts";
import { isMarkdown, joinLabel } from "../core/paths.ts";
import type { SourceText } from "../core/source-text.ts";
import { reasonOf } from "../core/unreadable.ts";
import type { Vocabulary } from "../core/vocabulary.ts";
import type { ValidatorInput, Validator } from "../model/validator.ts";
import { chooseDocument, documentName } from "../model/document-name.ts";
import { outsidePath, siblingPaths } from "../model/outside-path.ts";
import type { ContextReader, ResolvedReference, Skill, SkillDocument } from "../model/skill.ts";
import type { FileEntry, SkillSource, Unread } from "../model/source.ts";
import type { SyntaxVerdicts } from "../model/syntax.ts";
import { countOnce, type TokenCounter } from "../model/token-counter.ts";
import { isTakenName } from "../model/taken-names.ts";
import { mayLinkFrom } from "../parse/body/may-link.ts";
import { decodeText } from "../parse/decode.ts";
import { mayRefer, resolveReferences } from "../parse/resolve-references.ts";
import { parseSkillMd } from "../parse/skill-md.ts";
import { evalFilesElsewhere } from "../rules/evals/parts/eval-files.ts";
import { isWellFormedName } from "../rules/name/parts/name-text.ts";
import { bareCommands } from "../rules/scripts/parts/bare-commands.ts";
import type { EditChange } from "./run-rules.ts";
import { codeChanges } from "./code-changes.ts";
import { LazySkill } from "./lazy-skill.ts";
import { readTexts } from "./read-texts.ts";
import type { ReadText } from "./text-file.ts";
import { readLinked, type TextMemory } from "./text-memory.ts";

export interface SkillWithTexts {
  readonly skill: Skill;
  /** The bytes of SKILL.md; absent if it could not be read, or if the file has another name. */
  readonly bytes?: Uint8Array;
  /** A text that was read. The excerpts of diagnostics are taken from it, and fixes change it. */
  textOf(path: string): SourceText | undefined;
  /** Whether an edit changes words in code, which no safe fix does. */
  readonly changesCode: (edit: EditChange) => boolean;
}

/** How much of a skill is read. */
export interface LoadOptions {
  /**
   * The words that rules search for. If given, every file of the skill is read, not only SKILL.md and the Markdown
   * files that it refers to.
   */
  readonly vocabulary?: Vocabulary;
  readonly tokens?: TokenCounter;
  /** Set if the references of other files than SKILL.md are not needed. */
  readonly onlyDocument?: true;
  /** The results of parsers that were run beforehand. */
  readonly syntax?: SyntaxVerdicts | undefined;
  /** What is remembered of files that were read before. */
  readonly memory?: TextMemory | undefined;
  /** Returns the context of a skill; the skills of a run share it. By default, nothing is known about the context. */
  readonly contextOf?: ContextReader | undefined;
}

const estimate: TokenCounter = { name: "estimate", count: estimateTokens };

/** Reads and parses one skill, and runs every validator on its bytes. */
export function loadSkill(
  source: SkillSource,
  models: readonly Validator[],
  { vocabulary, tokens = estimate, onlyDocument, syntax, memory, contextOf }: LoadOptions = {},
): SkillWithTexts {
  const loaded = readSkillFiles(source);
  const read = new Map<string, ReadText>();
  const partial = [...loaded.unread];
  const document = loaded.document && parseDocument(loaded.document, read);
  const bytesOf = bytesFrom(loaded, source, partial);
  const followed = !document
    ? []
    : onlyDocument
      ? referencesOf(document, loaded.files)
      : followReferences(document, loaded.files, linkedReader(bytesOf, memory), read);
  const references = withoutUncertain(followed, loaded.unread, source.alone);
  const { texts, opaque } = vocabulary
    ? readTexts({ files: loaded.files, bytesOf, known: read, vocabulary, toText: memory?.text })
    : { texts: [], opaque: [] };
  const input = validatorInput(loaded, source);
  const validatorRefusals = models.map((model) => ({
    validator: model.id,
    refusals: model.judge(input),
  }));
  const byPath = once(() => new Map(texts.map((text) => [text.path, text])));
  const { name, label, files } = loaded;
  const parts = {
    name,
    label,
    files,
    references,
    validatorRefusals,
    partial,
    texts,
    opaque,
    tokens: countOnce(tokens),
    ...(document && { document }),
  };
  const readOf = (path: string): ReadText | undefined => read.get(path) ?? byPath().get(path);
  const textOf = (path: string): SourceText | undefined => readOf(path)?.source;
  return {
    skill: inContext(new LazySkill(parts, syntax, memory?.graph), source, { contextOf, textOf }),
    ...(loaded.document?.file === documentName && { bytes: loaded.document.bytes }),
    textOf,
    changesCode: codeChanges(document, readOf),
  };
}

/** Adds the parts of the skill's context that its content refers to. */
function inContext(
  skill: LazySkill,
  source: SkillSource,
  { contextOf, textOf }: Pick<LoadOptions, "contextOf"> & Pick<SkillWithTexts, "textOf">,
): Skill {
  if (!contextOf) return skill;
  const name = changeableName(skill);
  const surroundings =
    isTakenName(skill.name) ||
    name !== undefined ||
    /CLAUDE_(?:PLUGIN_ROOT|SKILL_DIR)/.test(skill.document?.source.text ?? "") ||
    skill.references.some(({ resolution }) => resolution.status === "escapes");
  const paths = [...outsidePaths(skill.references, textOf), ...evalFilesElsewhere(skill)];
  const scripts = bareCommands(skill).map(({ script }) => script.file.path);
  const links = skill.files.some(({ link }) => link);
  if (!surroundings && paths.length === 0 && scripts.length === 0 && !links && name === undefined)
    return skill;
  skill.context = contextOf(source, skill.files, {
    surroundings,
    paths,
    scripts,
    ...(links && { links }),
    ...(name !== undefined && { name }),
  });
  return skill;
}

/** The name, if it differs from the directory's or has another form, so that a fix might change it. */
function changeableName({ name: directory, document }: Skill): string | undefined {
  const value = document?.frontmatter?.fields.get("name")?.value;
  const name = typeof value === "string" ? value.trim() : "";
  return name === "" || (name === directory && isWellFormedName(name)) ? undefined : name;
}

/** Maximum number of paths outside the skill that are looked up. */
const mostOutside = 1_000;

function outsidePaths(
  references: readonly ResolvedReference[],
  textOf: (path: string) => SourceText | undefined,
): readonly string[] {
  const paths = new Set(references.map(outsidePath).filter((path) => path !== undefined));
  for (const each of references) for (const path of siblingPaths(each, textOf(each.from))) paths.add(path);
  return Array.from(paths).slice(0, mostOutside);
}

/** Reads each file at most once, and reports each unreadable one once. */
function bytesFrom(
  { document, unread }: SkillFiles,
  source: SkillSource,
  partial: Unread[],
): (path: string) => Uint8Array | undefined {
  const known = new Map<string, Uint8Array | undefined>(unread.map(({ path }) => [path, undefined]));
  if (document) known.set(document.file, document.bytes);
  return (path) => {
    if (!known.has(path)) known.set(path, readOrRecord(path, source, partial));
    return known.get(path);
  };
}

function parseDocument(
  { file, bytes }: NonNullable<SkillFiles["document"]>,
  read: Map<string, ReadText>,
): SkillDocument {
  const { source, facts } = decodeText(bytes);
  const document = parseSkillMd(file, source, facts);
  read.set(file, document);
  return document;
}

function readOrRecord(path: string, source: SkillSource, partial: Unread[]): Uint8Array | undefined {
  try {
    return source.read(path);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    partial.push({ path, reason: reasonOf(error, joinLabel(source.label, path)) });
    return undefined;
  }
}

function validatorInput({ name, files, document }: SkillFiles, source: SkillSource): ValidatorInput {
  const rootNames: string[] = [];
  for (const { path } of files) if (!path.includes("/")) rootNames.push(path);
  const readable = (file: string) => files.some((entry) => entry.path === file && isFile(entry));
  return {
    name,
    rootNames,
    bytes: (file) =>
      document?.file === file ? document.bytes : readable(file) ? readOrRecord(file, source, []) : undefined,
  };
}

function referencesOf(
  { file, source: { text }, body }: SkillDocument,
  files: readonly FileEntry[],
): ResolvedReference[] {
  return mayRefer(file, text, files) ? resolveReferences(file, body.references, files) : [];
}

/**
 * Follows the document's references, and then those of each Markdown file among them, which is deep enough to find
 * nested references.
 */
function followReferences(
  document: SkillDocument,
  files: readonly FileEntry[],
  readLinks: (path: string) => ReadText | undefined,
  read: Map<string, ReadText>,
): readonly ResolvedReference[] {
  const references = referencesOf(document, files);
  for (const path of markdownAmong(references, document.file, files)) {
    const text = readLinks(path);
    if (!text) continue;
    read.set(path, text);
    for (const reference of resolveReferences(path, text.body.links, files)) references.push(reference);
  }
  return references;
}

/** Returns the text of a file that may contain links. */
function linkedReader(
  bytesOf: (path: string) => Uint8Array | undefined,
  memory: TextMemory | undefined,
): (path: string) => ReadText | undefined {
  const readText = memory?.linked ?? readLinked;
  return (path) => {
    const bytes = bytesOf(path);
    return bytes && mayHoldLinks(bytes) ? readText(bytes) : undefined;
  };
}

/** Leaves out references to missing files in a part of the skill that was not listed, as they may exist. */
function withoutUncertain(
  references: readonly ResolvedReference[],
  unread: readonly Unread[],
  alone = false,
): readonly ResolvedReference[] {
  if (!alone && unread.length === 0) return references;
  return references.filter(
    ({ reference: { target }, resolution }) =>
      resolution.status !== "missing" || (!alone && !isBelow(target, unread)),
  );
}

function isBelow(target: string, unread: readonly Unread[]): boolean {
  return unread.some(({ path }) => target.replace(/^\.\//, "").startsWith(`${path}/`));
}

/** The Markdown files that references point to, in the order of their first reference. */
function markdownAmong(
  references: readonly ResolvedReference[],
  from: string,
  files: readonly FileEntry[],
): readonly string[] {
  const named = new Set<string>();
  for (const { resolution } of references)
    if (resolution.status === "found" && resolution.path !== from && isMarkdown(resolution.path))
      named.add(resolution.path);
  if (named.size === 0) return [];
  const readable = new Set<string>();
  for (const entry of files) if (named.has(entry.path) && isFile(entry)) readable.add(entry.path);
  return Array.from(named).filter((path) => readable.has(path));
}

/**
 * Whether a file may contain links, determined before it is decoded. Not used for UTF-16, in which zero bytes
 * separate the brackets.
 */
function mayHoldLinks(bytes: Uint8Array): boolean {
  return bytes.includes(0) || mayLinkFrom(bytes);
}

function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || link?.leads === "file";
}

/** A skill's listing, and the bytes of its SKILL.md or of the file that was most likely meant to be it. */
export interface SkillFiles {
  readonly name: string;
  readonly label: string;
  readonly files: readonly FileEntry[];
  readonly unread: readonly Unread[];
  /** Absent if there is no readable file; then `unread` gives the reason. */
  readonly document?: { readonly file: string; readonly bytes: Uint8Array };
}

/** Lists a skill once and reads its document. Never throws because of the skill's content. */
export function readSkillFiles(source: SkillSource): SkillFiles {
  const { name, label } = source;
  const { entries, unread } = source.list();
  const skill = { name, label, files: entries, unread };
  const file = chooseDocument(entries.flatMap(candidate), name);
  if (file === undefined) return skill;
  try {
    return { ...skill, document: { file, bytes: source.read(file) } };
  } catch (error) {
    return { ...skill, unread: [...unread, { path: file, reason: reasonOf(error, joinLabel(label, file)) }] };
  }
}

/** The names that may be meant as SKILL.md. A directory is a candidate only if it has exactly that name. */
function candidate({ path, kind }: FileEntry): readonly string[] {
  return path.includes("/") || (kind === "directory" && path !== documentName) ? [] : [path];
}
