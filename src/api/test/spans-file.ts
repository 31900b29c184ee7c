import { SkillsError } from "../../core/errors.ts";
import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { toSpans } from "../../harness/otel-spans.ts";
import { createFile, requirePlain } from "../../write/create-file.ts";
import { findOutput } from "../../write/destination.ts";
import { readJsonFile } from "../recording-file.ts";
import type { TestedSession } from "./test-metrics.ts";

/** Throws a SkillsError before the first session if the spans would replace another file or cannot be written. */
export function requireSpansFile(written: string, cwd: string): void {
  if (written === "") throw new SkillsError("bad-usage", "--otel is empty; pass a file name");
  const { absolute } = findOutput(written, cwd);
  if (!requirePlain(absolute, written)) return;
  const there = readJsonFile(absolute, written);
  if (!isObject(there) || !Array.isArray(there["resourceSpans"]))
    throw new SkillsError("bad-usage", `--otel ${quote(written)} would overwrite a file without spans`);
}

/**
 * Writes the spans of all sessions completely or not at all. Throws a SkillsError if there is no session, as the file
 * would say nothing.
 */
export async function writeSpans(
  written: string,
  sessions: readonly TestedSession[],
  cwd: string,
): Promise<void> {
  const spanned = sessions.flatMap((session) => session.spanned ?? []);
  if (spanned.length === 0)
    throw new SkillsError(
      "not-found",
      "no session for --otel: no scenario was played, and no case of evals",
      {
        hint: "name a *.scenario.yaml, or play evals with --model",
      },
    );
  const text = `${JSON.stringify(toSpans(spanned))}\n`;
  await createFile(findOutput(written, cwd).absolute, encodeUtf8(text), written, async () => {});
}
