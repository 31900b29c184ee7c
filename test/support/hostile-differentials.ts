import { Buffer } from "node:buffer";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { unicodePath } from "./hostile-contradictions.ts";
import {
  buildEntry,
  buildZip,
  descriptor,
  endRecord,
  extra,
  words64,
  type Entry,
  type Framing,
} from "./zip-builder.ts";

/**
 * Archives that readers interpret differently: the constructions of "My ZIP isn't your ZIP" (USENIX Security 2025),
 * by the paper's numbers, each reimplemented. A is about duplicate fields, B about names, C about offsets.
 */
type Case = readonly [how: string, code: ArchiveCode, bytes: () => Uint8Array];

const test: Entry = { name: "demo/test", data: "test" };
const deflated: Entry = { ...test, deflate: true };
/** Two texts with the same length and CRC-32. */
const twins = ["oxueekz", "pyqptgs"] as const;
const twinNames = {
  a: `demo/${twins[0]}${twins[0]}`,
  b: `demo/${twins[0]}${twins[1]}`,
  c: `demo/${twins[1]}${twins[0]}`,
  d: `demo/${twins[1]}${twins[1]}`,
};
const all = 0xffff_ffff;

function alone(entry: Entry): () => Uint8Array {
  return () => buildZip([skillEntry, entry]);
}

/**
 * A2: sizes that are zero or moved to zip64 in some of their copies; every combination, of which only the consistent
 * ones may pass.
 */
export interface SizeConfusion {
  readonly deflate: boolean;
  readonly zero: {
    readonly localPacked: boolean;
    readonly localSize: boolean;
    readonly centralPacked: boolean;
    readonly centralSize: boolean;
  };
  /** Bits: the descriptor's packed size is zero, its size is zero, it has the zip64 form. */
  readonly descriptor?: number;
  /** Bits: the packed size and the size are in a zip64 field. */
  readonly local64: number;
  readonly central64: number;
}

export function sizeConfusions(): readonly SizeConfusion[] {
  const bits = (count: number): readonly number[] => Array.from({ length: 2 ** count }, (_, at) => at);
  return bits(5).flatMap((flags) =>
    [...bits(3), undefined].flatMap((kind) =>
      bits(4).map((wide) => ({
        deflate: (flags & 1) !== 0,
        zero: {
          localPacked: (flags & 2) !== 0,
          localSize: (flags & 4) !== 0,
          centralPacked: (flags & 8) !== 0,
          centralSize: (flags & 16) !== 0,
        },
        ...(kind === undefined ? {} : { descriptor: kind }),
        local64: wide & 3,
        central64: wide >> 2,
      })),
    ),
  );
}

export function confuseSizes({ deflate, zero, descriptor: kind, local64, central64 }: SizeConfusion): Buffer {
  const entry: Entry = { name: "demo/test", data: "test test test test", deflate };
  const { local } = buildEntry(entry, 0);
  const packed = local.readUInt32LE(18);
  const size = local.readUInt32LE(22);
  const copy = (zeroPacked: boolean, zeroSize: boolean, wide: number): Partial<Entry["both"]> => {
    const sizes = { packed: zeroPacked ? 0 : packed, size: zeroSize ? 0 : size };
    const moved = [...(wide & 2 ? [sizes.size] : []), ...(wide & 1 ? [sizes.packed] : [])];
    return {
      packed: wide & 1 ? all : sizes.packed,
      size: wide & 2 ? all : sizes.size,
      ...(wide ? { extra: extra(1, words64(...moved)) } : {}),
    };
  };
  const crc = local.readUInt32LE(14);
  const said =
    kind === undefined
      ? {}
      : {
          descriptor: () =>
            descriptor({ crc, packed: kind & 1 ? 0 : packed, size: kind & 2 ? 0 : size }, (kind & 4) !== 0),
        };
  return buildZip([
    skillEntry,
    {
      ...entry,
      ...said,
      local: { crc, ...copy(zero.localPacked, zero.localSize, local64) },
      central: { ...copy(zero.centralPacked, zero.centralSize, central64) },
    },
  ]);
}

const honest = { localPacked: false, localSize: false, centralPacked: false, centralSize: false };

