import { countLines } from "../../core/count-lines.ts";
import { once, onceForRecent } from "../../core/once.ts";
import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { escapeHtml } from "../../dialects/python/text.ts";
import type { CatalogEntry, ModelRequest } from "../../model/agent.ts";
import type { CheckResult, SmokeCheck } from "../../model/smoke.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { compareDescriptions, describeUnread, fold, resemblingFields, unreadFields } from "./arrival.ts";
import { fail, pass, type PlacedResult } from "./check-result.ts";
import { withoutUnseen } from "../unseen.ts";
import { references } from "./references.ts";
import { openSmokeSession, type SmokeSession, type SmokeSetup, type Step } from "./smoke-session.ts";

/** The result of one check in one agent. */
export interface SmokeResult extends PlacedResult {
  readonly check: SmokeCheck;
}

/** A result with the events of the check. */
interface TracedResult extends SmokeResult {
  readonly trace: readonly TraceEvent[];
}

/**
 * Runs all checks that need no model, with one agent and one skill. Checks that do not apply to the skill, or
 * that depend on a failed check, are omitted.
 */
export async function runSmoke(plan: SmokeSetup): Promise<readonly TracedResult[]> {
  const results: TracedResult[] = [];
  const session = await openSmokeSession(plan);
  await runChecks(session, (result, from) => results.push({ trace: session.trace.slice(from), ...result }));
  return results;
}

/** As `runSmoke`, without the traces. */
export async function runUntraced(plan: SmokeSetup): Promise<readonly SmokeResult[]> {
  const results: SmokeResult[] = [];
  await runChecks(await openSmokeSession(plan), (result) => results.push(result));
  return results;
}

/** Calls `noteResult` with each result and the number of events before its check. */
async function runChecks(
  session: SmokeSession,
  noteResult: (result: SmokeResult, from: number) => void,
): Promise<void> {
  const note = (check: SmokeCheck, result: PlacedResult | undefined, from: number): boolean => {
    if (result) noteResult({ check, ...result }, from);
    return result?.outcome !== "fail";
  };
  if (!note("announced", announced(session), 0) && !session.entry) return;
  const before = session.trace.length;
  const first = await activate(session);
  if (first && note("activated", activated(session, first), before)) {
    note("body", body(session, first), before);
    for (const [check, make] of furtherChecks) {
      const from = session.trace.length;
      note(check, await make(session, first), from);
    }
  }
  note("reads", reads(session), 0);
  note("nested", nested(session), 0);
}

/** The checks of a skill whose instructions are loaded, in order. */
const furtherChecks = [
  ["references", references],
  ["again", again],
  ["escapes", escapes],
] as const;

/** If an agent skips a skill, its users do not have the skill. The check fails with the agent's reason. */
function announced({ entry, agent, request, subject, expected }: SmokeSession): CheckResult {
  const warnings = [
    ...agent.problems.flatMap(({ kind, message }) => (kind === "warned" ? [message] : [])),
    ...resemblingFields(subject, expected),
  ];
  if (!entry)
    return fail(
      `skipped: ${agent.problems.find(({ kind }) => kind === "skipped")?.message ?? "the agent gives no reason"}`,
      warnings,
    );
  if (entry.hidden && !subject.hidden)
    return fail("hidden from the model although no field says so", warnings);
  const isShown = stands(entry, request);
  if (entry.hidden)
    return isShown
      ? fail("disable-model-invocation is set, but the description is in the prompt", warnings)
      : pass("hidden from the model, as its fields say", warnings);
  if (!isShown)
    return fail(
      `neither the prompt nor a tool contains the name ${quote(entry.name)} and the description`,
      warnings,
    );
  const arrival = compareDescriptions(entry.description, subject, expected);
  if (arrival.outcome === "lost") return fail(arrival.message, warnings);
  return pass(`announced as ${quote(entry.name)}${describeUnread(unreadFields(subject, expected))}`, [
    ...warnings,
    ...(subject.hidden ? ["this agent ignores disable-model-invocation"] : []),
    ...(arrival.outcome === "altered" ? [arrival.message] : []),
  ]);
}

