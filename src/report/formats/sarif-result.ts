import { groupBy } from "../../core/group-by.ts";
import type { Place } from "../../core/place.ts";
import type { Checkout, Diagnostic, Subject, Suppression } from "../../model/report.ts";
import type { Fix, Operation } from "../../model/rule.ts";
import { show } from "../../core/show.ts";
import { fingerprintsOf } from "./fingerprints.ts";
import { locate } from "./locate.ts";
import { artifactLocation, logicalLocations, regionOf, regionOfFinding } from "./sarif-place.ts";
import { levels } from "./sarif-rules.ts";

/** What all results of a run have or none has (SARIF 2.1.0 §3.27.23), and where their rules stand in the list. */
export interface SarifStyle {
  readonly checkout: Checkout | undefined;
  readonly suppressions: boolean;
  readonly baseline: boolean;
  readonly ruleIndex: ReadonlyMap<string, number>;
}

type Edit = Extract<Operation, { readonly kind: "edit" }>;

export function toResults(subject: Subject, style: SarifStyle): readonly object[] {
  const prints = fingerprintsOf(subject);
  return subject.findings.map((finding) => toResult(finding, subject, prints.get(finding)!, style));
}

function toResult(finding: Diagnostic, subject: Subject, print: string, style: SarifStyle): object {
  const { ruleId, severity, message, file, refusedBy, related, suppressed, baselined } = finding;
  const fixes = finding.fixes.flatMap((fix) => toFix(fix, subject, style));
  return {
    ruleId,
    ruleIndex: style.ruleIndex.get(ruleId),
    level: levels[severity],
    message: { text: toMessage(message) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactLocation(locate(subject.path, file, style.checkout)),
          region: regionOfFinding(finding),
        },
        logicalLocations: logicalLocations(subject),
      },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => toRelated(place, id, subject, style)),
    }),
    ...(fixes.length > 0 && { fixes }),
    // The one name that GitHub reads.
    partialFingerprints: { primaryLocationLineHash: print },
    ...(style.suppressions && { suppressions: suppressed ? [toSuppression(suppressed)] : [] }),
    ...(style.baseline && { baselineState: baselined ? "unchanged" : "new" }),
    properties: { refusedBy },
  };
}

function toRelated(
  { skill, file, range, message }: Place,
  id: number,
  { path }: Subject,
  { checkout }: SarifStyle,
): object {
  return {
    id,
    physicalLocation: {
      artifactLocation: artifactLocation(locate(skill ?? path, file, checkout)),
      ...(range && { region: regionOf(range.start, range.end) }),
    },
    ...(message !== undefined && { message: { text: toMessage(message) } }),
  };
}

/** Only edits can be told: a fix that also renames a file or changes its mode applies whole or not at all, so it is left out. */
function toFix(
  { title, safe, operations }: Fix,
  { path }: Subject,
  { checkout }: SarifStyle,
): readonly object[] {
  const edits = operations.filter((operation): operation is Edit => operation.kind === "edit");
  if (edits.length < operations.length || edits.length === 0) return [];
  const artifactChanges = Array.from(
    groupBy(edits, ({ file }) => file),
    ([file, members]) => ({
      artifactLocation: artifactLocation(locate(path, file, checkout)),
      replacements: members.map(({ range, text }) => ({
        deletedRegion: regionOf(range.start, range.end),
        ...(text !== "" && { insertedContent: { text } }),
      })),
    }),
  );
  return [{ description: { text: toMessage(title) }, artifactChanges, properties: { safe } }];
}

function toSuppression({ by, reason }: Suppression): object {
  return { kind: by === "comment" ? "inSource" : "external", justification: show(reason, Infinity) };
}

/** In a SARIF message "[text](target)" is a link and "{0}" stands for an argument (§3.11.5, §3.11.6); what a stranger wrote is neither. */
export function toMessage(text: string): string {
  const shown = show(text, Infinity).replace(/\{(\d+)\}/g, "{{$1}}");
  return shown.includes("](") ? shown.replaceAll("[", "\\[") : shown;
}
