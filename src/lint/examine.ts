import { copyText } from "../core/bytes.ts";
import { once } from "../core/once.ts";
import type { Range } from "../core/place.ts";
import type { Answer, AskedContext, Claim, ExaminerId, Question, SmokeAnswer } from "../model/answer.ts";
import { type Validator, validatorIds } from "../model/validator.ts";
import type { Denial } from "../model/policy.ts";
import type { DryPacked, StageTokens } from "../model/reports/check.ts";
import type { ClientLoad } from "../model/client-load.ts";
import type { Subject } from "../model/report.ts";
import type { ContextReader } from "../model/skill.ts";
import type { FileEntry, SkillSource } from "../model/source.ts";
import type { SuppressionComment } from "../model/suppression.ts";
import { type HeldSource, holdSource } from "../model/held-source.ts";
import { findMisspelled, findSuppressions } from "../parse/suppressions.ts";
import { headOf } from "./head.ts";
import { copyFinding, copySubject } from "./copy-subject.ts";
import { subjectOf } from "./examine-skill.ts";
import { loadSkill, type LoadOptions, type SkillWithTexts } from "./load-skill.ts";
import { joinObjections, type Objecting } from "./objection.ts";
import type { Checked } from "./run-rules.ts";

/** A skill while it is examined. No part of it may outlive the examination: parts of its texts keep all of them. */
export interface Look {
  /** Its listing is read once, and so is each file. */
  readonly source: HeldSource;
  /** The skill, parsed when it is first needed. */
  readonly parsed: () => SkillWithTexts;
}

/** What the examiners have found so far. */
export interface Parts {
  readonly loads?: { readonly name?: string; readonly rows: readonly ClientLoad[] };
  readonly lint?: Checked & Pick<Subject, "loads">;
  readonly tokens?: StageTokens;
  readonly pack?: LastingObjecting & { readonly packed?: DryPacked };
  readonly smoke?: LastingObjecting & { readonly answer: SmokeAnswer };
  readonly policy?: readonly Denial[];
}

interface LastingObjecting extends Objecting {
  /** Whether the next run would find the same if nothing changed. */
  readonly lasting: boolean;
}

/** One kind of question about one skill. */
export interface Examiner {
  readonly id: ExaminerId;
  /**
   * What its part depends on besides the question, the skill's files and what is asked of the context: plain data.
   * `files` is the skill's listing.
   */
  readonly facts?: (source: SkillSource, files: readonly FileEntry[], question: Question) => unknown;
  /** Returns its part, and the parts of others that it changes. */
  examine(look: Look, parts: Parts, question: Question): Parts | Promise<Parts>;
}

/** An examiner that is synchronous, as those of lint are. */
export interface SyncExaminer extends Examiner {
  examine(look: Look, parts: Parts, question: Question): Parts;
}

/** What a host has loaded to answer a question. */
export interface Prepared<Asked extends Examiner = Examiner> {
  readonly examiners: readonly Asked[];
  /** How skills are read. */
  readonly reading: LoadOptions;
  /** The validators that judge each skill. */
  readonly models: readonly Validator[];
  /** Identifies a text; needed if the question asks for digests. */
  readonly digest?: (text: string) => string;
}

/** Answers a question about one skill. Never throws because of the skill's content. */
export async function examine(source: SkillSource, question: Question, prepared: Prepared): Promise<Answer> {
  const { look, asked } = lookAt(source, question, prepared);
  let parts: Parts = {};
  for (const examiner of prepared.examiners)
    parts = { ...parts, ...(await examiner.examine(look, parts, question)) };
  return toAnswer(look, parts, { question, prepared, asked });
}

/** As `examine`, synchronously. */
export function examineSync(
  source: SkillSource,
  question: Question,
  prepared: Prepared<SyncExaminer>,
): Answer {
  const { look, asked } = lookAt(source, question, prepared);
  let parts: Parts = {};
  for (const examiner of prepared.examiners) parts = { ...parts, ...examiner.examine(look, parts, question) };
  return toAnswer(look, parts, { question, prepared, asked });
}

interface Seen {
  readonly look: Look;
  /** What has been asked about the surroundings. */
  readonly asked: () => AskedContext | undefined;
}

function lookAt(
  source: SkillSource,
  { digests }: Question,
  { models, reading, digest }: Pick<Prepared, "models" | "reading" | "digest">,
): Seen {
  const held = holdSource(source);
  const { contextOf } = reading;
  let asked: AskedContext | undefined;
  const noted: ContextReader | undefined =
    contextOf && digests && digest
      ? (of, files, needs) => {
          const context = contextOf(of, files, needs);
          asked = [needs, digest(contextText(context))];
          return context;
        }
      : contextOf;
  const parsed = once(() => loadSkill(held, models, { ...reading, contextOf: noted }));
  return { look: { source: held, parsed }, asked: () => asked };
}

