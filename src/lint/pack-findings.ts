import type { Position } from "../core/place.ts";
import type { Diagnostic } from "../model/report.ts";

/** The part of a finding that many findings have in common. */
type Kind = Pick<Diagnostic, "ruleId" | "origin" | "severity" | "refusedBy" | "helpUrl">;

/** A finding in a third of the length of its JSON; 0 where it has no value. */
type Packed = readonly [
  kind: number,
  message: string,
  file: string,
  start: PackedPosition | 0,
  end: PackedPosition | 0,
  related: Diagnostic["related"] | 0,
  fixes: Diagnostic["fixes"] | 0,
  line: string | 0,
  skipped: number,
  rest: Pick<Diagnostic, "suppressed" | "baselined"> | 0,
];

type PackedPosition = readonly [line: number, column: number, offset: number, byteOffset: number];

/** The kinds so far, by number, and their numbers. */
const kinds: Kind[] = [];
const numbers = new Map<string, number>();

/** Findings as a short text, for this process only. */
export function packFindings(findings: readonly Diagnostic[]): string {
  return JSON.stringify(findings.map(pack));
}

export function unpackFindings(text: string): readonly Diagnostic[] {
  const packed: readonly Packed[] = JSON.parse(text);
  return packed.map(unpack);
}

function pack(finding: Diagnostic): Packed {
  const { message, file, start, end, related, fixes, excerpt, suppressed, baselined } = finding;
  return [
    numberOf(finding),
    message,
    file,
    start ? packPosition(start) : 0,
    end ? packPosition(end) : 0,
    related.length > 0 ? related : 0,
    fixes.length > 0 ? fixes : 0,
    excerpt?.line ?? 0,
    excerpt?.skipped ?? 0,
    suppressed || baselined ? { ...(suppressed && { suppressed }), ...(baselined && { baselined }) } : 0,
  ];
}

function packPosition({ line, column, offset, byteOffset }: Position): PackedPosition {
  return [line, column, offset, byteOffset];
}

function numberOf({ ruleId, origin, severity, refusedBy, helpUrl }: Diagnostic): number {
  const key = `${ruleId} ${origin} ${severity} ${helpUrl} ${refusedBy.join(" ")}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, kinds.length);
  return kinds.push({ ruleId, origin, severity, refusedBy, helpUrl }) - 1;
}

/** In the order of the properties of every finding. */
function unpack([kind, message, file, start, end, related, fixes, line, skipped, rest]: Packed): Diagnostic {
  const { ruleId, origin, severity, refusedBy, helpUrl } = kinds[kind]!;
  return {
    ruleId,
    origin,
    severity,
    message,
    file,
    ...(start !== 0 && { start: unpackPosition(start) }),
    ...(end !== 0 && { end: unpackPosition(end) }),
    refusedBy,
    related: related === 0 ? [] : related,
    fixes: fixes === 0 ? [] : fixes,
    helpUrl,
    ...(line !== 0 && { excerpt: { line, skipped } }),
    ...(rest !== 0 && rest),
  };
}

function unpackPosition([line, column, offset, byteOffset]: PackedPosition): Position {
  return { line, column, offset, byteOffset };
}
