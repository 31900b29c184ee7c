import type { PathDigest } from "../../model/reports/digest.ts";
import type { Report } from "../../model/report.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { plainPaint } from "../../model/paint.ts";
import { drawUnread, nameSubject } from "../formats/text-subject.ts";
import { clean } from "../drawing/width.ts";

/**
 * One line per digest in the format of `sha256sum`, which scripts can read, with two spaces between digest and path.
 */
export function digestText(digests: readonly PathDigest[]): string {
  return digests.flatMap((digest, at) => drawDigest(digest, digests[at + 1])).join("");
}

/** The digest of an archive follows the last skill in it. */
function drawDigest(
  { path, archive, archiveDigest, content }: PathDigest,
  next: PathDigest | undefined,
): readonly string[] {
  if (!content) return [];
  const isLast = archive === undefined || archive !== next?.archive;
  return [
    `${content.contentDigest}  ${clean(path)}\n`,
    ...(archiveDigest !== undefined && isLast ? [`${archiveDigest}  ${clean(archive ?? path)}\n`] : []),
  ];
}

/** Text for standard error: refusals, unread files, and paths that the digests do not cover. */
export function digestNotes(
  { subjects, unread }: Pick<Report, "subjects" | "unread">,
  digests: readonly PathDigest[],
): string {
  const refusals = subjects.flatMap(({ path, findings }) =>
    findings.map(({ message, ruleId }) => `${nameSubject(path)}: ${clean(message)} [${ruleId}]`),
  );
  const lines = [...refusals, ...drawUnread(unread, "", plainPaint), ...describeLeftOut(digests)];
  return lines.map((line) => `skills: ${line}\n`).join("");
}

/**
 * Lists the paths that the digests do not cover, except the old manifest, which is regenerated, and empty
 * directories, which archives do not contain.
 */
function describeLeftOut(digests: readonly PathDigest[]): readonly string[] {
  const left = digests
    .flatMap(({ leftOut }) => leftOut)
    .filter(({ reason }) => reason !== "manifest" && reason !== "empty");
  return left.length === 0
    ? []
    : [
        `left out, as "skills pack" does: ${seriesAtMost(
          left.map(({ path }) => quote(path)),
          3,
        )}; --all includes every file`,
      ];
}
