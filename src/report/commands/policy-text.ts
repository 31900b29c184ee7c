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
  { name, commit, passed, skills, plugins, unjudged, notJudged, denials }: PolicyVerdict,
  { paint, width }: PolicyStyle,
): readonly string[] {
  const denied = {
    skills: new Set(denials.flatMap(({ skill }) => skill ?? [])).size,
    plugins: new Set(denials.flatMap(({ plugin }) => plugin ?? [])).size,
  };
  const outcome = passed
    ? paint.good(`passed by ${subjects(skills, plugins)}`)
    : paint.severity.error(
        denials.length > 0
          ? `${count(denials.length, "denial")} in ${subjects(denied.skills, denied.plugins)}`
          : "not passed",
      );
  const parts = [
    ...(commit === undefined ? [] : [`as of commit ${clean(commit).slice(0, 12)}`]),
    ...(unjudged.length > 0
      ? [`${count(unjudged.length, plugins > 0 ? "path" : "skill")} could not be judged`]
      : []),
    ...notJudged.map(({ rule, reason }) => `${rule} not judged: ${clean(reason)}`),
  ];
  return wrapHanging(
    [`${paint.bold(`policy ${clean(name, 60)}`)}: ${outcome}`, ...parts].join("; "),
    width,
    2,
  );
}

/** "2 skills and 1 plugin", without what there is none of. */
function subjects(skills: number, plugins: number): string {
  const parts = [
    ...(skills > 0 || plugins === 0 ? [count(skills, "skill")] : []),
    ...(plugins > 0 ? [count(plugins, "plugin")] : []),
  ];
  return parts.join(" and ");
}
