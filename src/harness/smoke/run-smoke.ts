import { countLines } from "../../core/lines.ts";
import { nearest } from "../../core/nearest.ts";
import { once, onceForEach, onceForRecent } from "../../core/once.ts";
import { joinPath } from "../../core/paths.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { escapeHtml } from "../../dialects/python/text.ts";
import type { CatalogEntry, ModelRequest } from "../../model/agent.ts";
import type { CheckResult, SmokeCheck } from "../../model/smoke.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { fail, pass, type PlacedResult } from "./check-result.ts";
import type { ExpectedBehavior } from "../system.ts";
import { withoutUnseen } from "../unseen.ts";
import { openSmokeSession, type SmokeSession, type SmokeSetup, type Step } from "./smoke-session.ts";
import type { SmokeReference, SmokeSubject } from "./subject.ts";

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
const shownLine = 60;

function difference(expected: readonly string[], got: readonly string[], alone: boolean): string {
  const start = alone ? 0 : Math.max(0, got.indexOf(expected[0] ?? ""));
  const at = expected.findIndex((line, index) => line !== got[start + index]);
  if (at === -1)
    return `the model receives ${count(got.length - expected.length, "line")} more than the body has`;
  const there = got[start + at];
  return `the model receives ${there === undefined ? "nothing" : quote(there, shownLine)} for line ${at + 1} of the body, ${quote(expected[at] ?? "", shownLine)}`;
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

/**
 * Maximum number of paths to request: more than reasonable instructions contain, but few enough to test with every
 * agent.
 */
const mostFollowed = 1000;

interface Lost {
  /** Line in SKILL.md. */
  readonly line: number;
  readonly why: string;
}

/**
 * Requests every file by its path in the instructions, with the agent's tools. Undefined if the instructions contain
 * no paths.
 */
async function references(stage: SmokeSession): Promise<PlacedResult | undefined> {
  const { subject, expected } = stage;
  if (subject.references.length === 0) return undefined;
  const followed = subject.references.slice(0, mostFollowed);
  const lost: Lost[] = [];
  const forbidden: Lost[] = [];
  const leaving = expected.confines ? [] : followed.filter(leavesSkill);
  const installed = followed.filter(({ inSkill }) => inSkill !== undefined);
  const tested = followed.filter(
    (reference) => !leaving.includes(reference) && !installed.includes(reference),
  );
  for (const reference of tested) {
    const answer = await follow(reference, stage);
    if (answer)
      (answer.forbidden ? forbidden : lost).push({
        line: reference.line,
        why: `${place(reference)} ${answer.why}`,
      });
  }
  const warnings = warningsOf(stage, { followed, installed, leaving, forbidden });
  if (lost.length === 0)
    return pass(
      tested.length === 0
        ? installed.length > 0
          ? "no path in the instructions is relative to the skill"
          : "no path in the instructions stays in the skill"
        : `${count(tested.length, "path")} in the instructions, ${forbidden.length === 0 ? "all readable" : "none dangling"}`,
      warnings,
    );
  const more = lost.length > maxNamed ? `; and ${lost.length - maxNamed} more` : "";
  return {
    ...fail(
      `${share(lost.length, tested.length)}: ${lost
        .slice(0, maxNamed)
        .map(({ why }) => why)
        .join("; ")}${more}`,
      warnings,
    ),
    lines: lost.map(({ line }) => line),
  };
}

interface Sorted {
  readonly followed: readonly SmokeReference[];
  readonly installed: readonly SmokeReference[];
  readonly leaving: readonly SmokeReference[];
  readonly forbidden: readonly Lost[];
}

function warningsOf(
  { subject, expected }: Pick<SmokeSession, "subject" | "expected">,
  { followed, installed, leaving, forbidden }: Sorted,
): readonly string[] {
  const unfilled = expected.fillsBase ? [] : followed.filter(({ behindBase }) => behindBase);
  return [
    ...(followed.length === subject.references.length
      ? []
      : [
          `only the first ${grouped(mostFollowed)} of ${grouped(subject.references.length)} paths in the instructions were tested`,
        ]),
    ...(unfilled.length === 0
      ? []
      : [
          `this agent does not fill in "{baseDir}" before ${series(unfilled.slice(0, maxNamed).map(({ path }) => quote(path)))}; use a path from the skill's root`,
        ]),
    ...installed
      .slice(0, maxNamed)
      .map(
        (reference) =>
          `${place(reference)} only works if the skill is installed there; write \`${reference.inSkill}\``,
      ),
    // Whether such a file is there depends on what else is installed.
    ...(leaving.length === 0
      ? []
      : [
          `${count(leaving.length, "path")} out of the skill not tested, as this agent documents no limit to the skill: ${series(leaving.slice(0, maxNamed).map(place))}`,
        ]),
    // A refused tool is a warning only. Tool names are specific to each agent, so a skill that uses another agent's
    // tool is not broken, but does not work here.
    ...(forbidden.length === 0
      ? []
      : [`${count(forbidden.length, "path")} cannot be read here: ${forbidden[0]!.why}`]),
  ];
}

/** Whether a path leads out of the skill by "..". */
function leavesSkill({ path }: SmokeReference): boolean {
  return !path.startsWith("/") && /^\.\.(?:\/|$)/.test(joinPath("", path));
}

function share(lost: number, all: number): string {
  return all === 1
    ? "the only path in the instructions cannot be read"
    : `${lost} of ${all} paths in the instructions cannot be read`;
}

/**
 * Requests a file; returns why it could not be read. For a binary file, reading is enough, as no agent shows it to a
 * model.
 */
async function follow(
  { path, file, isText }: SmokeReference,
  { entry, system, ...stage }: SmokeSession,
): Promise<{ readonly why: string; readonly forbidden: boolean } | undefined> {
  if (!entry) return { why: "belongs to a skill that the agent does not list", forbidden: false };
  const { events, reads } = await stage.reply(
    system.speak.read(entry, path),
    file === undefined ? [] : [file],
  );
  const hasFile =
    file !== undefined && reads.includes(file) && (!isText || events.some(({ kind }) => kind === "resource"));
  if (hasFile) return undefined;
  const refusal = events.find(({ kind }) => kind === "refuse");
  return {
    why: withoutPath(refusal?.text ?? "returns another file"),
    forbidden: refusal?.forbidden === true,
  };
}

/** Most refusals begin with the path, which the message already contains. */
function withoutPath(reason: string): string {
  return reason.startsWith('"') ? reason.slice(reason.indexOf('" ', 1) + 2) : `is refused: ${reason}`;
}

function place({ path, line }: SmokeReference): string {
  return `${quote(path, 80)} (SKILL.md:${line})`;
}

/** Whether the description that an agent announces is the one that the author wrote. */
type Arrival =
  | { readonly outcome: "whole" }
  /** The same words, with other punctuation, such as the quotes of YAML. */
  | { readonly outcome: "altered" | "lost"; readonly message: string };

/** Maximum length of a shown description. */
const longestShown = 60;

/** Compares descriptions without regard to whitespace; the agent may change them as it documents. */
function compareDescriptions(
  announced: string,
  { description }: SmokeSubject,
  { announce = (text) => text }: ExpectedBehavior,
): Arrival {
  if (description === undefined || announced === announce(description)) return { outcome: "whole" };
  const [got, written] = [fold(announced), fold(announce(description))];
  if (got === written) return { outcome: "whole" };
  if (wordsOf(got) !== "" && wordsOf(got) === wordsOf(written))
    return { outcome: "altered", message: `the description is announced as ${excerpt(got, written)}` };
  const what = written.startsWith(got)
    ? `only the first ${got.length} of ${written.length} characters of the description are announced`
    : `${quote(got, longestShown)} is announced instead of the description`;
  return { outcome: "lost", message: what };
}

/** The text with one space for white space; a single space is not replaced, as most white space is one. */
function fold(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The part of a text around its first difference from another. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const start = Math.max(0, at - longestShown / 2);
  return quote(`${start > 0 ? "…" : ""}${text.slice(start).toWellFormed()}`, longestShown);
}

/** The fields that the agent does not read, in the order of the file. */
function unreadFields({ fields }: SmokeSubject, { reads }: ExpectedBehavior): readonly string[] {
  return fields.filter((field) => !reads.includes(field));
}

/** A sentence for each unread field that resembles one that the agent reads, if the skill does not have that one. */
function resemblingFields(subject: SmokeSubject, behavior: ExpectedBehavior): readonly string[] {
  return unreadFields(subject, behavior).flatMap((field) => {
    const like = likenesses(behavior.reads)(field);
    return like === undefined || subject.fields.includes(like)
      ? []
      : [`this agent reads ${quote(like)}, not ${quote(field)}`];
  });
}

/** The nearest of an agent's fields. Most skills have the same few other fields. */
const likenesses = onceForEach((reads: ExpectedBehavior["reads"]) =>
  onceForRecent((field) => nearest(field, reads), 16),
);

/** Continues the message about an announced skill; empty if all fields are read. */
function describeUnread(fields: readonly string[]): string {
  return fields.length === 0
    ? ""
    : `; does not read ${series(
        fields.map((field) => quote(field)),
        "or",
      )}`;
}