const redundant: readonly Case[] = [
  [
    "A1: stored in the local header, deflated in the central directory",
    "mismatch",
    alone({ ...deflated, local: { method: 0, packed: 4 } }),
  ],
  [
    "A1: stored in the central directory, deflated in the local header",
    "mismatch",
    alone({ ...deflated, central: { method: 0, packed: 4 } }),
  ],
  [
    "A2: no packed size in the local header",
    "mismatch",
    () => confuseSizes({ deflate: false, zero: { ...honest, localPacked: true }, local64: 0, central64: 0 }),
  ],
  [
    "A2: no size in the central directory",
    "mismatch",
    () => confuseSizes({ deflate: true, zero: { ...honest, centralSize: true }, local64: 0, central64: 0 }),
  ],
  [
    "A2: no size in the descriptor",
    "descriptor",
    () =>
      confuseSizes({
        deflate: true,
        zero: { ...honest, localPacked: true, localSize: true },
        descriptor: 2,
        local64: 0,
        central64: 0,
      }),
  ],
  [
    "A2: a size of zip64 in the local header alone",
    "zip64",
    () => confuseSizes({ deflate: true, zero: honest, local64: 2, central64: 0 }),
  ],
  [
    "A2: a size of zip64 in the central directory alone",
    "zip64",
    () => confuseSizes({ deflate: true, zero: honest, local64: 0, central64: 2 }),
  ],
  [
    "A2: two fields of zip64",
    "zip64",
    alone({
      ...test,
      both: {
        size: all,
        packed: all,
        extra: Buffer.concat([extra(1, words64(4, 4)), extra(1, words64(0, 0))]),
      },
    }),
  ],
  [
    "A3: one name in the local header, another in the central directory",
    "mismatch",
    alone({ ...test, local: { name: "demo/lfh" }, central: { name: "demo/cdh" } }),
  ],
  [
    "A3: two second names",
    "extra-id",
    alone({
      ...test,
      local: { extra: unicodePath("demo/lfh", "demo/test") },
      central: { extra: unicodePath("demo/cdh", "demo/test") },
    }),
  ],
  [
    "A3: a second name of version 0",
    "extra-id",
    alone({ ...test, both: { extra: unicodePath("demo/up", "demo/test", 0) } }),
  ],
  [
    "A3: a second name with another CRC of the first",
    "extra-id",
    alone({ ...test, both: { extra: unicodePath("demo/up", "demo/test", 1, 0) } }),
  ],
  [
    "A3: two second names of one first",
    "extra-id",
    alone({
      ...test,
      both: {
        extra: Buffer.concat([unicodePath("demo/1", "demo/test"), unicodePath("demo/2", "demo/test")]),
      },
    }),
  ],
  [
    "A3: a second name of the second name",
    "extra-id",
    alone({
      ...test,
      both: { extra: Buffer.concat([unicodePath("demo/1", "demo/test"), unicodePath("demo/2", "demo/1")]) },
    }),
  ],
  [
    "A3: three second names of which one does not count",
    "extra-id",
    alone({
      ...test,
      name: twinNames.a,
      both: {
        extra: Buffer.concat([
          unicodePath(twinNames.b, twinNames.a),
          unicodePath(twinNames.c, twinNames.a, 2, 0),
          unicodePath(twinNames.d, twinNames.a),
        ]),
      },
    }),
  ],
  [
    "A3: a second name beside the flag of UTF-8",
    "extra-id",
    alone({ ...test, both: { flags: 0x0800, extra: unicodePath("demo/up", "demo/test") } }),
  ],
  [
    "A4: data under a name with a slash at its end",
    "dir-data",
    alone({ ...test, name: "demo/test/", host: 0, mode: 0 }),
  ],
  [
    "A4: data under a name with a backslash at its end",
    "name-char",
    alone({ ...test, name: "demo/test\\", host: 0, mode: 0 }),
  ],
  ...(
    [
      [0, "DOS"],
      [3, "Unix"],
      [19, "macOS"],
    ] as const
  ).flatMap(([host, system]): Case[] => [
    [
      `A4: a file of ${system} with the bit of a directory of DOS`,
      "type",
      alone({ ...test, host, mode: 0, central: { attributes: 0x10 } }),
    ],
    [
      `A4: a file of ${system} with the type of a directory of Unix`,
      "type",
      alone({ ...test, host, mode: 0o040000 }),
    ],
  ]),
  ["A5: encrypted in the local header", "mismatch", alone({ ...test, local: { flags: 1 } })],
  ["A5: encrypted in the central directory", "mismatch", alone({ ...test, central: { flags: 1 } })],
  ["A5: encrypted, the first of two", "flags", () => buildZip([{ ...skillEntry, both: { flags: 1 } }, test])],
];

