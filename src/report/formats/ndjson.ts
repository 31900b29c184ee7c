import { asciiOnly } from "../../core/ascii-only.ts";
import { isCounted, type Report, type Reporter } from "../../model/report.ts";
import { withoutExcerpts } from "./json.ts";

/** A line of JSON for each skill, in ASCII, as `--stdin-ndjson` prints it. */
export const ndjson: Reporter = (report) => Array.from(ndjsonPieces(report)).join("");

/**
 * As `ndjson`; each line is a piece. The outcome of a skill is 1 if an error counts in it. What was not read is a line
 * with an error.
 */
export function* ndjsonPieces({ subjects, unread, ruleSet }: Report): Generator<string> {
  const line = (answer: object): string => `${asciiOnly(JSON.stringify(answer))}\n`;
  const about = (id: string): object => ({ id, ...(ruleSet !== undefined && { ruleSet }) });
  for (const subject of subjects) {
    const isRefused = subject.findings.some((each) => each.severity === "error" && isCounted(each));
    yield line({ ...about(subject.path), outcome: isRefused ? 1 : 0, subject: withoutExcerpts(subject) });
  }
  for (const { path, reason } of unread)
    yield line({ ...about(path), outcome: 2, error: { code: "unread", message: `not read: ${reason}` } });
}
