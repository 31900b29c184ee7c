import { groupBy } from "../../core/group-by.ts";
import type { Place, Position } from "../../core/place.ts";
import { count } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import { helpFor, repository } from "../../model/address.ts";
import type {
  Checkout,
  Diagnostic,
  PieceReporter,
  Report,
  Reporter,
  ReporterContext,
  Subject,
  Suppression,
} from "../../model/report.ts";
import type { Fix, Operation, RuleMeta, Severity } from "../../model/rule.ts";
import type { Unread } from "../../model/source.ts";
import { Items, jsonPieces } from "../drawing/ascii-json.ts";
import { allAsTyped, asTyped } from "../drawing/as-typed.ts";
import { encodePath, locate, type Located } from "./locate.ts";

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** The version changes when the same finding gets another fingerprint (SARIF 2.1.0 §3.27.17). */
const fingerprintKey = "skillwright/v1";

/**
 * SARIF 2.1.0, for code scanning and editors: every finding, including suppressed and baselined ones, and the
 * metadata of every rule.
 */
export const sarif: Reporter = (report, context) => Array.from(sarifPieces(report, context)).join("");

/** As `sarif`; each result is a piece. */
export const sarifPieces: PieceReporter = (report, context) =>
  jsonPieces({ $schema: schema, version: "2.1.0", runs: [toRun(report, context)] }, 3);

/** Without `automationDetails`, which would prevail over the category that a workflow gives GitHub's upload. */
function toRun(report: Report, { rules = [], checkout, paint: { command } }: ReporterContext): object {
  const { tool, subjects } = report;
  const findings = subjects.flatMap((subject) => subject.findings);
  const unknownFindings = withoutRule(findings, new Set(rules.map(({ id }) => id)));
  const ids = [...rules.map(({ id }) => id), ...unknownFindings.map(({ ruleId }) => ruleId)];
  const style = {
    checkout,
    command,
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
        ...(repository !== undefined && { informationUri: repository }),
        rules: [
          ...rules.map((meta) => toDescriptor(meta, helpFor(meta).helpUrl, command)),
          ...unknownFindings.map(toBareDescriptor),
        ],
      },
    },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: toBaseIds(report, checkout),
    invocations: [toInvocation(report, checkout)],
    results: new Items(function* () {
      for (const subject of subjects)
        for (const finding of subject.findings) yield toResult(finding, subject, style);
    }),
  };
}

/** The first finding of each rule whose metadata is not known. */
function withoutRule(findings: readonly Diagnostic[], known: ReadonlySet<string>): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const finding of findings)
    if (!known.has(finding.ruleId) && !first.has(finding.ruleId)) first.set(finding.ruleId, finding);
  return Array.from(first.values());
}

/** Every base of locations and its meaning, without absolute paths. */
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

/** Properties that either all results of a run have or none (SARIF 2.1.0 §3.27.23), and the indexes of the rules. */
interface SarifStyle {
  readonly checkout: Checkout | undefined;
  readonly suppressions: boolean;
  readonly baseline: boolean;
  readonly ruleIndex: ReadonlyMap<string, number>;
  /** The command that starts the program, such as "npx skillwright". */
  readonly command: string;
}

type Edit = Extract<Operation, { readonly kind: "edit" }>;

function toResult(finding: Diagnostic, subject: Subject, style: SarifStyle): object {
  const { ruleId, severity, message, file, refusedBy, related, suppressed, baselined, fingerprint } = finding;
  const fixes = finding.fixes.flatMap((fix) => toFix(fix, subject, style));
  return {
    ruleId,
    ruleIndex: style.ruleIndex.get(ruleId),
    level: levels[severity],
    message: { text: toMessage(asTyped(message, style.command)) },
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
    // GitHub adds the one that it reads, primaryLocationLineHash, and warns of one that it would compute differently.
    ...(fingerprint !== undefined && { partialFingerprints: { [fingerprintKey]: fingerprint } }),
    ...(style.suppressions && { suppressions: suppressed ? [toSuppression(suppressed)] : [] }),
    ...(style.baseline && { baselineState: baselined ? "unchanged" : "new" }),
    properties: { refusedBy },
  };
}

function toRelated(
  { skill, file, range, message }: Place,
  id: number,
  { path }: Subject,
  { checkout, command }: SarifStyle,
): object {
  return {
    id,
    physicalLocation: {
      artifactLocation: artifactLocation(locate(skill ?? path, file, checkout)),
      ...(range && { region: regionOf(range.start, range.end) }),
    },
    ...(message !== undefined && { message: { text: toMessage(asTyped(message, command)) } }),
  };
}

