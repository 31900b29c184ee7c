import { schemaId } from "../model/address.ts";
import type { SessionResult } from "../model/agent.ts";
import type { TraceEvent, TraceKind } from "../model/trace.ts";

/**
 * The content of `.agent/runs/<timestamp>/run.json`, for review and replay. schemas/run.schema.json describes
 * it.
 */
export interface RunAudit {
  readonly $schema: string;
  readonly version: 1;
  readonly system: SessionResult["system"];
  readonly model: string;
  /** Why the session ended; "answered" if there is an answer. */
  readonly stop: SessionResult["stop"];
  /** The beginning of each prompt, with whitespace folded. */
  readonly requests: readonly string[];
  readonly skills: readonly AuditedFile[];
  readonly resources: readonly AuditedFile[];
  readonly tools: readonly AuditedTool[];
  /** Events for requests that were refused. */
  readonly refusals: readonly AuditedEvent[];
  readonly approvals: readonly AuditedEvent[];
  /** The last plan, if the system uses plans. */
  readonly plan?: unknown;
  readonly answer?: string;
  /** All events in order. The replies among them are enough to replay the run. */
  readonly trace: readonly TraceEvent[];
}

interface AuditedFile {
  readonly turn: number;
  readonly skill: string;
  readonly file: string;
  /** Number of bytes that were read. */
  readonly bytes: number;
}

interface AuditedTool {
  readonly turn: number;
  readonly tool: string;
  readonly skill?: string;
  readonly file?: string;
  readonly arguments?: unknown;
  /** How the script ended, such as "exited with 1". */
  readonly outcome?: string;
  readonly exitCode?: number;
  /** The beginning of the script's output. */
  readonly output?: string;
}

interface AuditedEvent {
  readonly turn: number;
  readonly tool?: string;
  readonly skill?: string;
  readonly file?: string;
  readonly reason: string;
}

/** Maximum length of a prompt or output, in UTF-16 code units. */
const longest = 500;

/** The record of a session. It contains no time; only the name of its directory does. */
export function auditOf({ system, model, stop, answer, trace }: SessionResult): RunAudit {
  const of = (...kinds: readonly TraceKind[]): readonly TraceEvent[] =>
    trace.filter(({ kind }) => kinds.includes(kind));
  const plan = of("plan").at(-1)?.arguments;
  return {
    $schema: schemaId("run"),
    version: 1,
    system,
    model,
    stop,
    requests: of("prompt").map(({ text = "" }) => summarize(text)),
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

/**
 * Path of a run's record, relative to the project. Colons in `timestamp`, which Windows does not allow in
 * file names, become hyphens.
 */
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

function summarize(text: string): string {
  return cut(text.replace(/\s+/g, " ").trim());
}

function cut(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}…(+${text.length - longest})`;
}
