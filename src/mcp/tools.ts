import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { CheckOptions } from "../api/check/check.ts";
import { SkillsError } from "../core/errors.ts";
import { count } from "../core/sentence.ts";
import type { CompatRow } from "../model/client-load.ts";
import { plainPaint } from "../model/paint.ts";
import { compactFindings } from "../report/formats/compact.ts";
import { countedOnly } from "../model/report.ts";
import { isLintTarget } from "../model/target.ts";
import type { SkillSource } from "../model/source.ts";
import { clean } from "../report/drawing/width.ts";
import { unifiedDiff } from "../report/drawing/unified-diff.ts";
import { ruleText } from "../report/pages/rule-text.ts";
import { findingsOf, loadsOf, unreadOf } from "./results.ts";
import * as schemas from "./schemas.ts";
import { type Asked, open, type Session } from "./session.ts";

/** Reads only the disk, below the roots. */
const reads = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** Adds the four tools. Their results are data: text of skills is escaped, and no sentence instructs the model. */
export function registerTools(server: McpServer, session: Session): void {
  server.registerTool(
    "skill_check",
    {
      title: "Check skills",
      description:
        "Checks Agent Skills (directories with a SKILL.md): what the specification or a client refuses, what is broken, and which clients load each skill. Offline; changes nothing.",
      inputSchema: schemas.checkInput,
      outputSchema: schemas.checkOutput,
      annotations: reads,
    },
    (input, context) => answered(() => checkSkills(input, session, context)),
  );
  server.registerTool(
    "skill_fix",
    {
      title: "Fix skills",
      description:
        "Returns a patch with the fixes of findings in skills on disk. Writes the files only with apply: true. Safe fixes do not change what a model reads.",
      inputSchema: schemas.fixInput,
      outputSchema: schemas.fixOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input) => answered(() => fixSkills(input, session)),
  );
  server.registerTool(
    "skill_explain",
    {
      title: "Explain a rule",
      description: "Returns what a rule reports, why, how to fix it, and an example.",
      inputSchema: schemas.explainInput,
      outputSchema: schemas.explainOutput,
      annotations: reads,
    },
    ({ rule }) => answered(() => explainRule(rule)),
  );
  server.registerTool(
    "skill_compat",
    {
      title: "Predict what clients load",
      description:
        "Predicts what recorded versions of agent clients make of skills: as written, changed, or not loaded, and why. With body: true also the body as each named client delivers it to its model.",
      inputSchema: schemas.compatInput,
      outputSchema: schemas.compatOutput,
      annotations: reads,
    },
    (input) => answered(() => predict(input, session)),
  );
}

interface Answered {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** An answer, or the problem with the request as the tool's error. */
async function answered(work: () => Promise<Answered>) {
  try {
    const { text, data } = await work();
    return { content: [{ type: "text" as const, text }], structuredContent: data };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    const { message, others = [], hint } = error;
    const lines = [message, ...others, ...(hint === undefined ? [] : [hint])];
    return {
      content: [{ type: "text" as const, text: lines.map((line) => clean(line)).join("\n") }],
      isError: true,
    };
  }
}

async function checkSkills(input: Asked, session: Session, context: ServerContext): Promise<Answered> {
  const { options, selected } = await open(input, session);
  const [{ check }, { emptyMemory }] = await Promise.all([
    import("../api/check/check.ts"),
    import("../run/memory.ts"),
  ]);
  const { report, checked } = await check(
    { ...options, onSkill: (index, of) => goOn(context, index, of) },
    { ...emptyMemory(), selected },
  );
  const { findings, omitted } = findingsOf(report);
  const rows = checked.flatMap(({ skill, loads }) => loads.map((each) => ({ skill, ...each })));
  const loads = loadsOf(rows);
  const lines = report.subjects
    .map(countedOnly)
    .flatMap((subject) => compactFindings(subject, plainPaint))
    .slice(0, findings.length);
  const summary = `${count(report.summary.checked, "skill")} checked: ${count(report.summary.errors, "error")}, ${count(report.summary.warnings, "warning")}, ${count(report.summary.infos, "note")}`;
  return {
    text: [summary, ...lines, ...(omitted > 0 ? [`${count(omitted, "more finding")} left out`] : [])].join(
      "\n",
    ),
    data: {
      outcome: report.outcome,
      checked: report.summary.checked,
      findings,
      loads: loads.loads,
      unread: unreadOf(report),
      omitted: omitted + loads.omitted,
    },
  };
}

/** Reports the progress of a call, and ends it if it was canceled. */
async function goOn({ mcpReq }: ServerContext, progress: number, total: number): Promise<void> {
  const { _meta: meta } = mcpReq;
  const token = meta?.progressToken;
  if (token !== undefined)
    await mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken: token, progress, total },
    });
  // Lets a cancellation arrive.
  await new Promise(setImmediate);
  mcpReq.signal.throwIfAborted();
}

