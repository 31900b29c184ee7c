import type {
  PrepareRenameParams,
  Range,
  RenameFile,
  RenameParams,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { holds } from "../api/editor/view.ts";
import { SkillsError } from "../core/errors.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { type Cursor, cursorAt, rangeIn } from "./cursor.ts";
import { canRename, editOfChanges, workspaceEdit } from "./edits.ts";
import { joinNative, uriOf } from "./places.ts";
import type { Server } from "./connection.ts";

/** Only the name of a skill can be renamed: its value in SKILL.md. */
export async function prepareRename(params: PrepareRenameParams, server: Server): Promise<Range | null> {
  const cursor = await cursorAt(params, server);
  return cursor ? nameRange(cursor) : null;
}

function nameRange(cursor: Cursor): Range | null {
  const { view, offset, file } = cursor;
  const field = isDocumentNameInAnyCase(file.path) ? view.frontmatter?.fields.get("name") : undefined;
  if (!field || typeof field.value !== "string" || !holds(view.source, field.valueRange, offset)) return null;
  return rangeIn(cursor, field.valueRange);
}

/** What `rename` changes: the name, the directory and every reference to it, as one edit. */
export async function renameSkill(params: RenameParams, server: Server): Promise<WorkspaceEdit | null> {
  const cursor = await cursorAt(params, server);
  if (!cursor || !nameRange(cursor)) return null;
  const { directory } = cursor.file.source;
  if (!canRename(server))
    throw new SkillsError(
      "bad-usage",
      "this editor cannot rename a directory; run `skillwright rename` instead",
    );
  const { rename } = await import("../api/rename/rename.ts");
  const { cwd } = cursor.file.project;
  const { changes, project } = await rename({
    skill: directory,
    name: params.newName,
    mentions: true,
    cwd,
    env: server.env,
    dryRun: true,
  });
  const root = joinNative(cwd, project);
  requireSaved(
    changes.flatMap(({ from, text }) =>
      text ? [{ uri: server.workspace.uriOf(joinNative(root, from)), ...text }] : [],
    ),
    server,
  );
  const texts = editOfChanges(
    changes
      .filter(({ text, existence }) => text && !existence)
      .map((change) => ({ ...change, to: change.from })),
    root,
    server,
  );
  const folder: RenameFile = {
    kind: "rename",
    oldUri: uriOf(directory),
    newUri: uriOf(joinNative(directory, `../${params.newName}`)),
  };
  const edits = (texts.documentChanges ?? []) as TextDocumentEdit[];
  return workspaceEdit([...edits, folder], server);
}

/** The references are those of the files on disk, so an edit of another text would be wrong. */
function requireSaved(
  texts: readonly { readonly uri: string; readonly before: string }[],
  { documents }: Server,
): void {
  for (const { uri, before } of texts) {
    const document = documents.get(uri);
    if (document && document.getText() !== before.replace(/^\ufeff/, ""))
      throw new SkillsError(
        "bad-usage",
        "a file to change has unsaved changes; save all files and rename again",
      );
  }
}
