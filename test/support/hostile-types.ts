import { Buffer } from "node:buffer";
import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildZip, extra, type Entry } from "./zip-builder.ts";

const link: Entry = { name: "demo/a", data: "../../etc/passwd", mode: 0o120777 };
const linkTarget = extra(0x000d, Buffer.concat([Buffer.alloc(12), Buffer.from("/etc/passwd")]));

const hosts = {
  DOS: 0,
  Unix: 3,
  "OS/2": 6,
  NTFS: 10,
  "OS X of old": 7,
  macOS: 19,
  "no system there is": 255,
} as const;

const cases: readonly (readonly [how: string, code: ArchiveCode, ...entries: readonly Entry[]])[] = [
  ...Object.entries(hosts).map(([system, host]): [string, ArchiveCode, Entry] => [
    `a symbolic link made on ${system}`,
    "type",
    { ...link, host },
  ]),
  ["a symbolic link, deflated", "type", { ...link, deflate: true }],
  ["a symbolic link without permissions", "type", { ...link, mode: 0o120000 }],
  ["a symbolic link whose name ends in a slash", "type", { ...link, name: "demo/a/" }],
  [
    "a symbolic link and a file through it",
    "type",
    { ...link, name: "demo/l", data: ".." },
    { name: "demo/l/evil", data: "x\n" },
  ],
  ["the SKILL.md of another skill as a symbolic link", "type", { ...link, name: "demo/references/SKILL.md" }],
  [
    "the target of a link in PKWARE's field for Unix",
    "extra-id",
    { name: "demo/a", data: "", both: { extra: linkTarget } },
  ],
  [
    "that field in the local header alone",
    "extra-id",
    { name: "demo/a", data: "", local: { extra: linkTarget } },
  ],
  [
    "that field in the central directory alone",
    "extra-id",
    { name: "demo/a", data: "", central: { extra: linkTarget } },
  ],
  ["a FIFO", "type", { name: "demo/a", mode: 0o010644 }],
  ["a character device", "type", { name: "demo/a", mode: 0o020644 }],
  ["a block device", "type", { name: "demo/a", mode: 0o060644 }],
  ["a socket", "type", { name: "demo/a", mode: 0o140644 }],
  ["a block device made on DOS", "type", { name: "demo/a", mode: 0o060644, host: 0 }],
  ["a type that there is not", "type", { name: "demo/a", mode: 0o170644 }],
  ["a whiteout", "type", { name: "demo/a", mode: 0o160644 }],
  ["a file that runs as its owner", "mode-special", { name: "demo/a", data: "x\n", mode: 0o104755 }],
  ["a file that runs as its group", "mode-special", { name: "demo/a", data: "x\n", mode: 0o102755 }],
  ["a file with the sticky bit", "mode-special", { name: "demo/a", data: "x\n", mode: 0o101755 }],
  [
    "a file that runs as its owner, without a type",
    "mode-special",
    { name: "demo/a", data: "x\n", mode: 0o004755 },
  ],
  ["a directory with the group's bit", "mode-special", { name: "demo/a/", mode: 0o042755 }],
  ["an unreadable file", "mode-unreadable", { name: "demo/a", data: "x\n", mode: 0o100000 }],
  ["a regular file whose name ends in a slash", "type", { name: "demo/a/", mode: 0o100644 }],
  [
    "a regular file with data whose name ends in a slash",
    "type",
    { name: "demo/a/", data: "x\n", mode: 0o100644 },
  ],
  ["a directory whose name ends in none", "type", { name: "demo/a", mode: 0o040755 }],
  [
    "a directory of DOS whose name ends in no slash",
    "type",
    { name: "demo/a", data: "x\n", host: 0, mode: 0, central: { attributes: 0x10 } },
  ],
  [
    "a regular file of Unix that is a directory of DOS",
    "type",
    { name: "demo/a", data: "x\n", central: { attributes: 0o100644 * 0x10000 + 0x10 } },
  ],
  ["a directory with data", "dir-data", { name: "demo/a/", data: "x\n", mode: 0o040755 }],
  [
    "a directory with deflated data",
    "dir-data",
    { name: "demo/a/", data: "x\n".repeat(9), deflate: true, mode: 0o040755 },
  ],
  [
    "a directory of DOS with data",
    "dir-data",
    { name: "demo/a/", data: "x\n", host: 0, mode: 0, central: { attributes: 0x10 } },
  ],
];

export const types: readonly HostileArchive[] = cases.map(([how, code, ...entries]) => ({
  how,
  code,
  bytes: () => buildZip([skillEntry, ...entries]),
}));
