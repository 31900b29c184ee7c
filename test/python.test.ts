import { describe, expect, it } from "vitest";
import { parseFrontmatter } from "../src/targets/reference/parse-frontmatter.ts";
import { propertiesJson, readProperties } from "../src/targets/reference/properties.ts";
import { closeMatches } from "../src/dialects/click.ts";
import { decodeUtf8 } from "../src/dialects/python/decode.ts";
import { dumps } from "../src/dialects/python/json.ts";
import { parsePath, pathName, pathParent, pathText } from "../src/dialects/python/path.ts";
import { type PyValue, repr, str } from "../src/dialects/python/value.ts";
import {
  codePointLength,
  compareCodePoints,
  escapeHtml,
  isAlphanumeric,
  lower,
  normalizeNfkc,
  strip,
  universalNewlines,
} from "../src/dialects/python/text.ts";

it("leaves what Unicode 14.0 does not assign as it is, and composes nothing across it", () => {
  // U+16EA0 (Unicode 17) has a lower-case letter on a newer ICU; U+105D2 with U+0307 (Unicode 16) composes there.
  expect(lower("A\u{16EA0}Σ")).toBe("a\u{16EA0}σ");
  expect(normalizeNfkc("\u{105D2}\u0307")).toBe("\u{105D2}\u0307");
  expect(isAlphanumeric("\u{31350}")).toBe(false);
});

it("lowers a sigma at the end of a word", () => {
  expect(lower("ὈΔΥΣΣΕΎΣ Σ")).toBe("ὀδυσσεύς σ");
});

it("asks every character of a text, and at least one", () => {
  expect([isAlphanumeric("aé❶漢ↀ"), isAlphanumeric("a-b"), isAlphanumeric("का"), isAlphanumeric("")]).toEqual(
    [true, false, false, false],
  );
});

it("strips what Python calls whitespace and nothing else", () => {
  expect(strip("\x1c\x85\u2003\ufeff a\u200b\u3000\n")).toBe("\ufeff a\u200b");
  expect(strip(" \t ")).toBe("");
});

it("counts code points", () => {
  expect([codePointLength("a𝒶\ud800"), codePointLength("\udc00\ud800"), codePointLength("")]).toEqual([
    3, 2, 0,
  ]);
});

it("sorts by code point", () => {
  expect(["\u{1f600}", "\uff5e", "b", "", "ba"].toSorted(compareCodePoints)).toEqual([
    "",
    "b",
    "ba",
    "\uff5e",
    "\u{1f600}",
  ]);
});

it("reads every line end as a line feed", () => {
  expect(universalNewlines("a\r\nb\rc\n\r\r\n")).toBe("a\nb\nc\n\n\n");
});

it("escapes for HTML", () => {
  expect(escapeHtml(`<a href="x">&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&#x27;&lt;/a&gt;");
});

describe("repr and JSON", () => {
  const text = (value: string): PyValue => ({ type: "str", value });
  const nested: PyValue = {
    type: "dict",
    entries: [
      [text("tags"), { type: "list", items: [text("it's"), text('"'), text(`'"`)] }],
      [text("é\u2028"), { type: "dict", entries: [[text("a"), { type: "list", items: [] }]] }],
      [text("none"), { type: "dict", entries: [] }],
    ],
  };

  it("prints collections as Python 3.11 does", () => {
    expect(repr(nested)).toBe(`{'tags': ["it's", '"', '\\'"'], 'é\\u2028': {'a': []}, 'none': {}}`);
    expect(str(text("plain"))).toBe("plain");
  });

  it("dumps with two spaces and nothing beyond ASCII", () => {
    expect(dumps(nested)).toBe(
      '{\n  "tags": [\n    "it\'s",\n    "\\"",\n    "\'\\""\n  ],\n  "\\u00e9\\u2028": {\n    "a": []\n  },\n  "none": {}\n}',
    );
    expect(dumps(text("\x00\x7f😀\ud800/\b\f"))).toBe('"\\u0000\\u007f\\ud83d\\ude00\\ud800/\\b\\f"');
  });

  it("prints what PyYAML constructs, and cuts what aliases make huge", () => {
    expect(repr({ type: "NoneType" })).toBe("None");
    expect(repr({ type: "bool", value: true })).toBe("True");
    expect(repr({ type: "float", value: 1e16 })).toBe("1e+16");
    let wide: PyValue = { type: "list", items: [] };
    for (let level = 0; level < 40; level++) wide = { type: "list", items: [wide, wide] };
    expect(repr(wide).length).toBeLessThan(100_000);
    expect(() => dumps({ type: "NoneType" })).toThrow(TypeError);
  });
});

