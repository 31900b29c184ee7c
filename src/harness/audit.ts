import type { SessionResult } from "../model/agent.ts";
import type { TraceEvent, TraceKind } from "../model/trace.ts";

/** What stands in `.agent/runs/<timestamp>/run.json`: who did what, for an examiner and for a replay. schemas/run.schema.json describes it. */
export interface RunAudit {
  readonly $schema: typeof runSchema;
  readonly version: 1;
  readonly system: SessionResult["system"];
  readonly model: string;
  /** Why it ended; "answered" where there is an answer. */
  readonly stop: SessionResult["stop"];
  /** What the person said, blanks folded, the beginning of it. */
  readonly requests: readonly string[];
  readonly skills: readonly AuditedFile[];
  readonly resources: readonly AuditedFile[];
  readonly tools: readonly AuditedTool[];
  /** What was asked for and not done. */
  readonly refusals: readonly AuditedEvent[];
  readonly approvals: readonly AuditedEvent[];
  /** The last plan, for a system that has one. */
  readonly plan?: unknown;
  readonly answer?: string;
  /** All that happened, in order; with what the model said a replay has the run again. */
  readonly trace: readonly TraceEvent[];
}

interface AuditedFile {
  readonly turn: number;
  readonly skill: string;
  readonly file: string;
  /** How many were read. */
  readonly bytes: number;
}

interface AuditedTool {
  readonly turn: number;
  readonly tool: string;
  readonly skill?: string;
  readonly file?: string;
  readonly arguments?: unknown;
  /** How it ended, such as "exited with 1". */
  readonly outcome?: string;
  readonly exitCode?: number;
  /** The beginning of what it said. */
  readonly output?: string;
}

interface AuditedEvent {
  readonly turn: number;
  readonly tool?: string;
  readonly skill?: string;
  readonly file?: string;
  readonly reason: string;
}

const runSchema = "https://skillwright.dev/schemas/run.schema.json";

/** As much of a request or of an output as an examiner needs to know it again. */
const longest = 500;

/** The record of a session. It holds no time: the directory that it is written to has it. */
export function auditOf({ system, model, stop, answer, trace }: SessionResult): RunAudit {
  const of = (...kinds: readonly TraceKind[]): readonly TraceEvent[] =>
    trace.filter(({ kind }) => kinds.includes(kind));
  const plan = of("plan").at(-1)?.arguments;
  return {
    $schema: runSchema,
    version: 1,
    system,
    model,
    stop,
    requests: of("prompt").map(({ text = "" }) => summarise(text)),
    skills: of("activate").flatMap(toFile),
    resources: of("resource").flatMap(toFile),
    tools: of("script", "tool", "list").map(toTool),
    refusals: of("refuse").map(toEvent),
    approvals: of("approve").map(toEvent),
    ...(plan !== undefined && { plan }),
    ...(answer !== undefined && { answer: cut(answer) }),
    trace,
  };
}

/** Where the record of a run belongs, from the project. `timestamp` is the caller's; colons, which Windows has no file names with, become hyphens. */
export function auditPath(timestamp: string): string {
  return `.agent/runs/${timestamp.replaceAll(":", "-")}/run.json`;
}

function toFile({ turn, skill, file, bytes }: TraceEvent): readonly AuditedFile[] {
  return skill === undefined || file === undefined
    ? []
    : [{ turn, skill, file, bytes: bytes ? bytes[1] - bytes[0] : 0 }];
}

function toTool(event: TraceEvent): AuditedTool {
  const { turn, tool, skill, file, arguments: given, text, exitCode, summary, kind } = event;
  return {
    turn,
    tool: tool ?? kind,
    ...(skill !== undefined && { skill }),
    ...(file !== undefined && { file }),
    ...(given !== undefined && { arguments: given }),
    ...(text !== undefined && { outcome: text }),
    ...(exitCode !== undefined && { exitCode }),
    ...(summary !== undefined && { output: cut(summary) }),
  };
}

function toEvent({ turn, tool, skill, file, text = "" }: TraceEvent): AuditedEvent {
  return {
    turn,
    ...(tool !== undefined && { tool }),
    ...(skill !== undefined && { skill }),
    ...(file !== undefined && { file }),
    reason: text,
  };
}

function summarise(text: string): string {
  return cut(text.replace(/\s+/g, " ").trim());
}

function cut(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}…(+${text.length - longest})`;
}