/** A context as text. */
export function contextText({ executable, siblings, outside, ...roots }: ReturnType<ContextReader>): string {
  return JSON.stringify([
    Array.from(executable),
    siblings && Array.from(siblings),
    outside && Array.from(outside),
    roots,
  ]);
}

interface Given extends Pick<Seen, "asked"> {
  readonly question: Question;
  readonly prepared: Prepared;
}

function toAnswer(look: Look, parts: Parts, { question, prepared, asked }: Given): Answer {
  const { source } = look;
  const { loads, tokens, pack, smoke, policy } = parts;
  const objecting = [pack, smoke].filter((part) => part !== undefined);
  const subject = copySubject(subjectIn(look, parts, objecting, question));
  const context = asked();
  return {
    subject,
    directoryName: source.name,
    ...(source.alone && { alone: source.alone }),
    ...(parts.lint && question.rules !== "validate"
      ? readIn(look.parsed(), subject, question, prepared)
      : nothingRead),
    ...(parts.lint?.claims && { claims: parts.lint.claims.map(copyClaim) }),
    ...(question.examiners.includes("loads") && loads && { loads: loads.rows }),
    ...(tokens && { tokens }),
    ...(pack?.packed && { pack: pack.packed }),
    ...(smoke && { smoke: smoke.answer }),
    ...(policy && { policy: policy.map(copyDenial) }),
    ...(context && { asked: context }),
    lasting: subject.partial.length === 0 && objecting.every(({ lasting }) => lasting),
  };
}

function subjectIn(
  look: Look,
  { lint, loads }: Parts,
  objecting: readonly Objecting[],
  { targets }: Question,
): Subject {
  if (!lint)
    return {
      kind: look.source.upload ? "archive" : "skill",
      path: look.source.label,
      ...(loads?.name !== undefined && { name: loads.name }),
      verdicts: {},
      findings: [],
      partial: [],
    };
  const { skill } = look.parsed();
  const objections = objecting.flatMap((part) => part.objections);
  const findings =
    objecting.length === 0 ? lint.diagnostics : joinObjections(lint, skill.document, objections, targets);
  const subject = subjectOf(skill, findings, {
    asked: [...validatorIds, ...objecting.flatMap((part) => part.asked)],
    loads: lint.loads,
  });
  return look.source.upload ? { ...subject, kind: "archive" } : subject;
}

type ReadPart = Pick<Answer, "head" | "comments" | "misspelled" | "lines" | "contents" | "unparsed">;

const nothingRead: ReadPart = { comments: [], misspelled: [], lines: [] };

/** What is left of the texts of a skill. */
function readIn(
  { skill, textOf }: SkillWithTexts,
  { findings }: Subject,
  { digests }: Question,
  { reading, digest }: Prepared,
): ReadPart {
  const head = headOf(skill);
  const comments = findSuppressions(skill).map(copyComment);
  const misspelled = findMisspelled(skill).map((each) => ({ ...each, written: copyText(each.written) }));
  const lines = new Map<string, readonly [string, number, string]>();
  const begin = (file: string, { start: { line } }: Range): void => {
    const text = textOf(file);
    if (text) lines.set(`${line} ${file}`, [file, line, copyText(text.line(line))]);
  };
  for (const { file, range, rules } of comments)
    for (const each of [range, ...rules.map((rule) => rule.range)]) begin(file, each);
  for (const { file, range } of misspelled) begin(file, range);
  return {
    ...(head && { head }),
    comments,
    misspelled,
    lines: Array.from(lines.values()),
    ...(digests && digest && { contents: contentsOf(findings, textOf, digest) }),
    ...(reading.syntax && skill.syntax.unparsed.length > 0 && { unparsed: skill.syntax.unparsed }),
  };
}

function copyClaim({ value, finding }: Claim): Claim {
  return { value: copyText(value), finding: copyFinding(finding) };
}

function copyDenial(denial: Denial): Denial {
  return { ...denial, what: copyText(denial.what), message: copyText(denial.message) };
}

function copyComment(comment: SuppressionComment): SuppressionComment {
  const { reason, rules } = comment;
  return {
    ...comment,
    reason: copyText(reason),
    rules: rules.map(({ id, range }) => ({ id: copyText(id), range })),
  };
}

function contentsOf(
  findings: Subject["findings"],
  textOf: SkillWithTexts["textOf"],
  digest: (text: string) => string,
): NonNullable<Answer["contents"]> {
  const files = new Set(findings.flatMap(({ file, start }) => (start ? [] : [file])));
  return Array.from(files).flatMap((file) => {
    const text = textOf(file)?.text;
    return text === undefined ? [] : [[file, digest(text)] as const];
  });
}
