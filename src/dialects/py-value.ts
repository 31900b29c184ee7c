/**
 * A value as Python's YAML libraries hand it out. Mappings keep the order written and may have any key. A date reads as
 * `str()` gives it. PyYAML's aliases share one value, which may so hold itself or, written out, be larger than any text.
 * A TaggedScalar is what StrictYAML makes of a plain "=" or "<<" that is no key: an object, not a str.
 */
export type PyValue =
  | { readonly type: "str" | "TaggedScalar"; readonly value: string }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "NoneType" }
  | { readonly type: "date" | "datetime"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array }
  | { readonly type: "list" | "tuple"; readonly items: readonly PyValue[] }
  | { readonly type: "set"; readonly items: readonly PyValue[] }
  | { readonly type: "dict"; readonly entries: readonly (readonly [PyValue, PyValue])[] };

/** What a Python YAML library did with a text: a value, an error it reports, or an exception nobody catches. */
export type PyYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly message: string; readonly problem: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

/** `kind` tells a parser's refusal from StrictYAML's own: what it disallows although it is YAML. */
export type StrictYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly kind: StrictYamlErrorKind; readonly message: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

export type StrictYamlErrorKind = "syntax" | "flow" | "anchor" | "tag" | "duplicate-key" | "indentation";
