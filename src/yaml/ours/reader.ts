import { limits } from "../../model/limits.ts";
import { quote } from "../../core/show.ts";
import type { Field, FieldValue, ParseProblem, YamlDocument } from "../../model/frontmatter.ts";
import { once } from "../../core/once.ts";
import { isBrokenByColon, readSimpleYaml } from "../simple.ts";
import { SourceText } from "../../core/source-text.ts";
import { toQuoted } from "../scalar.ts";
import { lineEnd, type Span } from "../../core/lines.ts";
import { duplicateMessage, readPlain, toFields } from "./fields.ts";
import { type ComposedYaml, composeYaml, type YamlFeature, type YamlNode, type YamlPair } from "./gate.ts";
import { diagnose } from "./mistakes.ts";
import { textAfter, withoutSafety } from "./remedies.ts";
import { salvage, salvageAll } from "./salvage.ts";
import { strayLine } from "./stray-lines.ts";
import { toSegments, type Segment } from "./segments.ts";

const mostReported = 20;

/**
 * Parses the YAML of the frontmatter. If it is broken, intact fields are still parsed as YAML and the others
 * line by line.
 */
export function readYaml(source: SourceText, start: number, end: number): YamlDocument {
  const whole = once(() => compose(source, start, end));
  // Known without the library, which is mostly not needed for the whole then.
  if (isBrokenByColon(source.text.slice(start, end)))
    return cap(readBySegments(source, { start, end }, whole));
  const { root, errors, features, excess, anchors } = whole();
  if (excess || errors.length > 0) return cap(readBySegments(source, { start, end }, whole));
  const problems = features.map((feature) => describeFeature(source, start, feature, features));
  if (root?.kind !== "map") return cap(notAMapping(source, { start, end }, root, problems));
  return cap({ fields: toFields(root.pairs, { source, base: start, anchors, problems }), problems });
}

/** YAML treats a lone CR as a line break, but the library treats it as text. */
function compose(source: SourceText, start: number, end: number): ComposedYaml {
  return composeYaml(source.text.slice(start, end).replaceAll(/\r(?!\n)/g, "\n"));
}

function readBySegments(source: SourceText, { start, end }: Span, whole: () => ComposedYaml): YamlDocument {
  const fields = new Map<string, Field>();
  const problems: ParseProblem[] = [];
  let diagnosed = false;
  for (const segment of toSegments(source.text, start, end)) {
    const plain = readPlain(source, segment.start, segment.end);
    if (plain?.size === 1) {
      for (const [key, field] of plain) addField(fields, key, field, problems);
      continue;
    }
    const composed = compose(source, segment.start, segment.end);
    const pair = soleField(composed);
    if (!pair) {
      diagnosed = true;
      const problem = composed.excess
        ? excessProblem(source, segment.start, composed.excess)
        : diagnose(source, segment, composed.errors);
      problems.push(problem);
      const field = salvage(source, segment);
      if (field) addField(fields, field.key, withCertainty(source, segment, field, problem), problems);
      continue;
    }
    problems.push(
      ...composed.features.map((feature) =>
        describeFeature(source, segment.start, feature, whole().features),
      ),
    );
    const { anchors } = whole();
    const read = toFields([pair], { source, base: segment.start, anchors, problems });
    for (const [key, field] of read) addField(fields, key, field, problems);
  }
  if (!diagnosed) problems.push(problemOfWhole(source, start, end, whole()));
  return { fields, problems: withSafety(source, { start, end }, problems) };
}

/**
 * A remedy is safe only if the YAML is valid after all of them, as clients that read invalid YAML line by line take
 * quotes as part of a value; and if there are no comments after values, which become part of the value there.
 */
