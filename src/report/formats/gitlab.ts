import { show } from "../../core/show.ts";
import {
  type Diagnostic,
  isCounted,
  type PieceReporter,
  type Reporter,
  type ReporterContext,
  type Subject,
} from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { asTyped } from "../drawing/as-typed.ts";
import { Items, jsonPieces } from "../drawing/ascii-json.ts";
import { joinPath, locate } from "./locate.ts";
import { describeRefusers } from "./refusers.ts";

const severities = { error: "major", warning: "minor", info: "info" } as const satisfies Record<
  Severity,
  string
>;

/**
 * A report of GitLab's Code Quality (docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"), which a
 * merge request compares with that of its target branch. Suppressed and baselined findings are left out.
 */
export const gitlab: Reporter = (report, context) => Array.from(gitlabPieces(report, context)).join("");

/** As `gitlab`; each finding is a piece. */
export const gitlabPieces: PieceReporter = ({ subjects }, context) =>
  jsonPieces(
    new Items(function* () {
      for (const subject of subjects)
        for (const finding of subject.findings)
          if (isCounted(finding) && (!context.quiet || finding.severity === "error"))
            yield toIssue(finding, subject, context);
    }),
    1,
  );

function toIssue(
  finding: Diagnostic,
  { path }: Subject,
  { checkout, paint }: Pick<ReporterContext, "checkout" | "paint">,
): object {
  const { ruleId, severity, message, file, start, refusedBy, fingerprint } = finding;
  const located = locate(path, file, checkout);
  const said = asTyped(message, paint.command);
  const place = located.base === "root" ? located.path : joinPath(path, file);
  return {
    description: show(refusedBy.length > 0 ? `${said} (${describeRefusers(finding)})` : said, Infinity),
    check_name: ruleId,
    // GitLab shows only one finding of equal fingerprints, wherever they are; it requires one.
    fingerprint: fingerprint ?? JSON.stringify([path, file, ruleId, start?.offset]),
    severity: severities[severity],
    location: { path: show(place || ".", Infinity), lines: { begin: start?.line ?? 1 } },
  };
}
