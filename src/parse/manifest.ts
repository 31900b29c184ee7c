import type { JsonProblem } from "../core/json.ts";
import type { Manifest } from "../model/plugin.ts";
import { decodeText } from "./decode.ts";
import { parseJson } from "./json.ts";

/** Reads a JSON manifest of any bytes; undefined bytes are a file that cannot be read. */
export function readManifest(path: string, bytes: Uint8Array | undefined): Manifest {
  const empty = { path, byteOrderMark: false, duplicates: [] };
  if (!bytes) return { ...empty, broken: { message: "the file cannot be read" } };
  const { source } = decodeText(bytes);
  if (source.encoding !== "utf-8")
    return {
      ...empty,
      source,
      broken: { message: `the file is ${source.encoding}, not UTF-8; save it as UTF-8` },
    };
  const { root, problems } = parseJson(source);
  const ofKind = (kind: JsonProblem["kind"]) => problems.filter((each) => each.kind === kind);
  const broken =
    problems.find(({ kind }) => kind !== "duplicate-key" && kind !== "byte-order-mark") ??
    (root ? undefined : { message: "the file is empty" });
  return {
    path,
    source,
    ...(root && { root }),
    ...(broken && { broken }),
    byteOrderMark: ofKind("byte-order-mark").length > 0,
    duplicates: ofKind("duplicate-key"),
  };
}
