import { copyText } from "../core/bytes.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import type { Fix, Operation } from "../model/rule.ts";

/** The empty list of every skill: most findings have three, which would stay in memory until the end of the run. */
const none: readonly never[] = [];

/**
 * The same subject for the rest of the run. Each text is copied: a part of a string keeps the whole string in memory,
 * so one name or message would keep its SKILL.md. Equal verdicts and loads of skills are one object.
 */
export function copySubject(subject: Subject): Subject {
  const { name, verdicts, loads, findings, partial } = subject;
  return {
    ...subject,
    ...(name !== undefined && { name: copyText(name) }),
    verdicts: verdictsLike(verdicts),
    ...(loads && { loads: loadsLike(loads) }),
    findings: copies(findings, copyFinding),
    partial: copies(partial, ({ path, reason }) => ({ path: copyText(path), reason: copyText(reason) })),
  };
}

const verdictsLike = oneOfEqual<Subject["verdicts"]>();
const loadsLike = oneOfEqual<NonNullable<Subject["loads"]>>();

/** Returns the first of equal values. */
function oneOfEqual<Value>(): (value: Value) => Value {
  const first = new Map<string, Value>();
  return (value) => {
    const key = JSON.stringify(value);
    const known = first.get(key) ?? value;
    first.set(key, known);
    return known;
  };
}

function copies<Each>(all: readonly Each[], copy: (each: Each) => Each): readonly Each[] {
  return all.length === 0 ? none : all.map(copy);
}

/** The same finding, with copies of its texts. */
export function copyFinding(finding: Diagnostic): Diagnostic {
  const { message, refusedBy, related, fixes, suppressed } = finding;
  return {
    ...finding,
    message: copyText(message),
    refusedBy: refusedBy.length === 0 ? none : refusedBy,
    related: copies(related, (place) =>
      place.message === undefined ? place : { ...place, message: copyText(place.message) },
    ),
    fixes: copies(fixes, copyFix),
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
