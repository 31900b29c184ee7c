import { Buffer } from "node:buffer";
import { asciiOnly } from "../../core/ascii-only.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { digestText, sha256 } from "../../manifest/digest.ts";
import type { Blob, BlobAnswer } from "../../model/blob.ts";

/** The first characters of every blob. */
const begin = '{"skillwrightBlob":1,';

/**
 * The lines of a blob: the run, the answer about each skill, and a digest of the lines before, so that no damage goes
 * unnoticed.
 */
export function* blobLines(blob: object): Generator<string> {
  const { answers, ...run }: { readonly answers?: unknown } = blob;
  const digests: string[] = [];
  const line = (value: object): string => {
    const text = asciiOnly(JSON.stringify(value));
    digests.push(digestText(text));
    return `${text}\n`;
  };
  yield line({ skillwrightBlob: 1, ...run });
  if (Array.isArray(answers)) for (const answer of answers) yield line(answer);
  yield lastLine(digests);
}

function lastLine(digests: readonly string[]): string {
  return `{"digest":"${digestText(digests.join())}"}\n`;
}

/** Whether a file begins as a blob does. */
function isBlob(start: Uint8Array): boolean {
  return decodeAscii(start.subarray(0, begin.length)) === begin;
}

/**
 * Reads a blob; `shown` is its file. Throws a SkillsError if it is none, or is incomplete or damaged: what it says
 * about skills is not checked, as only this program writes blobs.
 */
export function readBlob(bytes: Uint8Array, shown: string): Blob {
  if (!isBlob(bytes))
    throw new SkillsError("bad-usage", `${quote(shown)} is no blob; write one with \`--format blob\``);
  const lines = linesOf(bytes);
  const last = lines.pop()!;
  if (bytes.at(-1) !== lineFeed || `${decodeAscii(last)}\n` !== lastLine(lines.map(sha256)))
    throw new SkillsError("unreadable", `${quote(shown)} is incomplete or was changed; run its shard again`);
  const [run, ...answers] = lines.map((line): unknown => JSON.parse(decodeAscii(line)));
  return { ...(run as Omit<Blob, "answers">), answers: answers as readonly BlobAnswer[] };
}

function decodeAscii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

const lineFeed = 10;

/** The lines without their line feeds. Only one at a time becomes a string. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, from);
    const end = feed === -1 ? bytes.length : feed;
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}
