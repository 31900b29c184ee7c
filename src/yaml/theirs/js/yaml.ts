import { isAlias, isMap, isNode, isScalar, parse, parseDocument } from "yaml";
import { onceForRecent } from "../../../core/once.ts";
import { readSimpleYaml } from "../../simple.ts";
import { readAgreedJs } from "../agreed.ts";
import { readerOf, readWithin, type ValueReader, type YamlRead } from "../value-reader.ts";

// "error" only silences the library's warnings, which it prints itself.
const quiet = { logLevel: "error" } as const;

/** Without the lines of text in messages of errors. */
const parseCore = onceForRecent((text) =>
  parseDocument(text, { ...quiet, schema: "core", prettyErrors: false }),
);

/** `parse(text)` of npm's yaml 2 with its default options: YAML 1.2, core schema, duplicate keys are errors. */
export const readYaml2: ValueReader = readerOf((each) =>
  hasVersion(each) ? parse(each, quiet) : readCore(each),
);

/** The same with the core schema whatever a %YAML directive says. */
export const readYaml2Core: ValueReader = (text) =>
  hasVersion(text) ? readVersioned(text) : readYaml2(text);

const readVersioned = readerOf(readCore);

function hasVersion(text: string): boolean {
  return text.includes("%YAML");
}

function readCore(text: string): unknown {
  const agreed = readAgreedJs(text);
  if (agreed) return agreed;
  const document = parseCore(text);
  // Throws the error with its line.
  return document.errors.length > 0 ? parse(text, { ...quiet, schema: "core" }) : document.toJS();
}

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
  return readWithin(text, (each) => use(agreedDocument(each) ?? libraryDocument(each)));
}

function agreedDocument(text: string): YamlDocument | undefined {
  const value = readAgreedJs(text);
  const pairs = value && readSimpleYaml(text.endsWith("\n") ? text : `${text}\n`);
  return (
    pairs && {
      errors: [],
      keys: pairs.map(({ key }) => ({ text: key.value, at: key.start, aliased: false })),
      value: () => value,
    }
  );
}

function libraryDocument(text: string): YamlDocument {
  const document = parseCore(text);
  const root = document.contents;
  return {
    errors: document.errors.map(({ code, message, pos }) => ({ code, message, at: pos[0] })),
    ...(isMap(root) && {
      keys: root.items.map(({ key, value }) => ({
        text: isScalar(key) ? key.value : undefined,
        ...(isNode(key) && key.range && { at: key.range[0] }),
        aliased: isAlias(value),
      })),
    }),
    value: () => document.toJS(),
  };
}
