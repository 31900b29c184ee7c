import { type ArchiveCode, archiveLimits } from "../../model/archive.ts";
import { grouped } from "../../core/sentence.ts";
import type { CodePage } from "./code-page.ts";

const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const confusion = "https://blog.pypi.org/posts/2025-08-07-wheel-archive-confusion-attacks/";
const zipDiff = "https://github.com/ouuan/ZipDiff";
const bombs = "https://www.bamsoftware.com/hacks/zipbomb/";
const fetchAgain =
  "Fetch the archive again. If it is unchanged, ask its publisher, or pack again: `skills pack DIR`.";
const packAgain = "Pack again: `skills pack DIR`.";
const fewer =
  "Leave out what the skill does not need, with .skillignore, and pack again; `skills pack --list` shows what is packed.";

/** The structure of an archive as a whole, and its limits. */
export const framingCodes = {
  format: {
    summary: "The file is neither a zip nor a tar.gz archive.",
    why: "Its content cannot be checked; a name that ends in .zip or .skill does not make a file an archive.",
    remedy: "Look at the downloaded file: if the server asked for a login, it may be a web page.",
    source: appnote,
  },
  eocd: {
    summary: "The end-of-central-directory record of a zip is missing, or bytes follow it.",
    why: "The archive was truncated, or a second archive follows it; programs differ in which of these archives they open.",
    remedy: fetchAgain,
    source: confusion,
  },
  empty: {
    summary: "The archive has no entries.",
    why: "There is no skill to install: the publisher shipped an archive without one.",
    remedy: "Pack the skill's directory: `skills pack DIR`.",
    source: appnote,
  },
  count: {
    summary: "A zip has more or fewer entries than its end record declares.",
    why: "Readers that stop at the count and readers that continue to the end list different files.",
    remedy: packAgain,
    source: zipDiff,
  },
  "central-directory": {
    summary:
      "A zip's central directory is not where the end record declares it, or contains something other than entry records.",
    why: "Readers search for it by different methods and find different ones.",
    remedy: fetchAgain,
    source: confusion,
  },
  multidisk: {
    summary: "The zip is one part of a multi-part archive.",
    why: "The content of the other parts cannot be checked.",
    remedy: "Pack again into one file: `skills pack DIR`.",
    source: appnote,
  },
  comment: {
    summary:
      "The archive's comment is longer than 256 bytes, is not printable ASCII, or contains the first bytes of a zip record.",
    why: "A comment can contain a second archive, which some readers then open, or control sequences for a terminal.",
    remedy:
      "Pack again without a comment: `skills pack DIR`. The commit id that `git archive` writes is accepted.",
    source: zipDiff,
  },
  "entry-comment": {
    summary: "An entry of a zip has a comment.",
    why: "The comment is not shown when the archive is unpacked, but programs that read archives may take it for instructions.",
    remedy: packAgain,
    source: appnote,
  },
  "too-big": {
    summary: `The archive is larger than ${mebibytes(archiveLimits.bytes)}.`,
    why: "Reading it takes time and memory that no skill needs; the largest real skill has 5.3 MiB.",
    remedy: fewer,
    source: bombs,
  },
  entries: {
    summary: `The archive has more than ${grouped(archiveLimits.entries)} entries.`,
    why: "Unpacking them takes minutes and can exhaust the disk's inodes; no skill has this many files.",
    remedy: fewer,
    source: bombs,
  },
  "entry-size": {
    summary: `A file unpacks to more than ${mebibytes(archiveLimits.fileBytes)}.`,
    why: "It can fill the memory or disk of the machine that unpacks it.",
    remedy:
      "Let the skill download the file when it is needed, from a fixed URL with a digest, and pack again.",
    source: bombs,
  },
  "total-size": {
    summary: `The files unpack to more than ${mebibytes(archiveLimits.totalBytes)} in total.`,
    why: "They can fill the memory or disk of the machine that unpacks them.",
    remedy: fewer,
    source: bombs,
  },
  ratio: {
    summary: `Data unpacks to more than ${archiveLimits.ratio} times its packed size and to more than ${mebibytes(archiveLimits.ratioFrom)}.`,
    why: "This is the pattern of a zip bomb: a small download that fills a disk.",
    remedy:
      "If the file is intended, such as an empty disk image, generate it in a script; otherwise do not unpack the archive.",
    source: bombs,
  },
  zip64: {
    summary: "A zip uses zip64, which only archives over 4 GiB or with more than 65,534 entries need.",
    why: "It declares sizes and offsets a second time, and readers differ in which ones they use (CVE-2025-54368).",
    remedy: "Pack again with a tool that knows the sizes before it writes the entries: `skills pack DIR`.",
    source: "https://github.com/astral-sh/uv/security/advisories/GHSA-8qf3-x8v5-2pj8",
  },
  gzip: {
    summary:
      "A gzip has data outside its single member, header flags that no tar.gz producer sets, or data that do not match its declared size.",
    why: "Readers differ in whether they read a second member and in what they do with trailing bytes, so they find different files.",
    remedy: "Fetch the archive again, or pack again: `skills pack --archive tar.gz DIR`.",
    source: "https://www.rfc-editor.org/rfc/rfc1952",
  },
  tar: {
    summary: "A tar has a malformed or ambiguous header, or does not end in blocks of zeros only.",
    why: "Readers differ in where the next entry starts or what it is called, so one of them unpacks files that another never showed (CVE-2025-62518).",
    remedy: "Pack again: `skills pack --archive tar.gz DIR` or `tar --format=ustar`.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2025-62518",
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;

function mebibytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}
