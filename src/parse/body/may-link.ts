import { latin1 } from "../../core/bytes.ts";

/**
 * Every reference to a file outside code contains one of these: the start of a link target, the label of a definition
 * at the start of a line, or an attribute, in each case without a URL after it.
 */
const linkMark = /\]\((?!\s*<?(?:https?:|mailto:|[#)]))/;
const definitionMark = /^[ \t>*+.)\d-]*\[(?!\^)(?:[^[\]\\]|\\.){1,3000}\]:(?!\s*<?https?:)/ms;
const attributeMark = /=(?<=\b(?:href|src)\s{0,99}=)(?!\s*["']?(?:https?:|[#{]))/i;

/**
 * Whether a text may contain a reference outside code. Most texts contain none and need not be parsed as Markdown.
 */
export function mayLink(text: string): boolean {
  if (linkMark.test(text) || attributeMark.test(text)) return true;
  return text.includes("]:") && definitionMark.test(text);
}

const [bracket, parenthesis, colon, equals, lastOfSrc, lastOfHref] = [0x5d, 0x28, 0x3a, 0x3d, 0x63, 0x66];

/**
 * As `mayLink`, for the bytes of a text in which each ASCII character is one byte. They are decoded only if they
 * contain the characters of a link or of an attribute, which most do not.
 */
export function mayLinkFrom(bytes: Uint8Array): boolean {
  return (hasLinkMark(bytes) || hasAttribute(bytes)) && mayLink(latin1(bytes));
}

/** Whether the bytes contain "](" or "]:". */
function hasLinkMark(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1))
    if (bytes[at + 1] === parenthesis || bytes[at + 1] === colon) return true;
  return false;
}

/** Whether the bytes contain "=" after a letter in which "href" or "src" ends, and spaces. */
function hasAttribute(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(equals); at !== -1; at = bytes.indexOf(equals, at + 1)) {
    let end = at - 1;
    while (end >= 0 && isSpace(bytes[end]!)) end--;
    const letter = bytes[end]! | 0x20;
    if (letter === lastOfSrc || letter === lastOfHref) return true;
  }
  return false;
}

/** As `\s` in a pattern. */
function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0;
}
