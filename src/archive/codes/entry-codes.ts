import type { ArchiveCode } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const confusion = "https://blog.pypi.org/posts/2025-08-07-wheel-archive-confusion-attacks/";
const uv = "https://github.com/astral-sh/uv/security/advisories/GHSA-8qf3-x8v5-2pj8";
const bombs = "https://www.bamsoftware.com/hacks/zipbomb/";
const plainZip = "https://www.iso.org/standard/60101.html";
const fetchAgain =
  "Fetch the archive again; if it is the same, ask its publisher, or pack anew: skills pack DIR.";
const packAgain = "Pack again: skills pack DIR.";

/** What an entry is, what is said of it twice, its data, and what a plain zip has no need of. */
export const entryCodes = {
  type: {
    summary:
      "An entry is a link, a device, a FIFO, a sparse file or anything else than a plain file or a directory.",
    why: "A link makes the next entry be written, or a file be read, outside the skill: a key of whoever installs it, for instance (CVE-2026-23745).",
    remedy:
      "Replace links by copies of what they lead to; skills pack --follow-internal does so for those inside the skill.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2026-23745",
  },
  "mode-special": {
    summary: "A mode has a set-user, set-group or sticky bit.",
    why: "A program with such a bit runs with the rights of somebody else, where a tool keeps it when it unpacks.",
    remedy: "chmod u-s,g-s,-t FILE and pack again.",
    source: "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/chmod.html",
  },
  "mode-unreadable": {
    summary: "A mode does not let a file's own owner read it.",
    why: "Once unpacked it cannot be read, checked or hashed, so that what is in it stays unseen until somebody changes its mode.",
    remedy: "chmod u+r FILE and pack again.",
    source: "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/chmod.html",
  },
  "dir-data": {
    summary: "A directory has data.",
    why: "One reader passes over them, another makes a file of them: something is there that no listing shows.",
    remedy: packAgain,
    source: confusion,
  },
  mismatch: {
    summary:
      "The central directory of a zip and the header before an entry's data say different things of it, its name for instance.",
    why: "Readers differ in which they believe: one program reviews one archive, another installs a different one (CVE-2025-54368).",
    remedy: packAgain,
    source: uv,
  },
  "span-gap": {
    summary: "Bytes of a zip belong to no entry: before, between or behind the entries.",
    why: "Some readers find entries there that the central directory does not list; a program or a second archive can hide in them.",
    remedy: packAgain,
    source: confusion,
  },
  "span-overlap": {
    summary: "Two entries of a zip share bytes, or one reaches into the central directory.",
    why: "A few kilobytes unpack to gigabytes (CVE-2024-0450), and one entry can be read as two.",
    remedy: packAgain,
    source: bombs,
  },
  "local-header": {
    summary: "An entry of the central directory has no header where it says that its data are.",
    why: "Readers that go by the one or the other find different files.",
    remedy: fetchAgain,
    source: uv,
  },
  crc: {
    summary: "Data do not have the checksum (CRC-32) that the archive says.",
    why: "They were changed or damaged after they were packed.",
    remedy: fetchAgain,
    source: "https://www.rfc-editor.org/rfc/rfc1952",
  },
  size: {
    summary: "An entry unpacks to fewer bytes than its headers say, or is stored in another number of bytes.",
    why: "What was announced is not what comes: the end of a file is missing, or readers differ in where it is.",
    remedy: fetchAgain,
    source: appnote,
  },
  inflate: {
    summary:
      "Packed data are no DEFLATE stream, only the beginning of one, or unpack to more than their headers say.",
    why: "They were damaged or cut off, and readers differ in what they make of the rest; or they were made to pass a limit on size and to fill memory.",
    remedy: fetchAgain,
    source: "https://www.rfc-editor.org/rfc/rfc1951",
  },
  "deflate-trailing": {
    summary: "Bytes follow the end of an entry's DEFLATE stream.",
    why: "Nobody unpacks them and nothing checks them: a second stream or a program can be there.",
    remedy: packAgain,
    source: confusion,
  },
  flags: {
    summary:
      "An entry is encrypted, a patch to another file, or asks by a flag for something else that a plain zip has not (APPNOTE.TXT 4.4.4).",
    why: "What is encrypted cannot be checked before it is installed, by anybody who looks for harm in archives.",
    remedy: "Pack again without a password: skills pack DIR.",
    source: plainZip,
  },
  method: {
    summary: "An entry is packed by another method than stored (0) or deflated (8).",
    why: "Many readers cannot unpack it, and those that can have been tested least there.",
    remedy: "Pack again stored or deflated: skills pack DIR, or zip -r.",
    source: plainZip,
  },
  descriptor: {
    summary:
      "The checksum and sizes behind an entry's data are absent, have no signature, or differ from the central directory.",
    why: "Who reads from the front then finds another end of the entry than who reads the central directory.",
    remedy: packAgain,
    source: confusion,
  },
  "descriptor-stored": {
    summary: "An entry is stored as it is, and its size stands only behind its data.",
    why: "Stored data do not show where they end: who reads from the front can be made to find other entries.",
    remedy: "Pack again with a tool that knows the size before it writes: skills pack DIR.",
    source: "https://github.com/ouuan/ZipDiff",
  },
  "extra-id": {
    summary: "An entry has an extra field other than of times and owners.",
    why: "Such a field can give the entry another name or the target of a link for those readers that honour it.",
    remedy: "Pack again without extra fields: skills pack DIR, or zip -X.",
    source: appnote,
  },
  "extra-duplicate": {
    summary: "An entry has the same extra field twice.",
    why: "Readers differ in which of the two they believe.",
    remedy: packAgain,
    source: uv,
  },
  "extra-length": {
    summary: "An extra field is longer than the room it has, or of a length that it cannot have.",
    why: "Readers differ in where the next field begins, and so in what the entry is.",
    remedy: packAgain,
    source: appnote,
  },
  version: {
    summary: "An entry needs a later version than 2.0 of the format (APPNOTE.TXT 4.4.3.2).",
    why: "It announces features that not every reader has, such as encryption or other methods.",
    remedy: packAgain,
    source: plainZip,
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