/**
 * SARIF supports only edits. A fix that also renames a file or changes its mode cannot be split, so it is left out.
 */
function toFix(
  { title, safe, operations }: Fix,
  { path }: Subject,
  { checkout, command }: SarifStyle,
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
  return [
    { description: { text: toMessage(asTyped(title, command)) }, artifactChanges, properties: { safe } },
  ];
}

function toSuppression({ by, reason }: Suppression): object {
  return { kind: by === "comment" ? "inSource" : "external", justification: show(reason, Infinity) };
}

/**
 * In a SARIF message "[text](target)" is a link and "{0}" is an argument (§3.11.5, §3.11.6); untrusted text must be
 * neither.
 */
function toMessage(text: string): string {
  const shown = show(text, Infinity).replace(/\{(\d+)\}/g, "{{$1}}");
  return shown.includes("](") ? shown.replaceAll("[", "\\[") : shown;
}

const levels = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** The metadata of a rule; `level` is the severity if no chosen target refuses the skill. */
function toDescriptor(
  { id, category, origin, source, severity, danger, off, fixable, since, ...texts }: RuleMeta,
  helpUri: string | undefined,
  command: string,
): object {
  const [summary, why, remedy] = [texts.summary, texts.why, texts.remedy].map((text) =>
    allAsTyped(text, command),
  );
  return {
    id,
    name: toPascal(id),
    shortDescription: { text: summary },
    fullDescription: { text: why },
    help: {
      text: `${why} ${remedy}`,
      markdown: `${why}\n\n**Remedy:** ${remedy}${helpUri === undefined ? "" : `\n\n[${id}](${helpUri})`}`,
    },
    ...(helpUri !== undefined && { helpUri }),
    defaultConfiguration: { level: danger ? "error" : levels[severity], ...(off && { enabled: false }) },
    properties: {
      category,
      origin,
      source,
      since,
      ...(fixable && { fixable }),
      tags: ["agent-skills", category],
      ...(category === "security" && {
        "security-severity": securitySeverities[danger ? "error" : severity],
      }),
    },
  };
}

/**
 * In the middle of what GitHub shows as high (7.0 to 8.9), medium (4.0 to 6.9) and low (0.1 to 3.9): its "SARIF support
 * for code scanning". They are no CVSS scores.
 */
const securitySeverities: Readonly<Record<Severity, string>> = { error: "8.0", warning: "5.5", info: "2.0" };

/** The descriptor of a rule whose metadata the reporter does not have. */
function toBareDescriptor({ ruleId, helpUrl }: Diagnostic): object {
  return { id: ruleId, name: toPascal(ruleId), ...(helpUrl !== undefined && { helpUri: helpUrl }) };
}

function toPascal(id: string): string {
  return id.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** The base for relative URIs, with its meaning. Absolute paths of the machine are not disclosed. */
function baseIdOf({ base, levels }: Located): { readonly id: string; readonly means: string } | undefined {
  if (base === "absolute") return undefined;
  if (base === "root")
    return { id: "SRCROOT", means: "the root of the repository, or the working directory" };
  if (base === "stdin") return { id: "STDIN", means: "standard input" };
  return { id: `SRCROOT_PARENT_${levels}`, means: `the directory ${count(levels, "level")} above SRCROOT` };
}

function artifactLocation(located: Located): object {
  const id = baseIdOf(located)?.id;
  return id === undefined
    ? { uri: fileUri(located.path) }
    : { uri: encodePath(located.path) || ".", uriBaseId: id };
}

/** "C:" is not encoded, as it is a drive. */
function fileUri(path: string): string {
  const [, drive = "", rest = ""] = /^([a-z]:)?(.*)$/is.exec(path) ?? [];
  return `file://${drive === "" ? "" : `/${drive}`}${encodePath(rest)}`;
}

/**
 * A region with lines, columns in UTF-16 units (see `columnKind`), and bytes. An empty range is an insertion point.
 */
function regionOf(start: Position, end: Position = start): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    byteOffset: start.byteOffset,
    byteLength: end.byteOffset - start.byteOffset,
  };
}

/**
 * GitHub rejects results without a line (docs.github.com, "SARIF support for code scanning"), so line 1 represents
 * the whole file.
 */
function regionOfFinding({ start, end }: Pick<Diagnostic, "start" | "end">): object {
  return start ? regionOf(start, end) : { startLine: 1 };
}

/** The skill's name, for viewers that group by it. */
function logicalLocations({ path, name }: Subject): readonly object[] {
  return [{ name: name ?? path.split("/").at(-1), fullyQualifiedName: path, kind: "module" }];
}
