import { seriesAtMost } from "../../core/sentence.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import type { Paint } from "../../model/paint.ts";
import { countedOnly, type Report, type ReporterContext, type Subject } from "../../model/report.ts";
import { severities } from "../../model/rule.ts";
import { clientIds, titleOf } from "../../model/target.ts";
import { countTable } from "../drawing/count-table.ts";
import { refusedVersions, titlesOf } from "./refusers.ts";
import { columnsOf } from "./text-finding.ts";
import { nameSubject } from "./text-subject.ts";
import { countOf, withWorstFirst } from "./worst.ts";

/** Maximum number of clients named in a row. */
const shownClients = 2;

/** For --summary: one row for each skill, with its findings counted and who does not load it; the worst first. */
export function drawSkillTable(report: Report, { paint, width, quiet }: ReporterContext): readonly string[] {
  const rows = withWorstFirst({ ...report, subjects: report.subjects.map(countedOnly) })
    .subjects.filter((subject) => !quiet || countOf(subject, "error") > 0)
    .map((subject) => ({
      name: nameSubject(subject.path),
      counts: severities.map((severity) => countOf(subject, severity)),
      verdict: describeVerdict(subject, report.targets, paint),
    }));
  const columns = [
    { title: "errors", tint: paint.severity.error },
    { title: "warnings", tint: paint.severity.warning },
    { title: "notes", tint: paint.severity.info },
  ];
  return countTable(columns, rows, { paint, width: columnsOf(width) });
}

/** Who refuses the skill, does not load it or loads it differently; "ok" if no program does and it has no errors. */
function describeVerdict(subject: Subject, chosen: Report["targets"], { good, severity }: Paint): string {
  const { verdicts, loads = {}, partial } = subject;
  const refusing = chosen.filter((id) => verdicts[id] === "refuses");
  const clientsThat = (outcome: LoadOutcomeId): string =>
    seriesAtMost(
      titlesOf(
        clientIds.filter((id) => loads[id] === outcome),
        outcome === "not-loaded" ? refusedVersions(subject) : {},
      ),
      shownClients,
    );
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
  return countOf(subject, "error") > 0 ? "" : good("ok");
}
