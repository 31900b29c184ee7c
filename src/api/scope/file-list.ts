import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { decodeText } from "../../parse/decode.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { readWhole } from "../../read/open-file.ts";

/** In bytes; far more than a command line can contain. */
const listBytes = 64 * 1_048_576;

/** Reads a list of files. Throws a SkillsError if it cannot be read. */
export function readFileList(written: string, cwd: string): readonly string[] {
  const { absolute, label } = lookUpFile(written, cwd);
  try {
    return parseFileList(readWhole(absolute, label, listBytes));
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    // The <(…) of a shell is a named pipe.
    throw new SkillsError(error.code, error.message, {
      hint: 'to read the list of another program, use "-" for standard input',
      cause: error,
    });
  }
}

/** File names, NUL-terminated or one per line; lines may be quoted as by git. */
export function parseFileList(bytes: Uint8Array): readonly string[] {
  const text = textOf(bytes).replace(/^\ufeff/, "");
  const names = text.includes("\0") ? text.split("\0") : text.split(/\r?\n/).map(unquote);
  return names.filter((name) => name !== "");
}

/**
 * Decodes UTF-16, which PowerShell writes, only after a byte-order mark: NUL-separated names of one letter also look
 * like UTF-16.
 */
function textOf(bytes: Uint8Array): string {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isMarked ? decodeText(bytes).source.text : Buffer.from(bytes).toString("utf8");
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
};

/** Reverts git's quoting of names with bytes outside printable ASCII (core.quotePath; quote.c). */
function unquote(line: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(line) ?? [];
  if (quoted === undefined) return line;
  const bytes = Buffer.from(quoted)
    .toString("latin1")
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal?: string, letter = "") =>
      octal === undefined
        ? (escapes[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
    );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
