import type { SkillInspection, PackedContent } from "../../results/inspect.ts";
import { count, seriesAtMost } from "../../core/sentence.ts";
import type { SurveyStyle } from "./survey-style.ts";
import { drawContent } from "./verify-content.ts";
import { drawRow } from "./verify-findings.ts";
import { clean } from "../drawing/width.ts";

/** By what the skill is known: the archive that holds it, or what would be packed of its directory. */
export function drawOrigin({ archive, packed }: SkillInspection, style: SurveyStyle): readonly string[] {
  if (archive) return [style.paint.bold("Archive"), ...drawContent(archive, style)];
  return packed
    ? [
        style.paint.bold("Content as skills pack takes it"),
        ...rowsOf(packed).flatMap((row) => drawRow(row, style)),
      ]
    : [];
}

const shownNames = 4;

/** Of an old manifest, which is made anew, and of empty directories there is nothing to say. */
function rowsOf({ content, refused, leftOut }: PackedContent): readonly (readonly [string, string])[] {
  const left = leftOut
    .filter(({ reason }) => reason !== "manifest" && reason !== "empty")
    .map(({ path, directory }) => clean(`${path}${directory ? "/" : ""}`, 60));
  return [
    ...(content
      ? ([
          ["digest", content.contentDigest],
          ["", `${count(content.files, "file")} of ${count(content.bytes, "byte")}`],
        ] as const)
      : []),
    ...(refused === undefined ? [] : [["refused", clean(refused)] as const]),
    ...(left.length > 0 ? [["left out", seriesAtMost(left, shownNames)] as const] : []),
  ];
}
