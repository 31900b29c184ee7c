import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver/node";
import type { SkillsError } from "../core/errors.ts";
import { joinLabel } from "../core/paths.ts";
import { isCounted, type Diagnostic as Finding, type Subject } from "../model/report.ts";
import type { Severity } from "../model/rule.ts";
import { firstCharacter, toRange } from "./places.ts";

/** Where the files of a report are, and what editors hide in them. */
export interface Addresses {
  /** The URI of a path in the report; that of the skill's SKILL.md if the path is not that of a file. */
  readonly uriOf: (subject: Subject, file: string) => string;
  /** The URI of a path relative to the working directory. */
  readonly uriAt: (path: string) => string;
  /** Whether the file begins with a byte-order mark that the editor does not show. */
  readonly isMarked: (subject: Subject, file: string) => boolean;
}

/** What a client can show. */
export interface Shown {
  readonly related: boolean;
  readonly tags: boolean;
}

/** What is stored with a diagnostic, for the editor's code actions. */
interface DiagnosticData {
  readonly fixes: readonly { readonly title: string; readonly safe: boolean }[];
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** The rules whose findings mark text that has no effect. */
const unnecessary: ReadonlySet<string> = new Set([
  "suppression-expired",
  "suppression-reason",
  "suppression-unused",
]);

/** The findings of a subject that count, by the URI of their file. */
export function diagnosticsOf(
  subject: Subject,
  addresses: Addresses,
  shown: Shown,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const byUri = new Map<string, Diagnostic[]>();
  for (const finding of subject.findings) {
    if (!isCounted(finding)) continue;
    const uri = addresses.uriOf(subject, finding.file);
    const diagnostic = toDiagnostic(finding, { subject, addresses, shown });
    const known = byUri.get(uri);
    if (known) known.push(diagnostic);
    else byUri.set(uri, [diagnostic]);
  }
  return byUri;
}

interface Around {
  readonly subject: Subject;
  readonly addresses: Addresses;
  readonly shown: Shown;
}

function toDiagnostic(finding: Finding, around: Around): Diagnostic {
  const { ruleId, severity, message, file, start, end, helpUrl, fixes } = finding;
  const { subject, addresses, shown } = around;
  const related = shown.related ? relatedTo(finding, around) : [];
  const data: DiagnosticData = { fixes: fixes.map(({ title, safe }) => ({ title, safe })) };
  return {
    range: start ? toRange(start, end ?? start, addresses.isMarked(subject, file)) : firstCharacter,
    severity: severities[severity],
    code: ruleId,
    ...(helpUrl !== undefined && { codeDescription: { href: helpUrl } }),
    source: "skillwright",
    message,
    ...(shown.tags && unnecessary.has(ruleId) && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && { relatedInformation: related }),
    ...(fixes.length > 0 && { data }),
  };
}

function relatedTo({ related }: Finding, { subject, addresses }: Around) {
  return related.map(({ skill, file, range, message }) => ({
    location: {
      uri: skill === undefined ? addresses.uriOf(subject, file) : addresses.uriAt(joinLabel(skill, file)),
      range: range
        ? toRange(range.start, range.end, skill === undefined && addresses.isMarked(subject, file))
        : firstCharacter,
    },
    message: message ?? "related",
  }));
}

/** The problems of a config, each at the line that it names. */
export function settingsDiagnostics({ message, others = [], hint }: SkillsError): readonly Diagnostic[] {
  return [message, ...others].map((problem, at) => {
    const named = /:(\d{1,6}):(\d{1,6})\b/.exec(problem);
    const place = { line: Number(named?.[1] ?? 1), column: Number(named?.[2] ?? 1) };
    return {
      range: toRange(place, { ...place, column: place.column + 1 }, false),
      severity: DiagnosticSeverity.Error,
      source: "skillwright",
      message: at === 0 && hint !== undefined ? `${problem}\n${hint}` : problem,
    };
  });
}
