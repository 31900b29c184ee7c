import { Buffer } from "node:buffer";
import { crc32 } from "../../src/archive/crc32.ts";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import {
  buildEntry,
  buildZip,
  descriptor,
  extra,
  words64,
  type Entry,
  type Facts,
  type Framing,
} from "./zip-builder.ts";

const file: Entry = { name: "demo/a.md", data: "a line of text\n" };
const streamed: Entry = { name: "demo/a.md", data: "a line of text\n".repeat(9), deflate: true, descriptor };
const last: Entry = { name: "demo/z.md", data: "the last\n" };
const timestamp = extra(0x5455, Buffer.of(1, 0, 0, 0, 0));
const all = 0xffff_ffff;

const methods = {
  shrunk: 1,
  reduced: 2,
  imploded: 6,
  "deflated with 64 KiB": 9,
  "compressed as PKWARE's library does": 10,
  "compressed with bzip2": 12,
  "compressed with LZMA": 14,
  "compressed with Zstandard": 93,
  "compressed with XZ": 95,
  "compressed with PPMd": 98,
  "encrypted with AES": 99,
  "compressed with an unknown method": 65_535,
} as const;
const flags = {
  encrypted: 0x0001,
  "encrypted with a strong method": 0x0041,
  "declared strongly encrypted": 0x0040,
  "patched data": 0x0020,
  "declared masked": 0x2000,
  "declared enhanced deflated": 0x0010,
  "a flag that is not in use": 0x0080,
  "the flag PKWARE reserved": 0x4000,
  "the last flag": 0x8000,
} as const;

function lying(lie: Partial<Facts> & { readonly signature?: number | undefined }): Entry {
  return { ...streamed, descriptor: (facts) => descriptor({ ...facts, ...lie }) };
}

/** Stored, with a descriptor and with the sizes in the local header: streaming readers may use either. */
function known(data: Buffer): Entry {
  return {
    name: "demo/a.md",
    data,
    descriptor,
    local: { crc: crc32(data), packed: data.length, size: data.length },
  };
}

