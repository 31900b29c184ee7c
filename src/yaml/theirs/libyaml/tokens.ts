import type { Mark } from "./cursor.ts";

/** Python's names of tokens, which its messages contain. */
export type TokenKind =
  | "<stream start>"
  | "<stream end>"
  | "<directive>"
  | "<document start>"
  | "<document end>"
  | "<block sequence start>"
  | "<block mapping start>"
  | "<block end>"
  | "["
  | "]"
  | "{"
  | "}"
  | "?"
  | ":"
  | "-"
  | ","
  | "<alias>"
  | "<anchor>"
  | "<tag>"
  | "<scalar>"
  | "<comment>";

export interface Token {
  readonly kind: TokenKind;
  readonly start: Mark;
  readonly end: Mark;
  /** A scalar's text, an alias's or anchor's name, a tag's suffix. */
  readonly value: string;
  /** For a scalar: it has neither quotes nor a block indicator. */
  readonly plain: boolean;
  readonly handle?: string | undefined;
  readonly directive?: Directive | undefined;
  comment?: Comment | undefined;
}

export type Directive =
  | { readonly name: "YAML"; readonly major: number }
  | { readonly name: "TAG"; readonly handle: string; readonly prefix: string }
  | { readonly name: "other" };

/** The comments that ruamel.yaml attaches to a token: only their presence matters. */
export interface Comment {
  /** Whether a comment ends the token's line. */
  after: boolean;
  /** Number of comments before it; undefined is Python's None, 0 its empty list. */
  before: number | undefined;
}

export function token(kind: TokenKind, start: Mark, end: Mark, value = "", plain = false): Token {
  return { kind, start, end, value, plain, handle: undefined, directive: undefined, comment: undefined };
}
