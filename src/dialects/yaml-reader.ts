import type { Flavour } from "./yaml-flavour.ts";
import { openScanner, type Scanner } from "./yaml-scanner.ts";

/** A character that Python's reader lets no text hold, and its place in code points from 0. */
export interface BadCharacter {
  readonly code: number;
  readonly position: number;
}

const plainAscii = /^[\t\n\r -~]*$/;
const special = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const wide = /[\ud800-\udbff\ufeff]/;

/** PyYAML reader.py check_printable: the whole text is checked before any of it is read. */
export function openText(text: string, flavour: Flavour): Scanner | BadCharacter {
  if (plainAscii.test(text)) return openScanner(text, false, flavour);
  const at = text.search(special);
  if (at < 0) return openScanner(text, wide.test(text), flavour);
  return { code: text.codePointAt(at) ?? 0, position: Array.from(text.slice(0, at)).length };
}
