import { isMarkdown } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Body } from "../../model/body.ts";
import { isDocumentNameInAnyCase } from "../../model/document-name.ts";
import type { Frontmatter } from "../../model/frontmatter.ts";
import type { ResolvedReference, SkillDocument } from "../../model/skill.ts";
import { parseBody } from "../../parse/body/body.ts";
import { headingAnchor } from "../../parse/body/headings.ts";
import { decodeText } from "../../parse/decode.ts";
import { resolveReferences } from "../../parse/resolve-references.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import type { SkillFile } from "./project.ts";

/** A Markdown file as the editor shows it. */
export interface FileView {
  readonly source: SourceText;
  readonly body: Body;
  readonly frontmatter?: Frontmatter;
  readonly document?: SkillDocument;
  /** The paths in it, compared with the skill's listing. */
  readonly references: readonly ResolvedReference[];
}

/** Of the same bytes, as several requests follow each keystroke. */
const parsed = new WeakMap<Uint8Array, Omit<FileView, "references">>();

/** Parses a file; undefined if it is no Markdown or cannot be read. */
export function viewOf({ source, path }: SkillFile): FileView | undefined {
  if (!isMarkdown(path)) return undefined;
  const { entries } = source.list();
  if (!entries.some((entry) => entry.path === path && entry.kind === "file")) return undefined;
  const bytes = source.read(path);
  const known = parsed.get(bytes) ?? parse(path, bytes);
  parsed.set(bytes, known);
  return { ...known, references: resolveReferences(path, known.body.references, entries) };
}

function parse(path: string, bytes: Uint8Array): Omit<FileView, "references"> {
  const { source, facts } = decodeText(bytes);
  if (path.includes("/") || !isDocumentNameInAnyCase(path)) return { source, body: parseBody(source, 0) };
  const document = parseSkillMd(path, source, facts);
  const { body, frontmatter } = document;
  return { source, body, document, ...(frontmatter && { frontmatter }) };
}

/** The reference at an offset. */
export function referenceAt({ references, source }: FileView, offset: number): ResolvedReference | undefined {
  return references.find(({ reference: { range } }) => holds(source, range, offset));
}

/** Whether a range contains an offset; a cursor may be at its end. */
export function holds(source: SourceText, range: Range, offset: number): boolean {
  const { start, end } = source.span(range);
  return start <= offset && offset <= end;
}

/** A heading, and what a link to it ends with. */
export interface AnchoredHeading {
  readonly anchor: string;
  readonly text: string;
  readonly range: Range;
}

/** The headings of a file with their anchors; of equal ones, the later are numbered. */
export function anchorsOf({ body }: Pick<FileView, "body">): readonly AnchoredHeading[] {
  const counts = new Map<string, number>();
  return body.headings.map(({ text, range }) => {
    const anchor = headingAnchor(text);
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    return { anchor: before === 0 ? anchor : `${anchor}-${before}`, text, range };
  });
}
