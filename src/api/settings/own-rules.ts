import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { Config, ConfigOverride } from "../../model/config.ts";
import { type DefinedRule, isOwnId } from "../../model/own-rule.ts";
import { longestWord, type RuleDefinition } from "../../own/rule-format.ts";
import type { Ranged } from "../../parse/format/shaped.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import type { Tell } from "../../parse/format/format.ts";
import { directoryOf, type FilePlace, placeIn } from "../../read/file-place.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { addressOf, type Loading } from "./loading.ts";

/** Maximum number of rules of one's own in a file, and of words in a list. */
const mostRules = 200;
const mostWords = 10_000;

/** The rules that a file defines, with the words of the files that they name. */
export function definedRules(
  place: FilePlace,
  own: ReadonlyMap<string, Ranged<RuleDefinition>>,
  loading: Loading,
  tell: Tell,
): readonly DefinedRule[] {
  const entries = Array.from(own);
  const extra = entries[mostRules];
  if (extra) {
    tell(`the file defines more than ${mostRules} rules; remove this and those after it`, extra[1].range);
    return [];
  }
  return entries.map(([id, { value, range }]) => {
    const { severity, paths, except, examples, wordsFrom, check, ...others } = value;
    const words = wordsFrom ? wordsIn(wordsFrom, place, loading, tell) : [];
    return {
      rule: {
        id,
        check: check.kind === "text" ? { ...check, words: [...check.words, ...words] } : check,
        ...others,
      },
      severity,
      examples,
      from: addressOf(place.label, range),
      ...(paths && { paths }),
      ...(except && { except }),
    };
  });
}

function wordsIn(
  { value: path, range }: Ranged<string>,
  place: FilePlace,
  loading: Loading,
  tell: Tell,
): readonly string[] {
  const file = placeIn(directoryOf(place), path, loading.cwd);
  const refuse = (problem: string): readonly string[] => {
    tell(`${quote(file.label)} ${problem}`, range);
    return [];
  };
  if (!loading.from.isThere(file.absolute)) return refuse("does not exist");
  loading.files.add(file.label);
  const text = decodeUtf8(loading.from.read(file));
  if (text === undefined) return refuse("is not UTF-8");
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const words = lines.filter((line) => line !== "" && !line.startsWith("#"));
  // With the comment, the word would be found nowhere.
  const commented = words.find((word) => /\s#/.test(word));
  if (commented !== undefined)
    return refuse(`has " #" in line ${lines.indexOf(commented) + 1}; write a comment on a line of its own`);
  if (words.length === 0) return refuse("has no words");
  if (words.length > mostWords) return refuse(`has more than ${mostWords} words`);
  const long = words.find((word) => word.length > longestWord);
  return long === undefined ? words : refuse(`has a word of more than ${longestWord} characters`);
}

/** A file may replace a rule of one that it extends. */
export function mergeOwn(
  before: readonly DefinedRule[],
  more: readonly DefinedRule[],
): readonly DefinedRule[] {
  const ids = new Set(more.map(({ rule }) => rule.id));
  return [...before.filter(({ rule }) => !ids.has(rule.id)), ...more];
}

/**
 * The config with the severity of each rule of one's own, where no setting says otherwise, and with its paths as
 * overrides, before those of the config. Throws a SkillsError for settings of a rule that no file defines.
 */
export function settleOwn(config: Config): Config {
  requireDefined(config);
  if (config.own.length === 0) return config;
  const rules = new Map(config.rules);
  const overrides: ConfigOverride[] = [];
  for (const { rule, severity, paths, except, from } of config.own) {
    const set = rules.get(rule.id) ?? { value: severity, from };
    if (paths && set.value !== "off") {
      rules.set(rule.id, { value: "off", from });
      overrides.push({ paths, rules: new Map([[rule.id, set]]), from });
    } else rules.set(rule.id, set);
    if (except) overrides.push({ paths: except, rules: new Map([[rule.id, { value: "off", from }]]), from });
  }
  return { ...config, rules, overrides: [...overrides, ...config.overrides] };
}

function requireDefined({ own, rules, overrides, suppressions }: Config): void {
  const defined = own.map(({ rule }) => rule.id);
  const named = [
    ...[rules, ...overrides.map((override) => override.rules)].flatMap((settings) =>
      Array.from(settings, ([id, { from }]) => ({ id, from })),
    ),
    ...suppressions.flatMap(({ path, entries }) =>
      entries.map(({ rule: id, range }) => ({ id, from: range ? addressOf(path, range) : path })),
    ),
  ];
  const problems = named
    .filter(({ id }) => isOwnId(id) && !defined.includes(id))
    .map(({ id, from }) => `${from}: unknown rule ${quote(id, 60)}${didYouMean(nearest(id, defined))}`);
  const [first, ...others] = new Set(problems);
  if (first !== undefined) throw new SkillsError("bad-usage", first, { others });
}
