import type { ArchiveNote, FileBytes } from "../../model/archive.ts";
import type { CheckedContent } from "../../model/reports/verify.ts";
import { signatureName } from "../../model/manifest.ts";
import type { Diagnostic } from "../../model/report.ts";
import { quote } from "../../core/show.ts";
import { archiveFinding, differenceFinding } from "./archive-findings.ts";
import { notesOn, type CheckedFiles } from "./checked-files.ts";

interface Content {
  readonly files: readonly FileBytes[];
  readonly checked: CheckedFiles;
  /** The frontmatter's name, if it could be read. */
  readonly name: string | undefined;
  /** The required digests. */
  readonly expected: readonly string[];
  readonly notes: readonly ArchiveNote[];
  /** Findings for entries that are not comparable files. */
  readonly problems?: readonly Diagnostic[];
}

/** Checks a skill's files against its manifest and digests. */
export function checkContent({ files, checked, name, expected, notes, problems = [] }: Content): {
  readonly checked: CheckedContent;
  readonly findings: readonly Diagnostic[];
} {
  const { manifest, differences, resources, contentDigest } = checked;
  const wrongSubject = manifest !== undefined && name !== undefined && manifest.subject !== name;
  const differs = wrongSubject || differences.length > 0 || problems.length > 0;
  return {
    checked: {
      files: resources.length,
      bytes: resources.reduce((sum, { size = 0 }) => sum + size, 0),
      executables: resources.filter(({ executable }) => executable).length,
      contentDigest,
      manifest: manifest ? (differs ? "differs" : "consistent") : "none",
      differences,
      signature: files.some(({ path }) => path === signatureName),
      asExpected: expected.filter((digest) => digest === contentDigest),
      notes: [...notes, ...notesOn(checked)],
    },
    findings: [
      ...expected.flatMap((digest) =>
        digest === contentDigest
          ? []
          : [archiveFinding("digest", `the content digest is ${contentDigest}, not ${digest}`)],
      ),
      ...(wrongSubject
        ? [
            archiveFinding(
              "manifest-subject",
              `the manifest is for a skill named ${quote(manifest.subject)}, but this one is named ${quote(name)}`,
            ),
          ]
        : []),
      ...differences.map(differenceFinding),
      ...problems,
    ],
  };
}
