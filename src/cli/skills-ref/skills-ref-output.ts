import { show } from "../../core/show.ts";
import type { ExitCode, Io, Output } from "../io.ts";

/** What click takes out of a text that no terminal will see (click/_compat.py@8.1.3). */
const ansi = /\x1b\[[;?0-9]*[a-zA-Z]/g;

/** A validation as the reference prints it. */
export function printVerdict(path: string, messages: readonly string[], io: Io): ExitCode {
  if (messages.length === 0) return print(io.stdout, `Valid skill: ${path}\n`, 0);
  return print(
    io.stderr,
    [`Validation failed for ${path}:\n`, ...messages.map((message) => `  - ${message}\n`)].join(""),
    1,
  );
}

/** Writes a stranger's text: as click and Python would, or escaped where a terminal would act on it. */
export function print(output: Output, text: string, code: ExitCode): ExitCode {
  output.write(output.isTTY ? escapeLines(text) : escapeHalves(text.replace(ansi, "")));
  return code;
}

function escapeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => show(line, Infinity))
    .join("\n");
}

/** Python's standard error writes half a surrogate pair as an escape. */
function escapeHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
