import { Buffer } from "node:buffer";
import { writeTarGz } from "../../src/archive/tar/tar-gz.ts";
import { writeZip } from "../../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../../src/model/archive.ts";
import { skillText } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";

const files: readonly FileBytes[] = [
  { path: "demo/SKILL.md", bytes: Buffer.from(skillText), executable: false },
  { path: "demo/run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: true },
];
const packed = writeZip(files);
const local = 0;
const central = packed.indexOf("PK\x01\x02", 0, "latin1");

/** Our archive with a change in a field that no checksum covers, also in the local header if it has the field. */
const zips: readonly (readonly [how: string, ...bytes: readonly (readonly [at: number, value: number])[]])[] =
  [
    ["another version that made it", [central + 4, 0x2e]],
    ["made on macOS", [central + 5, 19]],
    ["version 2.0 needed", [local + 4, 20], [central + 6, 20]],
    ["the flag of UTF-8", [local + 7, 8], [central + 9, 8]],
    ["another time", [local + 10, 1], [central + 12, 1]],
    ["another date", [local + 12, 0x22], [central + 14, 0x22]],
    ["no date", [local + 12, 0], [central + 14, 0]],
    ["a file marked as text", [central + 36, 1]],
    ["a file marked as read-only for DOS", [central + 38, 0x21]],
    ["a file that only its owner may run", [central + 40, 0xe4]],
    ["a file that all may write", [central + 40, 0xb6]],
  ];

/** Fields of a gzip header: changing its data would also change its CRC and so make another archive. */
const gzip = await writeTarGz(files);
const headers: readonly (readonly [how: string, at: number, value: number])[] = [
  ["a time in a gzip", 4, 1],
  ["a gzip packed as small as can be", 8, 2],
  ["a gzip made on Unix", 9, 3],
];

export const damages: readonly HostileArchive[] = [
  ...zips.map(
    ([how, ...bytes]): HostileArchive => ({ how, code: "canonical", bytes: () => damaged(packed, bytes) }),
  ),
  ...headers.map(
    ([how, at, value]): HostileArchive => ({
      how,
      code: "canonical",
      bytes: () => damaged(gzip, [[at, value]]),
    }),
  ),
];

function damaged(archive: Buffer, bytes: readonly (readonly [at: number, value: number])[]): Buffer {
  const out = Buffer.from(archive);
  for (const [at, value] of bytes) out[at] = value;
  return out;
}