const entries: readonly (readonly [how: string, code: ArchiveCode, entry: Entry])[] = [
  ...Object.entries(flags).map(([how, bits]): [string, ArchiveCode, Entry] => [
    how,
    "flags",
    { ...file, both: { flags: bits } },
  ]),
  ["encrypted in the local header alone", "mismatch", { ...file, local: { flags: 1 } }],
  ["encrypted in the central directory alone", "mismatch", { ...file, central: { flags: 1 } }],
  ...Object.entries(methods).map(([how, method]): [string, ArchiveCode, Entry] => [
    how,
    "method",
    { ...file, both: { method } },
  ]),

  ["a descriptor with another CRC", "descriptor", lying({ crc: 1 })],
  ["a descriptor without a CRC", "descriptor", lying({ crc: 0 })],
  ["a descriptor with another packed size", "descriptor", lying({ packed: 1 })],
  ["a descriptor with another size", "descriptor", lying({ size: 1 })],
  ["a descriptor with another signature", "descriptor", lying({ signature: 0x08074b51 })],
  ["a descriptor without a signature", "descriptor", lying({ signature: undefined })],
  [
    "a descriptor without a signature, with another CRC",
    "descriptor",
    lying({ signature: undefined, crc: 1 }),
  ],
  ["no descriptor although declared", "descriptor", { ...streamed, descriptor: () => Buffer.alloc(0) }],
  [
    "half a descriptor",
    "descriptor",
    { ...streamed, descriptor: (facts) => descriptor(facts).subarray(0, 8) },
  ],
  [
    "a descriptor and three bytes more",
    "span-gap",
    { ...streamed, descriptor: (facts) => Buffer.concat([descriptor(facts), Buffer.alloc(3)]) },
  ],
  [
    "two descriptors",
    "span-gap",
    { ...streamed, descriptor: (facts) => Buffer.concat([descriptor(facts), descriptor(facts)]) },
  ],
  [
    "a descriptor's size in the local header that is another",
    "mismatch",
    { ...streamed, local: { size: 7 } },
  ],
  ["a descriptor after stored data", "descriptor-stored", { ...file, descriptor }],

  ["an unknown extra field", "extra-id", { ...file, both: { extra: extra(0x9999, "abcd") } }],
  ["an extra field of AES", "extra-id", { ...file, both: { extra: extra(0x9901, "\x02\0AE\x03\0\0") } }],
  [
    "a descriptor in stored data whose size is known",
    "descriptor-stored",
    known(
      Buffer.concat([
        Buffer.from("safe\n"),
        descriptor({ crc: crc32(Buffer.from("safe\n")), packed: 5, size: 5 }),
        buildEntry(last, 0).local,
      ]),
    ),
  ],
  [
    "the same extra field twice",
    "extra-duplicate",
    { ...file, both: { extra: Buffer.concat([timestamp, timestamp]) } },
  ],
  [
    "the same extra field twice, in the local header",
    "extra-duplicate",
    { ...file, local: { extra: Buffer.concat([timestamp, timestamp]) } },
  ],
  [
    "an extra field that reaches past its end",
    "extra-length",
    { ...file, both: { extra: extra(0x5455, Buffer.of(1, 0, 0, 0, 0), 6) } },
  ],
  [
    "a timestamp of a time and a half",
    "extra-length",
    { ...file, both: { extra: extra(0x5455, Buffer.of(1, 0, 0, 0, 0, 0, 0)) } },
  ],
  [
    "an extra field that reaches into the data",
    "extra-length",
    { ...file, local: { extra: extra(0x5455, Buffer.of(1, 0, 0, 0, 0), 12) } },
  ],
  [
    "an extra field of 65,535 bytes in none",
    "extra-length",
    { ...file, both: { extra: extra(0x9999, "", 65_535) } },
  ],
  ...[1, 2, 3].map((length): [string, ArchiveCode, Entry] => [
    `${length} bytes of an extra field`,
    "extra-length",
    { ...file, both: { extra: Buffer.alloc(length) } },
  ]),
  [
    "3 bytes after an extra field",
    "extra-length",
    { ...file, both: { extra: Buffer.concat([timestamp, Buffer.alloc(3)]) } },
  ],
  [
    "1 byte after an extra field of the local header",
    "extra-length",
    { ...file, local: { extra: Buffer.concat([timestamp, Buffer.alloc(1)]) } },
  ],

  ...[21, 25, 45, 46, 51, 63, 99].map((needed): [string, ArchiveCode, Entry] => [
    `version ${needed} needed`,
    "version",
    { ...file, both: { needed } },
  ]),
  ["version 2.0 of another system needed", "version", { ...file, both: { needed: 0x0314 } }],

  ["a size of zip64", "zip64", { ...file, both: { size: all, extra: extra(1, words64(15)) } }],
  [
    "unneeded zip64 sizes",
    "zip64",
    { ...file, both: { size: all, packed: all, extra: extra(1, words64(15, 15)) } },
  ],
  [
    "a size of 2^62",
    "zip64",
    { ...file, both: { size: all, packed: all, extra: extra(1, words64(2n ** 62n, 15)) } },
  ],
  [
    "a size of -1",
    "zip64",
    { ...file, both: { size: all, packed: all, extra: extra(1, words64(2n ** 64n - 1n, 2n ** 64n - 1n)) } },
  ],
  ["a field of zip64 beside whole sizes", "zip64", { ...file, both: { extra: extra(1, words64(1, 1)) } }],
  [
    "a field of zip64 in the local header alone",
    "zip64",
    { ...file, local: { extra: extra(1, words64(15, 15)) } },
  ],
  [
    "a field of zip64 in the central directory alone",
    "zip64",
    { ...file, central: { extra: extra(1, words64(15, 15)) } },
  ],
  [
    "a field of zip64 that is too short",
    "zip64",
    { ...file, both: { size: all, packed: all, extra: extra(1, words64(15)) } },
  ],
  [
    "a field of zip64 that is too long",
    "zip64",
    { ...file, both: { size: all, extra: extra(1, words64(15, 15, 0)) } },
  ],
  ["an empty field of zip64", "zip64", { ...file, both: { extra: extra(1) } }],
  ["sizes of zip64 without the field", "zip64", { ...file, both: { size: all, packed: all } }],
  ["an offset of zip64", "zip64", { ...file, central: { offset: all, extra: extra(1, words64(0)) } }],
  ["an offset of zip64 without the field", "zip64", { ...file, central: { offset: all } }],
  ["a descriptor of zip64", "descriptor", { ...streamed, descriptor: (facts) => descriptor(facts, true) }],
];

const framings: readonly (readonly [how: string, framing: Framing])[] = [
  ["an unneeded zip64 end", { zip64: {} }],
  [
    "an end of zip64 that all is left to",
    { zip64: {}, end: { countHere: 0xffff, count: 0xffff, directorySize: all, directoryOffset: all } },
  ],
  ["an end of zip64 that counts more", { zip64: { end: { count: 3, countHere: 3 } } }],
  [
    "an end of zip64 with another directory",
    { zip64: { end: { directoryOffset: 0 } }, end: { directoryOffset: all } },
  ],
  ["an end of zip64 with data of its own", { zip64: { extensible: Buffer.from("\x37\x13\x04\0\0\0evil") } }],
  ["an end of zip64 with another signature", { zip64: { end: { signature: 0x06064b51 } } }],
  ["an end of zip64 of another length", { zip64: { end: { recordSize: 2 ** 40 } } }],
  ["an end of zip64 on another disk", { zip64: { end: { disk: 1, directoryDisk: 1 } } }],
  ["a locator without a target", { zip64: { locator: { endOffset: 3 } } }],
  ["a locator past the end", { zip64: { locator: { endOffset: 2 ** 50 } } }],
  ["a locator of two disks", { zip64: { locator: { disks: 2, endDisk: 1 } } }],
  ["counts of zip64 without its end", { end: { count: 0xffff, countHere: 0xffff } }],
  ["a directory of zip64 without its end", { end: { directorySize: all, directoryOffset: all } }],
];

export const features: readonly HostileArchive[] = [
  ...entries.map(([how, code, entry]) => ({ how, code, bytes: () => buildZip([skillEntry, entry, last]) })),
  ...framings.map(
    ([how, framing]): HostileArchive => ({
      how,
      code: "zip64",
      bytes: () => buildZip([skillEntry, file], framing),
    }),
  ),
];
