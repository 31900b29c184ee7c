/** A value with its offsets in the text; every scalar is a string without its quotes. */
export type SimpleNode =
  | {
      readonly kind: "scalar";
      readonly start: number;
      readonly end: number;
      readonly value: string;
      readonly style: "plain" | "single" | "double" | "block" | "empty";
    }
  | {
      readonly kind: "list";
      readonly start: number;
      readonly end: number;
      readonly style: "block" | "flow";
      readonly items: readonly SimpleNode[];
    }
  | {
      readonly kind: "map";
      readonly start: number;
      readonly end: number;
      readonly style: "block" | "flow";
      readonly pairs: readonly SimplePair[];
    };

export type SimpleScalar = SimpleNode & { readonly kind: "scalar" };

export interface SimplePair {
  readonly key: SimpleScalar;
  readonly value: SimpleNode;
}

/** A reader's position: the start of the next line to read. */
export interface SimpleCursor {
  readonly text: string;
  at: number;
}

/** Indentation of the next line that is not empty; -1 at the end. */
export function nextIndent(cursor: SimpleCursor): number {
  const { text } = cursor;
  while (text.charCodeAt(cursor.at) === 10) cursor.at++;
  if (cursor.at >= text.length) return -1;
  return skipSpaces(text, cursor.at) - cursor.at;
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at++;
  return at;
}

/** Without the spaces at the end; other white space is part of the text in YAML. */
export function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return text.slice(0, end);
}

export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Ends a value at an offset after which its line has only spaces; undefined if there is something else. */
export function endValue<Node extends SimpleNode>(
  cursor: SimpleCursor,
  node: Node | undefined,
): Node | undefined {
  if (!node) return undefined;
  const { text } = cursor;
  const lineEnd = skipSpaces(text, node.end);
  if (lineEnd < text.length && text.charCodeAt(lineEnd) !== 10) return undefined;
  cursor.at = Math.min(lineEnd + 1, text.length);
  return node;
}