/** Compares with the description as the agent read it; markup and whitespace may differ. */
function stands({ name, description }: CatalogEntry, { messages, tools }: ModelRequest): boolean {
  const prompt = messages.map(({ content }) => content).join("\n");
  const everything = once(() => fold(`${prompt}\n${JSON.stringify(tools)}`));
  return [name, description].map(fold).every((text) => {
    // Almost always in the prompt as it is; then the tools need not be written, nor the white space folded.
    if (prompt.includes(text)) return true;
    const forms = [text, escapeHtml(text), JSON.stringify(text).slice(1, -1)];
    return forms.some((form) => prompt.includes(form)) || forms.some((form) => everything().includes(form));
  });
}

/** The model activates the skill by name; a hidden skill is activated by the user. */
async function activate(stage: SmokeSession): Promise<Step | undefined> {
  const { entry, system, request } = stage;
  if (!entry) return undefined;
  const own = ["SKILL.md"];
  if (entry.hidden) return stage.say(`/${entry.name}`, own);
  await stage.say("Go on.", []);
  return stage.reply(system.speak.activate(entry, request.tools), own);
}

function activated({ entry }: SmokeSession, { events, content }: Step): CheckResult {
  const loaded = events.find(({ kind }) => kind === "activate");
  const how = entry?.hidden ? "the slash command" : "activation by name";
  if (loaded) return pass(`${how} loads its instructions`, loaded.text === undefined ? [] : [loaded.text]);
  const refused = events.find(({ kind }) => kind === "refuse")?.text;
  return fail(
    `${how} does not load its instructions: ${refused ?? (content === "" ? "the answer is empty" : quote(content))}`,
  );
}

/** Compares what the model received with the file, allowing for the changes that the agent documents. */
function body({ subject, expected: behavior, entry }: SmokeSession, { content }: Step): CheckResult {
  const expected = behavior.deliver(subject.body, entry?.path ?? "").trim();
  const holds = (text: string): boolean =>
    behavior.alone ? text.trim() === expected : text.includes(expected);
  const cleaned = (): string => (behavior.deliver === withoutUnseen ? withoutUnseen(content) : content);
  return holds(content) || holds(cleaned())
    ? pass(`${count(linesIn(expected), "line")}, unchanged`)
    : fail(difference(lines(expected), lines(cleaned()), behavior.alone));
}

/** Most agents deliver the same body. */
const linesIn = onceForRecent(countLines);

function lines(text: string): readonly string[] {
  return text.split("\n");
}

/** Maximum length of a shown line. */
const shown = 60;

function difference(expected: readonly string[], got: readonly string[], alone: boolean): string {
  const start = alone ? 0 : Math.max(0, got.indexOf(expected[0] ?? ""));
  const at = expected.findIndex((line, index) => line !== got[start + index]);
  if (at === -1)
    return `the model receives ${count(got.length - expected.length, "line")} more than the body has`;
  const there = got[start + at];
  return `the model receives ${there === undefined ? "nothing" : quote(there, shown)} for line ${at + 1} of the body, ${quote(expected[at] ?? "", shown)}`;
}

/** The model activates the skill a second time. Undefined if only the user can. */
async function again(stage: SmokeSession, first: Step): Promise<CheckResult | undefined> {
  const { entry, system, request, expected } = stage;
  if (!entry || entry.hidden) return undefined;
  const mayRead = expected.again === "repeats" ? ["SKILL.md"] : [];
  const { events, content } = await stage.reply(system.speak.activate(entry, request.tools), mayRead);
  const isRepeated = content.includes(first.content);
  if (expected.again === "repeats")
    return isRepeated
      ? pass("the instructions are repeated, as this agent documents")
      : fail("the instructions are not repeated, although this agent documents that");
  if (isRepeated) return fail("the instructions are in the conversation twice");
  return events.some(({ kind }) => kind === "again")
    ? pass("the instructions are not repeated; the answer refers to them")
    : fail("the answer does not refer to the instructions in the conversation");
}

