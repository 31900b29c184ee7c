import { createHash } from "node:crypto";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  parseSkillAt,
  promptForSkills,
  propertiesText,
  skillAt,
  validateSkill,
} from "../../src/api/skills-ref.ts";
import { findReferenceFile } from "../../src/read/reference-file.ts";
import type { Result } from "../../src/targets/reference/result.ts";
import type { ConformanceCase } from "./cases.ts";

type Recorded = ConformanceCase["reference"];

/**
 * One answer that is not the recorded one, and the class of permitted differences it falls under
 * (src/targets/reference/differences.md), if any.
 */
export interface Difference {
  readonly part: string;
  readonly permitted: "yaml-tail" | "crash" | "time-out" | "safety" | undefined;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Differences between our results for the skill in `root` and the recorded ones, in which `placeholder` replaces the
 * root.
 */
export function compareWithReference(
  root: string,
  directory: string,
  recorded: Recorded,
  placeholder = "{ROOT}",
): readonly Difference[] {
  const skill = skillAt(path.join(root, directory), "/");
  const withoutRoot = (text: string) => text.replaceAll(root, placeholder);
  const said = (result: Result<string>, plain: (text: string) => unknown) =>
    result.outcome === "value"
      ? plain(withoutRoot(result.value))
      : { error: withoutRoot(result.complaint.message) };
  const complaints = validateSkill(skill);
  const parsed = parseSkillAt(skill);
  const answers: readonly (readonly [string, unknown, unknown])[] = [
    [
      "skillMd",
      recorded.skillMd,
      recorded.skillMd === undefined ? undefined : (findReferenceFile(skill.absolute) ?? null),
    ],
    ["validate", recorded.validate, complaints.map(({ message }) => withoutRoot(message))],
    ["readProperties", recorded.readProperties, said(propertiesText(skill), JSON.parse)],
    [
      "body",
      recorded.body_sha256,
      parsed.outcome === "value" ? createHash("sha256").update(parsed.value.body).digest("hex") : null,
    ],
    [
      "toPrompt",
      recorded.toPrompt,
      recorded.toPrompt === undefined ? undefined : said(promptForSkills([skill]), (text) => text),
    ],
  ];
  const isRefusedForSafety = complaints.some(
    ({ reason, message }) => reason === "unreadable" && message.includes("points out of the skill"),
  );
  const classOf = (expected: unknown, actual: unknown): Difference["permitted"] => {
    if (isRefusedForSafety) return "safety";
    // With more time it would have answered: nothing is recorded that ours could differ from.
    if (recorded.timeout) return "time-out";
    if (recorded.validateCrash && isOneComplaint(actual)) return "crash";
    return isSame(withoutTail(expected), withoutTail(actual)) ? "yaml-tail" : undefined;
  };
  return answers.flatMap(([part, expected, actual]) =>
    isSame(expected, actual) ? [] : [{ part, permitted: classOf(expected, actual), expected, actual }],
  );
}

/** A clear sentence in place of a crash: one message, no body. */
function isOneComplaint(actual: unknown): boolean {
  return (
    actual === null ||
    (Array.isArray(actual) ? actual.length === 1 : typeof actual === "object" && "error" in actual)
  );
}

/** Without regard to the order of keys, as JavaScript moves those that look like numbers; goldens hold the order. */
function isSame(expected: unknown, actual: unknown): boolean {
  return isDeepStrictEqual(withoutType(expected), actual);
}

/** The kind of a recorded exception is no part of what a user sees. */
function withoutType(expected: unknown): unknown {
  if (typeof expected !== "object" || expected === null || !("errorType" in expected && "error" in expected))
    return expected;
  return { error: expected.error };
}

function withoutTail(value: unknown): unknown {
  const start = "Invalid YAML in frontmatter: ";
  if (typeof value === "string") return value.startsWith(start) ? start : value;
  if (Array.isArray(value)) return value.map(withoutTail);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTail(item)]));
}
