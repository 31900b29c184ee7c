import { Buffer } from "node:buffer";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillText } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildGzip, buildTar, gnuMagic, octal, paxRecord, tarEntry, type TarEntry } from "./tar-builder.ts";

const skill: TarEntry = { name: "demo/SKILL.md", data: skillText };
const file: TarEntry = { name: "demo/a.md", data: "a line of text\n" };
const last: TarEntry = { name: "demo/z.md", data: "the last\n" };
const longName = `demo/${"l".repeat(120)}.md`;
const gnuLong = (name: string): TarEntry => ({
  name: "././@LongLink",
  type: "L",
  data: `${name}\0`,
  mode: 0,
  header: { magic: gnuMagic },
});
/** A size of 12 bytes in GNU's base 256 (top bit set), or negative (all bits of the first byte set). */
const base256 = (first: number, value: number): Buffer => {
  const field = Buffer.alloc(12, first === 0xff ? 0xff : 0);
  field[0] = first;
  field.writeUInt32BE(value >>> 0, 8);
  return field;
};
const raw = (data: string): TarEntry => ({ name: "PaxHeaders/a", type: "x", data });

const names: readonly (readonly [name: string, code: ArchiveCode])[] = [
  ["../evil", "name-segment"],
  ["/etc/x", "name-segment"],
  ["demo/../../evil", "name-segment"],
  ["./../evil", "name-segment"],
  ["demo//a", "name-segment"],
  ["././demo/a", "name-segment"],
  ["demo/a.md;1", "name-edge"],
  ["demo\\..\\evil", "name-char"],
  ["C:/x", "name-char"],
  ["demo/a\nb", "name-char"],
  ["demo/\x1b[2J", "name-char"],
  ["demo/a\u202eb", "name-char"],
  ["demo/CON", "name-reserved"],
  ["demo/a.", "name-edge"],
  ["demo/PROGRA~1", "name-short83"],
  ["demo/.git/config", "name-control-dir"],
  ["demo/-rf", "name-lead"],
  ["demo/cafe\u0301", "name-not-nfc"],
  ["demo/\ufb01x", "name-compat"],
  ["demo/SKILL.m\u0501", "name-mixed-script"],
  ["a/".repeat(17) + "a", "name-deep"],
  [`demo/${"a".repeat(300)}`, "name-long"],
];

const linked = {
  "a symbolic link": "2",
  "a hard link": "1",
  "a character device": "3",
  "a block device": "4",
  "a FIFO": "6",
  "a contiguous file": "7",
  "GNU's directory of an incremental dump": "D",
  "GNU's file of many volumes": "M",
  "GNU's volume": "V",
  "GNU's sparse file": "S",
  "a type of Solaris": "E",
  "a vendor's type": "A",
  "a type that there is not": "9",
} as const;

