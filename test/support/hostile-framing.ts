import { Buffer } from "node:buffer";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildEntry, buildZip, descriptor, endRecord, type Entry, type Framing } from "./zip-builder.ts";

const file: Entry = { name: "demo/a.md", data: "a line of text\n" };
const entries = [skillEntry, file];
const zip = (framing: Framing = {}): Buffer => buildZip(entries, framing);
const other = buildZip([{ ...skillEntry, data: "---\nname: evil\n---\n" }]);
const { local: stray, central: strayRecord } = buildEntry({ name: "demo/evil.sh", data: "evil\n" }, 0);
const directorySize = entries.reduce((sum, entry) => sum + buildEntry(entry, 0).central.length, 0);
const directoryOffset = entries.reduce((sum, entry) => sum + buildEntry(entry, 0).local.length, 0);
const whole = zip();

const cases: readonly (readonly [how: string, code: ArchiveCode, bytes: () => Uint8Array])[] = [
  ["nothing at all", "format", () => Buffer.alloc(0)],
  ["one byte", "format", () => Buffer.from("P")],
  ["two bytes of a signature", "eocd", () => Buffer.from("PK")],
  ["text", "format", () => Buffer.from("no archive\n".repeat(9))],
  ["a program before the archive", "central-directory", () => zip({ prefix: Buffer.from("MZ\x90\0") })],
  [
    "a program before the archive, counted in the offsets",
    "span-gap",
    () => zip({ prefix: Buffer.from("#!/bin/sh\nexit\n"), counted: true }),
  ],
  [
    "a PDF that is an archive too",
    "span-gap",
    () => zip({ prefix: Buffer.from("%PDF-1.7\n"), counted: true }),
  ],
  [
    "a picture that is an archive too",
    "span-gap",
    () => zip({ prefix: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), counted: true }),
  ],
  [
    "a split archive's marker before all",
    "span-gap",
    () => zip({ prefix: Buffer.from("PK\x07\x08"), counted: true }),
  ],
  ["a RAR", "format", () => Buffer.from("Rar!\x1a\x07\x01\0")],
  ["an uncompressed tar", "format", () => Buffer.alloc(10_240)],
  ["a header's signature and nothing else", "eocd", () => Buffer.from("PK\x03\x04")],
  ["a local header and nothing else", "eocd", () => Buffer.from(stray)],
  ["an end and nothing else", "empty", () => buildZip([])],
  ["an end and a comment", "empty", () => buildZip([], { comment: "nothing" })],
  [
    "an archive of no entry, all hidden",
    "empty",
    () => buildZip(entries.map((entry) => ({ ...entry, hidden: true }))),
  ],
  ["the last byte cut off", "eocd", () => whole.subarray(0, -1)],
  ["the end cut off", "eocd", () => whole.subarray(0, -22)],
  ["half of it cut off", "eocd", () => whole.subarray(0, whole.length >> 1)],
  ["another signature of the end", "eocd", () => zip({ end: { signature: 0x06054b51 } })],

  ["a hidden entry before all", "central-directory", () => zip({ prefix: stray })],
  [
    "a hidden entry before all, counted in the offsets",
    "span-gap",
    () => zip({ prefix: stray, counted: true }),
  ],
  [
    "a gap between two entries",
    "span-gap",
    () => buildZip([skillEntry, { ...file, before: Buffer.from("gap") }]),
  ],
  [
    "a gap of one zero between two entries",
    "span-gap",
    () => buildZip([skillEntry, { ...file, before: Buffer.alloc(1) }]),
  ],
  [
    "a descriptor that no header declares",
    "span-gap",
    () => buildZip([skillEntry, { ...file, before: descriptor({ crc: 1, packed: 1, size: 1 }) }]),
  ],
  [
    "a gap before the central directory",
    "span-gap",
    () => zip({ beforeDirectory: Buffer.from("APK Sig Block 42") }),
  ],
  ["a central record before the central directory", "span-gap", () => zip({ beforeDirectory: strayRecord })],
  [
    "a gap between the central directory and the end",
    "central-directory",
    () => zip({ beforeEnd: Buffer.from("gap") }),
  ],
  ["a central record past the counted ones", "central-directory", () => zip({ beforeEnd: strayRecord })],
  [
    "a digital signature after the central directory",
    "central-directory",
    () => zip({ beforeEnd: Buffer.from("PK\x05\x05\0\0") }),
  ],
  [
    "a digital signature in the central directory",
    "central-directory",
    () => zip({ beforeEnd: Buffer.from("PK\x05\x05\0\0"), end: { directorySize: directorySize + 6 } }),
  ],

  [
    "the signature of one more central record",
    "central-directory",
    () =>
      zip({
        beforeEnd: Buffer.from("PK\x01\x02"),
        end: { directorySize: directorySize + 4, countHere: 3, count: 3 },
      }),
  ],
  ["an end that leaves its disk to zip64", "zip64", () => zip({ end: { disk: 0xffff } })],

  ["bytes after the end", "eocd", () => zip({ suffix: Buffer.from("evil") })],
  ["one zero after the end", "eocd", () => zip({ suffix: Buffer.alloc(1) })],
  ["a line break after the end", "eocd", () => zip({ suffix: Buffer.from("\n") })],
  ["64 KiB of zeros after the end", "eocd", () => zip({ suffix: Buffer.alloc(70_000) })],
  ["a local header after the end", "eocd", () => zip({ suffix: stray })],
  [
    "a comment longer than what is left",
    "eocd",
    () => zip({ comment: "comment", end: { commentLength: 9 } }),
  ],
  [
    "a comment shorter than what is left",
    "eocd",
    () => zip({ comment: "comment", end: { commentLength: 3 } }),
  ],
  ["a comment that is not counted", "eocd", () => zip({ comment: "comment", end: { commentLength: 0 } })],
  ["another archive before it", "central-directory", () => Buffer.concat([other, whole])],
  [
    "another archive before it, counted in the offsets",
    "span-gap",
    () => zip({ prefix: other, counted: true }),
  ],
  ["the same archive twice", "central-directory", () => Buffer.concat([whole, whole])],
  [
    "two ends, the first shorter",
    "central-directory",
    () =>
      zip({
        beforeEnd: endRecord({ countHere: 1, count: 1, directorySize: directorySize >> 1, directoryOffset }),
      }),
  ],
  [
    "two ends alike",
    "central-directory",
    () => zip({ suffix: endRecord({ countHere: 2, count: 2, directorySize, directoryOffset }) }),
  ],
  ["another archive in the comment", "central-directory", () => zip({ comment: other })],
  [
    "an end in the comment",
    "central-directory",
    () => zip({ comment: endRecord({ countHere: 1, count: 1, directorySize, directoryOffset }) }),
  ],
  ["a header's signature in the comment", "comment", () => zip({ comment: "see PK\x03\x04" })],
  ["a comment of 257 characters", "comment", () => zip({ comment: "c".repeat(257) })],
  ["a comment of 65,535 characters", "comment", () => zip({ comment: "c".repeat(65_535) })],
  ["a comment with a line break", "comment", () => zip({ comment: "one\ntwo" })],
  ["a comment that colours the terminal", "comment", () => zip({ comment: "\x1b[31mred" })],
  ["a comment with a zero", "comment", () => zip({ comment: "a\0b" })],
  ["a comment that is not ASCII", "comment", () => zip({ comment: "café" })],
  ["the letters PK in the comment", "comment", () => zip({ comment: "made by PKZIP" })],
  [
    "an entry's comment",
    "entry-comment",
    () => buildZip([skillEntry, { ...file, central: { comment: "ok" } }]),
  ],
  [
    "an entry's comment that holds an entry",
    "entry-comment",
    () => buildZip([skillEntry, { ...file, central: { comment: strayRecord } }]),
  ],

  ["one entry less than counted", "count", () => zip({ end: { count: 3, countHere: 3 } })],
  ["one entry more than counted", "count", () => zip({ end: { count: 1, countHere: 1 } })],
  ["no entry counted, and two there", "count", () => zip({ end: { count: 0, countHere: 0 } })],
  ["fewer entries on this disk", "count", () => zip({ end: { countHere: 1 } })],
  ["fewer entries on all disks", "count", () => zip({ end: { count: 1 } })],
  ["65,534 entries counted", "entries", () => zip({ end: { count: 65_534, countHere: 65_534 } })],
  [
    "a central directory declared smaller",
    "central-directory",
    () => zip({ end: { directorySize: directorySize - 1 } }),
  ],
  [
    "a central directory declared larger",
    "central-directory",
    () => zip({ end: { directorySize: directorySize + 1 } }),
  ],
  ["a central directory declared empty", "central-directory", () => zip({ end: { directorySize: 0 } })],
  [
    "a central directory declared larger than the archive",
    "central-directory",
    () => zip({ end: { directorySize: 0x7fff_ffff } }),
  ],
  [
    "a central directory declared to start earlier",
    "central-directory",
    () => zip({ end: { directoryOffset: directoryOffset - 1 } }),
  ],
  [
    "a central directory declared to start later",
    "central-directory",
    () => zip({ end: { directoryOffset: directoryOffset + 1 } }),
  ],
  [
    "a central directory declared to start past the end",
    "central-directory",
    () => zip({ end: { directoryOffset: 0x7fff_ffff } }),
  ],
  [
    "a central directory declared to span the whole archive",
    "central-directory",
    () => zip({ end: { directoryOffset: 0, directorySize: directoryOffset + directorySize } }),
  ],
  [
    "a record whose name reaches past the central directory",
    "central-directory",
    () => buildZip([skillEntry, { ...file, central: { nameLength: 300 } }]),
  ],
  [
    "a record whose extra field reaches past the central directory",
    "central-directory",
    () => buildZip([skillEntry, { ...file, central: { extraLength: 300 } }]),
  ],
  [
    "a record whose comment reaches past the central directory",
    "central-directory",
    () => buildZip([skillEntry, { ...file, central: { commentLength: 300 } }]),
  ],
  [
    "a record's comment that swallows the next record",
    "entry-comment",
    () =>
      buildZip([{ ...skillEntry, central: { commentLength: 46 + "demo/a.md".length } }, file], {
        end: { count: 1, countHere: 1 },
      }),
  ],
  [
    "a local header whose name reaches into the next entry",
    "mismatch",
    () => buildZip([{ ...skillEntry, local: { nameLength: 200 } }, file]),
  ],
  [
    "a local header whose extra field reaches past the end",
    "span-overlap",
    () => buildZip([skillEntry, { ...file, local: { extraLength: 60_000 } }]),
  ],

  ["the number of another disk", "multidisk", () => zip({ end: { disk: 1 } })],
  ["a central directory on another disk", "multidisk", () => zip({ end: { directoryDisk: 1 } })],
  ["the numbers of another disk", "multidisk", () => zip({ end: { disk: 1, directoryDisk: 1 } })],
  ["an entry on another disk", "multidisk", () => buildZip([skillEntry, { ...file, central: { disk: 1 } }])],
  [
    "an entry on a disk of zip64",
    "zip64",
    () => buildZip([skillEntry, { ...file, central: { disk: 0xffff } }]),
  ],
];

export const framings: readonly HostileArchive[] = cases.map(([how, code, bytes]) => ({ how, code, bytes }));
