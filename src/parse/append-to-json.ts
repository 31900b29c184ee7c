import { applyEdits, modify, type JSONPath, parseTree, findNodeAtLocation } from "jsonc-parser";

/**
 * The text of a JSON file with a value added at the end of the array at a path, which is created if it is missing.
 * Comments and the layout of everything else stay. Undefined if something else is at the path.
 */
export function appendToJson(text: string, path: readonly string[], value: unknown): string | undefined {
  const root = parseTree(text.trim() === "" ? "{}" : text);
  if (root?.type !== "object" || !leadsToArray(root, path)) return undefined;
  const there = findNodeAtLocation(root, [...path]);
  const at: JSONPath = [...path, there?.children?.length ?? 0];
  const written = text.trim() === "" ? "{}" : text;
  const insertSpaces = !/^\t/m.test(text);
  const tabSize = /^( +)"/m.exec(text)?.[1]?.length ?? 2;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const changed = applyEdits(
    written,
    there
      ? modify(written, at, value, {
          isArrayInsertion: true,
          formattingOptions: { insertSpaces, tabSize, eol },
        })
      : modify(written, [...path], [value], { formattingOptions: { insertSpaces, tabSize, eol } }),
  );
  return changed.endsWith("\n") ? changed : `${changed}${eol}`;
}

/** Whether what exists of the path is objects, with an array at its end. */
function leadsToArray(root: NonNullable<ReturnType<typeof parseTree>>, path: readonly string[]): boolean {
  return path.every((_, at) => {
    const node = findNodeAtLocation(root, path.slice(0, at + 1));
    return node === undefined || node.type === (at === path.length - 1 ? "array" : "object");
  });
}
