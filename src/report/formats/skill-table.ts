import { seriesAtMost } from "../../core/sentence.ts";
import { widthOf } from "../../core/text-width.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import type { Paint } from "../../model/paint.ts";
import { countedOnly, type Report, type ReporterContext, type Subject } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { clientIds, titleOf } from "../../model/target.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { padTo } from "../drawing/width.ts";
import { columnsOf } from "./text-finding.ts";
import { nameSubject } from "./text-subject.ts";
import { withWorstFirst } from "./worst.ts";

/** Maximum number of clients named in a row. */
const shownClients = 2;

/** The narrowest column for the verdict; on a narrower terminal, rows overflow. */
const narrowest = 20;

const severities: readonly Severity[] = ["error", "warning", "info"];

/** For --summary: one row for each skill, with its findings counted and who does not load it; the worst first. */
export function drawTable(report: Report, { paint, width, quiet }: ReporterContext): readonly string[] {
  const rows = withWorstFirst({ ...report, subjects: report.subjects.map(countedOnly) })
    .subjects.filter((subject) => !quiet || numberOf(subject, "error") > 0)
    .map((subject) => ({ subject, name: nameSubject(subject.path) }));
  if (rows.length === 0) return [];
  const counts = severities.map((severity) => rows.map(({ subject }) => numberOf(subject, severity)));
  const heads = ["errors", "warnings", "notes"];
  const shown = heads.flatMap((_, at) => (counts[at]!.some((number) => number > 0) ? [at] : []));
  const first = Math.max("skill".length, ...rows.map(({ name }) => widthOf(name)));
  const indent = first + shown.reduce((sum, at) => sum + heads[at]!.length + 2, 0) + 2;
  const room = Math.max(narrowest, columnsOf(width) - indent);
  const head = [padTo("skill", first), ...shown.map((at) => heads[at]!)].join("  ");
  return [
    paint.dim(head),
    ...rows.flatMap(({ subject, name }, row) => {
      const cells = shown.map((at) =>
        drawCount(counts[at]![row]!, heads[at]!.length, severities[at]!, paint),
      );
      const verdict = wrap(describeVerdict(subject, report.targets, paint), room);
      return verdict.map((line, at) =>
        at === 0 ? [paint.bold(padTo(name, first)), ...cells, line].join("  ") : " ".repeat(indent) + line,
      );
    }),
  ];
}

function numberOf({ findings }: Subject, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function drawCount(number: number, width: number, severity: Severity, paint: Paint): string {
  const text = String(number).padStart(width);
  return number === 0 ? paint.dim(text) : paint.severity[severity](text);
}

/** Who refuses the skill, does not load it or loads it differently; "ok" if no program does and it has no errors. */
function describeVerdict(subject: Subject, chosen: Report["targets"], { good, severity }: Paint): string {
  const { verdicts, loads = {}, partial } = subject;
  const refusing = chosen.filter((id) => verdicts[id] === "refuses");
  const clientsThat = (outcome: LoadOutcomeId): string =>
    seriesAtMost(clientIds.filter((id) => loads[id] === outcome).map(titleOf), shownClients);
  const [dropping, changing] = [clientsThat("not-loaded"), clientsThat("differs")];
  const parts = [
    ...(refusing.length > 0
      ? [severity.error(`refused by ${seriesAtMost(refusing.map(titleOf), shownClients)}`)]
      : []),
    ...(dropping === "" ? [] : [severity.error(`not loaded by ${dropping}`)]),
    ...(changing === "" ? [] : [severity.warning(`differs in ${changing}`)]),
    ...(partial.length > 0 ? [severity.warning("not read whole")] : []),
  ];
  if (parts.length > 0) return parts.join("; ");
  return numberOf(subject, "error") > 0 ? "" : good("ok");
}
