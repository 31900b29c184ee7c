import type { Reason } from "../model/client.ts";
import type { Finding, Fix } from "../model/rule.ts";
import { series, seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import { unicodePattern } from "../core/unicode-pattern.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { placeIn, stringField, type StringField } from "./parts/fields.ts";
import { isWellFormedName, toName } from "./parts/name-text.ts";
import { yamlScalar } from "./parts/yaml-text.ts";

export default defineRule({
  meta: {
    id: "name-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary: "Reports a `name` that is not lower-case letters and digits joined by single hyphens.",
    why: "The name is an identifier, typed by users and used in paths: a dozen clients drop a skill whose name has another form.",
    remedy: "Write the name in a-z, 0-9 and single hyphens, and call the directory the same.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    const own =
      field && skill.document && field.value.trim() !== "" && !isWellFormedName(field.value)
        ? findings(skill.document, field, skill.name)
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
/** Letters and digits of other scripts, and the marks that some are written with: "unicode lowercase alphanumeric" may mean them. */
const nonAsciiLetters = unicodePattern(String.raw`(?:(?![a-z0-9\p{Lu}\p{Lt}])[\p{L}\p{M}\p{N}])+`);
const never = unicodePattern(String.raw`[^\p{L}\p{M}\p{N}\-]+`);

interface Fault {
  readonly reason: Reason;
  readonly pattern: RegExp;
  readonly is: string;
  readonly expected: string;
}

/** One finding for all that the specification excludes, as one name cures it; where there is nothing of that, for what it may mean to exclude. */
function findings(document: SkillDocument, field: StringField, directory: string): readonly Finding[] {
  const { value } = field;
  const fixes = fixesFor(document, field, directory);
  const about = (pattern: RegExp, what: string): Finding => ({
    file: document.file,
    range: placeIn(document, field, pattern),
    message: `name ${quote(value)} ${what}`,
    fixes,
  });
  const [first, ...others] = faultsOf(value);
  const message = `holds ${listed(value, nonAsciiLetters())}, which "unicode lowercase" in the specification may mean and "(a-z, 0-9)" does not`;
  const doubt: readonly Finding[] =
    !never().test(value) && nonAsciiLetters().test(value)
      ? [{ ...about(nonAsciiLetters(), message), refusals: [{ reason: "name-characters" }] }]
      : [];
  if (!first) return doubt;
  const expected =
    others.length === 0 ? first.expected : "lower-case letters, digits and single hyphens between words";
  const what = `${series([first, ...others].map(({ is }) => is))}, expected ${expected}`;
  return [
    {
      ...about(first.pattern, what),
      refusals: [first, ...others].map(({ reason }) => ({ target: "spec", reason })),
    },
    ...doubt,
  ];
}

function faultsOf(value: string): readonly Fault[] {
  const faults: readonly Fault[] = [
    { reason: "name-case", pattern: upper(), is: "has upper-case letters", expected: "lower-case ones" },
    {
      reason: "name-hyphens",
      pattern: hyphens,
      is: describeHyphens(value),
      expected: "single hyphens between words",
    },
    {
      reason: "name-characters",
      pattern: never(),
      is: `holds ${listed(value, never())}`,
      expected: "letters, digits and single hyphens",
    },
  ];
  return faults.filter(({ pattern }) => value.search(pattern) >= 0);
}

function describeHyphens(name: string): string {
  return series([
    ...(name.startsWith("-") ? ["begins with a hyphen"] : []),
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

/** The directory's name where that is a name, as name-matches-directory asks for it: there is one fix for both. */
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
          title: `Write the name as ${name}`,
          safe: false,
          operations: [{ kind: "edit", file, range, text: yamlScalar(name) }],
        },
      ];
}
