import { type ArchiveCode, archiveLimits } from "../../model/archive.ts";
import { grouped } from "../../core/sentence.ts";
import type { CodePage } from "./code-page.ts";

const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const confusion = "https://blog.pypi.org/posts/2025-08-07-wheel-archive-confusion-attacks/";
const zipDiff = "https://github.com/ouuan/ZipDiff";
const bombs = "https://www.bamsoftware.com/hacks/zipbomb/";
const fetchAgain =
  "Fetch the archive again; if it is the same, ask its publisher, or pack anew: skills pack DIR.";
const packAgain = "Pack again: skills pack DIR.";
const fewer =
  "Leave out what the skill does not need, with .skillignore, and pack again; skills pack --list shows what goes in.";

/** What holds an archive together, and what it may cost. */
export const framingCodes = {
  format: {
    summary: "The file is neither a zip nor a tar.gz, by its first bytes.",
    why: "Nothing can be said of what is in it; a name that ends in .zip or .skill does not make it one.",
    remedy: "Look at what was downloaded: where a login is asked for, it may be a web page.",
    source: appnote,
  },
  eocd: {
    summary: "The record that ends a zip is absent, or bytes follow it.",
    why: "The archive was cut off, or a second one stands behind it: readers differ in which of the two they open.",
    remedy: fetchAgain,
    source: confusion,
  },
  empty: {
    summary: "The archive holds nothing.",
    why: "There is no skill to install, and a publisher who meant to ship one has shipped none.",
    remedy: "Pack the skill's directory: skills pack DIR.",
    source: appnote,
  },
  count: {
    summary: "A zip has more or fewer entries than its end says.",
    why: "Readers that count and readers that go on to the end list different files.",
    remedy: packAgain,
    source: zipDiff,
  },
  "central-directory": {
    summary:
      "The central directory of a zip does not stand where its end says, or holds something else than records.",
    why: "Readers search for it in different ways and find different ones.",
    remedy: fetchAgain,
    source: confusion,
  },
  multidisk: {
    summary: "The zip is one part of an archive of several.",
    why: "What is in the other parts cannot be checked.",
    remedy: "Pack again into one file: skills pack DIR.",
    source: appnote,
  },
  comment: {
    summary:
      "The archive's comment is longer than 256 bytes, is not printable ASCII, or holds what a zip's records begin with.",
    why: "A second archive can stand in a comment, which some readers then open; other bytes command a terminal.",
    remedy:
      "Pack again without a comment: skills pack DIR. The id of a commit, which git archive writes, is accepted.",
    source: zipDiff,
  },
  "entry-comment": {
    summary: "An entry of a zip has a comment.",
    why: "Nobody sees it when the archive is unpacked, and programs that read archives may take it for instructions.",
    remedy: packAgain,
    source: appnote,
  },
  "too-big": {
    summary: `The archive has more than ${mebibytes(archiveLimits.bytes)}.`,
    why: "To read it would cost more than any skill is worth; the largest real one has 5.3 MiB.",
    remedy: fewer,
    source: bombs,
  },
  entries: {
    summary: `There are more than ${grouped(archiveLimits.entries)} entries.`,
    why: "Unpacking them takes minutes and fills a disk with names; no skill has so many files.",
    remedy: fewer,
    source: bombs,
  },
  "entry-size": {
    summary: `A file unpacks to more than ${mebibytes(archiveLimits.fileBytes)}.`,
    why: "It can fill memory or disk of whoever unpacks it.",
    remedy:
      "Let the skill fetch the file when it is needed, from a fixed address with its digest, and pack again.",
    source: bombs,
  },
  "total-size": {
    summary: `All files together unpack to more than ${mebibytes(archiveLimits.totalBytes)}.`,
    why: "They can fill memory or disk of whoever unpacks them.",
    remedy: fewer,
    source: bombs,
  },
  ratio: {
    summary: `Data unpack to more than ${archiveLimits.ratio} times their packed size, and to more than ${mebibytes(archiveLimits.ratioFrom)}.`,
    why: "That is how a zip bomb looks: a small download that fills a disk.",
    remedy:
      "If the file is meant, such as an empty image, let a script make it; otherwise do not unpack the archive.",
    source: bombs,
  },
  zip64: {
    summary: "A zip uses zip64, which only archives of over 4 GiB or 65,534 entries need.",
    why: "It says sizes and places a second time, and readers differ in which they believe (CVE-2025-54368).",
    remedy: "Pack again with a tool that knows the sizes before it writes: skills pack DIR.",
    source: "https://github.com/astral-sh/uv/security/advisories/GHSA-8qf3-x8v5-2pj8",
  },
  gzip: {
    summary:
      "A gzip has anything before, beside or behind its one member, flags that no producer of tar.gz sets, or data that do not unpack to what its end says.",
    why: "Readers differ in whether they go on to a second member and in what they do with bytes behind it, so that they find different files.",
    remedy: "Fetch the archive again; or pack anew: skills pack --archive tar.gz DIR.",
    source: "https://www.rfc-editor.org/rfc/rfc1952",
  },
  tar: {
    summary:
      "A tar says something twice, in a way that only some readers follow, or does not end in blocks of zeros alone.",
    why: "Readers differ in where the next entry begins or what it is called, and one of them unpacks files that the other never showed (CVE-2025-62518).",
    remedy: "Pack again: skills pack --archive tar.gz DIR; or tar --format=ustar.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2025-62518",
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;

function mebibytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}
