import { helpUrl, homepage } from "../../core/address.ts";
import type { Checkout, Diagnostic, Report, Reporter, ReporterContext } from "../../model/report.ts";
import type { Unread } from "../../model/source.ts";
import { asciiJson } from "../drawing/ascii-json.ts";
import { locate } from "./locate.ts";
import { artifactLocation, baseIdOf } from "./sarif-place.ts";
import { toMessage, toResults } from "./sarif-result.ts";
import { toBareDescriptor, toDescriptor } from "./sarif-rules.ts";

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** SARIF 2.1.0, for code scanning and editors: every finding, those too that count no more, and what every rule says of itself. */
export const sarif: Reporter = (report, context) =>
  asciiJson({ $schema: schema, version: "2.1.0", runs: [toRun(report, context)] });

function toRun(report: Report, { rules = [], checkout }: ReporterContext): object {
  const { tool, subjects } = report;
  const findings = subjects.flatMap((subject) => subject.findings);
  const strangers = withoutRule(findings, new Set(rules.map(({ id }) => id)));
  const ids = [...rules.map(({ id }) => id), ...strangers.map(({ ruleId }) => ruleId)];
  const style = {
    checkout,
    ruleIndex: new Map(ids.map((id, index) => [id, index])),
    suppressions: findings.some(({ suppressed }) => suppressed !== undefined),
    baseline: findings.some(({ baselined }) => baselined),
  };
  return {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        semanticVersion: tool.version,
        informationUri: homepage,
        rules: [
          ...rules.map((meta) => toDescriptor(meta, helpUrl(meta.id))),
          ...strangers.map(toBareDescriptor),
        ],
      },
    },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: toBaseIds(report, checkout),
    invocations: [toInvocation(report, checkout)],
    results: subjects.flatMap((subject) => toResults(subject, style)),
  };
}

/** The first finding of each rule that says nothing of itself. */
function withoutRule(findings: readonly Diagnostic[], known: ReadonlySet<string>): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const finding of findings)
    if (!known.has(finding.ruleId) && !first.has(finding.ruleId)) first.set(finding.ruleId, finding);
  return Array.from(first.values());
}

/** Every base that a location may stand behind, by what it means and without where it is. */
function toBaseIds({ subjects, unread }: Report, checkout: Checkout | undefined): object {
  const paths = [
    ".",
    ...subjects.flatMap(({ path, findings }) => [
      path,
      ...findings.flatMap(({ related }) => related.flatMap(({ skill = [] }) => skill)),
    ]),
    ...unread.map(({ path }) => path),
  ];
  const bases = paths.flatMap((path) => baseIdOf(locate(path, "", checkout)) ?? []);
  return Object.fromEntries(bases.map(({ id, means }) => [id, { description: { text: means } }]));
}

function toInvocation({ outcome, subjects, unread }: Report, checkout: Checkout | undefined): object {
  const notes = [
    ...subjects.flatMap(({ path, partial }) => partial.map((each) => toNotification(each, path, checkout))),
    ...unread.map((each) => toNotification(each, ".", checkout)),
  ];
  return {
    executionSuccessful: outcome !== 2,
    exitCode: outcome,
    ...(notes.length > 0 && { toolExecutionNotifications: notes }),
  };
}

function toNotification({ path, reason }: Unread, subject: string, checkout: Checkout | undefined): object {
  return {
    level: "warning",
    message: { text: toMessage(`not read: ${reason}`) },
    locations: [
      { physicalLocation: { artifactLocation: artifactLocation(locate(subject, path, checkout)) } },
    ],
  };
}
