import type { Buffer } from "node:buffer";
import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { grouped } from "../core/sentence.ts";
import { blockLength, isZero, readHeader, refusedHeader, type TarHeader } from "./tar-header.ts";
import { readExtended, readGlobal, type Extended } from "./tar-pax.ts";

/** One file or directory of a tar. */
export interface TarEntry {
  readonly header: TarHeader;
  /** By the name that counts: of the extended header before it, else its own. */
  readonly name: Buffer;
  readonly bytes: Buffer;
}

export interface TarWalk {
  readonly entries: readonly TarEntry[];
  /** Of the global header, which `git archive` fills with a commit's id. */
  readonly comment?: string;
}

/** The most blocks that one write of tar fills up (its -b); ten thousand bytes are usual. */
const mostPadding = 1_048_576;

/** Headers that carry the name of the next one: an extended one of POSIX, a long name of GNU. */
const carriers = "xL";

/** Every entry of a tar, block by block and in its order; nothing is passed over. */
export function walkTar(tar: Buffer): TarWalk {
  const entries: TarEntry[] = [];
  let comment: string | undefined;
  let carried: Extended | undefined;
  let at = 0;
  while (!isEnd(tar, at)) {
    const header = readHeader(tar, at);
    const payload = readPayload(tar, header);
    if (header.typeflag === "g") {
      if (at > 0) throw refusedHeader("tar", header.name, at, "speaks of all entries, and is not the first");
      comment = readGlobal(header, payload);
    } else if (carriers.includes(header.typeflag)) {
      if (carried)
        throw refusedHeader("tar", header.name, at, "says a second time what the next entry is called");
      carried =
        header.typeflag === "x" ? readExtended(header, payload) : { name: readLongName(header, payload) };
    } else {
      if (entries.length === archiveLimits.entries)
        throw new ArchiveRefused(
          "entries",
          `the archive has more than ${grouped(archiveLimits.entries)} entries`,
          { offset: at },
        );
      if (carried?.size !== undefined && carried.size !== header.size)
        throw refusedHeader(
          "tar",
          header.name,
          at,
          `has ${header.size} bytes by its own header and ${carried.size} by the one before it`,
        );
      entries.push({ header, name: carried?.name ?? header.name, bytes: payload });
      carried = undefined;
    }
    at += blockLength + padded(header.size);
  }
  if (carried)
    throw new ArchiveRefused("tar", "the tar says what an entry is called, and ends before it", {
      offset: at,
    });
  return { entries, ...(comment !== undefined && { comment }) };
}

/** Whether the end begins here: two blocks of zeros, and nothing else behind them. */
function isEnd(tar: Buffer, at: number): boolean {
  const rest = tar.subarray(at);
  if (rest.length < blockLength)
    throw new ArchiveRefused("tar", "the tar ends without the two blocks of zeros that end it", {
      offset: at,
    });
  if (!isZero(rest.subarray(0, blockLength))) return false;
  if (rest.length < 2 * blockLength || rest.length % blockLength !== 0)
    throw new ArchiveRefused("tar", "the tar ends within the two blocks of zeros that end it", {
      offset: at,
    });
  if (rest.length > mostPadding)
    throw new ArchiveRefused(
      "tar",
      `${grouped(rest.length)} bytes stand behind the last entry, expected at most ${grouped(mostPadding)} zeros`,
      { offset: at },
    );
  if (!isZero(rest))
    throw new ArchiveRefused("tar", "data stand behind the blocks of zeros that end the tar", { offset: at });
  return true;
}

function readPayload(tar: Buffer, header: TarHeader): Buffer {
  const { at, size, name } = header;
  if (size > archiveLimits.fileBytes)
    throw refusedHeader(
      "entry-size",
      name,
      at,
      `has ${grouped(size)} bytes, more than ${grouped(archiveLimits.fileBytes)}`,
    );
  const start = at + blockLength;
  const end = start + padded(size);
  if (end > tar.length)
    throw refusedHeader("tar", name, at, `has ${grouped(size)} bytes, and the tar ends before them`);
  if (!isZero(tar.subarray(start + size, end)))
    throw refusedHeader("tar", name, at, "is filled up to a whole block with something else than zeros");
  return tar.subarray(start, start + size);
}

/** Text that a NUL ends. */
function readLongName(header: TarHeader, payload: Buffer): Buffer {
  const end = payload.indexOf(0);
  if (end === -1 || end < payload.length - 1)
    throw refusedHeader("tar", header.name, header.at, "holds a long name that does not end where it says");
  return payload.subarray(0, end);
}

function padded(size: number): number {
  return Math.ceil(size / blockLength) * blockLength;
}
