import { SkillsError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import type { Undecoded } from "../core/undecoded.ts";
import { type Encoding, SourceText } from "../core/source-text.ts";
import { type CollectedSkill, rootOf } from "../model/collection.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { decodeText } from "../parse/decode.ts";
import { commentsIn, type SkillComments } from "./apply-suppressions.ts";
import { collect, type Collected } from "./check-collection.ts";
import type { Examined } from "./examine-skill.ts";

/**
 * The result of the rules for one skill, before settings and suppressions: plain data that can be written as JSON and
 * read back.
 */
export interface SavedSkill extends SkillComments {
  readonly subject: Subject;
  /** The hashes of the texts with findings that have no line. */
  readonly contents: readonly (readonly [file: string, hash: string])[];
  /** The files that could not be parsed, if there are any. */
  readonly unparsed?: readonly Unread[];
}

/** The frontmatter and its fields, for collection rules: most runs do not need them. */
export interface SavedHead {
  readonly text: string;
  readonly encoding: Encoding;
  readonly skill: CollectedSkill;
}

/** What lint needs of a skill after its rules have run. */
export interface ReleasedSkill {
  readonly subject: Subject;
  readonly commentsOf: () => SkillComments;
  readonly head: Head | undefined;
  readonly unparsed: readonly Unread[];
  readonly textOf: Examined["textOf"];
}

/** `hash` identifies the content of a text. Without a head, the skill does not load. */
export function saveSkill(
  { subject, skill, textOf }: Pick<Examined, "subject" | "skill" | "textOf">,
  source: SkillSource,
  hash: (text: string) => string,
): { readonly saved: SavedSkill; readonly rest?: SavedHead } {
  const collected = collect(skill, source);
  const files = new Set(subject.findings.flatMap(({ file, start }) => (start ? [] : [file])));
  const { unparsed } = skill.syntax;
  const texts = Array.from(files, (file) => [file, textOf(file)?.text] as const);
  return {
    saved: {
      subject,
      ...commentsIn(skill),
      contents: texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, hash(text)] as const])),
      ...(unparsed.length > 0 && { unparsed }),
    },
    ...(collected && { rest: toSaved(collected) }),
  };
}

function toSaved({ source: { text, encoding }, skill }: Collected): SavedHead {
  return { text, encoding, skill };
}

/** The skill whose findings were saved. Its texts are read again if they are needed. */
export function releasedFrom(
  { subject, comments, misspelled, unparsed = [] }: SavedSkill,
  head: Undecoded<SavedHead> | undefined,
  source: SkillSource,
): ReleasedSkill {
  return {
    subject,
    commentsOf: () => ({ comments, misspelled }),
    head: head && new LazyHead(head, source),
    unparsed,
    textOf: textsOf(source),
  };
}

/** The data about a skill for collection rules, decoded when it is first needed. */
class LazyHead {
  readonly digest: string | undefined;
  readonly directory: string | undefined;
  readonly #label: string;
  readonly #decode: () => SavedHead;
  #collected: Collected | undefined;

  constructor({ digest, decode }: Undecoded<SavedHead>, { label, directory }: SkillSource) {
    this.digest = digest;
    this.directory = directory;
    this.#label = label;
    this.#decode = decode;
  }

  open(): Collected {
    return (this.#collected ??= collectedFrom(this.#decode(), this.#label, this.directory));
  }
}

export type Head = Collected | LazyHead;

export function openHead(head: Head): Collected {
  return head instanceof LazyHead ? head.open() : head;
}

/** Identifies the data of a skill for collection rules, except for its directory. */
export function digestOf(head: Head, hash: (text: string) => string): string {
  return (head instanceof LazyHead && head.digest) || hash(JSON.stringify(toSaved(openHead(head))));
}

function collectedFrom(
  { text, encoding, skill }: SavedHead,
  label: string,
  directory: string | undefined,
): Collected {
  return {
    skill: { ...skill, root: rootOf(directory ?? label) },
    source: new SourceText(text, encoding),
    ...(directory !== undefined && { directory }),
  };
}

function textsOf(source: SkillSource): Examined["textOf"] {
  const known = new Map<string, () => SourceText | undefined>();
  return (path) => {
    const read = known.get(path) ?? once(() => textIn(source, path));
    known.set(path, read);
    return read();
  };
}

function textIn(source: SkillSource, path: string): SourceText | undefined {
  try {
    return decodeText(source.read(path)).source;
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
}

/** Whether a finding has a fix that can be applied. */
export function isFixable({ fixes }: Diagnostic): boolean {
  return fixes.some(({ operations }) => operations.some(({ kind }) => kind !== "rename-directory"));
}
