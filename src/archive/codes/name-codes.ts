import { type ArchiveCode, archiveLimits } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const windows = "https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file";
const appnote = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT";
const goZip = "https://pkg.go.dev/golang.org/x/mod/zip";
const normalForms = "https://www.unicode.org/reports/tr15/";

/** Names, each by itself and all together. */
export const nameCodes = {
  "name-empty": {
    summary: "An entry has no name.",
    why: "Some readers pass over it, others unpack it under a name of their own, so that what was checked is not what is installed.",
    remedy: "Pack again from a directory: skills pack DIR.",
    source: goZip,
  },
  "name-segment": {
    summary: 'A path is absolute, or has ".", ".." or nothing between two slashes.',
    why: "It can lead out of the directory that the skill is unpacked in, and overwrite any file of whoever unpacks it (Zip Slip); where it does not, two spellings name one file.",
    remedy:
      "Do not unpack it with another tool. If it is yours, pack from the skill's own directory: skills pack DIR.",
    source: "https://github.com/snyk/zip-slip-vulnerability",
  },
  "name-char": {
    summary: 'A name holds a backslash, a control or invisible character, or one of < > : " | ? *.',
    why: "Windows takes a backslash for a separator and a colon for a drive or a hidden stream; what cannot be seen makes two names look alike, shows a name in another order, or commands a terminal; and macOS has passed over invisible characters when it compared names (CVE-2014-9390).",
    remedy: "Rename the file with letters, digits, hyphens, dots and underscores, and pack again.",
    source: windows,
  },
  "name-utf8": {
    summary: "A name is not UTF-8.",
    why: "Each reader makes another name of such bytes, and some of them a slash or a dot that no check has seen.",
    remedy: "Rename the file in UTF-8 and pack again: skills pack DIR.",
    source: appnote,
  },
  "name-no-utf8-flag": {
    summary: "A name of a zip goes beyond ASCII, and no flag says that it is UTF-8.",
    why: "Without bit 11 (APPNOTE.TXT 4.4.4) the name is read in the code page of the reader's machine: the same archive unpacks to other names elsewhere.",
    remedy: "Pack again with a tool that sets the flag, such as skills pack.",
    source: appnote,
  },
  "name-reserved": {
    summary: "A name is that of a Windows device, such as CON, NUL, COM1 or AUX.md.",
    why: "On Windows it cannot be made, or what is written to it goes to the device, whatever follows the first dot.",
    remedy: "Rename the file, for instance to con-list.md, and pack again.",
    source: windows,
  },
  "name-edge": {
    summary: "A name ends in a dot, a space or a version such as ;1, or begins with a space.",
    why: "Windows drops a dot or space at the end, and unzip a version, so that it unpacks over another file; a reader cannot see a space.",
    remedy: "Rename the file without it and pack again.",
    source: windows,
  },
  "name-short83": {
    summary: "A name has the shape of the short names of Windows, such as GIT~1 or PROGRA~1.",
    why: "Windows may have given that name to another file, and unpacks over it: GIT~1 is .git.",
    remedy: "Rename the file without the tilde and digits and pack again.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2014-9390",
  },
  "name-lead": {
    summary: 'A name begins with "-" or "~".',
    why: "A command that is given it, by a person, a script or an agent, takes it for an option or for a home directory: rm * with a file -rf deletes directories.",
    remedy: "Rename the file to begin with a letter or digit and pack again.",
    source: "https://dwheeler.com/essays/filenames-in-shell.html",
  },
  "name-control-dir": {
    summary:
      "A path leads to what configures a program where it lies: .git, .hg, .ssh, .gnupg, settings and tasks of VS Code, settings, hooks and servers of an agent.",
    why: "Unpacked into a project, a home or a directory that is opened later, it runs commands or loosens permissions there without anybody asking for it (CVE-2025-59536, CVE-2026-21852, CVE-2022-24765).",
    remedy:
      "Leave it out. Ship a template under a name that no program looks for, such as assets/vscode/settings.json, and let the user copy it.",
    source: "https://nvd.nist.gov/vuln/detail/CVE-2025-59536",
  },
  "name-long": {
    summary: `A path has more than ${archiveLimits.pathBytes} bytes.`,
    why: "Windows takes 260 characters for the whole path, and a name of more than 255 bytes no file system: unpacking fails halfway, or cuts the name.",
    remedy: "Shorten the names of directories and files and pack again.",
    source: windows,
  },
  "name-deep": {
    summary: `A path is more than ${archiveLimits.depth} names deep.`,
    why: "No skill needs it, and programs that walk a tree can be brought down with depth.",
    remedy: "Move the files up and pack again.",
    source: goZip,
  },
  "name-not-nfc": {
    summary:
      "A name is not in Unicode's composed form (NFC), as macOS may write an accented letter in two characters.",
    why: "Two names that look the same are one file on one system and two on another, and a reference to one misses the other.",
    remedy:
      "Rename the file in composed form, for instance with convmv -f utf8 -t utf8 --nfc, and pack again.",
    source: normalForms,
  },
  "name-compat": {
    summary:
      "A name holds another form of plain letters, digits, spaces, dots or slashes, such as a ligature, full-width letters or a no-break space; or it is no allowed name once normalised (NFKC).",
    why: 'It reads as a name that it is not, and a program that normalises names can unpack another one: two full-width dots become "..".',
    remedy: "Write the name with the plain characters and pack again.",
    source: normalForms,
  },
  "name-mixed-script": {
    summary:
      "A word in a name mixes Latin letters with look-alikes of Cyrillic, Greek, Armenian or Cherokee.",
    why: "It looks like another name: a reader reviews one file, and a reference or a command takes the other.",
    remedy: "Write the word in letters of one script and pack again.",
    source: "https://www.unicode.org/reports/tr39/#Mixed_Script_Detection",
  },
  collision: {
    summary:
      "Two entries have one name, or names that differ in nothing but case or the form of letters; so do two of their directories.",
    why: "The second unpacks over the first on Windows and macOS, and readers differ in which of two like entries they show: one is reviewed, the other installed (CVE-2026-23950).",
    remedy: "Rename one of the two and pack again.",
    source: goZip,
  },
  "file-and-dir": {
    summary: "A path is a file, and a directory for other entries.",
    why: "Whichever is unpacked first hinders the other; where links are followed, what was a file leads elsewhere.",
    remedy: "Rename one of the two and pack again.",
    source: goZip,
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
