import type { Place, Range } from "../core/place.ts";
import type { FieldValue, ParseProblemKind } from "../model/frontmatter.ts";
import type { Heading } from "../model/body.ts";
import { type MemoryFile, openMemory } from "../model/memory-source.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { Unread } from "../model/source.ts";
import { loadSkill } from "./load-skill.ts";

/** A field of the frontmatter, with its location. */
export interface ParsedField {
  readonly key: string;
  /** Every scalar is a string, as written but without quotes: each client resolves types differently. */
  readonly value: FieldValue;
  readonly keyRange: Range;
  /** The value as written, including quotes. */
  readonly valueRange: Range;
}

/** A path in the skill that refers to a file, and what it leads to. */
export interface ParsedReference extends Place {
  /** The decoded path, without fragment and query. */
  readonly target: string;
  /** How it is written, such as a link or a path in code. */
  readonly kind: ResolvedReference["reference"]["kind"];
  readonly resolution: ResolvedReference["resolution"];
}

/** What a SKILL.md says, with locations in lines, columns, UTF-16 units and bytes. */
export interface ParsedSkill {
  /** The name of the file that was read: "SKILL.md", or a misspelled name; absent if there is none, or it is not text. */
  readonly file?: string;
  /** In the order in which they are written; of two equal keys, the first. */
  readonly fields: readonly ParsedField[];
  /** What is wrong with the frontmatter as YAML. `examine` says what follows from it for which program. */
  readonly problems: readonly {
    readonly kind: ParseProblemKind;
    readonly message: string;
    readonly range: Range;
  }[];
  /** The Markdown after the frontmatter. */
  readonly body: string;
  readonly bodyRange?: Range;
  readonly headings: readonly Heading[];
  /** The references of SKILL.md and of the Markdown files that it refers to. */
  readonly references: readonly ParsedReference[];
  /** Files that could not be read, and why. */
  readonly partial: readonly Unread[];
}

/** Parses a skill in memory without judging it; takes the files of `examine`, and never throws for their content. */
export function parseSkill(files: Readonly<Record<string, MemoryFile>>): ParsedSkill {
  const { skill } = loadSkill(openMemory("skill", files), []);
  const { document, partial } = skill;
  return {
    ...(document && { file: document.file, bodyRange: plain(document.body.range) }),
    fields: Array.from(
      document?.frontmatter?.fields.values() ?? [],
      ({ key, value, keyRange, valueRange }) => ({
        key,
        value,
        keyRange: plain(keyRange),
        valueRange: plain(valueRange),
      }),
    ),
    problems: (document?.problems ?? []).map(({ kind, message, range }) => ({
      kind,
      message,
      range: plain(range),
    })),
    body: document ? document.source.slice(document.body.range) : "",
    headings: (document?.body.headings ?? []).map(({ level, text, range }) => ({
      level,
      text,
      range: plain(range),
    })),
    references: skill.references.map(({ from, reference: { target, kind, range }, resolution }) => ({
      file: from,
      range: plain(range),
      target,
      kind,
      resolution,
    })),
    partial,
  };
}

/** Positions are computed on demand; plain data has them. */
function plain({ start, end }: Range): Range {
  return { start: { ...start }, end: { ...end } };
}
