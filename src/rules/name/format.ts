import { callsItself } from "./parts/own-calls.ts";
import type { Reason } from "../../model/validator.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { unicodePattern } from "../../core/unicode-pattern.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { placeIn, stringField, type StringField } from "../parts/fields.ts";
import { isWellFormedName, toName } from "./parts/name-text.ts";
import { yamlScalar } from "../../yaml/scalar.ts";

export default defineRule({
  meta: {
    id: "name-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary:
      "Reports a `name` that does not consist of lower-case letters and digits joined by single hyphens.",
    why: "The name is an identifier that users type and that is used in paths: a dozen clients do not load a skill with a name in another form.",
    remedy: "Use a-z, 0-9 and single hyphens in the name, and rename the directory to match.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    const own =
      field && skill.document && field.value.trim() !== "" && !isWellFormedName(field.value)
        ? findings(skill.document, field, skill)
        : [];
    return withClientFindings(
      skill,
      ["name-case", "name-hyphens", "name-characters"],
      own,
      field?.valueRange,
    );
  },
});

const upper = unicodePattern(String.raw`[\p{Lu}\p{Lt}]+`);
const hyphens = /-{2,}|^-|-$/;
/**
 * Letters and digits of other scripts, and combining marks. The specification allows "unicode lowercase
 * alphanumeric characters (a-z, 0-9)", which may or may not include them.
 */
const nonAsciiLetters = unicodePattern(String.raw`(?:(?![a-z0-9\p{Lu}\p{Lt}])[\p{L}\p{M}\p{N}])+`);
const disallowed = unicodePattern(String.raw`[^\p{L}\p{M}\p{N}\-]+`);

interface Fault {
  readonly reason: Reason;
  readonly pattern: RegExp;
  readonly problem: string;
  readonly fix: string;
}

/**
 * One finding for everything that the specification excludes, as one new name fixes all of it, and one for non-ASCII
 * letters.
 */
function findings(document: SkillDocument, field: StringField, skill: Skill): readonly Finding[] {
  const { value } = field;
  const directory = skill.name;
  const isUsed = skill.context.nameUse !== undefined || callsItself(document, value.trim());
  const fixes = isUsed ? [] : fixesFor(document, field, directory);
  const about = (pattern: RegExp, what: string): Finding => ({
    file: document.file,
    range: placeIn(document, field, pattern),
    message: `name ${quote(value)} ${what}`,
    fixes,
  });
  const [first, ...others] = faultsOf(value);
  const ambiguous = `contains ${listed(value, nonAsciiLetters())}, which the specification may not allow; use only a-z and 0-9`;
  const doubt: readonly Finding[] =
    !disallowed().test(value) && nonAsciiLetters().test(value)
      ? [{ ...about(nonAsciiLetters(), ambiguous), refusals: [{ reason: "name-characters" }] }]
      : [];
  if (!first) return doubt;
  const differs = isFixedByDirectory(value, directory);
  const form = others.length === 0 ? first.fix : "use only a-z, 0-9 and single hyphens";
  const problems = [
    ...[first, ...others].map(({ problem }) => problem),
    ...(differs ? ["differs from its directory"] : []),
  ];
  const what = `${series(problems)}; ${differs ? `write \`${directory}\`` : form}`;
  const reasons = [
    ...[first, ...others].map(({ reason }) => reason),
    ...(differs ? ["name-directory" as const] : []),
  ];
  return [
    {
      ...about(first.pattern, what),
      refusals: reasons.map((reason) => ({ target: "spec", reason })),
    },
    ...doubt,
  ];
}

/**
 * Whether one new name, that of the directory, fixes both the form of the name and the mismatch. Then this rule
 * reports both, and name-matches-directory reports nothing.
 */
export function isFixedByDirectory(name: string, directory: string): boolean {
  return isWellFormedName(directory) && name.trim() !== "" && faultsOf(name).length > 0;
}

function faultsOf(value: string): readonly Fault[] {
  const faults: readonly Fault[] = [
    { reason: "name-case", pattern: upper(), problem: "has upper-case letters", fix: "use lower case" },
    {
      reason: "name-hyphens",
      pattern: hyphens,
      problem: describeHyphens(value),
      fix: "use single hyphens between words",
    },
    {
      reason: "name-characters",
      pattern: disallowed(),
      problem: `contains ${listed(value, disallowed())}`,
      fix: "use only a-z, 0-9 and single hyphens",
    },
  ];
  return faults.filter(({ pattern }) => value.search(pattern) >= 0);
}

function describeHyphens(name: string): string {
  return series([
    ...(name.startsWith("-") ? ["starts with a hyphen"] : []),
    ...(name.endsWith("-") ? ["ends with a hyphen"] : []),
    ...(name.includes("--") ? ["has two hyphens in a row"] : []),
  ]);
}

function listed(name: string, pattern: RegExp): string {
  const found = new Set(Array.from(name).filter((character) => pattern.test(character)));
  return seriesAtMost(
    Array.from(found, (character) => quote(character)),
    5,
  );
}

/** Fixes that use the directory's name if it is valid, as the fix of name-matches-directory does. */
function fixesFor(
  { file }: SkillDocument,
  { value, valueRange: range }: StringField,
  directory: string,
): readonly Fix[] {
  const name = isWellFormedName(directory) ? directory : toName(value);
  return name === undefined
    ? []
    : [
        {
          title: `Rename to ${name}`,
          safe: false,
          operations: [{ kind: "edit", file, range, text: yamlScalar(name) }],
        },
      ];
}
