import { type ArchiveCode, archiveLimits } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const windows = "https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file";
const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const goZip = "https://pkg.go.dev/golang.org/x/mod/zip";
const normalForms = "https://www.unicode.org/reports/tr15/";

/** Single names, and names that conflict with each other. */
export const nameCodes = {
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
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
