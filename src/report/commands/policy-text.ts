import { count } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import type { PolicyVerdict } from "../../model/policy.ts";
import type { Report } from "../../model/report.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";

interface PolicyStyle {
  readonly paint: Paint;
  readonly width: number;
  /** Show nothing of a policy that is passed. */
  readonly quiet?: boolean;
}

/** The verdict of the policy in lines; the denials are among the findings. Empty without a policy. */
export function drawPolicy({ policy }: Pick<Report, "policy">, style: PolicyStyle): readonly string[] {
  return policy && !(style.quiet && policy.passed) ? verdictLines(policy, style) : [];
}

/** As `drawPolicy`, as a text that follows another one. */
export function policyText(report: Pick<Report, "policy">, style: PolicyStyle): string {
  return drawPolicy(report, style)
    .map((line) => `${line}\n`)
    .join("");
}

function verdictLines(
  { name, commit, passed, skills, unjudged, notJudged, denials }: PolicyVerdict,
  { paint, width }: PolicyStyle,
): readonly string[] {
  const denied = new Set(denials.map(({ skill }) => skill)).size;
  const outcome = passed
    ? paint.good(`passed by ${count(skills, "skill")}`)
    : paint.severity.error(
        denied > 0 ? `${count(denials.length, "denial")} in ${count(denied, "skill")}` : "not passed",
      );
  const parts = [
    ...(commit === undefined ? [] : [`as of commit ${clean(commit).slice(0, 12)}`]),
    ...(unjudged.length > 0 ? [`${count(unjudged.length, "skill")} could not be judged`] : []),
    ...notJudged.map(({ rule, reason }) => `${rule} not judged: ${clean(reason)}`),
  ];
  return wrapHanging(
    [`${paint.bold(`policy ${clean(name, 60)}`)}: ${outcome}`, ...parts].join("; "),
    width,
    2,
  );
}