describe("decoding", () => {
  const failures: readonly (readonly [string, string])[] = [
    ["ff", "byte 0xff in position 0: invalid start byte"],
    ["61c080", "byte 0xc0 in position 1: invalid start byte"],
    ["61e9 61", "byte 0xe9 in position 1: invalid continuation byte"],
    ["eda080", "byte 0xed in position 0: invalid continuation byte"],
    ["e28261", "bytes in position 0-1: invalid continuation byte"],
    ["f0908061", "bytes in position 0-2: invalid continuation byte"],
    ["f48fbf", "bytes in position 0-2: unexpected end of data"],
    ["f490", "byte 0xf4 in position 0: invalid continuation byte"],
    ["c3", "byte 0xc3 in position 0: unexpected end of data"],
  ];

  it.each(failures)("of %s fails in Python's words", (hex, words) => {
    expect(decodeUtf8(Buffer.from(hex.replace(" ", ""), "hex"))).toEqual({
      failure: `'utf-8' codec can't decode ${words}`,
    });
  });

  it("keeps a byte-order mark", () => {
    expect(decodeUtf8(Buffer.from("\ufeffé😀"))).toEqual({ text: "\ufeffé😀" });
  });
});

describe("paths", () => {
  const parts = (text: string, windows: boolean) => {
    const path = parsePath(text, windows);
    return [pathText(path), pathName(path), pathText(pathParent(path))];
  };

  it("are normalized as on POSIX", () => {
    const rows = ["", ".", "./a//b/", "a/..", "/", "//a/", "///a", "a\\b"].map((text) => parts(text, false));
    expect(rows).toEqual([
      [".", "", "."],
      [".", "", "."],
      ["a/b", "b", "a"],
      ["a/..", "..", "a"],
      ["/", "", "/"],
      ["//a", "a", "//"],
      ["/a", "a", "/"],
      ["a\\b", "a\\b", "."],
    ]);
  });

  it("are normalized as on Windows", () => {
    const rows = ["a/b\\", "C:a", "C:/a/./b", "C:/", "//host/share", "\\\\host\\share\\a"].map((text) =>
      parts(text, true),
    );
    expect(rows).toEqual([
      ["a\\b", "b", "a"],
      ["C:a", "a", "C:"],
      ["C:\\a\\b", "b", "C:\\a"],
      ["C:\\", "", "C:\\"],
      ["\\\\host\\share\\", "", "\\\\host\\share\\"],
      ["\\\\host\\share\\a", "a", "\\\\host\\share\\"],
    ]);
  });
});

it("offers what difflib calls close", () => {
  const options = ["--help", "--version"];
  expect(
    ["--hepl", "--helpversion", "--v", "--verzion", "--x".repeat(40)].map((word) =>
      closeMatches(word, options),
    ),
  ).toEqual([["--help"], ["--help", "--version"], [], ["--version"], []]);
});

it("crashes where the reference has an object that is no string, and reads it where the reference does", () => {
  const inMetadata = parseFrontmatter("---\nname: a\ndescription: b\nmetadata:\n  c: =\n---\n");
  if (inMetadata.outcome !== "value") throw new Error(inMetadata.complaint.message);
  const properties = readProperties(inMetadata.value.metadata);
  expect(properties.outcome === "value" && propertiesJson(properties.value)).toEqual({
    outcome: "value",
    value: '{\n  "name": "a",\n  "description": "b",\n  "metadata": {\n    "c": "="\n  }\n}',
  });
  const bare = parseFrontmatter("---\nname: a\ndescription: b\nlicense: =\n---\n");
  if (bare.outcome !== "value") throw new Error(bare.complaint.message);
  const license = readProperties(bare.value.metadata);
  expect(license.outcome === "value" && propertiesJson(license.value)).toMatchObject({
    outcome: "crash",
    complaint: { message: expect.stringContaining("TaggedScalar is not JSON serializable") },
  });
});
