import {
  type CreateFile,
  type RenameFile,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { Operation } from "../model/rule.ts";
import type { FileChange } from "../model/file-change.ts";
import { joinNative, toRange, uriOf } from "./places.ts";
import type { Server } from "./connection.ts";
import type { OpenFile } from "./workspace.ts";

type Change = TextDocumentEdit | RenameFile | CreateFile;

/** The operations of a fix, or of several that do not overlap, as an edit of the workspace. */
export function editOf(
  operations: readonly Operation[],
  { source }: OpenFile,
  server: Server,
): WorkspaceEdit {
  const texts = new Map<string, TextEdit[]>();
  const renames: RenameFile[] = [];
  const uriIn = (path: string): string => server.workspace.uriOf(joinNative(source.directory, path));
  for (const operation of operations) {
    if (operation.kind === "edit") {
      const { file, range, text } = operation;
      const edit = { range: toRange(range.start, range.end, source.hasMark(file)), newText: text };
      texts.set(file, [...(texts.get(file) ?? []), edit]);
    } else if (operation.kind === "rename")
      renames.push({ kind: "rename", oldUri: uriIn(operation.from), newUri: uriIn(operation.to) });
    else if (operation.kind === "rename-directory")
      renames.push({
        kind: "rename",
        oldUri: uriOf(source.directory),
        newUri: uriOf(joinNative(source.directory, `../${operation.to}`)),
      });
  }
  const edited = Array.from(texts, ([file, edits]) => textEdit(uriIn(file), edits, server));
  return workspaceEdit([...edited, ...renames], server);
}

/** The changes of files in a directory, as an edit of the workspace. Texts are changed before files are renamed. */
export function editOfChanges(
  changes: readonly FileChange[],
  directory: string,
  server: Server,
): WorkspaceEdit {
  const uriIn = (path: string): string => server.workspace.uriOf(joinNative(directory, path));
  const edited = changes.flatMap(({ from, text }) =>
    text ? [textEdit(uriIn(from), [difference(text.before, text.after)], server)] : [],
  );
  const renamed = changes.flatMap(({ from, to }): readonly RenameFile[] =>
    from === to ? [] : [{ kind: "rename", oldUri: uriIn(from), newUri: uriIn(to) }],
  );
  return workspaceEdit([...edited, ...renamed], server);
}

/** An edit of one file. */
export function textEdit(uri: string, edits: readonly TextEdit[], { documents }: Server): TextDocumentEdit {
  const version = documents.get(uri)?.version ?? null;
  return TextDocumentEdit.create({ uri, version }, Array.from(edits));
}

/** Whether the client renames files and directories as part of an edit. */
export function canRename({ client }: Server): boolean {
  return client().workspace?.workspaceEdit?.resourceOperations?.includes("rename") ?? false;
}

/** A client that supports neither versions nor renamed files is sent the edits of texts only. */
export function workspaceEdit(changes: readonly Change[], server: Server): WorkspaceEdit {
  // Neovim 0.7 renames files, but does not say that it takes such edits.
  if (server.client().workspace?.workspaceEdit?.documentChanges || canRename(server))
    return { documentChanges: Array.from(changes) };
  const texts = changes.filter((change) => TextDocumentEdit.is(change));
  return {
    changes: Object.fromEntries(
      texts.map(({ textDocument, edits }) => [textDocument.uri, edits as TextEdit[]]),
    ),
  };
}

/** The one edit that turns a text into another; a byte-order mark, which editors hide, is left alone. */
function difference(before: string, after: string): TextEdit {
  const [old, put] = [before, after].map((text) => text.replace(/^\ufeff/, "")) as [string, string];
  const most = Math.min(old.length, put.length);
  let start = 0;
  while (start < most && old[start] === put[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === put.at(-1 - end)) end++;
  const positions = positionsIn(old);
  // A line ending or a character of two units is not split.
  while (start > 0 && splits(old, start)) start--;
  while (end > 0 && splits(old, old.length - end)) end--;
  return {
    range: { start: positions(start), end: positions(old.length - end) },
    newText: put.slice(start, put.length - end),
  };
}

function splits(text: string, at: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1));
}

function positionsIn(text: string) {
  return (offset: number) => {
    const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  };
}
