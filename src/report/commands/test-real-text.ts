import { count, series } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import type { Report } from "../../model/report.ts";
import type {
  RealOutcome,
  RealStageResult,
  RealTest,
  StartedClient,
  TestRealData,
} from "../../model/reports/test-real.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";
import { drawUnread, nameSubject } from "../formats/text-subject.ts";

interface Style {
  readonly paint: Paint;
  readonly width: number;
}

/** Terminal output: the client, every stage of each skill, a summary. */
export function testRealText(
  { data, unread }: Pick<Report<TestRealData>, "data" | "unread">,
  style: Style,
): string {
  if (!data) return "";
  const blocks = [
    drawClient(data, style),
    ...data.skills.map((skill) => drawSkill(skill, style)),
    drawUnread(unread, "", style.paint),
    wrapHanging(summarize(data.skills, style.paint), style.width, 2),
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function drawClient({ client, control }: TestRealData, style: Style): readonly string[] {
  const failed = control.filter(({ outcome }) => outcome !== "pass");
  return [
    ...wrapHanging(`${style.paint.bold(nameClient(client))}${describeRecord(client)}`, style.width, 2),
    ...(failed.length === 0 ? [] : [`  ${style.paint.severity.error("a control skill failed")}`]),
    ...failed.flatMap((result) => drawStage(result, style)),
  ];
}

/** "Claude Code 2.1.330". */
function nameClient({ title, version }: StartedClient): string {
  return clean(version === null ? `${title} of an unknown version` : `${title} ${version}`);
}

export function describeRecord({ record, version }: StartedClient): string {
  if (record?.exact) return "";
  if (!record) return ": no record covers this version";
  return version === null
    ? `: compared with the record of ${record.version}`
    : `: this version is not recorded; compared with the record of ${record.version}`;
}

function drawSkill({ path, stages, unpredicted }: RealTest, style: Style): readonly string[] {
  return [
    style.paint.bold(nameSubject(path)),
    ...stages.flatMap((result) => drawStage(result, style)),
    ...unpredicted.flatMap((sentence) =>
      drawLine("record", style.paint.severity.warning("differs"), clean(sentence), style),
    ),
  ];
}

function drawStage({ stage, outcome, message, warnings }: RealStageResult, style: Style): readonly string[] {
  return [
    ...drawLine(stage, tint(outcome, style.paint), clean(message), style),
    ...warnings.flatMap((warning) =>
      drawLine("", style.paint.severity.warning("warning"), clean(warning), style),
    ),
  ];
}

function drawLine(name: string, state: string, text: string, { width }: Style): readonly string[] {
  return wrapHanging(`${name.padEnd(10, "\u00a0")} ${state}: ${text}`, width - 2, 11).map(
    (line) => `  ${line.replaceAll("\u00a0", " ")}`,
  );
}

const words: Readonly<Record<RealOutcome, string>> = {
  pass: "pass",
  fail: "FAIL",
  "not-measurable": "not measurable",
  "could-not-measure": "could not measure",
};

function tint(outcome: RealOutcome, paint: Paint): string {
  const word = words[outcome];
  if (outcome === "pass") return paint.good(word);
  return outcome === "not-measurable" ? paint.dim(word) : paint.severity.error(word);
}

function summarize(skills: readonly RealTest[], paint: Paint): string {
  const stages = skills.flatMap((skill) => skill.stages);
  const amount = (outcome: RealOutcome) => stages.filter((stage) => stage.outcome === outcome).length;
  const [passed, failed, unknown] = [amount("pass"), amount("fail"), amount("could-not-measure")];
  const parts = [
    `${passed} of ${count(stages.length, "stage")} passed`,
    ...(failed > 0 ? [paint.severity.error(`${failed} failed`)] : []),
    ...(unknown > 0 ? [paint.severity.error(`${unknown} could not be measured`)] : []),
  ];
  return `${count(skills.length, "skill")}: ${series(parts)}`;
}
