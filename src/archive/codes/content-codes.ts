import type { ArchiveCode } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const specification = "https://agentskills.io/specification";
const signing = "https://github.com/ossf/model-signing-spec";
const sumOfFiles = "https://pkg.go.dev/golang.org/x/mod/sumdb/dirhash";
const askPublisher =
  "If the change is yours, pack again: skills pack DIR. If not, do not install it, and fetch it anew from its publisher.";

/** The archive as a whole, where its skill stands, and what its manifest lists. */
export const contentCodes = {
  "readers-disagree": {
    summary:
      "A second reader, written by others, finds other names, modes or bytes in the same archive than ours.",
    why: "What one program reviews is not what another installs, and nobody can say which is meant.",
    remedy: "Do not install it. Report it: one of the two readers has a defect, or somebody knows of one.",
    source: "https://github.com/ouuan/ZipDiff",
  },
  canonical: {
    summary:
      "The archive is not, byte for byte, what skills pack makes of the files in it, though a few bits at most differ or it was said to be.",
    why: "It was changed or damaged after it was packed, in a field that no checksum covers, such as the right to run a file.",
    remedy: "Fetch the archive again; or pack anew: skills pack DIR.",
    source: "https://reproducible-builds.org/docs/archives/",
  },
  "skill-md": {
    summary:
      "No SKILL.md, in exactly that spelling, stands at the archive's root or in the one directory there.",
    why: "Clients look for it there and nowhere else, and most tell upper from lower case.",
    remedy: "Rename the file to SKILL.md, and pack the directory that holds it: skills pack DIR.",
    source: specification,
  },
  "two-roots": {
    summary:
      "The archive has files outside the directories of its skills, or several skills where one was expected.",
    why: "Clients differ in which skill they take, and what stands outside is unpacked beside it, unreviewed.",
    remedy:
      "Pack each skill by itself: skills pack DIR. On macOS, ditto -c -k --norsrc --keepParent or skills pack leaves out __MACOSX.",
    source: specification,
  },
  "manifest-format": {
    summary:
      "skill.manifest.json is no manifest: not the JSON of an in-toto statement of OpenSSF Model Signing, or with a member twice, a name that is not allowed, or over 4 MiB.",
    why: "Two programs that read it differently hold the files against different lists.",
    remedy: "Do not edit it by hand. Make it anew: skills pack DIR.",
    source: signing,
  },
  "manifest-ignore": {
    summary: "The manifest leaves out more than the few names that it may, such as .gitignore and itself.",
    why: "What it leaves out nobody checks: with scripts among them it would list nothing that runs.",
    remedy:
      "Make the manifest anew: skills pack DIR. Do not install a skill of somebody else's with such a one.",
    source: signing,
  },
  "manifest-subject": {
    summary:
      "The manifest's digest of the whole does not follow from the files that it lists, or its name is not the skill's.",
    why: "The list was changed and the digest not, or it belongs to another skill.",
    remedy: "Make the manifest anew: skills pack DIR.",
    source: signing,
  },
  "file-modified": {
    summary: "A file holds other bytes than the manifest lists.",
    why: "It was changed after the manifest was made: by its author in a hurry, or by somebody on the way.",
    remedy: askPublisher,
    source: signing,
  },
  "file-line-endings": {
    summary: "A file differs from the manifest in nothing but its line endings.",
    why: "Git or an editor has turned LF to CRLF or back; a script with CRLF does not run on Linux and macOS.",
    remedy:
      "Write * -text into .gitattributes or set core.autocrlf to false, check the files out again and pack again.",
    source: "https://git-scm.com/docs/gitattributes",
  },
  "file-mode": {
    summary: "The right to run a file differs from the manifest.",
    why: "A script that should run does not, or a file that should only be read can be run; no checksum of an archive covers it.",
    remedy: "chmod +x FILE or chmod -x FILE as the manifest says, or pack again: skills pack DIR.",
    source: signing,
  },
  "file-missing": {
    summary: "A file that the manifest lists is not there.",
    why: "The skill is not whole: what refers to the file fails when it is used.",
    remedy: askPublisher,
    source: signing,
  },
  "file-extra": {
    summary: "A file is there that the manifest does not list.",
    why: "It was added after the manifest was made, and an agent may read or run it like any other.",
    remedy: askPublisher,
    source: signing,
  },
  digest: {
    summary: "The archive or its content does not have the digest that was asked for.",
    why: "It is not the one that was meant: another version, or changed on the way.",
    remedy:
      "Compare the digest with the publisher's page, and fetch the archive again; skills digest PATH prints what it has.",
    source: sumOfFiles,
  },
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
