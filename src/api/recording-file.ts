import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { isRecording, type RecordedSession, toRecording } from "../harness/models/recording.ts";
import { readWhole } from "../read/open-file.ts";
import { createFile, requirePlain } from "../write/create-file.ts";
import { findOutput } from "../write/destination.ts";

/** Maximum size of a recording. */
const recordingBytes = 64 * 1_048_576;

/** Reads a JSON file of at most 64 MiB; undefined if it is not JSON. */
export function readJsonFile(absolute: string, label: string): unknown {
  try {
    const value: unknown = JSON.parse(decodeUtf8(readWhole(absolute, label, recordingBytes)) ?? "");
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Throws a SkillsError before the first session if the recording would replace another file or cannot be written. */
export function requireRecordingFile(written: string, cwd: string): void {
  if (written === "") throw new SkillsError("bad-usage", "--record is empty; pass a file name");
  const { absolute } = findOutput(written, cwd);
  if (!requirePlain(absolute, written)) return;
  if (!isRecording(readJsonFile(absolute, written)))
    throw new SkillsError(
      "bad-usage",
      `--record ${quote(written)} would overwrite a file that is no recording`,
    );
}

/** Writes the recording completely or not at all. */
export async function writeRecording(
  written: string,
  sessions: readonly RecordedSession[],
  cwd: string,
): Promise<void> {
  const { absolute } = findOutput(written, cwd);
  const text = `${JSON.stringify(toRecording(sessions), null, 1)}\n`;
  await createFile(absolute, Buffer.from(text), written, async () => {});
}
