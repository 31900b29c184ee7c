import { grouped } from "../core/sentence.ts";
import { type ArchiveCode, archiveLimits } from "../model/archive.ts";

/** The explanation of one code, in ASCII, so that every terminal can show it. */
interface CodePage {
  /** The problem, in one sentence. */
  readonly summary: string;
  /** The harm that an archive with this problem could do if it were accepted. */
  readonly why: string;
  /** What the user should type or do. */
  readonly remedy: string;
  /** URL of the specification or of a known vulnerability. */
  readonly source: string;
}

const windows = "https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file";
const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const goZip = "https://pkg.go.dev/golang.org/x/mod/zip";
const normalForms = "https://www.unicode.org/reports/tr15/";
const confusion = "https://blog.pypi.org/posts/2025-08-07-wheel-archive-confusion-attacks/";
const uv = "https://github.com/astral-sh/uv/security/advisories/GHSA-8qf3-x8v5-2pj8";
const bombs = "https://www.bamsoftware.com/hacks/zipbomb/";
const plainZip = "https://www.iso.org/standard/60101.html";
const fetchAgain =
  "Fetch the archive again. If it is unchanged, ask its publisher, or pack again: `skills pack DIR`.";
const packAgain = "Pack again: `skills pack DIR`.";
const zipDiff = "https://github.com/ouuan/ZipDiff";
const fewer =
  "Leave out what the skill does not need, with .skillignore, and pack again; `skills pack --list` shows what is packed.";
const specification = "https://agentskills.io/specification";
const signing = "https://github.com/ossf/model-signing-spec";
const sumOfFiles = "https://pkg.go.dev/golang.org/x/mod/sumdb/dirhash";
const askPublisher =
  "If the change is yours, pack again: `skills pack DIR`. If not, do not install the skill; fetch it again from its publisher.";

