import { systemIds, type SystemId } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { isObject } from "../../core/is-object.ts";
import { quote, show } from "../../core/show.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { readFileIfThere } from "../../read/open-file.ts";
import { createFile } from "../../write/create-file.ts";

/** Traces by system. */
export type Traces = Readonly<Partial<Record<SystemId, readonly TraceEvent[]>>>;

/** Traces by system, with each event as a string. */
type Lines = Readonly<Partial<Record<string, readonly string[]>>>;

interface TraceDifference {
  readonly message: string;
  /** Index of the first event that differs. */
  readonly event: number;
}

/** The saved traces of a scenario, in a file next to it. */
export interface GoldenTrace {
  /**
   * Describes the first difference from the saved trace; undefined if there is none, or if the system has no saved
   * trace.
   */
  differenceIn(system: SystemId, trace: readonly TraceEvent[]): TraceDifference | undefined;
  /** Saves these traces and leaves those of other systems unchanged; true if the file is new. */
  keep(traces: Traces): Promise<boolean>;
}

/**
 * The trace file of "forms/fills.scenario.yaml" is "forms/fills.trace.json". Throws a SkillsError if the file
 * contains no traces.
 */
export function openGoldenTrace(scenario: {
  readonly absolute: string;
  readonly label: string;
}): GoldenTrace {
  const [absolute, label] = [scenario.absolute, scenario.label].map((path) =>
    path.replace(/\.scenario\.ya?ml$/i, ".trace.json"),
  );
  const bytes = readFileIfThere(absolute!, label!);
  const kept = bytes && parse(bytes, label!);
  return {
    differenceIn: (system, trace) => {
      const events = kept?.[system];
      return events === undefined ? undefined : difference(events, toLines(trace), label!);
    },
    keep: async (traces) => {
      const text = write({
        ...kept,
        ...Object.fromEntries(Object.entries(traces).map(([system, trace]) => [system, toLines(trace)])),
      });
      if (bytes && decodeUtf8(bytes) === text) return false;
      await createFile(absolute!, Buffer.from(text), label!, async () => {});
      return !bytes;
    },
  };
}

/** One event per line, so that diffs show single events. */
function write(traces: Lines): string {
  const written = systemIds.flatMap((id) => (traces[id] ? [{ id, lines: traces[id] }] : []));
  const systems = written.map(
    ({ id, lines }) => `  ${JSON.stringify(id)}: [\n${lines.map((line) => `    ${line}`).join(",\n")}\n  ]`,
  );
  return `{\n${systems.join(",\n")}\n}\n`;
}

function toLines(trace: readonly TraceEvent[]): readonly string[] {
  return trace.map((event) => JSON.stringify(event));
}

function parse(bytes: Uint8Array, label: string): Lines {
  const value = parseJson(decodeUtf8(bytes) ?? "");
  if (
    typeof value !== "object" ||
    value === null ||
    !Object.values(value).every((events) => Array.isArray(events))
  ) {
    throw new SkillsError(
      "unreadable",
      `${quote(label)} is not a trace file: it must map each system to its events`,
      { hint: "delete it, then run `skills test --update` to write it again" },
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([system, events]: [string, readonly unknown[]]) => [
      system,
      events.map((event) => JSON.stringify(event)),
    ]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function difference(
  before: readonly string[],
  now: readonly string[],
  label: string,
): TraceDifference | undefined {
  const at = Array.from({ length: Math.max(before.length, now.length) }, (_, index) => index).find(
    (index) => before[index] !== now[index],
  );
  if (at === undefined) return undefined;
  const [was, is] = [before[at], now[at]].map((line) => (line === undefined ? undefined : parseJson(line)));
  const what = isObject(was) && isObject(is) ? changes(was, is) : `is ${tell(is)} instead of ${tell(was)}`;
  return { message: `trace event ${at} ${what} (recorded in ${quote(label)})`, event: at };
}

type Event = Readonly<Record<string, unknown>>;

function changes(was: Event, is: Event): string {
  const changed = Array.from(new Set([...Object.keys(was), ...Object.keys(is)])).filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  const list = (event: Event): string => series(changed.map((key) => `${show(key, 40)} ${tell(event[key])}`));
  return `has ${list(is)} instead of ${list(was)}`;
}

/** Maximum length of a value in a message. */
const shown = 100;

function tell(value: unknown): string {
  return value === undefined ? "nothing" : show(JSON.stringify(value), shown);
}
