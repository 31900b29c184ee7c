import fc from "fast-check";
import { expect, it } from "vitest";
import type { Encoding } from "../src/core/source-text.ts";
import { decodeText } from "../src/parse/decode.ts";
import { samples } from "./support/samples.ts";

function decode(bytes: string | readonly number[] | Uint8Array) {
  const { source, facts } = decodeText(
    typeof bytes === "string" ? Buffer.from(bytes) : Uint8Array.from(bytes),
  );
  return { text: source.text, encoding: source.encoding, ...facts };
}

function utf16(text: string, order: "le" | "be"): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return order === "be" ? bytes.swap16() : bytes;
}

/** The same text as bytes again, by another road than the decoder's. */
function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-16le") return utf16(text, "le");
  if (encoding === "utf-16be") return utf16(text, "be");
  return encoding === "utf-8" ? Buffer.from(text) : Buffer.alloc(text.length);
}

const plain = { byteOrderMark: false, lf: 0, crlf: 0, cr: 0 };

it("decodes UTF-8 unchanged", () => {
  expect(decode("")).toEqual({ ...plain, text: "", encoding: "utf-8", bytes: 0 });
  expect(decode("é\0😀\ufffd")).toEqual({ ...plain, text: "é\0😀\ufffd", encoding: "utf-8", bytes: 10 });
});

it("leaves a byte-order mark in the text and says that it is there", () => {
  expect(decode("\ufeff---\n")).toEqual({
    ...plain,
    text: "\ufeff---\n",
    encoding: "utf-8",
    bytes: 7,
    byteOrderMark: true,
    lf: 1,
  });
  expect(decode("a\ufeff")).toEqual({ ...plain, text: "a\ufeff", encoding: "utf-8", bytes: 4 });
});

it("counts the ends of lines by kind", () => {
  expect(decode("a\r\n\r\nb\rc\n\r\r\n\n")).toMatchObject({ lf: 2, crlf: 3, cr: 2 });
});

it("knows UTF-16 by its mark, even where no text is ASCII", () => {
  const [le, be] = [utf16("\ufeff日本\n", "le"), utf16("\ufeff日本\n", "be")];
  const rest = { ...plain, text: "\ufeff日本\n", bytes: 8, byteOrderMark: true, lf: 1, firstInvalidByte: 0 };
  expect([decode(le), decode(be)]).toEqual([
    { ...rest, encoding: "utf-16le" },
    { ...rest, encoding: "utf-16be" },
  ]);
});

it("knows UTF-16 without a mark by its NULs, and a text with a few NULs as UTF-8", () => {
  const text = "---\nname: pdf\n---\n";
  const rest = { ...plain, text, bytes: 36, lf: 3 };
  expect([decode(utf16(text, "le")), decode(utf16(text, "be"))]).toEqual([
    { ...rest, encoding: "utf-16le" },
    { ...rest, encoding: "utf-16be" },
  ]);
  expect([decode(`${text}\0`).encoding, decode("a\0").encoding, decode("\0\0\0\0").encoding]).toEqual([
    "utf-8",
    "utf-8",
    "utf-8",
  ]);
});

it("keeps lone surrogates of UTF-16, and leaves out a last odd byte", () => {
  expect(decode([0xff, 0xfe, 0x00, 0xd8, 0x61])).toEqual({
    ...plain,
    text: "\ufeff\ud800",
    encoding: "utf-16le",
    bytes: 5,
    byteOrderMark: true,
    firstInvalidByte: 0,
  });
});

it("reads everything else as windows-1252, one character a byte", () => {
  expect(decode([0x6e, 0x97, 0x93, 0xe9, 0x81, 0x0a])).toEqual({
    ...plain,
    text: "n—“é\x81\n",
    encoding: "windows-1252",
    bytes: 6,
    lf: 1,
    firstInvalidByte: 1,
  });
  // https://encoding.spec.whatwg.org/index-windows-1252.txt
  const special =
    "20ac 81 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 8d 17d 8f 90 2018 2019 201c 201d 2022 2013 2014 2dc 2122 161 203a 153 9d 17e 178";
  const all = Array.from({ length: 256 }, (_, index) => (index + 128) % 256);
  const expected = all.map((byte) =>
    byte >= 0x80 && byte < 0xa0 ? Number.parseInt(special.split(" ")[byte - 0x80]!, 16) : byte,
  );
  expect(decode(all).text).toBe(String.fromCharCode(...expected));
});

