import { help } from "../../model/address.ts";
import type { ArchiveCode, ArchiveRefused } from "../../model/archive.ts";
import type { Refused } from "../../model/reports/verify.ts";
import type { FileDifference } from "../../model/manifest.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import { quote } from "../../core/show.ts";

/** A reason to refuse an archive or the files of a directory, as a finding of the report. */
export function archiveFinding(code: ArchiveCode, message: string, file = ""): Diagnostic {
  const ruleId = `archive-${code}`;
  return {
    ruleId,
    category: "archive",
    origin: "guidance",
    severity: "error",
    message,
    file,
    refusedBy: [],
    related: [],
    fixes: [],
    ...help(ruleId),
  };
}

/** A difference between a file and the manifest, as a finding. */
export function differenceFinding(difference: FileDifference): Diagnostic {
  return archiveFinding(`file-${difference.kind}`, describe(difference), difference.path);
}

function describe({ kind, path, got }: FileDifference): string {
  const named = quote(path);
  const sentences = {
    modified: `${named} does not match its digest in the manifest`,
    "line-endings": `${named} differs from the manifest only by its line endings`,
    mode: got?.executable
      ? `${named} is executable, but the manifest says it is not`
      : `${named} is not executable, but the manifest says it is`,
    missing: `${named} is in the manifest, but missing`,
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
