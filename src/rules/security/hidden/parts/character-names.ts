/** Names of invisible characters by code point: Unicode's names, or plainer ones where Unicode's are obscure. */
const names: ReadonlyMap<number, string> = new Map([
  [0x00, "NUL"],
  [0x07, "bell"],
  [0x08, "backspace"],
  [0x0b, "vertical tab"],
  [0x0c, "form feed"],
  [0x1b, "escape"],
  [0x7f, "delete"],
  [0x85, "next line"],
  [0xad, "soft hyphen"],
  [0x034f, "combining grapheme joiner"],
  [0x061c, "Arabic letter mark"],
  [0x115f, "Hangul choseong filler"],
  [0x1160, "Hangul jungseong filler"],
  [0x180e, "Mongolian vowel separator"],
  [0x200b, "zero-width space"],
  [0x200c, "zero-width non-joiner"],
  [0x200d, "zero-width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2060, "word joiner"],
  [0x2061, "function application"],
  [0x2062, "invisible times"],
  [0x2063, "invisible separator"],
  [0x2064, "invisible plus"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0x3164, "Hangul filler"],
  [0xfeff, "byte-order mark"],
  [0xffa0, "halfwidth Hangul filler"],
  [0xfff9, "interlinear annotation anchor"],
  [0xfffa, "interlinear annotation separator"],
  [0xfffb, "interlinear annotation terminator"],
]);

/** The character's code and name, such as "U+200B (zero-width space)". */
export function nameCharacter(code: number): string {
  const name = names.get(code) ?? nameOfSeries(code);
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}${name === undefined ? "" : ` (${name})`}`;
}

function nameOfSeries(code: number): string | undefined {
  if (code >= 0xfe00 && code <= 0xfe0f) return `variation selector ${code - 0xfe00 + 1}`;
  if (code >= 0xe0100 && code <= 0xe01ef) return `variation selector ${code - 0xe0100 + 17}`;
  return undefined;
}