const paths: readonly (readonly [path: string, code: ArchiveCode])[] = [
  ["/demo/b", "name-segment"],
  ["demo//b", "name-segment"],
  ["demo\\b", "name-char"],
  ["./demo/b", "name-segment"],
  ["demo/./b", "name-segment"],
  ["demo/b/.", "name-segment"],
  ["../demo/b", "name-segment"],
  [".../demo/b", "name-edge"],
  ["demo/.../b", "name-edge"],
  ["c/../demo/b", "name-segment"],
];

const named: readonly Case[] = [
  ["B1: two files of one name", "collision", () => buildZip([skillEntry, test, { ...test, data: "other" }])],
  [
    "B2: a name with a zero, on DOS and on Unix",
    "name-char",
    () => buildZip([skillEntry, { name: "demo/a\0b", host: 0 }, { name: "demo/a\0b" }]),
  ],
  [
    "B2: a name with a byte past ASCII, on DOS and on Unix",
    "name-no-utf8-flag",
    () =>
      buildZip([
        skillEntry,
        ...[0, 3].map((host) => ({ name: Buffer.from("demo/a\x80b", "latin1"), host, both: { flags: 0 } })),
      ]),
  ],
  ...paths.flatMap(([path, code]): Case[] => [
    [
      `B3: ${path} after demo/b`,
      code,
      () => buildZip([skillEntry, { name: "demo/b", data: "a" }, { name: path, data: "b" }]),
    ],
    [
      `B3: ${path} before demo/b`,
      code,
      () => buildZip([skillEntry, { name: path, data: "a" }, { name: "demo/b", data: "b" }]),
    ],
  ]),
  [
    "B4: two names in two cases",
    "collision",
    () => buildZip([skillEntry, { name: "demo/test.txt", data: "a" }, { name: "demo/test.TXT", data: "b" }]),
  ],
];

const a: Entry = { name: "demo/a", data: "a" };
const b: Entry = { name: "demo/b", data: "b" };
const c: Entry = { name: "demo/c", data: "c" };
const record = (entry: Entry, offset = 0): Buffer => buildEntry(entry, offset).central;
const local = (entry: Entry): Buffer => buildEntry(entry, 0).local;

/** C2: three consecutive archives with end records that disagree on where the last comment ends. */
function threeEnds(difference: number, comment: string): Buffer {
  const length = buildZip([a]).length + comment.length;
  return Buffer.concat(
    [a, b, c].map((entry, at) =>
      buildZip([entry], {
        prefix: Buffer.alloc(at * length),
        counted: true,
        comment,
        end: { commentLength: (2 - at) * length + comment.length + difference },
      }).subarray(at * length),
    ),
  );
}

/**
 * C4: the end record's offset points to one central directory, another is right before the end record, and a stream
 * starts with a third file.
 */
function threeDirectories(framing: (offset: number, size: number) => Framing): Buffer {
  const stream = Buffer.concat([local(skillEntry), record(skillEntry)]);
  const byOffset = Buffer.concat([local(a), record(a, stream.length)]);
  const adjacent = Buffer.concat([local(b), record(b, stream.length + local(a).length)]);
  const ending = buildZip([], framing(stream.length + local(a).length, record(a).length));
  return Buffer.concat([stream, byOffset, adjacent, ending]);
}

/**
 * C5: a second archive with its zip64 end record in the comment of the first one's last record. Bits: which fields of
 * the end record use zip64, and whether there is a gap before the locator.
 */
export function hiddenZip64(bits: number): Buffer {
  const outer = [skillEntry, a];
  const start = outer.reduce((sum, entry) => sum + local(entry).length + record(entry).length, 0);
  const inner = buildZip([b, c], { prefix: Buffer.alloc(start), counted: true, zip64: {} }).subarray(
    start,
    -22,
  );
  const comment = bits & 16 ? Buffer.concat([inner, Buffer.alloc(1)]) : inner;
  return buildZip([skillEntry, { ...a, central: { comment } }], {
    end: {
      ...(bits & 1 ? { disk: 0xffff, directoryDisk: 0xffff } : {}),
      ...(bits & 2 ? { count: 0xffff, countHere: 0xffff } : {}),
      ...(bits & 4 ? { directorySize: all } : {}),
      ...(bits & 8 ? { directoryOffset: all } : {}),
    },
  });
}

