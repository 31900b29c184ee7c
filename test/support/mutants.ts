import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { gzipParts } from "../../src/archive/tar/gzip.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { writeTarGz } from "../../src/archive/tar/tar-gz.ts";
import { writeZip } from "../../src/archive/zip/write-zip.ts";
import { ArchiveRefused, type FileBytes } from "../../src/model/archive.ts";
import { benignArchives, skillText } from "./benign-archives.ts";
import { cpuTime } from "./effort.ts";

/** What became of many damaged archives; the lists of what must not be are to be empty. */
export interface MutantsResult {
  readonly tried: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly accepted: number;
  /** Accepted as what `skills pack` writes. */
  readonly own: number;
  /** Something else than a refusal was thrown, or it took longer than a second. */
  readonly faults: readonly string[];
  /** Some of those accepted, for other readers to read. */
  readonly kept: readonly Kept[];
}

interface Kept {
  readonly archive: Buffer;
  /** Name and SHA-256. */
  readonly files: readonly (readonly [path: string, digest: string])[];
}

/** Whole numbers from 0 up to, and without, `below`. */
type Random = (below: number) => number;

/** Milliseconds of CPU for one archive. */
const longest = 1000;

/** In bytes: so that a million take minutes. */
const longestInPool = 3_000;

/** Damages archives and opens each; the same seed gives the same archives. */
export async function tryMutants({
  seed,
  count,
  keep = 0,
}: {
  readonly seed: number;
  readonly count: number;
  readonly keep?: number;
}): Promise<MutantsResult> {
  const random = xorshift(seed);
  const first = await mutantPool();
  const pool = [...first];
  const refused: Record<string, number> = {};
  const faults: string[] = [];
  const kept: Kept[] = [];
  let accepted = 0;
  let own = 0;
  for (let tried = 0; tried < count; tried++) {
    const archive = mutant(pool, random);
    const started = cpuTime();
    try {
      const { files, profile } = await openArchive(archive);
      accepted++;
      if (profile === "own") own++;
      // Accepted archives are damaged further.
      if (archive.length < longestInPool)
        pool[pool.length < 3 * first.length ? pool.length : first.length + random(2 * first.length)] =
          archive;
      if (random(accepted) < keep)
        kept[kept.length < keep ? kept.length : random(keep)] = { archive, files: files.map(described) };
    } catch (thrown) {
      if (thrown instanceof ArchiveRefused) refused[thrown.code] = (refused[thrown.code] ?? 0) + 1;
      else faults.push(`${archive.toString("base64")}: ${String(thrown)}`);
    }
    const took = cpuTime() - started;
    if (took > longest) faults.push(`${archive.toString("base64")}: took ${Math.round(took)} ms`);
  }
  return { tried: count, refused, accepted, own, faults, kept };
}

function described({ path, bytes }: FileBytes): readonly [string, string] {
  return [path, createHash("sha256").update(bytes).digest("hex")];
}

