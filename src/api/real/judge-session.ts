import { count, grouped, series } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { LoadResult, WrittenSkill } from "../../model/loader.ts";
import type { RealOutcome, RealStage, RealStageResult } from "../../model/reports/test-real.ts";
import type { ListedSkill, RealClient } from "../../real/client.ts";
import { unescapeXml } from "../../real/listings.ts";
import type { Session } from "../../real/play-session.ts";

/** A skill as it was given to a client. */
export interface GivenSkill {
  readonly written: WrittenSkill;
  /** All of SKILL.md. */
  readonly text: string;
  /** The name of its directory. */
  readonly name: string;
  /** Absolute path of the copy. */
  readonly directory: string;
  /** A text file that the skill refers to, if there is one. */
  readonly file?: { readonly path: string; readonly text: string };
  /** What the record of the client predicts. */
  readonly predicted: LoadResult;
}

/** What is needed to judge a session. */
export interface Judged {
  readonly client: RealClient;
  readonly given: GivenSkill;
  readonly session: Session;
  /** The entry of the skill in the catalog. */
  readonly entry: ListedSkill | undefined;
  readonly seconds: number;
}

/** The entry of a skill: one that is not in the catalog without it, if that is known. */
export function findEntry(
  listed: readonly ListedSkill[],
  others: readonly ListedSkill[] | undefined,
  { name: directoryName, written, directory, predicted }: GivenSkill,
): ListedSkill | undefined {
  const added = listed.filter(
    (each) => !others?.some((other) => other.name === each.name && other.description === each.description),
  );
  const names = [predicted.loads === true ? predicted.name : "", written.name, directoryName];
  return (
    added.find((each) => each.path?.startsWith(`${directory}/`)) ??
    added.find(({ name }) => names.includes(name)) ??
    (others && added[0])
  );
}

/** The result of every stage. */
export function judgeSession(judged: Judged): readonly RealStageResult[] {
  return [judgeAnnounced(judged), judgeActivated(judged), judgeBody(judged), judgeFile(judged)];
}

function result(
  stage: RealStage,
  outcome: RealOutcome,
  message: string,
  warnings: readonly string[] = [],
): RealStageResult {
  return { stage, outcome, message, warnings };
}

function judgeAnnounced({ client, given, session, entry, seconds }: Judged): RealStageResult {
  const { listed, ended, offered } = session;
  const of = (outcome: RealOutcome, message: string, warnings: readonly string[] = []) =>
    result("announced", outcome, message, warnings);
  if (!listed) {
    if (ended === "late")
      return of("could-not-measure", `asked the model nothing in ${count(seconds, "second")}`);
    if (offered.length > 0)
      return of(
        "could-not-measure",
        `offered the model none of the tools ${series(client.tools.map((tool) => quote(tool)))}`,
      );
    return of("fail", `ended before it asked the model: ${endOf(session)}`);
  }
  const { predicted, written } = given;
  if (!entry) {
    if (isHidden(predicted)) return of("pass", "not announced, as its fields ask for");
    const why = predicted.loads === false ? `; predicted: ${show(predicted.reason)}` : "";
    return of("fail", `not announced${why}`);
  }
  const name = compareName(entry, given);
  const description = client.namesOnly
    ? { isSame: true, message: "by its name alone, as this client does with every skill" }
    : compareDescription(entry, written.description ?? "");
  const isPass = name.isSame && description.isSame;
  return of(
    isPass ? "pass" : "fail",
    isPass
      ? `as ${quote(entry.name)}, ${description.message}`
      : series([name.message, description.message].filter(Boolean)),
    name.isSame && name.message !== "" ? [name.message] : [],
  );
}

interface Similarity {
  readonly isSame: boolean;
  readonly message: string;
}

function compareName({ name }: ListedSkill, { name: directoryName, written }: GivenSkill): Similarity {
  if (name === written.name) return { isSame: true, message: "" };
  if (name === directoryName)
    return { isSame: true, message: `its name is that of the directory, ${quote(name)}` };
  return { isSame: false, message: `announced as ${quote(name)} instead of ${quote(written.name ?? "")}` };
}

