import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as bytesInNode from "../src/core/bytes.ts";
import * as utf8InNode from "../src/core/utf8.ts";
import { samples } from "./support/samples.ts";

const { Buffer } = globalThis;

// As in a browser: the modules look for Node's Buffer when they are loaded.
vi.stubGlobal("Buffer", undefined);
vi.resetModules();
const bytesInBrowser = await import("../src/core/bytes.ts");
const utf8InBrowser = await import("../src/core/utf8.ts");
vi.unstubAllGlobals();

const anyBytes = fc.uint8Array({ maxLength: 300 });
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

it("uses Node's Buffer only where there is one", () => {
  expect(bytesInNode.nodeBuffer).toBe(Buffer);
  expect(bytesInBrowser.nodeBuffer).toBeUndefined();
});

describe.each([
  ["in Node", { ...bytesInNode, ...utf8InNode }],
  ["in a browser", { ...bytesInBrowser, ...utf8InBrowser }],
])("%s", (_, { copyText, decodeBase64, encodeUtf8, isAscii, latin1, utf16, utf8Length }) => {
  it("reads bytes as Node's Buffer does", () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(7), (bytes, from) => {
        const part = bytes.subarray(Math.min(from, bytes.length));
        const buffer = Buffer.from(part);
        expect(latin1(part)).toBe(buffer.toString("latin1"));
        expect(isAscii(part)).toBe(!/[^\0-\x7f]/.test(buffer.toString("latin1")));
        expect(utf16(part, "little-endian")).toBe(buffer.toString("utf16le"));
        expect(decodeBase64(buffer.toString("base64"))).toEqual(new Uint8Array(buffer));
      }),
      samples(),
    );
  });

  it("swaps big-endian units", () => {
    expect(utf16(Uint8Array.of(0x00, 0x41, 0xd8, 0x00, 0x7f), "big-endian")).toBe("A\ud800");
  });

  it("preserves every unit of a text, and counts its bytes", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(copyText(text)).toBe(text);
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
        expect(encodeUtf8(text)).toEqual(new Uint8Array(Buffer.from(text)));
      }),
      samples(),
    );
    const long = "é\udc00x".repeat(20_000);
    expect(copyText(long)).toBe(long);
    expect(latin1(Buffer.from(long))).toBe(Buffer.from(long).toString("latin1"));
  });

  it("copies texts of one byte a unit", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(copyText(latin1(bytes))).toBe(latin1(bytes));
      }),
      samples(),
    );
  });
});
