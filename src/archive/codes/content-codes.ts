import type { ArchiveCode } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";

const specification = "https://agentskills.io/specification";
const signing = "https://github.com/ossf/model-signing-spec";
const sumOfFiles = "https://pkg.go.dev/golang.org/x/mod/sumdb/dirhash";
const askPublisher =
  "If the change is yours, pack again: `skills pack DIR`. If not, do not install the skill; fetch it again from its publisher.";

/** The archive as a whole, the location of its skill, and the files its manifest lists. */
export const contentCodes = {
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
} as const satisfies Readonly<Partial<Record<ArchiveCode, CodePage>>>;
