import { copyText } from "../core/bytes.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import type { Fix, Operation } from "../model/rule.ts";

/**
 * The same subject, with each text copied. A part of a string keeps the whole string in memory, so one name or message
 * would keep its SKILL.md until the end of the run.
 */
export function copySubject(subject: Subject): Subject {
  const { name, findings, partial } = subject;
  return {
    ...subject,
    ...(name !== undefined && { name: copyText(name) }),
    findings: findings.map(copyFinding),
    partial: partial.map(({ path, reason }) => ({ path: copyText(path), reason: copyText(reason) })),
  };
}

function copyFinding(finding: Diagnostic): Diagnostic {
  const { message, related, fixes, suppressed } = finding;
  return {
    ...finding,
    message: copyText(message),
    related: related.map((place) =>
      place.message === undefined ? place : { ...place, message: copyText(place.message) },
    ),
    fixes: fixes.map(copyFix),
    ...(suppressed && { suppressed: { ...suppressed, reason: copyText(suppressed.reason) } }),
  };
}

function copyFix(fix: Fix): Fix {
  return { ...fix, title: copyText(fix.title), operations: fix.operations.map(copyOperation) };
}

function copyOperation(operation: Operation): Operation {
  if (operation.kind === "edit") return { ...operation, text: copyText(operation.text) };
  return operation.kind === "chmod" ? operation : { ...operation, to: copyText(operation.to) };
}
