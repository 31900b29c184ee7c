import { count, grouped, series } from "../../core/sentence.ts";
import { joinPath } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { fail, pass, type PlacedResult } from "./check-result.ts";
import type { SmokeSession } from "./smoke-session.ts";
import type { SmokeReference } from "./subject.ts";

/** Maximum number of listed paths. */
const maxNamed = 3;

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
export async function references(stage: SmokeSession): Promise<PlacedResult | undefined> {
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