/** Paths that leave the skill, by one directory and up to the root. */
const climbing = ["../SKILL.md", "../../../../../../etc/passwd"];

const absolute = "/etc/passwd";

/** Requests paths outside the skill. Each request must be refused without reading a file. */
async function escapes(stage: SmokeSession): Promise<CheckResult> {
  const { entry, system, subject, expected } = stage;
  if (!entry) return fail("the agent does not list the skill");
  const open: string[] = [];
  const ways = [...climbing, ...subject.linksOut];
  for (const path of ways)
    if (!isRefused(await stage.reply(system.speak.read(entry, path), []))) open.push(path);
  // With an empty skill path, the requested path is absolute.
  const { name, description, scope, hidden } = entry;
  const nowhere = { name, description, scope, path: "", hidden };
  if (!isRefused(await stage.reply(system.speak.read(nowhere, absolute), []))) open.push(absolute);
  const [first] = open;
  return first === undefined
    ? pass(
        `${count(ways.length + 1, "path")} out of the skill, all refused by ${expected.confines ? "the agent, as it documents" : "the harness; the agent documents no such limit"}`,
      )
    : fail(`${quote(first)} is outside the skill, but not refused`);
}

function isRefused({ events, reads }: Step): boolean {
  return (
    reads.length === 0 &&
    events.some(({ kind }) => kind === "refuse") &&
    !events.some(({ kind }) => kind === "resource")
  );
}

/** Compares the files that were read with those that each step may read, and with those in the trace. */
function reads({ steps, trace }: SmokeSession): CheckResult {
  const files = new Set<string>();
  const tooMuch = new Set<string>();
  for (const step of steps) {
    if (step.reads.length === 0) continue;
    for (const file of step.reads) files.add(file);
    for (const file of excess(step)) tooMuch.add(file);
  }
  if (tooMuch.size > 0)
    return fail(
      `${series(Array.from(tooMuch, (file) => quote(file)))} ${tooMuch.size === 1 ? "was" : "were"} read without being requested`,
    );
  const untraced = new Set(files);
  let heads = 0;
  for (const { file, kind } of trace) {
    if (file !== undefined) untraced.delete(file);
    if (kind === "head") heads++;
  }
  const [first] = untraced;
  if (first !== undefined) return fail(`${quote(first)} was read but is not in the trace`);
  files.delete("SKILL.md");
  return pass(
    `only ${count(heads, "frontmatter read")}, the instructions on activation and ${count(files.size, "file")}`,
  );
}

function excess({ reads: read, mayRead }: Step): readonly string[] {
  const allowed = [...mayRead];
  return read.filter((file) => {
    const at = allowed.indexOf(file);
    if (at !== -1) allowed.splice(at, 1);
    return at === -1;
  });
}

/** Maximum number of listed files. */
const maxNamed = 3;

/** How the agent treats a nested SKILL.md; undefined if there is none. */
function nested({ subject, agent, entry }: SmokeSession): CheckResult | undefined {
  if (subject.nested.length === 0) return undefined;
  const listed = agent.catalog
    .filter(({ path }) => entry && path.startsWith(`${entry.path}/`))
    .map(({ path }) => path);
  const named = series(subject.nested.slice(0, maxNamed).map((file) => quote(file)));
  const rest = subject.nested.length > maxNamed ? ` and ${subject.nested.length - maxNamed} more` : "";
  return pass(`${count(subject.nested.length, "nested SKILL.md file")}`, [
    `this agent ${listed.length > 0 ? "lists" : "does not list"} ${named}${rest} as a separate skill; other clients ${listed.length > 0 ? "do not" : "do"}`,
  ]);
}