function withSafety(
  source: SourceText,
  span: Span,
  problems: readonly ParseProblem[],
): readonly ParseProblem[] {
  const remedies = problems.flatMap(({ remedy }) => (remedy?.safe ? [remedy] : []));
  if (remedies.length === 0) return problems;
  const fixed = textAfter(
    source.text,
    span,
    remedies.flatMap(({ edits }) => edits),
  );
  if (isValid(fixed) && !fixed.split("\n").some(endsInComment)) return problems;
  return problems.map(withoutSafety);
}

/** Whether a line is a field with a value and a comment. */
function endsInComment(line: string): boolean {
  const [head] = /^[\w-]+:[ \t]+/.exec(line) ?? [];
  if (head === undefined || "|>".includes(line.charAt(head.length))) return false;
  const quote = /["']/.exec(line.charAt(head.length))?.[0];
  if (quote === undefined) return line.includes(" #", head.length) || line.includes("\t#", head.length);
  return /^[ \t]#/.test(line.slice(line.indexOf(quote, head.length + 1) + 1));
}

/** Whether every client can read a text as YAML: what some of them refuse counts as invalid. */
function isValid(text: string): boolean {
  if (readSimpleYaml(text)) return true;
  const { root, errors, features } = composeYaml(text);
  if (errors.length > 0 || root?.kind !== "map" || /\r(?!\n)|^(?:---|\.\.\.)/m.test(text)) return false;
  if (features.some(({ kind }) => kind === "alias")) return false;
  const keys = root.pairs.flatMap(({ key }) =>
    key.kind === "scalar" && key.value !== "" ? [key.value] : [],
  );
  return new Set(keys).size === root.pairs.length;
}

function soleField({ root, errors, excess }: ComposedYaml): YamlPair | undefined {
  return !excess &&
    errors.length === 0 &&
    root?.kind === "map" &&
    root.style === "block" &&
    root.pairs.length === 1
    ? root.pairs[0]
    : undefined;
}

/** Marks a recovered value as certain if the fix of the problem produces it. */
function withCertainty(source: SourceText, segment: Segment, field: Field, { remedy }: ParseProblem): Field {
  if (!remedy) return { ...field, recovered: "guess" };
  const fixed = new SourceText(textAfter(source.text, segment, remedy.edits), "utf-8");
  const after = fieldsOfSole(fixed)?.get(field.key);
  return { ...field, recovered: after && isSame(after.value, field.value) ? "certain" : "guess" };
}

/** The field of a text that has only one and is valid. */
function fieldsOfSole(source: SourceText): ReadonlyMap<string, Field> | undefined {
  const end = source.text.length;
  const plain = readPlain(source, 0, end);
  if (plain?.size === 1) return plain;
  const pair = soleField(compose(source, 0, end));
  return pair && toFields([pair], { source, base: 0, anchors: new Map(), problems: [] });
}

/** Compares values without spaces, as values of several lines are folded differently here. */
function isSame(a: FieldValue, b: FieldValue): boolean {
  if (typeof a !== "string" || typeof b !== "string") return JSON.stringify(a) === JSON.stringify(b);
  return a.trim() === b.trim();
}

function addField(fields: Map<string, Field>, key: string, field: Field, problems: ParseProblem[]): void {
  if (!fields.has(key)) fields.set(key, field);
  else problems.push({ kind: "duplicate-key", message: duplicateMessage(key), range: field.keyRange });
}

/**
 * The problem of fields that are valid individually but not together: their indentation differs, or the whole exceeds
 * a limit.
 */
function problemOfWhole(
  source: SourceText,
  start: number,
  end: number,
  { excess, errors }: ComposedYaml,
): ParseProblem {
  if (excess) return excessProblem(source, start, excess);
  const at = Math.min(start + (errors[0]?.start ?? 0), end);
  const stop = Math.min(Math.max(lineEnd(source.text, at), at), end);
  return {
    kind: "yaml-syntax",
    message: `${quote(source.text.slice(at, stop), 60)} is not indented like the lines above it`,
    range: source.range(at, stop),
  };
}

function excessProblem(
  source: SourceText,
  start: number,
  { limit, at }: NonNullable<ComposedYaml["excess"]>,
): ParseProblem {
  const what =
    limit === "yamlDepth"
      ? `is nested more than ${limits.yamlDepth} levels deep`
      : `contains more than ${limits.yamlNodes} values`;
  return {
    kind: "too-large",
    message: `frontmatter ${what}; the rest is not read`,
    range: source.range(start + at, start + at),
  };
}

function describeFeature(
  source: SourceText,
  base: number,
  { kind, start, end }: YamlFeature,
  all: readonly YamlFeature[],
): ParseProblem {
  const range = source.range(base + start, base + end);
  if (kind === "document")
    return {
      kind: "yaml-feature",
      message: "frontmatter contains a second YAML document",
      range,
    };
  const written = quote(source.text.slice(base + start, base + end), 60);
  const anchored = all.some((other) => other.kind === "anchor");
  const problem: ParseProblem =
    kind === "alias" && !anchored
      ? {
          kind: "yaml-syntax",
          message: `YAML alias ${written} has no anchor`,
          range,
        }
      : {
          kind: "yaml-feature",
          message: `${written} is a YAML ${kind}, which some clients do not support; ${kind === "alias" ? "write the value" : "remove it"}`,
          range,
        };
  const referred =
    (kind === "alias" && anchored) || (kind === "anchor" && all.some((other) => other.kind === "alias"));
  return referred ? problem : inQuotes(source, base + start, problem);
}

/** Quoting fixes a character that is clearly part of the text: `*bold* words`, `!important words`, `& words`. */
function inQuotes(source: SourceText, at: number, problem: ParseProblem): ParseProblem {
  const { text } = source;
  const value = text.slice(at, lineEnd(text, at)).trimEnd();
  if (
    value.startsWith("!!") ||
    text.slice(at - 2, at) !== ": " ||
    !/^\S+[ \t]+[^\s|>"'[{#]/.test(value) ||
    value.includes(" #")
  )
    return problem;
  const range = source.range(at, at + value.length);
  return {
    ...problem,
    remedy: { title: "Quote the value", edits: [{ range, text: toQuoted(value) }] },
  };
}

function notAMapping(
  source: SourceText,
  { start, end }: Span,
  root: YamlNode | undefined,
  problems: readonly ParseProblem[],
): YamlDocument {
  const empty = !root || (root.kind === "scalar" && root.style === "empty");
  const message = empty
    ? "frontmatter contains no fields"
    : `frontmatter is ${root.kind === "list" ? "a list" : "text"}, not "key: value" lines`;
  const range = empty ? source.range(start, end) : source.range(start + root.start, start + root.end);
  const problem: ParseProblem = { kind: "not-a-mapping", message, range };
  if (root?.kind !== "scalar" || empty) return { fields: new Map(), problems: [...problems, problem] };
  const told = withCure(source, start, end, problem);
  return {
    fields: salvageAll(source, start, end, told.remedy ? "certain" : "guess"),
    problems: [...problems, told],
  };
}

/** A text without fields may be fields that all lack the same character. */
function withCure(source: SourceText, start: number, end: number, problem: ParseProblem): ParseProblem {
  const strays = toSegments(source.text, start, end).map(({ head }) => strayLine(source, head));
  const [first] = strays;
  if (!first?.remedy || strays.some(({ remedy }) => !remedy)) return problem;
  const edits = strays.flatMap(({ remedy }) => remedy?.edits ?? []);
  return {
    ...problem,
    message: `${problem.message}: ${first.message}`,
    remedy: { title: first.remedy.title, edits },
  };
}

function cap({ fields, problems }: YamlDocument): YamlDocument {
  const last = problems[mostReported];
  if (!last) return { fields, problems };
  const more: ParseProblem = {
    kind: last.kind,
    message: `${problems.length - mostReported} more problems in the frontmatter are not listed`,
    range: last.range,
  };
  return { fields, problems: [...problems.slice(0, mostReported), more] };
}
