import type { Heading } from "../../model/body.ts";
import { onceForEach } from "../../core/once.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { isEnglish } from "./english.ts";
import { stringField } from "./fields.ts";

/** Words that most descriptions contain. They are tested first, as that is fast. */
const commonCue = /\b(?:when|use (?:this|for|to))\b/i;

/**
 * Any wording that may say when to use the skill. Broad on purpose, so that a doubtful case is not reported.
 */
const cue =
  /\b(?:when|whenever|wherever|where|while|if|once|before|after|during|until|upon|unless|whether|us(?:e|ed|es|ing|age|eful) (?:this|it|for|to|in|with|as|by|on|only|the|instead|proactively|immediately|automatically|case|whenever)|should be used|must be used|us(?:e|ed)[:,]|trigger(?:s|ed|ing)?|invo(?:ke|ked|kes|king|cation)|activat\w+|appl(?:y|ies)|call(?:ed)? (?:this|by|from)|load(?:ed)? (?:this|by|for)|ask(?:s|ed|ing)?|mention\w*|request\w*|wants?|wanting|needs?|needing|needed|require[sd]?|requiring|(?:ideal|best|perfect|suitable|designed|intended|meant|great|good|recommended|made|built|tailored|suited|optimized) (?:for|to)|for (?:any|all|every|users?|teams?|developers?|people|anyone|agents?|tasks?|questions?|requests?|projects?|situations?|cases?|scenarios?|working|building|writing|creating|\w+ing)|scenarios?|situations?|any ?time|every time|in case|on demand|as soon as|users?|keywords?|covers|questions? about|working with|work with|dealing with|helps? (?:you|users?|with|to)|looking (?:for|to)|tasks?|whose|who|must|always|needs)\b/i;

/** An English description that does not say when to use the skill. */
interface Uncued {
  /** The heading of the section in the body that says when to use the skill; undefined if there is none. */
  readonly heading: Heading | undefined;
}

/** Undefined if the description says, or may say, when to use the skill. Cached per skill, as two rules use it. */
export const uncued = onceForEach((skill: Skill): Uncued | undefined =>
  lacksCue(skill) ? { heading: skill.document && headingIn(skill.document) } : undefined,
);

function headingIn({ source, body }: SkillDocument): Heading | undefined {
  return mayHead.test(source.slice(body.range))
    ? body.headings.find(({ text }) => whenHeading.test(text))
    : undefined;
}

function lacksCue(skill: Skill): boolean {
  const field = stringField(skill, "description");
  if (!field || field.value.trim() === "" || saysElsewhere(skill)) return false;
  return !commonCue.test(field.value) && !cue.test(field.value) && isEnglish(field.value);
}

/**
 * Whether another field says when to use the skill, as in some clients, or only the user can invoke the skill, so
 * that a model never chooses it.
 */
function saysElsewhere({ document }: Skill): boolean {
  const fields = document?.frontmatter?.fields;
  return (
    fields?.get("disable-model-invocation")?.value === "true" ||
    ["trigger", "triggers", "when-to-use", "when_to_use"].some((key) => fields?.has(key))
  );
}

const whenHeading =
  /^[^\p{L}]*(?:when (?:to|should|would|do|you)\b|when$|use (?:this|when)\b|triggers?$|trigger (?:conditions?|phrases?|words?|scenarios?)$)/iu;

/**
 * Matches a line with `#` and one of the words, or a line that may be underlined. A text without either has no such
 * heading, so its Markdown need not be parsed.
 */
const mayHead =
  /(?<![^\r\n])[^\r\n#]*#[^\r\n]*(?:when|use|trigger)|\S[ \t]*(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*$/im;
