import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../src/archive/crc32.ts";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildEntry, buildZip, extra, type Entry } from "./zip-builder.ts";

const file: Entry = { name: "demo/a.md", data: "a line of text\n" };
const deflated: Entry = { ...file, data: "a line of text\n".repeat(40), deflate: true };
const last: Entry = { name: "demo/z.md", data: "the last\n" };
const stream = deflateRawSync("a line of text\n".repeat(40));

/** Info-ZIP's second name for an entry (APPNOTE.TXT 4.6.9). */
export function unicodePath(name: string, of: string, version = 1, crc = crc32(Buffer.from(of))): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(version, 0);
  head.writeUInt32LE(crc, 1);
  return extra(0x7075, Buffer.concat([head, Buffer.from(name)]));
}

const second = unicodePath("demo/b.md", "demo/a.md");

const cases: readonly (readonly [how: string, code: ArchiveCode, ...entries: readonly Entry[]])[] = [
  ["another name in the local header, as long", "mismatch", { ...file, local: { name: "demo/b.md" } }],
  ["a longer name in the local header", "mismatch", { ...file, local: { name: "demo/a.md.sh" } }],
  ["a shorter name in the local header", "mismatch", { ...file, local: { name: "demo/a" } }],
  ["a name out of the skill in the local header", "mismatch", { ...file, local: { name: "../../a.md" } }],
  [
    "the same name in another case in the local header",
    "mismatch",
    { ...file, local: { name: "demo/A.md" } },
  ],
  [
    "a local name cut off before its end, the rest of it an extra field",
    "mismatch",
    { ...file, local: { nameLength: 5, extraLength: 4 } },
  ],
  ["another method in the local header", "mismatch", { ...file, local: { method: 8 } }],
  ["deflate in the local header alone, data deflated", "mismatch", { ...deflated, central: { method: 0 } }],
  ["a flag in the local header alone", "mismatch", { ...file, local: { flags: 0x0800 } }],
  [
    "a level of compression in the central directory alone",
    "mismatch",
    { ...deflated, central: { flags: 2 } },
  ],
  ["another CRC in the local header", "mismatch", { ...file, local: { crc: 1 } }],
  ["no CRC in the local header", "mismatch", { ...file, local: { crc: 0 } }],
  ["a smaller packed size in the local header", "mismatch", { ...file, local: { packed: 3 } }],
  ["a smaller size in the local header", "mismatch", { ...file, local: { size: 3 } }],
  ["no sizes in the local header and no descriptor", "mismatch", { ...file, local: { packed: 0, size: 0 } }],
  ["another time in the local header", "mismatch", { ...file, local: { time: 0 } }],
  ["another date in the local header", "mismatch", { ...file, local: { date: 0x21 } }],
  ["another version needed in the local header", "mismatch", { ...file, local: { needed: 20 } }],
  ["bit 3 in the local header alone", "mismatch", { ...file, local: { flags: 8 } }],
  ["bit 3 in the central directory alone", "mismatch", { ...deflated, central: { flags: 8 } }],

  ["a second name in an extra field", "extra-id", { ...file, both: { extra: second } }],
  ["a second name in the local header's extra field", "extra-id", { ...file, local: { extra: second } }],
  [
    "a second name in the central directory's extra field",
    "extra-id",
    { ...file, central: { extra: second } },
  ],
  ["an equal second name", "extra-id", { ...file, both: { extra: unicodePath("demo/a.md", "demo/a.md") } }],
  [
    "a second name of a version that there is not",
    "extra-id",
    { ...file, both: { extra: unicodePath("demo/b.md", "demo/a.md", 2) } },
  ],
  [
    "a second name for another first",
    "extra-id",
    { ...file, both: { extra: unicodePath("demo/b.md", "", 1, 0) } },
  ],

  ["a hidden entry first", "span-gap", { ...file, hidden: true }, last],
  ["a hidden entry last", "span-gap", last, { ...file, hidden: true }],
  [
    "a hidden entry with a visible one's name",
    "span-gap",
    file,
    { ...file, data: "other\n", hidden: true },
    last,
  ],
  ["a hidden SKILL.md", "span-gap", { ...skillEntry, data: "---\nname: evil\n---\n", hidden: true }],
  [
    "a record that points at another record's header",
    "local-header",
    file,
    { ...last, absent: true, central: { offset: 7 } },
  ],
  [
    "a record that points past the end",
    "local-header",
    file,
    { ...last, absent: true, central: { offset: 0x7fff_ffff } },
  ],
  [
    "a record that points at another's header",
    "span-overlap",
    { ...file, absent: true, central: { offset: 0 } },
  ],
  [
    "two records of one header, name and all",
    "span-overlap",
    file,
    { ...file, absent: true, central: { offset: buildEntry(skillEntry, 0).local.length } },
  ],
  ["a local header with another signature", "local-header", { ...file, local: { signature: 0x04034b51 } }],
  [
    "a central record with another signature",
    "central-directory",
    { ...file, central: { signature: 0x02014b51 } },
  ],

  ["a CRC that is wrong", "crc", { ...file, both: { crc: 0xdeadbeef } }],
  ["a CRC that is wrong, deflated", "crc", { ...deflated, both: { crc: 0xdeadbeef } }],
  ["no CRC", "crc", { ...file, both: { crc: 0 } }],
  ["a CRC for no data", "crc", { name: "demo/empty", both: { crc: 1 } }],
  ["one byte of the data changed", "crc", { ...file, packed: Buffer.from("a line of tEXt\n") }],

  ["a size less than what is inflated", "inflate", { ...deflated, both: { size: 10 } }],
  ["a size one less than what is inflated", "inflate", { ...deflated, both: { size: 599 } }],
  ["no size, and data all the same", "inflate", { ...deflated, both: { size: 0 } }],
  ["a size more than what is inflated", "size", { ...deflated, both: { size: 10_000 } }],
  ["a size one more than what is inflated", "size", { ...deflated, both: { size: 601 } }],
  ["a stored file declared larger", "size", { ...file, both: { size: 16 } }],
  ["a stored file declared smaller", "size", { ...file, both: { size: 14 } }],
  ["a packed size that leaves a byte over", "span-gap", { ...file, both: { packed: 14, size: 14 } }, last],
  [
    "a packed size that takes a byte of the next header",
    "span-overlap",
    { ...file, both: { packed: 16, size: 16 } },
    last,
  ],

  [
    "bytes after the deflated stream",
    "deflate-trailing",
    { ...deflated, packed: Buffer.concat([stream, Buffer.from("evil")]) },
  ],
  [
    "one byte after the deflated stream",
    "deflate-trailing",
    { ...deflated, packed: Buffer.concat([stream, Buffer.alloc(1)]) },
  ],
  [
    "two deflated streams",
    "deflate-trailing",
    { ...deflated, packed: Buffer.concat([stream, deflateRawSync("evil")]) },
  ],
  [
    "an empty deflated stream before the real one",
    "deflate-trailing",
    { ...deflated, packed: Buffer.concat([deflateRawSync(""), stream]), both: { size: 0, crc: 0 } },
  ],
  ["a deflated stream cut off", "inflate", { ...deflated, packed: stream.subarray(0, -3) }],
  [
    "a deflated stream without its last block",
    "inflate",
    {
      ...deflated,
      packed: Buffer.concat([Buffer.of(0, 4, 0, 251, 255), Buffer.from("text")]),
      both: { size: 4, crc: crc32(Buffer.from("text")) },
    },
  ],
  ["no deflated stream at all", "inflate", { ...deflated, packed: Buffer.alloc(0), data: "" }],
  [
    "no deflated stream, but garbage",
    "inflate",
    { ...deflated, packed: Buffer.from("garbage, and more of it") },
  ],
  ["a block of the type that deflate reserves", "inflate", { ...deflated, packed: Buffer.of(0x07, 0, 0) }],
  [
    "a stored block whose length and complement disagree",
    "inflate",
    { ...deflated, packed: Buffer.of(1, 1, 0, 1, 0, 0x61) },
  ],
  ["a distance before the start", "inflate", { ...deflated, packed: Buffer.of(0x4b, 0x04, 0x23, 0x00) }],
  [
    "a stream of zlib instead of a raw one",
    "inflate",
    { ...deflated, packed: Buffer.concat([Buffer.of(0x78, 0x9c), stream, Buffer.alloc(4)]) },
  ],
];

export const contradictions: readonly HostileArchive[] = cases.map(([how, code, ...entries]) => ({
  how,
  code,
  bytes: () => buildZip([skillEntry, ...entries]),
}));
