import { Buffer } from "node:buffer";
import { deflateRawSync, gzipSync } from "node:zlib";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillText } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildGzip, buildTar } from "./tar-builder.ts";

const tar = buildTar([{ name: "demo/SKILL.md", data: skillText }]);
const whole = buildGzip(tar);
const stream = deflateRawSync(tar);

const cases: readonly (readonly [how: string, code: ArchiveCode, bytes: () => Uint8Array])[] = [
  ["a signature and nothing else", "gzip", () => Buffer.of(0x1f, 0x8b)],
  ["a header and nothing else", "gzip", () => whole.subarray(0, 10)],
  ["a header cut off", "gzip", () => whole.subarray(0, 7)],
  ["data cut off", "gzip", () => whole.subarray(0, 60)],
  ["no CRC and no size at its end", "gzip", () => whole.subarray(0, -8)],
  ["half a size at its end", "gzip", () => whole.subarray(0, -2)],
  ["another CRC", "crc", () => buildGzip(tar, { crc: 1 })],
  ["another size", "gzip", () => buildGzip(tar, { size: tar.length + 1 })],
  [
    "a size that is another by 4 GiB's half",
    "gzip",
    () => buildGzip(tar, { size: tar.length + 0x8000_0000 }),
  ],
  ["another method", "gzip", () => buildGzip(tar, { method: 9 })],
  ["a flag that RFC 1952 reserves", "gzip", () => buildGzip(tar, { flags: 0x20 })],
  ["the last flag", "gzip", () => buildGzip(tar, { flags: 0x80 })],
  [
    "a name without an end",
    "gzip",
    () =>
      buildGzip(Buffer.alloc(0), {
        flags: 8,
        fields: Buffer.alloc(500, "a"),
        packed: Buffer.alloc(0),
        crc: 0x61616161,
        size: 0x61616161,
      }),
  ],
  [
    "an extra field that reaches past the end",
    "gzip",
    () => buildGzip(tar, { flags: 4, fields: Buffer.of(255, 255) }),
  ],
  [
    "a CRC of the header that is another",
    "gzip",
    () => buildGzip(tar, { flags: 2, fields: Buffer.of(1, 2) }),
  ],
  ["two members", "gzip", () => Buffer.concat([whole, whole])],
  [
    "two members that make one tar",
    "gzip",
    () => Buffer.concat([buildGzip(tar.subarray(0, 512)), buildGzip(tar.subarray(512))]),
  ],
  ["an empty member after the end", "gzip", () => Buffer.concat([whole, gzipSync("")])],
  ["an empty member before", "gzip", () => Buffer.concat([gzipSync(""), whole])],
  ["bytes after the end", "gzip", () => buildGzip(tar, { suffix: Buffer.from("evil") })],
  ["one zero after the end", "gzip", () => buildGzip(tar, { suffix: Buffer.alloc(1) })],
  ["512 zeros after the end", "gzip", () => buildGzip(tar, { suffix: Buffer.alloc(512) })],
  [
    "a zip after the end",
    "gzip",
    () => buildGzip(tar, { suffix: Buffer.from("PK\x05\x06".padEnd(22, "\0")) }),
  ],
  [
    "two deflated streams",
    "gzip",
    () => buildGzip(tar, { packed: Buffer.concat([stream, deflateRawSync("evil")]) }),
  ],
  [
    "a byte between the stream and its CRC",
    "gzip",
    () => buildGzip(tar, { packed: Buffer.concat([stream, Buffer.alloc(1)]) }),
  ],
  ["garbage for a stream", "gzip", () => buildGzip(tar, { packed: Buffer.from("garbage, and more of it") })],
  ["a stream without its last block", "gzip", () => buildGzip(tar, { packed: stream.subarray(0, -8) })],
  ["a gzip in the gzip", "tar", () => buildGzip(whole)],
  ["text in the gzip", "tar", () => buildGzip(Buffer.from("no tar\n".repeat(200)))],
  ["nothing in the gzip", "tar", () => buildGzip(Buffer.alloc(0))],
  ["8 MiB of zeros", "ratio", () => buildGzip(Buffer.alloc(8 * 1_048_576))],
  [
    "20 MiB of zeros, declared as ten bytes",
    "gzip",
    () => buildGzip(Buffer.alloc(0), { packed: deflateRawSync(Buffer.alloc(20 * 1_048_576)), size: 10 }),
  ],
];

export const gzips: readonly HostileArchive[] = cases.map(([how, code, bytes]) => ({ how, code, bytes }));
