import { isAlias, isMap, isNode, isScalar, parse, parseDocument } from "yaml";
import { readerOf, readWithin, type ValueReader, type YamlRead } from "../value-reader.ts";

// "error" only silences the library's warnings, which it prints itself.
const quiet = { logLevel: "error" } as const;

/** `parse(text)` of npm's yaml 2 with its default options: YAML 1.2, core schema, duplicate keys are errors. */
export const readYaml2: ValueReader = readerOf((each) => parse(each, quiet));

/** The same with the core schema whatever a %YAML directive says. */
export const readYaml2Core: ValueReader = readerOf((each) => parse(each, { ...quiet, schema: "core" }));

/** A document with its errors, for clients that read or repair it in spite of them. */
export interface YamlDocument {
  readonly errors: readonly { readonly code: string; readonly message: string; readonly at: number }[];
  /** If the root is a mapping: the keys as written, in order. */
  readonly keys?: readonly {
    readonly text: unknown;
    /** The offset of the key. */
    readonly at?: number;
    readonly aliased: boolean;
  }[];
  /** The value as plain data. May throw. */
  value(): unknown;
}

/** What a function makes of `parseDocument(text)` with the core schema; an error is the function's own. */
export function readYaml2Document(text: string, use: (document: YamlDocument) => unknown): YamlRead {
  return readWithin(text, (each) => {
    const document = parseDocument(each, { ...quiet, schema: "core", prettyErrors: false });
    const root = document.contents;
    return use({
      errors: document.errors.map(({ code, message, pos }) => ({ code, message, at: pos[0] })),
      ...(isMap(root) && {
        keys: root.items.map(({ key, value }) => ({
          text: isScalar(key) ? key.value : undefined,
          ...(isNode(key) && key.range && { at: key.range[0] }),
          aliased: isAlias(value),
        })),
      }),
      value: () => document.toJS(),
    });
  });
}
