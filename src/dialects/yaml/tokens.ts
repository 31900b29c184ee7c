import type { Mark } from "./cursor.ts";

/** Python's names for its tokens, which its messages print. */
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
  /** Of a scalar: it has neither quotes nor a block indicator. */
  readonly plain: boolean;
  readonly handle?: string | undefined;
  readonly directive?: Directive | undefined;
  comment?: Comment | undefined;
}

export type Directive =
  | { readonly name: "YAML"; readonly major: number }
  | { readonly name: "TAG"; readonly handle: string; readonly prefix: string }
  | { readonly name: "other" };

/** Which comments ruamel.yaml hangs on a token: their text is of no consequence, their presence is. */
export interface Comment {
  /** One that ends the token's line. */
  after: boolean;
  /** How many precede it; undefined is Python's None, 0 its empty list. */
  before: number | undefined;
}

export function token(kind: TokenKind, start: Mark, end: Mark, value = "", plain = false): Token {
  return { kind, start, end, value, plain, handle: undefined, directive: undefined, comment: undefined };
}