const entries: readonly (readonly [how: string, code: ArchiveCode, ...entries: readonly TarEntry[]])[] = [
  ...names
    .filter(([name]) => name.length <= 100)
    .map(([name, code]): [string, ArchiveCode, TarEntry] => [`${code}: ${name}`, code, { ...file, name }]),
  ...names.map(([name, code]): [string, ArchiveCode, TarEntry] => [
    `${code} in a pax header: ${name.slice(0, 60)}`,
    code,
    { ...file, pax: [["path", name]] },
  ]),
  ["name-segment in GNU's long name", "name-segment", gnuLong("../evil"), { ...file, name: "../evil" }],
  [
    "name-segment by prefix and name",
    "name-segment",
    { ...file, header: { name: "evil", prefix: "demo/.." } },
  ],
  ["an absolute name by its prefix", "name-segment", { ...file, header: { name: "x", prefix: "/etc" } }],
  ["no name at all", "name-empty", { ...file, name: "" }],
  [
    "a name that is no UTF-8",
    "name-utf8",
    { ...file, header: { name: Buffer.from("demo/\xff\xfe", "latin1") } },
  ],
  [
    "a name that is no UTF-8 in a pax header",
    "name-utf8",
    { ...file, pax: [["path", Buffer.from("demo/\xc0\xae", "latin1")]] },
  ],

  ...Object.entries(linked).map(([how, type]): [string, ArchiveCode, TarEntry] => [
    how,
    "type",
    { name: "demo/a", type, ...(/[12]/.test(type) ? { header: { link: "../../etc/passwd" } } : {}) },
  ]),
  ["a symbolic link with data", "type", { ...file, type: "2", header: { link: "SKILL.md" } }],
  [
    "a hard link with data that is an entry",
    "type",
    { name: "demo/a", type: "1", data: tarEntry(file), header: { link: "demo/SKILL.md" } },
  ],
  [
    "a symbolic link and a file through it",
    "type",
    { name: "demo/l", type: "2", header: { link: ".." } },
    { ...file, name: "demo/l/evil" },
  ],
  ["a directory with data", "dir-data", { name: "demo/d/", type: "5", data: "x\n" }],
  ["a directory whose data is an entry", "dir-data", { name: "demo/d/", type: "5", data: tarEntry(file) }],
  ["a regular file whose name ends in a slash", "type", { ...file, name: "demo/a/" }],
  ["a file that runs as its owner", "mode-special", { ...file, mode: 0o4755 }],
  ["a file that runs as its group", "mode-special", { ...file, mode: 0o2755 }],
  ["a file with the sticky bit", "mode-special", { ...file, mode: 0o1644 }],
  ["an unreadable file", "mode-unreadable", { ...file, mode: 0 }],
  [
    "a program that gets rights from an extended attribute",
    "mode-special",
    {
      ...file,
      mode: 0o755,
      pax: [
        ["SCHILY.xattr.security.capability", Buffer.from("0100000200200000000000000000000000000000", "hex")],
      ],
    },
  ],
  ["a name twice", "collision", file, file],
  ["a name with and without the working directory", "collision", file, { ...file, name: "./demo/a.md" }],
  ["a name in two cases", "collision", file, { ...file, name: "demo/A.md" }],
  ["a name in a header and in a pax header", "collision", file, { ...last, pax: [["path", file.name]] }],
  ["a file and a directory", "file-and-dir", file, { name: "demo/a.md/b", data: "x\n" }],

  ["a checksum of another header", "tar", { ...file, header: { checksum: "012345\0 " } }],
  ["no checksum", "tar", { ...file, header: { checksum: " ".repeat(8) } }],
  ["a checksum that is no number", "tar", { ...file, header: { checksum: "checksum" } }],
  ["a size that is no octal number", "tar", { ...file, header: { size: "99999999999\0" } }],
  ["a size with a sign", "tar", { ...file, header: { size: "-0000000001\0" } }],
  ["a size in hexadecimal", "tar", { ...file, header: { size: "0x0000000f\0" } }],
  ["a size that is negative in base 256", "tar", { ...file, header: { size: base256(0xff, -512) } }],
  ["a size of -1 in base 256", "tar", { ...file, header: { size: base256(0xff, -1) } }],
  ["a size that needs no base 256 and has it", "tar", { ...file, header: { size: base256(0x80, 15) } }],
  [
    "a size of 2^88 in base 256",
    "tar",
    { ...file, header: { size: Buffer.of(0x81, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15) } },
  ],
  ["a size of 8 GiB", "entry-size", { ...file, header: { size: "77777777777\0" } }],
  ["a size that reaches past the end", "tar", { ...file, header: { size: octal(100_000, 12) } }],
  [
    "an owner that is no number, at which Python stops reading",
    "tar",
    { ...file, header: { uid: "garbage\0" } },
    last,
  ],
  [
    "a time that is no number, at which Python stops reading",
    "tar",
    { ...file, header: { mtime: "99999999999\0" } },
    last,
  ],
  [
    "a device that is no number, at which Python stops reading",
    "tar",
    { ...file, header: { major: "garbage\0" } },
    last,
  ],
  ["a mode that is no number", "tar", { ...file, header: { mode: "rw-r--r-" } }],
  ["an unknown magic", "tar", { ...file, header: { magic: "notar\x0000" } }],

  ["a pax size that is another", "tar", { ...file, pax: [["size", "1024"]] }],
  ["a pax size of the next entry too", "tar", { ...file, pax: [["size", "1039"]] }, last],
  ["a pax size that is negative", "tar", { ...file, pax: [["size", "-1"]] }],
  ["a pax size that is no number", "tar", { ...file, pax: [["size", "0x0f"]] }],
  ["a pax size past what a number holds", "tar", { ...file, pax: [["size", "99999999999999999999"]] }],
  [
    "a pax path twice, the evil one first",
    "tar",
    {
      ...file,
      pax: [
        ["path", "../evil"],
        ["path", "demo/a.md"],
      ],
    },
  ],
  [
    "a pax path twice, the evil one last",
    "tar",
    {
      ...file,
      pax: [
        ["path", "demo/a.md"],
        ["path", "../evil"],
      ],
    },
  ],
  [
    "a pax path twice, alike",
    "tar",
    {
      ...file,
      pax: [
        ["path", "demo/a.md"],
        ["path", "demo/a.md"],
      ],
    },
  ],
  [
    "two pax headers of one entry",
    "tar",
    raw(paxRecord("path", "demo/b.md").toString()),
    { ...file, pax: [["path", "demo/a.md"]] },
  ],
  ["a pax header without an entry", "tar", file, raw(paxRecord("path", "demo/b.md").toString())],
  [
    "a pax header of a pax header",
    "tar",
    raw(paxRecord("size", "512").toString()),
    { ...file, pax: [["path", "demo/b.md"]] },
  ],
  ["an empty pax path", "name-empty", { ...file, pax: [["path", ""]] }],
  ["a pax path with a zero", "name-char", { ...file, pax: [["path", "demo/a.md\0.sh"]] }],
  ["a pax key with a zero", "tar", { ...file, pax: [["path\0", "../evil"]] }],
  ["a pax path of a link", "type", { ...file, pax: [["linkpath", "/etc/passwd"]] }],
  [
    "a path in another character set",
    "tar",
    {
      ...file,
      pax: [
        ["hdrcharset", "BINARY"],
        ["path", "demo/b.md"],
      ],
    },
  ],
  [
    "a path in UTF-16",
    "tar",
    {
      ...file,
      pax: [
        ["hdrcharset", "ISO-IR 10646 2000 UTF-16"],
        ["path", "demo/b.md"],
      ],
    },
  ],
  [
    "a sparse file by pax",
    "type",
    {
      ...file,
      pax: [
        ["GNU.sparse.major", "1"],
        ["GNU.sparse.minor", "0"],
        ["GNU.sparse.name", "demo/b.md"],
        ["GNU.sparse.realsize", "99"],
      ],
    },
  ],
  ["another sparse file by pax", "tar", { ...file, pax: [["SCHILY.realsize", "99999999"]] }],
  ["a pax record without an equals sign", "tar", raw("9 path x\n"), file],
  ["a pax record without a line break", "tar", raw("18 path=demo/b.md2"), file],
  ["a pax record declared longer", "tar", raw("99 path=demo/b.md\n"), file],
  ["a pax record declared shorter", "tar", raw("9 path=demo/b.md\n"), file],
  ["a pax record of no length", "tar", raw("0 path=demo/b.md\n"), file],
  ["a pax record whose length is negative", "tar", raw("-18 path=demo/b.md\n"), file],
  ["a pax record whose length begins with a zero", "tar", raw("018 path=demo/b.md\n"), file],
  [
    "a pax header of 500 KiB",
    "tar",
    { name: "PaxHeaders/a", type: "x", data: paxRecord("comment", Buffer.alloc(500_000, "x")) },
    file,
  ],
  [
    "a path for all that follow",
    "tar",
    { name: "PaxHeaders/g", type: "g", data: paxRecord("path", "demo/b.md") },
    file,
  ],
  ["a plain file with a link target", "tar", { ...file, header: { link: "SKILL.md" } }],
  [
    "a size for all that follow",
    "tar",
    { name: "PaxHeaders/g", type: "g", data: paxRecord("size", "1024") },
    file,
  ],
  [
    "a link for all that follow",
    "tar",
    { name: "PaxHeaders/g", type: "g", data: paxRecord("linkpath", "/etc/passwd") },
    file,
  ],

  [
    "GNU's long name twice",
    "tar",
    gnuLong(longName),
    gnuLong(`${longName}.sh`),
    { ...file, header: { name: longName, magic: gnuMagic } },
  ],
  [
    "GNU's long name and a pax path",
    "tar",
    gnuLong(longName),
    { ...file, header: { name: longName }, pax: [["path", "demo/b.md"]] },
  ],
  ["GNU's long name without an entry", "tar", file, gnuLong(longName)],
  [
    "GNU's long name with a zero in it",
    "tar",
    gnuLong("demo/a.md\0../evil"),
    { ...file, header: { magic: gnuMagic } },
  ],
  [
    "GNU's long link",
    "type",
    { name: "././@LongLink", type: "K", data: "/etc/passwd\0", header: { magic: gnuMagic } },
    file,
  ],
];

