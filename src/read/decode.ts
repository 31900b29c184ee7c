import { latin1 } from "../core/bytes.ts";
import type { TextFacts } from "../model/skill.ts";
import { SourceText, type Encoding } from "../core/source-text.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { findInvalidByte } from "./decode-utf8.ts";
import { decodeUtf16, guessUtf16 } from "./decode-utf16.ts";

export interface DecodedText {
  readonly source: SourceText;
  readonly facts: TextFacts;
}

/** 0x80–0x9f in windows-1252. Spelled out, as some releases of Node decode its name as Latin-1 (nodejs/node#56542). */
const windows = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Bytes as text, whatever they are: UTF-8, UTF-16 with or without its mark, or else one character a byte. A byte-order mark stays in the text. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf8 = decodeUtf8(bytes);
  const encoding = guessUtf16(bytes, utf8) ?? (utf8 === undefined ? "windows-1252" : "utf-8");
  const text = decodeAs(encoding, bytes, utf8);
  const source = new SourceText(text, encoding, bytes.length);
  return {
    source,
    // Only of SKILL.md they are asked for.
    get facts() {
      return {
        bytes: bytes.length,
        byteOrderMark: encoding !== "windows-1252" && text.startsWith("\ufeff"),
        ...countLineEnds(source),
        ...(utf8 === undefined && { firstInvalidByte: findInvalidByte(bytes) }),
      };
    },
  };
}

function decodeAs(encoding: Encoding, bytes: Uint8Array, utf8: string | undefined): string {
  if (encoding === "utf-16le" || encoding === "utf-16be") return decodeUtf16(bytes, encoding);
  return (
    utf8 ?? latin1(bytes).replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80]!)
  );
}

/** From where its lines begin, which most of what is said of a text asks for anyway. */
function countLineEnds({ text, lineCount }: SourceText): Pick<TextFacts, "lf" | "crlf" | "cr"> {
  const ends = lineCount - 1;
  if (!text.includes("\r")) return { lf: ends, crlf: 0, cr: 0 };
  const crlf = count(text, "\r\n");
  return { lf: ends - count(text, "\r"), crlf, cr: count(text, "\r") - crlf };
}

function count(text: string, wanted: string): number {
  let found = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found++;
  return found;
}
