import type {
  DocumentLink,
  Location,
  ReferenceParams,
  TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { anchorsOf, type FileView, referenceAt, viewOf } from "../api/editor/view.ts";
import { isMarkdown } from "../core/paths.ts";
import type { ResolvedReference } from "../model/skill.ts";
import { documentName } from "../model/document-name.ts";
import { type Cursor, cursorAt, rangeIn, shownFile, wordAt, wordStart } from "./cursor.ts";
import { firstCharacter, joinNative, toRange } from "./places.ts";
import type { Server } from "./connection.ts";
import type { OpenFile } from "./workspace.ts";

/** The file or heading that a reference leads to, or the skill that a name such as `/pdf` calls. */
export async function definition(
  params: TextDocumentPositionParams,
  server: Server,
): Promise<Location | null> {
  const cursor = await cursorAt(params, server);
  if (!cursor) return null;
  const { view, offset, file } = cursor;
  const reference = referenceAt(view, offset);
  if (reference?.resolution.status === "found")
    return locationIn(file, reference.resolution.path, reference.reference.fragment, server);
  const anchor = view.body.anchors.find(({ range }) => {
    const { start, end } = view.source.span(range);
    return start <= offset && offset <= end;
  });
  return anchor ? locationIn(file, file.path, anchor.fragment, server) : skillCalled(cursor, server);
}

function locationIn(
  { source }: OpenFile,
  path: string,
  fragment: string | undefined,
  { workspace }: Server,
): Location {
  const view = fragment === undefined ? undefined : viewOf({ source, path });
  const heading = view && anchorsOf(view).find(({ anchor }) => anchor === fragment);
  const range = heading?.range;
  return {
    uri: workspace.uriOf(joinNative(source.directory, path)),
    range: range ? toRange(range.start, range.end, source.hasMark(path)) : firstCharacter,
  };
}

/** The SKILL.md of the skill whose name follows "/" or "$". */
function skillCalled({ before, view, offset, file }: Cursor, { workspace }: Server): Location | null {
  const line = view.source.line(view.source.lineAt(offset));
  const word = wordAt(line, before.length);
  const start = wordStart(line, before.length);
  if (word === "" || !/(?:^|[\s(`"'])[/$]$/.test(line.slice(0, start))) return null;
  const called = file.project.skills().find(({ name }) => name === word);
  if (called?.directory === undefined) return null;
  return { uri: workspace.uriOf(joinNative(called.directory, documentName)), range: firstCharacter };
}

/** The references in the skill to the file that is referred to here, or to this file. */
export async function references(params: ReferenceParams, server: Server): Promise<readonly Location[]> {
  const cursor = await cursorAt(params, server);
  if (!cursor) return [];
  const { file, view, offset } = cursor;
  const here = referenceAt(view, offset);
  const wanted = here?.resolution.status === "found" ? here.resolution.path : here ? undefined : file.path;
  if (wanted === undefined) return [];
  const { source } = file;
  return source.list().entries.flatMap(({ path, kind }): readonly Location[] => {
    const other = kind === "file" && isMarkdown(path) ? viewOf({ source, path }) : undefined;
    return other ? locationsOf(wanted, other, { source, path }, server) : [];
  });
}

function locationsOf(
  wanted: string,
  { references: all }: FileView,
  { source, path }: Pick<OpenFile, "source" | "path">,
  { workspace }: Server,
): readonly Location[] {
  const uri = workspace.uriOf(joinNative(source.directory, path));
  const isWanted = ({ resolution }: ResolvedReference): boolean =>
    resolution.status === "found" && resolution.path === wanted;
  return all.filter(isWanted).map(({ reference: { range } }) => ({
    uri,
    range: toRange(range.start, range.end, source.hasMark(path)),
  }));
}

/** The references of a file that lead to files of the skill. */
export async function documentLinks(uri: string, server: Server): Promise<readonly DocumentLink[]> {
  const shown = await shownFile(uri, server);
  if (!shown) return [];
  const { file, view } = shown;
  return view.references.flatMap(({ reference: { range }, resolution }): readonly DocumentLink[] =>
    resolution.status === "found"
      ? [
          {
            range: rangeIn(shown, range),
            target: server.workspace.uriOf(joinNative(file.source.directory, resolution.path)),
          },
        ]
      : [],
  );
}
