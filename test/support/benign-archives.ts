import { Buffer } from "node:buffer";
import { buildGzip, buildTar, gnuMagic, paxRecord, type TarEntry } from "./tar-builder.ts";
import { buildZip, descriptor, extra, type Entry, type Framing } from "./zip-builder.ts";

/** The SKILL.md of the skill in all these archives. */
export const skillText =
  "---\nname: demo\ndescription: Shows what an archive is. Use when one is to be shown.\n---\n\nShow it.\n";

export const skillEntry: Entry = { name: "demo/SKILL.md", data: skillText };

/** A valid archive, however odd it looks. */
export interface BenignArchive {
  readonly how: string;
  readonly bytes: () => Uint8Array;
  /** Pattern of the note that it must be accepted with. */
  readonly note?: RegExp;
}

const file: Entry = { name: "demo/a.md", data: "a line of text\n" };
const deflated: Entry = { ...file, data: "a line of text\n".repeat(40), deflate: true };
const directory: Entry = { name: "demo/", mode: 0o040755 };
const nested = buildZip([{ name: "../evil", data: "x\n" }]);

const zips: readonly (readonly [
  how: string,
  entries: readonly Entry[],
  note?: RegExp | undefined,
  framing?: Framing,
])[] = [
  ["stored files", [skillEntry, file]],
  ["a deflated file", [skillEntry, deflated]],
  ["a deflated file with a descriptor", [skillEntry, { ...deflated, descriptor }]],
  ["an empty file with a descriptor", [skillEntry, { name: "demo/empty", descriptor }]],
  ["a deflated empty file", [skillEntry, { name: "demo/empty", deflate: true }]],
  ["an empty file", [skillEntry, { name: "demo/empty" }]],
  ["an executable file", [skillEntry, { ...file, name: "demo/run.sh", mode: 0o100755 }]],
  [
    "entries of directories",
    [directory, skillEntry, { name: "demo/sub/", mode: 0o040755 }, { name: "demo/sub/a", data: "x\n" }],
  ],
  ["a directory of DOS", [{ ...directory, host: 0, mode: 0, central: { attributes: 0x10 } }, skillEntry]],
  ["a directory without any attribute", [{ ...directory, host: 0, mode: 0 }, skillEntry]],
  [
    "files of DOS",
    [
      { ...skillEntry, host: 0, mode: 0, central: { attributes: 0x20 } },
      { ...file, host: 0, mode: 0 },
    ],
  ],
  ["a file of Unix without a type", [skillEntry, { ...file, mode: 0o600 }]],
  ["a file that all may write", [skillEntry, { ...file, mode: 0o100666 }], /writ/],
  ["no date", [skillEntry, { ...file, both: { time: 0, date: 0 } }]],
  ["a date that there is not", [skillEntry, { ...file, both: { time: 0xffff, date: 0xffff } }]],
  [
    "Info-ZIP's times and owners",
    [
      skillEntry,
      {
        ...file,
        local: {
          extra: Buffer.concat([
            extra(0x5455, "\x03aaaabbbb"),
            extra(0x7875, "\x01\x04\0\0\0\0\x04\0\0\0\0"),
          ]),
        },
        central: {
          extra: Buffer.concat([extra(0x5455, "\x03aaaa"), extra(0x7875, "\x01\x04\0\0\0\0\x04\0\0\0\0")]),
        },
      },
    ],
  ],
  [
    "Windows' times",
    [
      skillEntry,
      {
        ...file,
        central: { extra: extra(0x000a, Buffer.from(`${"\0".repeat(4)}\x01\0\x18\0${"a".repeat(24)}`)) },
      },
    ],
  ],
  ["a file marked as text", [skillEntry, { ...file, central: { internal: 1 } }]],
  ["the flag of UTF-8 at a name in ASCII", [skillEntry, { ...file, both: { flags: 0x0800 } }]],
  ["the bits of deflate's level", [skillEntry, { ...deflated, both: { flags: 2 } }]],
  ["version 2.0 needed for a stored file", [skillEntry, { ...file, both: { needed: 20 } }]],
  [
    "names in many scripts",
    [
      skillEntry,
      ...["café.md", "日本語.md", "привет.md", "Ελλάδα.txt", "🎉.md", "한국어"].map((name) => ({
        name: `demo/${name}`,
        data: "x\n",
      })),
    ],
  ],
  [
    "odd names that every system takes",
    [
      skillEntry,
      ...[
        "$HOME",
        "a+b (1).md",
        "[x]{y}@z,=!#%&^_-.md",
        "a..b",
        ".hidden",
        "x²",
        "№ 5",
        "CONSOLE.md",
        "auxiliary",
        "a~b",
        "com10",
      ].map((name) => ({ name: `demo/${name}`, data: "x\n" })),
    ],
  ],
  ["a path of 240 bytes", [skillEntry, { name: `demo/${"a".repeat(117)}/${"b".repeat(117)}`, data: "x\n" }]],
  ["16 names in a path", [skillEntry, { name: `demo/${"a/".repeat(14)}a`, data: "x\n" }]],
  ["a MiB of zeros", [skillEntry, { name: "demo/zeros", data: Buffer.alloc(1_048_576), deflate: true }]],
  ["an archive that holds an archive", [skillEntry, { name: "demo/nested.zip", data: nested }], /archive/],
  ["10,000 entries", [skillEntry, ...Array.from({ length: 9_999 }, (_, at) => ({ name: `demo/${at}` }))]],
  [
    "a commit's id for a comment",
    [skillEntry, file],
    undefined,
    { comment: "e265fb67b3ebe7925d38c86b4c5820e75085b238" },
  ],
  ["a comment of 256 characters", [skillEntry, file], undefined, { comment: "~".repeat(256) }],
  [
    "the skill at the archive's root",
    [
      { ...skillEntry, name: "SKILL.md" },
      { name: "scripts/a.md", data: "x\n" },
    ],
  ],
];

