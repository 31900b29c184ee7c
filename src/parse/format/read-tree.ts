import type { JsonNode } from "../../core/json.ts";
import type { FileProblem } from "../../core/file-problem.ts";
import { SourceText } from "../../core/source-text.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import type { Format } from "./format.ts";
import { parseJson } from "../json.ts";
import { parseYamlTree } from "../../yaml/ours/tree.ts";

export interface Tree {
  /** Absent if the file is empty or unreadable. */
  readonly root?: JsonNode;
  readonly problems: readonly FileProblem[];
}

/** Parses a JSON or YAML file into a tree of values with positions. The extension determines the format. */
export function readTree(bytes: Uint8Array, file: string): Tree {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { problems: [{ file, line: 1, column: 1, message: "file is not UTF-8" }] };
  const source = new SourceText(text, "utf-8", bytes.length);
  // Byte-order marks and comments are accepted in files that people write, as they do not change the meaning.
  const { root, problems } = /\.jsonc?$/i.test(file) ? parseJson(source) : parseYamlTree(source);
  const grave = problems.filter(({ kind }) => kind === "syntax" || kind === "depth");
  if (grave.length > 0)
    return {
      problems: grave.map(({ message, range: { start } }) => ({
        file,
        line: start.line,
        column: start.column,
        message,
      })),
    };
  return { problems: [], ...(root && { root }) };
}

/** Parses a JSON or YAML file and reads it with a format. If there are problems, the value may be incomplete. */
export function readWith<Value>(
  format: Format<Value>,
  bytes: Uint8Array,
  file: string,
): { readonly value: Value | undefined; readonly problems: readonly FileProblem[] } {
  const { root, problems } = readTree(bytes, file);
  const reported = [...problems];
  const value =
    root &&
    format.read(root, (message, { start: { line, column } }) =>
      reported.push({ file, line, column, message }),
    );
  return { value, problems: reported };
}