/** Small archives of every kind: our own, and what other tools write. */
async function mutantPool(): Promise<readonly Buffer[]> {
  const files: readonly FileBytes[] = [
    { path: "demo/SKILL.md", bytes: Buffer.from(skillText), executable: false },
    { path: "demo/references/café.md", bytes: Buffer.from("café\n"), executable: false },
    { path: "demo/run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: true },
  ];
  const foreign: Buffer[] = [];
  for (const { bytes } of benignArchives) {
    const archive = Buffer.from(bytes());
    if (
      archive.length < longestInPool &&
      (await openArchive(archive)).files.every((file) => file.bytes.length < 10_000)
    )
      foreign.push(archive);
  }
  const own = [writeZip(files), writeZip(files.slice(0, 1)), await writeTarGz(files)];
  return [...own, ...own, ...foreign];
}

/**
 * One to four changes to an archive. What a tar says of itself, and its compression would guard, is set right again
 * more often than not.
 */
function mutant(pool: readonly Buffer[], random: Random): Buffer {
  const archive = pick(pool, random);
  const isGzip = archive[0] === 0x1f;
  if (!isGzip || random(8) === 0) return change(archive, pool, random);
  const tars = pool.filter((other) => other[0] === 0x1f).map((other) => gunzipSync(other));
  const tar = change(gunzipSync(archive), tars, random);
  return Buffer.concat(gzipParts([random(4) === 0 ? tar : withChecksums(tar)]));
}

function change(archive: Buffer, pool: readonly Buffer[], random: Random): Buffer {
  let changed = archive;
  for (let changes = pick([1, 1, 1, 2, 4], random); changes > 0; changes--)
    changed = pick(mutations, random)(changed, random, pool);
  return changed;
}

type Mutation = (archive: Buffer, random: Random, pool: readonly Buffer[]) => Buffer;

/** Boundary values of fields. */
const telling = [
  0, 1, 2, 3, 8, 10, 20, 22, 30, 45, 46, 0x0800, 0x10, 0x2e, 0x2f, 0x5c, 0x7f, 0x80, 0xff, 0x100, 0x7fff,
  0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

const mutations: readonly Mutation[] = [
  (archive, random) => write(archive, place(archive, random), 1, (byte) => byte ^ (1 << random(8))),
  (archive, random) => write(archive, place(archive, random), 1, () => random(256)),
  (archive, random) => write(archive, place(archive, random), 1, () => pick(telling, random)),
  (archive, random) => write(archive, place(archive, random), 2, () => pick(telling, random)),
  (archive, random) => write(archive, place(archive, random), 4, () => pick(telling, random)),
  (archive, random) =>
    write(
      archive,
      place(archive, random),
      pick([1, 2, 4], random),
      (value) => value + pick([-1, 1, -2, 2, 16, -16], random),
    ),
  (archive, random) => write(archive, place(archive, random), 4, () => random(archive.length + 1)),
  inBothHeaders,
  inBothHeaders,
  inBothHeaders,
  insertAndShift,
  (archive, random) => {
    const [from, to, length] = [place(archive, random), place(archive, random), 1 + random(64)];
    const out = Buffer.from(archive);
    archive.copy(out, to, from, from + length);
    return out;
  },
  (archive, random) => {
    const [at, from, length] = [place(archive, random), place(archive, random), 1 + random(64)];
    return Buffer.concat([
      archive.subarray(0, at),
      archive.subarray(from, from + length),
      archive.subarray(at),
    ]);
  },
  (archive, random) => {
    const [at, length] = [place(archive, random), 1 + random(64)];
    return Buffer.concat([archive.subarray(0, at), archive.subarray(at + length)]);
  },
  (archive, random) => archive.subarray(0, random(archive.length + 1)),
  (archive, random) => Buffer.concat([archive, Buffer.alloc(1 + random(30), random(2) * random(256))]),
  (archive, random, pool) => {
    const other = pick(pool, random);
    return Buffer.concat([archive.subarray(0, place(archive, random)), other.subarray(place(other, random))]);
  },
];

/**
 * The same change in a local header and in the central directory, where both have the field: what is left is what no
 * comparison finds.
 */
function inBothHeaders(archive: Buffer, random: Random): Buffer {
  const number = random(3);
  const at = 4 + random(50);
  const local = find(archive, "PK\x03\x04", number) + at;
  const central = find(archive, "PK\x01\x02", number) + at + (at < 30 ? 2 : 16);
  const value = random(2) === 0 ? pick(telling, random) : random(256);
  const width = pick([1, 2], random);
  return write(
    write(archive, local, width, () => value),
    central,
    width,
    () => value,
  );
}

/**
 * Bytes inserted before the central directory, with all later offsets corrected: what is left is a gap, or an entry
 * that is longer than it says.
 */
function insertAndShift(archive: Buffer, random: Random): Buffer {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end === -1 || end + 22 > archive.length) return archive;
  const directory = archive.readUInt32LE(end + 16);
  const at = random(Math.min(directory, end) + 1);
  const length = 1 + random(40);
  const from = place(archive, random);
  const out = Buffer.from(archive);
  out.writeUInt32LE((directory + length) >>> 0, end + 16);
  for (
    let record = directory;
    record + 46 <= end;
    record +=
      46 + out.readUInt16LE(record + 28) + out.readUInt16LE(record + 30) + out.readUInt16LE(record + 32)
  ) {
    const offset = out.readUInt32LE(record + 42);
    if (offset >= at) out.writeUInt32LE((offset + length) >>> 0, record + 42);
  }
  return Buffer.concat([
    out.subarray(0, at),
    archive.subarray(from, from + length),
    Buffer.alloc(Math.max(0, from + length - archive.length)),
    out.subarray(at),
  ]);
}

/** Anywhere, or near a record's beginning. */
function place(archive: Buffer, random: Random): number {
  if (random(2) === 0) return random(archive.length + 1);
  const at = find(
    archive,
    pick(["PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "PK\x07\x08", "ustar"], random),
    random(4),
  );
  return at === -1 ? random(archive.length + 1) : Math.min(archive.length, at + random(48));
}

/** The number-th, or the last before it. */
function find(archive: Buffer, signature: string, number: number): number {
  let found = -1;
  for (
    let at = archive.indexOf(signature, 0, "latin1");
    at !== -1 && number >= 0;
    at = archive.indexOf(signature, at + 1, "latin1"), number--
  )
    found = at;
  return found;
}

function write(archive: Buffer, at: number, width: number, change: (value: number) => number): Buffer {
  if (at < 0 || at + width > archive.length) return archive;
  const out = Buffer.from(archive);
  const value = change(out.readUIntLE(at, width));
  for (let byte = 0; byte < width; byte++) out[at + byte] = Math.floor(value / 256 ** byte) & 0xff;
  return out;
}

/** A tar with correct header checksums. */
function withChecksums(tar: Buffer): Buffer {
  const out = Buffer.from(tar);
  for (let at = 0; at + 512 <= out.length; at += 512) {
    const header = out.subarray(at, at + 512);
    if (header.toString("latin1", 257, 262) !== "ustar") continue;
    header.fill(" ", 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
    );
  }
  return out;
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)]!;
}

/** Marsaglia's xorshift of 32 bits. */
function xorshift(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
