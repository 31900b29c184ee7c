import { reprString, type StrictYamlErrorKind } from "../../../dialects/python/value.ts";
import { characterAt, type Cursor, type Mark, markHere } from "./cursor.ts";

/** A Python exception: an error of the YAML library, or an uncaught exception. */
export type YamlFailure =
  | {
      readonly outcome: "error";
      readonly kind: StrictYamlErrorKind;
      readonly message: string;
      readonly problem: string;
      readonly complaint: Complaint;
    }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

/**
 * Thrown to end the reading with a failure, and caught within this directory. It is not an Error, as capturing a
 * stack takes longer than reading.
 */
class YamlStop {
  readonly failure: YamlFailure;

  constructor(failure: YamlFailure) {
    this.failure = failure;
  }
}

export interface Complaint {
  readonly context?: string;
  readonly contextMark?: Mark;
  readonly problem: string;
  readonly mark: Mark;
  readonly kind?: StrictYamlErrorKind;
}

export function fail(cursor: Cursor, complaint: Complaint): never {
  const { kind = "syntax", problem } = complaint;
  throw new YamlStop({
    outcome: "error",
    kind,
    message: describeComplaint(cursor, complaint),
    problem,
    complaint,
  });
}

/** The message of Python's MarkedYAMLError: the context's mark is left out if it equals the problem's. */
export function describeComplaint(
  cursor: Cursor,
  { context, contextMark, problem, mark }: Complaint,
): string {
  const lines = context === undefined ? [] : [context];
  if (contextMark !== undefined && (contextMark.line !== mark.line || contextMark.column !== mark.column)) {
    lines.push(showMark(cursor, contextMark));
  }
  lines.push(problem, showMark(cursor, mark));
  return lines.join("\n");
}

/** Fails because of the character at the cursor; `expected` ends like Python's message, with or without a comma. */
export function failExpected(cursor: Cursor, context: string, contextMark: Mark, expected: string): never {
  const found = reprString(characterAt(cursor, cursor.at));
  fail(cursor, {
    context,
    contextMark,
    problem: `expected ${expected} but found ${found}`,
    mark: markHere(cursor),
  });
}

export function crash(type: string, message: string): never {
  throw new YamlStop({ outcome: "crash", type, message });
}

/** Runs the reading and returns its result or failure. */
export function attempt<Result>(read: () => Result): Result | YamlFailure {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlStop) return error.failure;
    throw error;
  }
}

/**
 * Number of code points that Python's snippet examines on either side of the position, and that it shows of a longer
 * line.
 */
const seen = 37;
const kept = 32;

function showMark(cursor: Cursor, mark: Mark): string {
  const before = lastPoints(cursor.text.slice(Math.max(0, mark.offset - 2 * seen), mark.offset));
  const after = firstPoints(cursor.text.slice(mark.offset, mark.offset + 2 * seen));
  const left = before.length < seen ? before.join("") : ` ... ${before.slice(-kept).join("")}`;
  const right = after.length < seen ? after.join("") : `${after.slice(0, kept).join("")} ... `;
  const width = before.length < seen ? before.length : kept + 5;
  const caret = cursor.flavour.numbersCaret ? `^ (line: ${mark.line + 1})` : "^";
  return `  in "<unicode string>", line ${mark.line + 1}, column ${mark.column + 1}:\n    ${left}${right}\n    ${" ".repeat(width)}${caret}`;
}

const breaks = /[\0\r\n\x85\u2028\u2029]/;

function lastPoints(text: string): string[] {
  return Array.from(text.split(breaks).at(-1) ?? "").slice(-seen);
}

function firstPoints(text: string): string[] {
  return Array.from(text.split(breaks, 1)[0] ?? "").slice(0, seen);
}