function compareDescription({ description }: ListedSkill, written: string): Similarity {
  const wanted = collapse(written);
  if (description === undefined)
    return wanted === ""
      ? { isSame: true, message: "without a description" }
      : { isSame: false, message: "announced without its description" };
  const shown = [collapse(description), collapse(unescapeXml(description))];
  if (shown.includes(wanted))
    return { isSame: true, message: `description of ${count(wanted.length, "character")} whole` };
  const kept = shown.map((text) => text.replace(/(?:…|\.\.\.)$/, "")).find((text) => wanted.startsWith(text));
  if (kept !== undefined)
    return {
      isSame: false,
      message: `description is cut after ${grouped(kept.length)} of ${count(wanted.length, "character")}`,
    };
  return { isSame: false, message: `description is ${quote(shown[0]!, 80)} instead of ${quote(wanted, 80)}` };
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function isHidden(predicted: LoadResult): boolean {
  return predicted.loads === true && predicted.hidden === true;
}

function judgeActivated({ session, entry, seconds }: Judged): RealStageResult {
  const of = (outcome: RealOutcome, message: string) => result("activated", outcome, message);
  const { activation, ended } = session;
  if (!entry) return of("not-measurable", "the model is not shown the skill");
  if (!activation)
    return ended === "late"
      ? of("could-not-measure", `no answer to the call in ${count(seconds, "second")}`)
      : of("fail", `ended instead of answering the call: ${endOf(session)}`);
  if ("refusal" in activation)
    return of("fail", `the call was answered by ${quote(activation.refusal, 120)}`);
  return of(
    "pass",
    activation.part === "body"
      ? "by the client's own tool"
      : "by reading SKILL.md, as the client has no tool for it",
  );
}

function judgeBody({ given: { written, text }, session: { activation } }: Judged): RealStageResult {
  if (!activation || "refusal" in activation)
    return result("body", "not-measurable", "the skill was not activated");
  const wanted = activation.part === "body" ? written.body : text;
  if (written.body.trim() === "") return result("body", "not-measurable", "SKILL.md has no body");
  return { stage: "body", ...compareText(wanted, activation.text) };
}

function judgeFile({ given: { file }, session, seconds }: Judged): RealStageResult {
  const of = (outcome: RealOutcome, message: string) => result("file", outcome, message);
  const { activation, reading, ended } = session;
  if (!file) return of("not-measurable", "SKILL.md refers to no text file");
  if (!activation || "refusal" in activation) return of("not-measurable", "the skill was not activated");
  const named = show(file.path);
  if (!reading)
    return ended === "late"
      ? of("could-not-measure", `${named} was not read in ${count(seconds, "second")}`)
      : of("fail", `ended instead of reading ${named}: ${endOf(session)}`);
  if ("refusal" in reading) return of("fail", `${named}: ${quote(reading.refusal, 120)}`);
  const compared = compareText(file.text.trimEnd(), reading.text.trimEnd());
  return { stage: "file", ...compared, message: `${named}: ${compared.message}` };
}

/** How a client ended, with the last line that it printed. */
function endOf({ status, stderr }: Session): string {
  const code = status === null ? "a signal" : `exit code ${status}`;
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  return last === "" ? code : `${code}, ${quote(last, 120)}`;
}

type Compared = Pick<RealStageResult, "outcome" | "message" | "warnings">;

/** Whether a text arrived as it was written, and if not, what was cut or changed. */
export function compareText(written: string, delivered: string): Compared {
  if (written === delivered) return pass(`${count(written.length, "character")}, byte for byte`);
  const [wanted, has] = [plain(written), plain(delivered)];
  if (wanted === has) return pass(count(wanted.length, "character"), differences(written, delivered));
  return { outcome: "fail", message: describeDifference(wanted, has), warnings: [] };
}

function pass(message: string, warnings: readonly string[] = []): Compared {
  return { outcome: "pass", message, warnings };
}

/** Without differences that change no line. */
function plain(text: string): string {
  return unixLines(text).trim();
}

function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** White space around a body is no warning: most clients drop the blank line after the frontmatter. */
function differences(written: string, delivered: string): readonly string[] {
  return written.includes("\r\n") && !delivered.includes("\r\n") ? ["line endings are delivered as LF"] : [];
}

/** Marks that clients add where they cut. */
const ellipsis = /(?:…|\.\.\.)$/;

/** Size of the notices that clients put where they leave out text, such as "[1,200 lines truncated]". */
const mostForNotice = 1_000;

function describeDifference(wanted: string, has: string): string {
  const kept = has.replace(ellipsis, "").trimEnd();
  if (has === "") return "nothing is delivered";
  if (wanted.startsWith(kept))
    return `cut after ${grouped(kept.length)} of ${count(wanted.length, "character")}`;
  if (wanted.endsWith(has))
    return `the first ${count(wanted.length - has.length, "character")} are not delivered`;
  if (has.endsWith(wanted)) return `${count(has.length - wanted.length, "character")} are added before it`;
  if (has.startsWith(wanted)) return `${count(has.length - wanted.length, "character")} are added after it`;
  const at = firstDifference(wanted, has);
  const end = lastDifference(wanted, has, at);
  if (has.length - at - end < mostForNotice && wanted.length - at - end > mostForNotice)
    return `${grouped(wanted.length - at - end)} of ${count(wanted.length, "character")} are left out after the first ${grouped(at)}`;
  const line = wanted.slice(0, at).split("\n").length;
  const there = has.slice(0, at).split("\n").length;
  return `differs from line ${grouped(line)} on: ${quote(lineAt(has, there), 60)} instead of ${quote(lineAt(wanted, line), 60)}`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Number of characters that two texts have in common at the end, besides those at the start. */
function lastDifference(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let end = 0;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return end;
}

function lineAt(text: string, line: number): string {
  return text.split("\n")[line - 1] ?? "";
}
