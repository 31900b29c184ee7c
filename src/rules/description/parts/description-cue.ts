import type { Heading } from "../../../model/body.ts";
import { onceForEach } from "../../../core/once.ts";
import type { Skill, SkillDocument } from "../../../model/skill.ts";
import { isEnglish } from "./english.ts";
import { lacksCueElsewhere, withoutNegatives } from "./languages.ts";
import { stringField } from "../../parts/fields.ts";

/** Words that most descriptions contain. They are tested first, as that is fast. */
const commonCue = /\b(?:when|use (?:this|for|to))\b/i;

/**
 * Any wording that may say when to use the skill. Broad on purpose, so that a doubtful case is not reported.
 */
const cue = new RegExp(
  String.raw`\b(?:${[
    // When.
    "when|whenever|wherever|where|while|if|once|before|after|during|until|upon|unless|whether",
    // How it is used.
    "us(?:e|ed|es|ing|age|eful) (?:this|it|for|to|in|with|as|by|on|only|the|instead|proactively|immediately|automatically|case|whenever)",
    "should be used|must be used|us(?:e|ed)[:,]",
    // What starts it.
    String.raw`trigger(?:s|ed|ing)?|invo(?:ke|ked|kes|king|cation)|activat\w+|appl(?:y|ies)`,
    "call(?:ed)? (?:this|by|from)|load(?:ed)? (?:this|by|for)",
    // What a user does.
    String.raw`ask(?:s|ed|ing)?|mention\w*|request\w*|wants?|wanting|needs?|needing|needed|require[sd]?`,
    "requiring",
    // What it is for.
    "(?:ideal|best|perfect|suitable|designed|intended|meant|great|good|recommended|made|built|tailored|suited|optimized) (?:for|to)",
    String.raw`for (?:any|all|every|users?|teams?|developers?|people|anyone|agents?|tasks?|questions?|requests?|projects?|situations?|cases?|scenarios?|working|building|writing|creating|\w+ing)`,
    // Occasions.
    "scenarios?|situations?|any ?time|every time|in case|on demand|as soon as",
    // Subjects and other hints.
    "users?|keywords?|covers|questions? about|working with|work with|dealing with",
    "helps? (?:you|users?|with|to)|looking (?:for|to)|tasks?|whose|who|must|always|needs",
  ].join("|")})\b`,
  "i",
);

/** A description that does not say when to use the skill. */
interface Uncued {
  /** The heading of the section in the body that says when to use the skill; undefined if there is none. */
  readonly heading: Heading | undefined;
}

/** Undefined if the description says, or may say, when to use the skill. Cached per skill, as two rules use it. */
export const uncued = onceForEach((skill: Skill): Uncued | undefined =>
  lacksCue(skill) ? { heading: skill.document && headingIn(skill, skill.document) } : undefined,
);

function headingIn({ name }: Skill, { source, body }: SkillDocument): Heading | undefined {
  return mayHead.test(source.slice(body.range))
    ? body.headings.find(({ text }) => isAboutSkill(text, name))
    : undefined;
}

/** Whether a heading announces when to use the skill, and not when to use one of its parts or to ask a human. */
function isAboutSkill(heading: string, name: string): boolean {
  const found = whenHeading.exec(heading);
  if (!found) return false;
  const rest = heading
    .slice(found[0].length)
    .toLowerCase()
    .replace(/\([^()]*\)/g, " ");
  const words = rest.match(/[\p{L}\d]+/gu) ?? [];
  const own = name.toLowerCase();
  return (
    words.length === 0 ||
    /^(?:it|this|the skill|skill)\b/.test(rest.trim()) ||
    words.every((word) => own.includes(word))
  );
}

function lacksCue(skill: Skill): boolean {
  const field = stringField(skill, "description");
  if (!field || field.value.trim() === "" || saysElsewhere(skill)) return false;
  const { value } = field;
  const remaining = withoutNegatives(value);
  if (commonCue.test(remaining) || cue.test(remaining)) return false;
  return isEnglish(value) || lacksCueElsewhere(value, remaining);
}

/**
 * Whether another field says when to use the skill, as in some clients, or only the user can invoke the skill, so
 * that a model never chooses it.
 */
function saysElsewhere({ document }: Skill): boolean {
  const fields = document?.frontmatter?.fields;
  return (
    fields?.get("disable-model-invocation")?.value === "true" ||
    // Marks a description that is not meant to trigger the skill.
    fields
      ?.get("metadata")
      ?.children.some(({ key, value }) => key === "description-role" && value === "documentation") ||
    ["trigger", "triggers", "when-to-use", "when_to_use"].some((key) => fields?.has(key))
  );
}

const whenHeading =
  /^[^\p{L}]*(?:when (?:to|(?:should|would|do) (?:i|we|you)|you should|should this(?: skill)? be) (?:activate|apply|call|invoke|load|reach for|run|trigger|used?)\b|when$|use (?=this\b)|use when\b.*|triggers?$|trigger (?:conditions?|phrases?|words?|scenarios?)$)/iu;

/**
 * Matches a line with `#` and one of the words, or a line that may be underlined. A text without either has no such
 * heading, so its Markdown need not be parsed.
 */
const mayHead =
  /(?<![^\r\n])[^\r\n#]*#[^\r\n]*(?:when|use|trigger)|\S[ \t]*(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*$/im;
