import { type CompletionItem, CompletionItemKind, type CompletionParams } from "vscode-languageserver/node";
import { fieldMeaning, knownFields } from "../api/editor/fields.ts";
import { anchorsOf, viewOf } from "../api/editor/view.ts";
import { listAllRules, listRules } from "../api/explain.ts";
import { joinPath, parentOf } from "../core/paths.ts";
import { ruleSettings } from "../model/config.ts";
import { type Cursor, cursorAt } from "./cursor.ts";
import { isConfigUri, nameOf } from "./places.ts";
import type { Server } from "./connection.ts";

/** What starts a completion besides letters. */
export const completionTriggers: readonly string[] = ["/", "#", "(", "$", ":", " "];

/** Fields and their values, paths, headings, names of skills, and rules, by what is before the cursor. */
export async function complete(params: CompletionParams, server: Server): Promise<readonly CompletionItem[]> {
  const { textDocument, position } = params;
  const line = server.documents
    .get(textDocument.uri)
    ?.getText({ start: { line: position.line, character: 0 }, end: position });
  if (line === undefined) return [];
  if (isConfigUri(textDocument.uri)) return inConfig(line);
  if (namesRules(line)) return ruleItems();
  const cursor = await cursorAt(params, server);
  if (!cursor) return [];
  return isInFrontmatter(cursor) ? inFrontmatter(cursor) : inBody(cursor);
}

/** Whether the line ends in the part of a suppression that lists rules. */
function namesRules(line: string): boolean {
  const at = line.lastIndexOf("skills-disable");
  return at !== -1 && /^[\w-]+\s/.test(line.slice(at)) && !/ --|>/.test(line.slice(at));
}

function inConfig(line: string): readonly CompletionItem[] {
  if (/^\s+["']?[\w-]*$/.test(line)) return ruleItems();
  if (/^(?:- )?rule: ?[\w-]*$/.test(line.trimStart())) return ruleItems();
  if (/^\s+["']?[\w-]+["']?:\s*["']?[\w-]*$/.test(line))
    return items(ruleSettings, CompletionItemKind.EnumMember);
  return [];
}

function ruleItems(): readonly CompletionItem[] {
  const summaries = new Map(listAllRules().map(({ id, summary }) => [id, summary]));
  return listRules().map(({ id }) => ({
    label: id,
    kind: CompletionItemKind.Reference,
    ...(summaries.has(id) && { documentation: summaries.get(id)! }),
  }));
}

function isInFrontmatter({ view: { frontmatter, source }, offset }: Cursor): boolean {
  if (frontmatter) {
    const { start, end } = source.span(frontmatter.range);
    return start <= offset && offset <= end;
  }
  return false;
}

function inFrontmatter({ before, view: { frontmatter } }: Cursor): readonly CompletionItem[] {
  const written = new Set(frontmatter?.fields.keys());
  if (/^[\w-]*$/.test(before))
    return knownFields
      .filter((key) => !written.has(key) || key === before)
      .map((key): CompletionItem => {
        const { meaning, readers } = fieldMeaning(key);
        return {
          label: key,
          kind: CompletionItemKind.Field,
          insertText: `${key}: `,
          documentation: meaning ?? `Read by ${readers.join(", ")}.`,
        };
      });
  const key = /^([\w-]+):\s/.exec(before)?.[1];
  return key === undefined ? [] : items(fieldMeaning(key).values, CompletionItemKind.Value);
}

function inBody(cursor: Cursor): readonly CompletionItem[] {
  const { before, file, view } = cursor;
  const linked = /\]\(([^()#\s]*)(#[^()\s]*)?$/.exec(before);
  if (linked) {
    const [, target = "", fragment] = linked;
    return fragment === undefined ? paths(cursor) : headings(cursor, target);
  }
  const called = /(?:^|[\s(`"'])([/$])[\w-]*$/.exec(before);
  if (called) {
    const names = file.project.skills().map(({ name }) => name);
    return items(Array.from(new Set(names)), CompletionItemKind.Module);
  }
  return view.document && /`[\w./-]*$/.test(before) ? paths(cursor) : [];
}

/** The files of the skill, as a link in this file names them. */
function paths({ file: { source, path } }: Cursor): readonly CompletionItem[] {
  const here = parentOf(path);
  return source
    .list()
    .entries.filter(({ kind, path: other }) => kind !== "directory" && other !== path)
    .map(({ path: other }) => ({
      label: relative(here, other),
      kind: CompletionItemKind.File,
      detail: nameOf(other),
    }));
}

function relative(from: string, to: string): string {
  if (from === "") return to;
  if (to.startsWith(`${from}/`)) return to.slice(from.length + 1);
  return `../${relative(parentOf(from), to)}`;
}

function headings({ file, view }: Cursor, target: string): readonly CompletionItem[] {
  const path = target === "" ? file.path : joinPath(parentOf(file.path), target);
  const linked = path === file.path ? view : viewOf({ source: file.source, path });
  return (linked ? anchorsOf(linked) : []).map(({ anchor, text }) => ({
    label: anchor,
    kind: CompletionItemKind.Reference,
    detail: text,
  }));
}

function items(labels: readonly string[], kind: CompletionItemKind): readonly CompletionItem[] {
  return labels.map((label) => ({ label, kind }));
}