const skillTar: TarEntry = { name: "demo/SKILL.md", data: skillText };
const fileTar: TarEntry = { name: "demo/a.md", data: "a line of text\n" };

const tars: readonly (readonly [how: string, entries: readonly TarEntry[], note?: RegExp])[] = [
  ["a tar of POSIX", [{ name: "demo/", type: "5" }, skillTar, { ...fileTar, mode: 0o755 }]],
  [
    "a tar of GNU",
    [
      { ...skillTar, header: { magic: gnuMagic } },
      { ...fileTar, header: { magic: gnuMagic } },
    ],
  ],
  [
    "a tar with a commit's id",
    [
      {
        name: "pax_global_header",
        type: "g",
        data: paxRecord("comment", "e265fb67b3ebe7925d38c86b4c5820e75085b238"),
      },
      skillTar,
      fileTar,
    ],
  ],
  ["a pax path", [skillTar, { ...fileTar, pax: [["path", `demo/${"p".repeat(150)}`]] }]],
  [
    "pax times",
    [
      skillTar,
      {
        ...fileTar,
        pax: [
          ["mtime", "1715949296.123456789"],
          ["atime", "1715949296"],
          ["ctime", "1715949296.5"],
        ],
      },
    ],
  ],
  ["a pax name in UTF-8", [skillTar, { ...fileTar, pax: [["path", "demo/日本語.md"]] }]],
  [
    "an owner past what octal digits hold",
    [skillTar, { ...fileTar, header: { uid: Buffer.of(0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff) } }],
  ],
  [
    "a path from the working directory",
    [
      { name: "./", type: "5" },
      { ...skillTar, name: "./SKILL.md" },
    ],
  ],
  [
    "GNU's long name",
    [
      skillTar,
      { name: "././@LongLink", type: "L", data: `demo/${"l".repeat(120)}\0`, header: { magic: gnuMagic } },
      { ...fileTar, name: `demo/${"l".repeat(120)}`, header: { magic: gnuMagic } },
    ],
  ],
  ["a prefix", [skillTar, { ...fileTar, header: { name: "a.md", prefix: "demo/references" } }]],
];

export const benignArchives: readonly BenignArchive[] = [
  ...zips.map(([how, entries, note, framing]) => ({
    how,
    bytes: () => buildZip(entries, framing),
    ...(note ? { note } : {}),
  })),
  ...tars.map(([how, entries, note]) => ({
    how: `tar.gz: ${how}`,
    bytes: () => buildGzip(buildTar(entries)),
    ...(note ? { note } : {}),
  })),
  {
    how: "tar.gz: a gzip with the file's name",
    bytes: () => buildGzip(buildTar([skillTar]), { flags: 8, fields: Buffer.from("demo.tar\0") }),
  },
];