/** The explanation of every code with which an archive is refused. */
export const archiveCodes: Readonly<Record<ArchiveCode, CodePage>> = {
  // Single names, and names that conflict with each other.
  "name-empty": {
    summary: "An entry has no name.",
    why: "Some readers skip such an entry and others unpack it under a name they make up, so the installed files are not the files that were checked.",
    remedy: "Pack the skill's directory again: `skills pack DIR`.",
    source: goZip,
  },
  "name-segment": {
    summary: 'A path is absolute, or contains ".", ".." or an empty segment.',
    why: "It can point outside the directory that the skill is unpacked into and overwrite any of the user's files (Zip Slip); even where it cannot, one file has two spellings.",
    remedy:
      "Do not unpack the archive with another tool. If the archive is yours, pack the skill's directory again: `skills pack DIR`.",
    source: "https://github.com/snyk/zip-slip-vulnerability",
  },
  "name-char": {
    summary: 'A name contains a backslash, a control or invisible character, or one of < > : " | ? *.',
    why: "Windows reads a backslash as a separator and a colon as a drive or an alternate data stream. Control and invisible characters can make two names look the same, reorder a name on screen or send commands to a terminal, and macOS has ignored invisible characters when comparing names (CVE-2014-9390).",
    remedy: "Rename the file using only letters, digits, hyphens, dots and underscores, and pack again.",
    source: windows,
  },
  "name-utf8": {
    summary: "A name is not valid UTF-8.",
    why: "Each reader decodes such bytes differently, and the result may contain a slash or a dot that no check has seen.",
    remedy: "Rename the file in UTF-8 and pack again: `skills pack DIR`.",
    source: appnote,
  },
  "name-no-utf8-flag": {
    summary: "A zip entry has a non-ASCII name and no UTF-8 flag.",
    why: "Without bit 11 (APPNOTE.TXT 4.4.4) a name is decoded with the code page of the machine that reads it, so the archive unpacks to different names on different machines.",
    remedy: "Pack again with a tool that sets the flag, such as `skills pack`.",
    source: appnote,
  },
  "name-reserved": {
    summary: "A name is reserved for a Windows device, such as CON, NUL, COM1 or AUX.md.",
    why: "Windows cannot create such a file or writes its content to the device, whatever follows the first dot.",
    remedy: "Rename the file, for example to con-list.md, and pack again.",
    source: windows,
  },
  "name-edge": {
    summary: "A name starts with a space, or ends in a space, a dot or a version suffix such as ;1.",
    why: "Windows drops a trailing dot or space and unzip drops a version suffix, so the file can overwrite another one; a space at the edge of a name is invisible.",
    remedy: "Remove that character or suffix from the file's name and pack again.",
    source: windows,
  },
  "name-short83": {
    summary: "A name looks like a Windows short name, such as GIT~1 or PROGRA~1.",
    why: "Windows may have assigned that short name to another file, which is then overwritten: GIT~1 is .git.",
    remedy: "Remove the tilde and digits from the file's name and pack again.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2014-9390",
  },
  "name-lead": {
    summary: 'A name starts with "-" or "~".',
    why: "A command that receives the name from a user, a script or an agent reads it as an option or as a home directory: with a file named -rf, rm * deletes directories.",
    remedy: "Rename the file so that it starts with a letter or digit, and pack again.",
    source: "https://dwheeler.com/essays/filenames-in-shell.html",
  },
  "name-control-dir": {
    summary:
      "A file is in a location where a program would pick it up as configuration: .git, .hg, .ssh, .gnupg, VS Code settings and tasks, or an agent's settings, hooks and servers.",
    why: "Unpacked into a project, a home directory or a directory that is opened later, it runs commands or loosens permissions without the user asking for it (CVE-2025-59536, CVE-2026-21852, CVE-2022-24765).",
    remedy:
      "Leave the file out. Ship a template under a name that no program looks for, such as assets/vscode/settings.json, and let the user copy it.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2025-59536",
  },
  "name-long": {
    summary: `A path is longer than ${archiveLimits.pathBytes} bytes.`,
    why: "Windows limits a whole path to 260 characters and file systems limit a name to 255 bytes: unpacking fails halfway or truncates the name.",
    remedy: "Shorten the names of directories and files and pack again.",
    source: windows,
  },
  "name-deep": {
    summary: `A path is more than ${archiveLimits.depth} levels deep.`,
    why: "No skill needs such depth, and deeply nested directories can crash programs that walk a tree.",
    remedy: "Move the files up and pack again.",
    source: goZip,
  },
  "name-not-nfc": {
    summary:
      "A name is not in Unicode's composed form (NFC); macOS may write an accented letter as two characters.",
    why: "Two names that look the same are one file on one system and two on another, and a reference to one does not find the other.",
    remedy:
      "Rename the file in composed form, for example with `convmv -f utf8 -t utf8 --nfc`, and pack again.",
    source: normalForms,
  },
  "name-compat": {
    summary:
      "A name contains a variant of a plain letter, digit, space, dot or slash, such as a ligature, a full-width letter or a no-break space, or is not allowed once normalized (NFKC).",
    why: 'It looks like a different name, and a program that normalizes names can unpack a different path: two full-width dots become "..".',
    remedy: "Use the plain characters in the name and pack again.",
    source: normalForms,
  },
  "name-mixed-script": {
    summary:
      "A word in a name mixes Latin letters with look-alikes from Cyrillic, Greek, Armenian or Cherokee.",
    why: "It looks like another name: a user reviews one file, and a reference or a command uses the other.",
    remedy: "Write the word in a single script and pack again.",
    source: "https://www.unicode.org/reports/tr39/#Mixed_Script_Detection",
  },
  collision: {
    summary:
      "Two entries, or two of their directories, have the same name or names that differ only in case or Unicode form.",
    why: "On Windows and macOS the second overwrites the first, and readers differ in which of two equal entries they show: one is reviewed, the other installed (CVE-2026-23950).",
    remedy: "Rename one of the two and pack again.",
    source: goZip,
  },
  "file-and-dir": {
    summary: "A path is both a file and the directory of other entries.",
    why: "Whichever is unpacked first blocks the other; where links are followed, a link unpacked as the file redirects the other entries.",
    remedy: "Rename one of the two and pack again.",
    source: goZip,
  },

  // Types of entries, contradictions between their two headers, their data, and features that a plain zip lacks.
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

  // The structure of an archive as a whole, and its limits.
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

  // The archive as a whole, the location of its skill, and the files its manifest lists.
  "readers-disagree": {
    summary: "A second, independent reader finds different names, modes or bytes in the archive.",
    why: "The files that one program reviews are not the files that another installs.",
    remedy:
      "Do not install the archive. Report it: one of the two readers has a defect, and the archive may exploit it.",
    source: "https://github.com/ouuan/ZipDiff",
  },
  canonical: {
    summary:
      "The archive differs by a few bits from what `skills pack` produces for its files, or is required to be identical and is not.",
    why: "It was changed or damaged after it was packed, in a field that no checksum covers, such as the executable bit.",
    remedy: "Fetch the archive again, or pack again: `skills pack DIR`.",
    source: "https://reproducible-builds.org/docs/archives/",
  },
  "skill-md": {
    summary:
      "The archive has no SKILL.md, in exactly that spelling, at its root or in its only top-level directory.",
    why: "Clients look for the file only there, and most are case-sensitive.",
    remedy:
      "Rename the file to SKILL.md and pack its directory: `skills pack DIR`. `skills install --subdir PATH` installs a skill that is deeper in an archive.",
    source: specification,
  },
  "two-roots": {
    summary:
      "The archive has files outside the directories of its skills, or several skills where one is required.",
    why: "Clients differ in which skill they load, and files outside it are unpacked without review.",
    remedy:
      "Pack each skill separately: `skills pack DIR`. On macOS, `skills pack` and `ditto -c -k --norsrc --keepParent` leave out __MACOSX; `skills install --ignore-junk` ignores it.",
    source: specification,
  },
  "manifest-format": {
    summary:
      "skill.manifest.json is not an in-toto statement of OpenSSF Model Signing in JSON, has a duplicate key or a disallowed name, or is larger than 4 MiB.",
    why: "Two programs that read it differently compare the files with different lists.",
    remedy: "Do not edit the manifest by hand; generate it again: `skills pack DIR`.",
    source: signing,
  },
  "manifest-ignore": {
    summary: "The manifest ignores more than the few names that it may, such as .gitignore and itself.",
    why: "Ignored files are not checked: a manifest that ignores the scripts lists nothing that runs.",
    remedy:
      "Generate the manifest again: `skills pack DIR`. Do not install an untrusted skill with such a manifest.",
    source: signing,
  },
  "manifest-subject": {
    summary:
      "The manifest's root digest does not match the files it lists, or its name is not the skill's name.",
    why: "The list was changed without its digest, or the manifest belongs to another skill.",
    remedy: "Generate the manifest again: `skills pack DIR`.",
    source: signing,
  },
  "file-modified": {
    summary: "A file's content differs from the manifest.",
    why: "It was changed after the manifest was made, by its author or in transit.",
    remedy: askPublisher,
    source: signing,
  },
  "file-line-endings": {
    summary: "A file differs from the manifest only in its line endings.",
    why: "Git or an editor has converted LF to CRLF or back; a script with CRLF does not run on Linux and macOS.",
    remedy:
      "Add the line * -text to .gitattributes or set core.autocrlf to false, check out the files again and pack again.",
    source: "https://git-scm.com/docs/gitattributes",
  },
  "file-mode": {
    summary: "A file's executable bit differs from the manifest.",
    why: "A script that should run does not, or a file that is only to be read can be executed; no archive checksum covers the bit.",
    remedy: "Run `chmod +x FILE` or `chmod -x FILE` to match the manifest, or pack again: `skills pack DIR`.",
    source: signing,
  },
  "file-missing": {
    summary: "A file listed in the manifest is missing.",
    why: "The skill is incomplete: whatever refers to the file fails when the skill is used.",
    remedy: askPublisher,
    source: signing,
  },
  "file-extra": {
    summary: "A file is not listed in the manifest.",
    why: "It was added after the manifest was made, and an agent may read or run it like any other file.",
    remedy: askPublisher,
    source: signing,
  },
  digest: {
    summary: "The archive or its content does not have the requested digest.",
    why: "It is a different version, or was changed in transit.",
    remedy:
      "Compare the digest with the one on the publisher's page, and fetch the archive again; `skills digest PATH` prints its digests.",
    source: sumOfFiles,
  },
};

function mebibytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}
