import type { PackedArchive } from "../../results/pack.ts";
import type { Diagnostic, Report, Subject } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { Paint } from "../drawing/paint.ts";
import type { TextStyle } from "../formats/text-finding.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { cleanPath } from "../drawing/width.ts";

interface Packed {
  readonly report: Report;
  readonly archives: readonly PackedArchive[];
  readonly check?: string;
}

/** Errors, what uploaders say, as no other command does, and what an archive lacks that its texts name; the rest is what `skills validate` is for. */
export function isForPack({ severity, ruleId }: Diagnostic): boolean {
  return severity === "error" || ruleId.startsWith("upload-") || ruleId === "reference-broken";
}

/** One line: what was written and what was not, what else there is to say of the skills, and how long it took. */
export function drawPackSummary(packed: Packed, { paint, width }: TextStyle): readonly string[] {
  const {
    report: { subjects, summary },
  } = packed;
  const { warnings, infos, seconds } = summary;
  const findings = subjects.flatMap((subject) => subject.findings);
  const others =
    warnings +
    infos -
    findings.filter((finding) => isForPack(finding) && finding.severity !== "error").length;
  const parts = [
    ...outcomeOf(packed, paint),
    ...(others > 0
      ? [
          `${count(others, "finding")} that ${others === 1 ? "is" : "are"} no error (skills validate shows them)`,
        ]
      : []),
    `${seconds.toFixed(2)} s`,
  ];
  const hint = subjects.some(hasInternalLink)
    ? [paint.dim("--follow-internal packs what symbolic links within a skill lead to")]
    : [];
  return [...wrap(parts.join("; "), width), ...hint];
}

/** A link out of the skill stays refused. */
function hasInternalLink({ findings }: Subject): boolean {
  const outside = new Set(findings.flatMap(({ ruleId, file }) => (ruleId === "link-outside" ? [file] : [])));
  return findings.some(({ ruleId, file }) => ruleId === "archive-type" && !outside.has(file));
}

function outcomeOf({ report: { subjects }, archives, check }: Packed, paint: Paint): readonly string[] {
  const refused = archives.filter(({ made }) => !made).length;
  const refusals = refused > 0 ? [paint.severity.error(`${count(refused, "skill")} refused`)] : [];
  if (check !== undefined) {
    const differs = subjects.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
    return refused > 0
      ? refusals
      : [
          differs
            ? paint.severity.error(`${cleanPath(check)} is not what packing gives`)
            : paint.good(`${cleanPath(check)} is what packing gives, byte for byte`),
        ];
  }
  const written = archives.filter((archive) => archive.written);
  const bytes = written.reduce((sum, { made }) => sum + (made?.bytes ?? 0), 0);
  const made = archives.length - refused;
  if (written.length > 0)
    return [
      paint.good(
        `${count(written.length, "archive")} written${written.length > 1 ? ` (${grouped(bytes)} bytes)` : ""}`,
      ),
      ...refusals,
    ];
  return [made > 0 ? `${count(made, "archive")} would be written` : "nothing was written", ...refusals];
}
