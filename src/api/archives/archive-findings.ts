import { helpUrl } from "../../core/address.ts";
import type { ArchiveCode, ArchiveRefused } from "../../model/archive.ts";
import type { Refused } from "../../results/verify.ts";
import type { FileDifference } from "../../model/manifest.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import { quote } from "../../core/show.ts";

/** A reason to refuse an archive or the files of a directory, as a finding of the report. */
export function archiveFinding(code: ArchiveCode, message: string, file = ""): Diagnostic {
  const ruleId = `archive-${code}`;
  return {
    ruleId,
    origin: "guidance",
    severity: "error",
    message,
    file,
    refusedBy: [],
    related: [],
    fixes: [],
    helpUrl: helpUrl(ruleId),
  };
}

/** A difference between a file and the manifest, as a finding. */
export function differenceFinding(difference: FileDifference): Diagnostic {
  return archiveFinding(`file-${difference.kind}`, describe(difference), difference.path);
}

function describe({ kind, path, got }: FileDifference): string {
  const named = quote(path);
  const sentences = {
    modified: `${named} holds other bytes than the manifest lists`,
    "line-endings": `${named} has other line endings than the manifest lists, and is the same text`,
    mode: got?.executable
      ? `${named} may be run as a program, and the manifest lists it as one that may not`
      : `${named} may not be run as a program, and the manifest lists it as one that may`,
    missing: `there is no ${named}, which the manifest lists`,
    extra: `${named} is not in the manifest`,
  } as const satisfies Record<FileDifference["kind"], string>;
  return sentences[kind];
}

/** Without verdicts: a refused archive has no skill to check. */
export function refusedSubject(
  kind: Subject["kind"],
  path: string,
  { code, message, entry }: ArchiveRefused,
): Subject {
  return { kind, path, verdicts: {}, findings: [archiveFinding(code, message, entry)], partial: [] };
}

/** A refusal as plain data. */
export function refusalOf({ code, entry, offset }: ArchiveRefused): Refused {
  return { code, ...(entry !== undefined && { entry }), ...(offset !== undefined && { offset }) };
}
