import type { Heading } from "../../model/body.ts";
import { onceForEach } from "../../core/once.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { isEnglish } from "./english.ts";
import { stringField } from "./fields.ts";

/** What most descriptions have. */
const commonCue = /\b(?:when|use (?:this|for|to))\b/i;

/** Whatever may tell a client when to use a skill; broad, as a doubt must not speak. */
const cue =
  /\b(?:when|whenever|wherever|where|while|if|once|before|after|during|until|upon|unless|whether|us(?:e|ed|es|ing|age|eful) (?:this|it|for|to|in|with|as|by|on|only|the|instead|proactively|immediately|automatically|case|whenever)|should be used|must be used|us(?:e|ed)[:,]|trigger(?:s|ed|ing)?|invo(?:ke|ked|kes|king|cation)|activat\w+|appl(?:y|ies)|call(?:ed)? (?:this|by|from)|load(?:ed)? (?:this|by|for)|ask(?:s|ed|ing)?|mention\w*|request\w*|wants?|wanting|needs?|needing|needed|require[sd]?|requiring|(?:ideal|best|perfect|suitable|designed|intended|meant|great|good|recommended|made|built|tailored|suited|optimized) (?:for|to)|for (?:any|all|every|users?|teams?|developers?|people|anyone|agents?|tasks?|questions?|requests?|projects?|situations?|cases?|scenarios?|working|building|writing|creating|\w+ing)|scenarios?|situations?|any ?time|every time|in case|on demand|as soon as|users?|keywords?|covers|questions? about|working with|work with|dealing with|helps? (?:you|users?|with|to)|looking (?:for|to)|tasks?|whose|who|must|always|needs)\b/i;

/** What is told of a skill whose English description says nothing of when it is to be used. */
interface Uncued {
  /** The heading under which the body says it. */
  readonly heading: Heading | undefined;
}

/** Undefined where the description says when to use the skill, or may do so; two rules ask for it. */
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

/** Some clients read a field of its own for it; and what only a user calls is chosen by nobody else. */
function saysElsewhere({ document }: Skill): boolean {
  const fields = document?.frontmatter?.fields;
  return (
    fields?.get("disable-model-invocation")?.value === "true" ||
    ["trigger", "triggers", "when-to-use", "when_to_use"].some((key) => fields?.has(key))
  );
}

const whenHeading =
  /^[^\p{L}]*(?:when (?:to|should|would|do|you)\b|when$|use (?:this|when)\b|triggers?$|trigger (?:conditions?|phrases?|words?|scenarios?)$)/iu;

/** A line with a number sign and one of its words, or one that may be underlined: without either there is no such heading, and no need to read Markdown. */
const mayHead =
  /(?<![^\r\n])[^\r\n#]*#[^\r\n]*(?:when|use|trigger)|\S[ \t]*(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*$/im;
