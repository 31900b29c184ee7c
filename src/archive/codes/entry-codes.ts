import type { ArchiveCode } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const confusion = "https://blog.pypi.org/posts/2025-08-07-wheel-archive-confusion-attacks/";
const uv = "https://github.com/astral-sh/uv/security/advisories/GHSA-8qf3-x8v5-2pj8";
const bombs = "https://www.bamsoftware.com/hacks/zipbomb/";
const plainZip = "https://www.iso.org/standard/60101.html";
const fetchAgain =
  "Fetch the archive again. If it is unchanged, ask its publisher, or pack again: `skills pack DIR`.";
const packAgain = "Pack again: `skills pack DIR`.";

/**
 * Types of entries, contradictions between their two headers, their data, and features that a plain zip does not use.
 */
export const entryCodes = {
  type: {
    summary:
      "An entry is a link, a device, a FIFO, a sparse file or anything else that is not a plain file or a directory.",
    why: "A link can redirect a later entry, or the reading of a file, to outside the skill, for example to the user's private keys (CVE-2026-23745).",
    remedy:
      "Replace links with copies of their targets; `skills pack --follow-internal` does this for links inside the skill.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2026-23745",
  },
  "mode-special": {
    summary: "A mode has a set-user-ID, set-group-ID or sticky bit.",
    why: "If the unpacking tool preserves the bit, the program runs with another user's rights.",
    remedy: "Run `chmod u-s,g-s,-t FILE` and pack again.",
    source: "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/chmod.html",
  },
  "mode-unreadable": {
    summary: "A mode does not let the file's owner read it.",
    why: "Once unpacked, the file cannot be read, checked or hashed, so its content is not reviewed until its mode changes.",
    remedy: "Run `chmod u+r FILE` and pack again.",
    source: "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/chmod.html",
  },
  "dir-data": {
    summary: "A directory entry contains data.",
    why: "Some readers ignore the data and others write it to a file that no listing shows.",
    remedy: packAgain,
    source: confusion,
  },
  mismatch: {
    summary:
      "A zip's central directory and the header before an entry's data disagree, for example about its name.",
    why: "Programs differ in which of the two records they trust, so a reviewer and an installer can see different contents in the same archive (CVE-2025-54368).",
    remedy: packAgain,
    source: uv,
  },
  "span-gap": {
    summary: "A zip contains bytes that belong to no entry, before, between or after the entries.",
    why: "Some readers find entries in these bytes that the central directory does not list; the bytes can hide a program or a second archive.",
    remedy: packAgain,
    source: confusion,
  },
  "span-overlap": {
    summary: "Two entries of a zip share bytes, or an entry overlaps the central directory.",
    why: "A few kilobytes can unpack to gigabytes (CVE-2024-0450), and one entry can be read as two.",
    remedy: packAgain,
    source: bombs,
  },
  "local-header": {
    summary: "An entry of the central directory has no local header at its declared offset.",
    why: "Readers that use the central directory and readers that use the local headers find different files.",
    remedy: fetchAgain,
    source: uv,
  },
  crc: {
    summary: "Data does not match its checksum (CRC-32).",
    why: "The data was changed or damaged after it was packed.",
    remedy: fetchAgain,
    source: "https://www.rfc-editor.org/rfc/rfc1952",
  },
  size: {
    summary:
      "An entry unpacks to fewer bytes than its headers declare, or its stored data differs from its declared size.",
    why: "The end of a file is missing, or readers differ in where the file ends.",
    remedy: fetchAgain,
    source: appnote,
  },
  inflate: {
    summary:
      "Compressed data is not a DEFLATE stream, is truncated, or unpacks to more bytes than its headers declare.",
    why: "The data was damaged or truncated, and readers differ in what they do with the rest; or it was made to bypass a size limit and fill memory.",
    remedy: fetchAgain,
    source: "https://www.rfc-editor.org/rfc/rfc1951",
  },
  "deflate-trailing": {
    summary: "Bytes follow the end of an entry's DEFLATE stream.",
    why: "No program unpacks or checks these bytes, so they can hide a second stream or a program.",
    remedy: packAgain,
    source: confusion,
  },
  flags: {
    summary:
      "An entry is encrypted, is a patch to another file, or has the flag of another feature that a plain zip does not use (APPNOTE.TXT 4.4.4).",
    why: "Encrypted content cannot be scanned or reviewed before it is installed.",
    remedy: "Pack again without a password: `skills pack DIR`.",
    source: plainZip,
  },
  method: {
    summary: "An entry uses a compression method other than stored (0) or deflated (8).",
    why: "Many readers cannot unpack it, and in those that can this code is the least tested.",
    remedy: "Pack again with the method stored or deflated: `skills pack DIR` or `zip -r`.",
    source: plainZip,
  },
  descriptor: {
    summary:
      "The data descriptor after an entry's data is missing, has no signature, or differs from the central directory.",
    why: "A reader that streams the archive from the front then finds a different end of the entry than one that uses the central directory.",
    remedy: packAgain,
    source: confusion,
  },
  "descriptor-stored": {
    summary: "An entry is stored uncompressed, and its size is declared only after its data.",
    why: "Stored data does not mark its end, so a reader that streams the archive can be made to find other entries.",
    remedy: "Pack again with a tool that knows the size before it writes the entry: `skills pack DIR`.",
    source: "https://github.com/ouuan/ZipDiff",
  },
  "extra-id": {
    summary: "An entry has an extra field other than timestamps and owners.",
    why: "Readers that apply such a field may give the entry another name or turn it into a link.",
    remedy: "Pack again without extra fields: `skills pack DIR` or `zip -X`.",
    source: appnote,
  },
  "extra-duplicate": {
    summary: "An entry has the same extra field twice.",
    why: "Programs differ in which of the two fields they use.",
    remedy: packAgain,
    source: uv,
  },
  "extra-length": {
    summary:
      "An extra field is longer than the space left for it, or has a length that its type does not allow.",
    why: "Readers differ in where the next field starts, and so in how they read the entry.",
    remedy: packAgain,
    source: appnote,
  },
  version: {
    summary: "An entry requires a version of the format later than 2.0 (APPNOTE.TXT 4.4.3.2).",
    why: "It announces features that some readers lack, such as encryption or other compression methods.",
    remedy: packAgain,
    source: plainZip,
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
