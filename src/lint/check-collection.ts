import { copyText } from "../core/bytes.ts";
import { stamp, type RunRulesOptions } from "./run-rules.ts";
import { rootOf, type CollectedSkill, type CollectionRule } from "../model/collection.ts";
import type { Range } from "../core/place.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Finding } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import type { Field, ParseProblemKind } from "../model/frontmatter.ts";
import type { SkillSource } from "../model/source.ts";
import type { SourceText } from "../core/source-text.ts";
import { collectionRules } from "../rules/lists/collection-rules.ts";
import { type PathSettings, type RuleSettings, withSettings } from "./rule-settings.ts";

/** A skill as it is kept until all have been read: nothing of its texts stays but the frontmatter. */
export interface Collected extends Pick<SkillSource, "directory"> {
  readonly skill: CollectedSkill;
  readonly source: SourceText;
}

/** By the skill's path. */
export type CollectionFindings = ReadonlyMap<string, readonly Diagnostic[]>;

/** With one of these no client loads the skill, so that it is in nobody's way. */
const unloadable: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "no-frontmatter",
  "unclosed-frontmatter",
  "yaml-syntax",
  "not-a-mapping",
  "too-large",
]);

/** What the rules over a collection need of a skill; undefined where it has neither name nor description, or cannot be loaded. */
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

/** A value as a copy, as a part of the text would keep all of it. */
function textOf(
  field: Field | undefined,
  source: SourceText,
): { readonly text: string; readonly range: Range } | undefined {
  if (typeof field?.value !== "string" || field.value.trim() === "") return undefined;
  return {
    text: copyText(field.value.trim()),
    range: source.rangeAs(field.valueRange),
  };
}

export interface CollectionOptions {
  readonly rules?: readonly CollectionRule[];
  /** Of the rules only those over this. */
  readonly over?: CollectionRule["over"];
  readonly settings?: RuleSettings;
  /** Where they differ by path: `settings` then have everything turned on that is on somewhere. */
  readonly rulesOf?: PathSettings["rulesOf"];
  readonly timeRule?: RunRulesOptions["timeRule"];
  /** What stands beside the skills, by their paths. */
  readonly siblings?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Runs the rules over all skills of a run taken together. No target refuses a skill for the company it is in. */
export function checkCollection(
  collected: readonly Collected[],
  {
    settings = {},
    rulesOf = () => settings,
    rules = rulesToRun(settings),
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
            clientRefusals: [],
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

/** The finding with the range of the word; as it is where the word is not written so. */
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

function rulesToRun(settings: RuleSettings): readonly CollectionRule[] {
  return collectionRules.filter(
    ({ meta }) => (settings[meta.id] ?? (meta.off ? "off" : meta.severity)) !== "off",
  );
}