const placed: readonly Case[] = [
  [
    "C1: a local header without a record",
    "span-gap",
    () => buildZip([skillEntry, a, { ...b, hidden: true }]),
  ],
  [
    "C1: records and an end between the local headers",
    "span-gap",
    () =>
      buildZip([
        skillEntry,
        a,
        { ...b, before: record(a) },
        {
          ...c,
          before: endRecord({
            count: 1,
            countHere: 1,
            directorySize: record(a).length,
            directoryOffset: local(a).length,
          }),
        },
      ]),
  ],
  [
    "C1: local headers in the comments of records",
    "entry-comment",
    () => buildZip([skillEntry, { ...a, central: { comment: local(b) } }]),
  ],
  [
    "C1: a stored file that holds another",
    "central-directory",
    () =>
      buildZip([skillEntry, { name: "demo/junk", data: local(a) }, b], {
        comment: Buffer.concat([
          record(a, local(skillEntry).length + 39),
          endRecord({ count: 1, countHere: 1, directorySize: record(a).length, directoryOffset: 999 }),
        ]),
      }),
  ],
  [
    "C1: a record of a file that another file holds",
    "span-overlap",
    () =>
      buildZip([
        skillEntry,
        { name: "demo/junk", data: local(a) },
        { ...a, absent: true, central: { offset: local(skillEntry).length + 39 } },
        b,
      ]),
  ],
  [
    "C1: a descriptor in the data that has one",
    "descriptor-stored",
    () =>
      buildZip([
        skillEntry,
        { name: "demo/junk", data: Buffer.concat([descriptor({}), local(b)]), descriptor },
        a,
      ]),
  ],
  [
    "C1: a descriptor in data that is deflated for one header only",
    "mismatch",
    () =>
      buildZip([
        skillEntry,
        {
          name: "demo/junk",
          data: Buffer.concat([Buffer.of(3, 0), descriptor({ packed: 2 }), local(b)]),
          descriptor,
          local: { method: 8 },
        },
        a,
      ]),
  ],
  ["C2: three ends, the last comment a byte too long", "eocd", () => threeEnds(1, "c")],
  ["C2: three ends, the last comment a byte too short", "eocd", () => threeEnds(-1, "c")],
  ["C2: three ends that all reach the last byte", "span-gap", () => threeEnds(0, "c")],
  ["C3: one entry less on this disk", "count", () => buildZip([skillEntry, a], { end: { countHere: 1 } })],
  ["C3: one entry less on all", "count", () => buildZip([skillEntry, a], { end: { count: 1 } })],
  [
    "C3: one entry less, and a directory of two",
    "count",
    () => buildZip([skillEntry, a], { end: { count: 1, countHere: 1 } }),
  ],
  [
    "C3: two entries, and a directory of one",
    "central-directory",
    () => buildZip([skillEntry, a], { end: { directorySize: record(skillEntry).length } }),
  ],
  [
    "C3: one entry and a directory of one, and another after it",
    "central-directory",
    () =>
      buildZip([skillEntry, a], {
        end: { count: 1, countHere: 1, directorySize: record(skillEntry).length },
      }),
  ],
  [
    "C4: three central directories",
    "central-directory",
    () =>
      threeDirectories((directoryOffset, directorySize) => ({
        end: { count: 1, countHere: 1, directoryOffset, directorySize },
      })),
  ],
  ["C5: a second archive by an end of zip64", "zip64", () => hiddenZip64(0)],
  ["C5: a second archive by an end of zip64 that all is left to", "zip64", () => hiddenZip64(15)],
  ["C5: a second archive by an optional zip64 end", "entry-comment", () => hiddenZip64(16)],
  [
    "C5: three central directories and an end of zip64",
    "zip64",
    () =>
      threeDirectories((directoryOffset, directorySize) => ({
        zip64: {
          end: { count: 1, countHere: 1, directoryOffset, directorySize },
          locator: { endOffset: 500 },
        },
        end: { count: 0xffff, countHere: 0xffff, directoryOffset: all, directorySize: all },
      })),
  ],
  [
    "C5: an end of zip64 in the data of another",
    "zip64",
    () =>
      buildZip([skillEntry, a], {
        zip64: {
          extensible: Buffer.concat([
            Buffer.from("\x37\x13\x38\0\0\0", "latin1"),
            buildZip([b], { zip64: {} }).subarray(-22 - 20 - 56, -22 - 20),
          ]),
        },
      }),
  ],
];

export const differentials: readonly HostileArchive[] = [...redundant, ...named, ...placed].map(
  ([how, code, bytes]) => ({ how, code, bytes }),
);