const endings: readonly (readonly [how: string, code: ArchiveCode, tar: () => Buffer])[] = [
  ["no block of zeros at its end", "tar", () => buildTar([skill, file], { end: Buffer.alloc(0) })],
  ["one block of zeros at its end", "tar", () => buildTar([skill, file], { end: Buffer.alloc(512) })],
  ["another tar after its end", "tar", () => Buffer.concat([buildTar([skill, file]), buildTar([last])])],
  ["an entry after its end", "tar", () => Buffer.concat([buildTar([skill, file]), tarEntry(last)])],
  [
    "text after its end",
    "tar",
    () =>
      buildTar([skill, file], { end: Buffer.concat([Buffer.alloc(1024), Buffer.from("evil".padEnd(512))]) }),
  ],
  ["a byte after its end", "tar", () => buildTar([skill, file], { end: Buffer.alloc(1025) })],
  [
    "a block of zeros in its midst",
    "tar",
    () => Buffer.concat([tarEntry(skill), Buffer.alloc(512), buildTar([file])]),
  ],
  ["data cut off", "tar", () => buildTar([skill, file]).subarray(0, -1024 - 500)],
  ["a header cut off", "tar", () => buildTar([skill, file]).subarray(0, -1024 - 512 - 100)],
  ["data hidden in a file's padding", "tar", () => buildTar([skill, { ...file, padding: 0x41 }])],
  ["nothing but its end", "empty", () => buildTar([])],
  [
    "10,001 entries",
    "entries",
    () => buildTar([skill, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `demo/${at}` }))]),
  ],
];

export const tars: readonly HostileArchive[] = [
  ...entries.map(([how, code, ...list]) => ({
    how,
    code,
    bytes: () => buildGzip(buildTar([skill, ...list])),
  })),
  ...endings.map(([how, code, tar]) => ({ how, code, bytes: () => buildGzip(tar()) })),
];
