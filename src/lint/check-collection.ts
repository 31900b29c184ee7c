import { copyText } from "../core/bytes.ts";
import { stamp, type RunRulesOptions } from "./run-rules.ts";
import { rootOf, type CollectedSkill, type CollectionRule, type Siblings } from "../model/collection.ts";
import type { Range } from "../core/place.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Finding } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import type { Field, ParseProblemKind } from "../model/frontmatter.ts";
import type { SkillSource } from "../model/source.ts";
import type { SourceText } from "../core/source-text.ts";
import { collectionRules } from "../rules/lists/collection-rules.ts";
import { type PathSettings, type RuleSettings, withSettings } from "./rule-settings.ts";

/** The data about a skill that collection rules need. Only the frontmatter stays in memory. */
export interface Collected extends Pick<SkillSource, "directory"> {
  readonly skill: CollectedSkill;
  readonly source: SourceText;
}

/** The findings of each skill, by its path. */
export type CollectionFindings = ReadonlyMap<string, readonly Diagnostic[]>;

/** Problems with which most clients do not load a skill; such skills are not compared. */
const unloadable: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "no-frontmatter",
  "unclosed-frontmatter",
  "yaml-syntax",
  "not-a-mapping",
  "too-large",
]);

/**
 * The data about a skill for collection rules; undefined if it has neither a name nor a description, or is
 * not compared.
 */
export function collect(
  { label, name: directoryName, document }: Pick<Skill, "label" | "name" | "document">,
  { directory }: SkillSource,
): Collected | undefined {
  const frontmatter = document?.frontmatter;
  if (!document || !frontmatter || document.problems.some(({ kind }) => unloadable.has(kind)))
    return undefined;
  const source = document.source.headTo(frontmatter.range);
  const name = textOf(frontmatter.fields.get("name"), source);
  const description = textOf(frontmatter.fields.get("description"), source);
  if (!name && !description) return undefined;
  const skill: CollectedSkill = {
    path: label,
    root: rootOf(directory ?? label),
    directoryName,
    file: document.file,
    name: name?.text ?? "",
    description: description?.text ?? "",
    ...(name && { nameRange: name.range }),
    ...(description && { descriptionRange: description.range }),
  };
  return { skill, source, ...(directory !== undefined && { directory }) };
}

/** A value, as a part of `source` if it is one: a copy would take as much memory as the description again. */
function textOf(
  field: Field | undefined,
  source: SourceText,
): { readonly text: string; readonly range: Range } | undefined {
  if (typeof field?.value !== "string" || field.value.trim() === "") return undefined;
  const text = field.value.trim();
  const at = source.text.indexOf(text);
  return {
    text: at === -1 ? copyText(text) : source.text.slice(at, at + text.length),
    range: source.rangeAs(field.valueRange),
  };
}

export interface CollectionOptions {
  readonly rules?: readonly CollectionRule[];
  /** Run only the rules with this subject. */
  readonly over?: CollectionRule["over"];
  readonly settings?: RuleSettings;
  /** Settings that differ by path; then `settings` enables every rule that is enabled for some path. */
  readonly rulesOf?: PathSettings["rulesOf"];
  readonly timeRule?: RunRulesOptions["timeRule"];
  readonly siblings?: Siblings;
}

/** Runs the collection rules over all skills of a run. No target refuses a skill because of another skill. */
export function checkCollection(
  collected: readonly Collected[],
  {
    settings = {},
    rulesOf = () => settings,
    rules = collectionRulesToRun(settings),
    over,
    timeRule,
    siblings = new Map(),
  }: CollectionOptions = {},
): CollectionFindings {
  const findings = new Map<string, Diagnostic[]>();
  const byPath = new Map(collected.map((each) => [each.skill.path, each]));
  const subject = { skills: collected.map(({ skill }) => skill), siblings };
  const run = ({ meta, check }: CollectionRule): void => {
    for (const { skill, word, ...finding } of check({ subject })) {
      for (const diagnostic of withSettings(
        [
          stamp(meta, word === undefined ? finding : narrowed(finding, word, byPath.get(skill)?.source), {
            targets: [],
            validatorRefusals: [],
            textOf: () => byPath.get(skill)?.source,
          }),
        ],
        rulesOf(byPath.get(skill) ?? {}),
      )) {
        const known = findings.get(skill);
        if (known) known.push(diagnostic);
        else findings.set(skill, [diagnostic]);
      }
    }
  };
  for (const rule of rules) {
    if (over !== undefined && rule.over !== over) continue;
    if (timeRule) timeRule(rule.meta.id, () => run(rule));
    else run(rule);
  }
  return findings;
}

/** The finding with only the range of the word; unchanged if the word does not occur in this form. */
function narrowed(finding: Finding, word: string, source: SourceText | undefined): Finding {
  if (!finding.range || !source) return finding;
  const { start, end } = source.span(finding.range);
  const found = new RegExp(`(?<![\\w-])${word.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`).exec(
    source.text.slice(start, end),
  );
  return found
    ? { ...finding, range: source.range(start + found.index, start + found.index + word.length) }
    : finding;
}

function collectionRulesToRun(settings: RuleSettings): readonly CollectionRule[] {
  return collectionRules.filter(
    ({ meta }) => (settings[meta.id] ?? (meta.off ? "off" : meta.severity)) !== "off",
  );
}
