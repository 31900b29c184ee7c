import type { Position, Range, TextDocumentPositionParams } from "vscode-languageserver/node";
import { type FileView, viewOf } from "../api/editor/view.ts";
import type { Range as TextRange } from "../core/place.ts";
import type { SourceText } from "../core/source-text.ts";
import { toRange } from "./places.ts";
import type { Server } from "./connection.ts";
import type { OpenFile } from "./workspace.ts";

/** A Markdown file of a skill, as the editor shows it. */
export interface Shown {
  readonly file: OpenFile;
  readonly view: FileView;
  /** Whether the text begins with a byte-order mark that the editor hides. */
  readonly isMarked: boolean;
}

/** A position in such a file. */
export interface Cursor extends Shown {
  readonly offset: number;
  /** Its line up to the cursor. */
  readonly before: string;
}

/** Undefined for a file that is not Markdown or not one of a skill. */
export async function shownFile(uri: string, { workspace }: Server): Promise<Shown | undefined> {
  if (!workspace.fileOf(uri)) await workspace.upToDate(uri);
  const file = workspace.fileOf(uri);
  const view = file && viewOf(file);
  return view && { file, view, isMarked: file.source.hasMark(file.path) };
}

export async function cursorAt(
  { textDocument, position }: TextDocumentPositionParams,
  server: Server,
): Promise<Cursor | undefined> {
  const shown = await shownFile(textDocument.uri, server);
  if (!shown) return undefined;
  const { source } = shown.view;
  const offset = offsetOf(source, position, shown.isMarked);
  return { ...shown, offset, before: source.text.slice(source.lineStart(position.line + 1), offset) };
}

function offsetOf(source: SourceText, { line, character }: Position, isMarked: boolean): number {
  const start = source.lineStart(line + 1) + (isMarked && line === 0 ? 1 : 0);
  return Math.min(source.text.length, start + character);
}

/** A range of the file as the editor counts it. */
export function rangeIn({ isMarked }: Pick<Shown, "isMarked">, { start, end }: TextRange): Range {
  return toRange(start, end, isMarked);
}

/** The word of letters, digits and hyphens around a character of a line, such as a rule's id. */
export function wordAt(line: string, character: number): string {
  return line.slice(wordStart(line, character)).match(/^[\w-]*/)![0];
}

/** Where the word before a character begins. */
export function wordStart(line: string, character: number): number {
  let start = character;
  while (start > 0 && /[\w-]/.test(line.charAt(start - 1))) start--;
  return start;
}