it("takes archives, pictures and UTF-32 for no text that it knows", () => {
  const gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
  const png = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13];
  const utf32 = [0xff, 0xfe, 0, 0, 0x2d, 0, 0, 0];
  expect([gzip, png, utf32].map((bytes) => decode(bytes))).toMatchObject([
    { encoding: "windows-1252", firstInvalidByte: 1, byteOrderMark: false },
    { encoding: "windows-1252", firstInvalidByte: 0, crlf: 1, lf: 1 },
    { encoding: "windows-1252", firstInvalidByte: 0, byteOrderMark: false },
  ]);
});

it("says where the first sequence that is not UTF-8 begins", () => {
  const cases: readonly (readonly [readonly number[], number])[] = [
    [[0x61, 0xc0, 0xaf], 1], // overlong
    [[0xe0, 0x80, 0x80], 0], // overlong
    [[0xed, 0xa0, 0x80], 0], // a surrogate
    [[0xf4, 0x90, 0x80, 0x80], 0], // past U+10FFFF
    [[0x61, 0xef, 0xbf, 0x61], 1], // cut off by ASCII
    [[0xc3, 0xa9, 0xf0, 0x9f, 0x98], 2], // cut off by the end
    [[0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x80], 9],
  ];
  expect(cases.map(([bytes]) => decode(bytes).firstInvalidByte)).toEqual(cases.map(([, at]) => at));
});

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  fc.string({ unit: "binary", maxLength: 2_000 }).map((text) => Buffer.from(text)),
  fc
    .array(fc.constantFrom("a", "é", "😀", "€", "\r", "\n", "\ufeff"), { maxLength: 2_000 })
    .map((parts) => Buffer.from(parts.join(""))),
  fc
    .tuple(fc.string({ unit: "binary" }), fc.constantFrom<"le" | "be">("le", "be"))
    .map(([text, order]) => utf16(`\ufeff${text}`, order)),
);

it("turns any bytes into text whose offsets point back at the same bytes", () => {
  fc.assert(
    fc.property(bytes, fc.nat(), (given, seed) => {
      const { source, facts } = decodeText(given);
      const offset = seed % (source.text.length + 1);
      const splits =
        (source.text.charCodeAt(offset) & 0xfc00) === 0xdc00 &&
        (source.text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
      const { byteOffset } = source.positionAt(splits ? offset - 1 : offset);
      const before = encode(source.text.slice(0, splits ? offset - 1 : offset), source.encoding);
      expect(byteOffset).toBe(before.length);
      if (source.encoding !== "windows-1252")
        expect(Buffer.compare(before, given.subarray(0, byteOffset))).toBe(0);
      expect(facts.bytes).toBe(given.length);
    }),
    samples(500),
  );
});

it("finds an invalid byte exactly where Node's own decoder refuses, and nowhere before", () => {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const accepts = (part: Uint8Array) => {
    try {
      strict.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(0x61, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xef, 0xf0, 0x90, 0xf4, 0x8f),
        { maxLength: 12 },
      ),
      (given) => {
        const { firstInvalidByte } = decode(given);
        const whole = Uint8Array.from(given);
        expect(firstInvalidByte === undefined).toBe(accepts(whole));
        if (firstInvalidByte === undefined) return;
        expect(accepts(whole.subarray(0, firstInvalidByte))).toBe(true);
        for (let length = 1; length <= 4 && firstInvalidByte + length <= whole.length; length++)
          expect(accepts(whole.subarray(firstInvalidByte, firstInvalidByte + length))).toBe(false);
      },
    ),
    samples(2000),
  );
});