interface FixRequest extends Pick<Asked, "paths"> {
  readonly rules?: readonly string[] | undefined;
  readonly unsafe?: boolean | undefined;
  readonly apply?: boolean | undefined;
}

async function fixSkills(
  { paths, rules, unsafe = false, apply = false }: FixRequest,
  session: Session,
): Promise<Answered> {
  const { options, selected } = await open({ paths }, session);
  const { targets, onSkill: _, ...rest } = options;
  const { lint } = await import("../api/lint/lint.ts");
  const { changes, fixed } = await lint(
    {
      ...rest,
      ...(targets && { targets: targets.filter(isLintTarget) }),
      fix: unsafe ? "unsafe" : "safe",
      ...(rules && { fixRules: rules }),
      dryRun: !apply,
    },
    selected,
  );
  const patch = unifiedDiff(changes);
  const made = fixed.map(({ path, ruleId, title }) => ({
    skill: clean(path),
    rule: ruleId,
    fix: clean(title),
  }));
  return {
    text: patch === "" ? "nothing to fix" : patch,
    data: { patch, applied: apply && changes.length > 0, fixed: made },
  };
}

async function explainRule(rule: string): Promise<Answered> {
  const { explain } = await import("../api/explain.ts");
  const page = await explain(rule);
  const text = ruleText(page, { paint: plainPaint, width: 100 });
  return { text, data: { rule: page.meta.id, severity: page.meta.severity, text } };
}

interface CompatRequest extends Asked {
  readonly body?: boolean | undefined;
  readonly args?: string | undefined;
}

async function predict({ body = false, args, ...input }: CompatRequest, session: Session): Promise<Answered> {
  const { options, selected } = await open(input, session);
  const { compat } = await import("../api/compat/compat.ts");
  const clients = input.clients ?? options.clients ?? ["common"];
  const { report } = await compat({ paths: options.paths, cwd: options.cwd, clients }, selected.sources);
  const { loads, omitted } = loadsOf(newest(report.data?.rows ?? []));
  if (body && !input.clients)
    throw new SkillsError("bad-usage", "bodies are those of named clients; name them in `clients`");
  const bodies = body ? await bodiesOf(input.clients ?? [], args, options, selected.sources) : [];
  const losses = loads.filter(({ outcome, hidden }) => outcome !== "as-written" || hidden);
  const lines = losses.map(
    ({ skill, client, version, outcome, hidden, reasons }) =>
      `${skill}: ${client} ${version}: ${hidden ? "hidden" : outcome}${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}`,
  );
  const text = lines.length > 0 ? lines.join("\n") : "loads as written in all of these clients";
  return { text, data: { outcome: report.outcome, loads, bodies, unread: unreadOf(report), omitted } };
}

/** Of the versions of a client, newest first, those that were asked for, or else the newest. */
function newest(rows: readonly CompatRow[]): readonly CompatRow[] {
  const seen = new Set<string>();
  return rows.filter(({ skill, client, variant, versionAsked }) => {
    const key = JSON.stringify([skill, client, variant]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst || versionAsked === true;
  });
}

async function bodiesOf(
  clients: readonly string[],
  args: string | undefined,
  { paths, cwd }: Pick<CheckOptions, "paths" | "cwd">,
  sources: readonly SkillSource[],
) {
  const { preview } = await import("../api/preview/preview.ts");
  const shown = [];
  for (const client of clients) {
    const { report } = await preview({ paths, cwd, client, ...(args !== undefined && { args }) }, sources);
    const { client: by, skills = [] } = report.data ?? {};
    for (const { path, body, changes } of skills)
      shown.push({
        skill: clean(path),
        client: by?.client ?? client,
        version: by?.version ?? "",
        body,
        changes,
      });
  }
  return shown;
}
