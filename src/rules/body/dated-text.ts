import type { Heading } from "../../model/body.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText, withoutCode } from "../parts/prose.ts";

const prepositions = ["after", "as of", "before", "prior to", "starting in", "until"] as const;
const dates = [
  "20",
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
] as const;

/** How phrases with a date start, for a first filter: half of all skills contain a year. */
const openings = prepositions.flatMap((preposition) => dates.map((date) => `${preposition} ${date}`));

/**
 * An instruction that depends on a date, such as "before August 2025, use". A date alone may be a name or a record.
 */
const dated =
  /(?<!\bon or )\b(?:after|as of|before|prior to|starting in|until) (?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:of )?20[2-4]\d(?:-\d\d){0,2}\b/i;

const datedOrDetails = new RegExp(`</?details\\b|${dated.source}`, "gi");

const history = /\b(?:old|legacy|deprecat|histor|change|release|version|migrat|archive|example|updat)/i;

export default defineRule({
  meta: {
    id: "dated-text",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#avoid-time-sensitive-information",
    summary: "Reports instructions in SKILL.md that apply until or from a date.",
    why: "An agent may not know the current date, and the instruction becomes wrong over time.",
    remedy: "State what applies now, and move what applied before under a heading such as `Old patterns`.",
    severity: "info",
    words: [" 202", ...openings],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    return skill.document && text?.has(" 202") && text.hasAny(openings) ? findings(skill.document) : [];
  },
});

function* findings(document: SkillDocument): Generator<Finding> {
  const { file, source, body } = document;
  if (source.slice(body.range).search(dated) === -1) return;
  const { text, start } = withoutCode(proseOf(source, body));
  const isHistory = historyOf(body.headings);
  let inDetails = false;
  for (const { 0: found, index } of text.matchAll(datedOrDetails)) {
    if (found.startsWith("<")) {
      inDetails = found[1] !== "/";
      continue;
    }
    const from = start + index;
    const end = index + found.length;
    if (inDetails || isHistory(from) || isFact(text, index, end) || isChecked(text, index, end)) continue;
    yield {
      file,
      range: source.range(from, from + found.length),
      message: `${quote(found)} will become outdated; state what applies now`,
    };
  }
}

/** What is in force from a date, and stays so. */
const law =
  /\b(?:acts?|cfr|directives?|gdpr|iec|iso|laws?|mandatory|regulations?|regulatory|statutes?)\b|\b(?:enters?|in) (?:into )?force\b|\beffective\b/i;

/** What happened, as in "edits made before November 2022". */
const happened =
  /\b(?:born|built|created|filed|founded|issued|launched|made|posted|published|registered|released|submitted|uploaded|written)[ \t]+$/i;

/** What an agent is to do, in the sentence after a date. */
const order =
  /^[^.!?;\n]{0,120}?\b(?:always|avoid|call|do not|don['’]t|must|never|prefer|required?|requires|run|should|switch|use)\b/i;

/** A statement about what was so, in the sentence after a date. */
const statement = /^[^.!?;\n]{0,120}?\b(?:are|has|have|is|remains?|supports?|was|were)\b/i;

/** Whether "as of" says when a statement was true, which an agent can weigh, and the sentence orders nothing. */
function isChecked(text: string, start: number, end: number): boolean {
  const written = text.slice(start, end);
  const rest = text.slice(end, end + 160);
  if (!/^as of\b/i.test(written) || order.test(rest)) return false;
  return written.startsWith("a") || !/^\*{0,2},/.test(rest) || statement.test(rest);
}

/** Whether a date is quoted as a sample of wording, or says when something happened or came into force. */
function isFact(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const rest = text.slice(end, end + 200).split("\n", 1)[0] ?? "";
  const quotes = line.split('"').length - 1;
  const inQuotes =
    quotes % 2 === 1 ||
    line.lastIndexOf("“") > line.lastIndexOf("”") ||
    line.lastIndexOf("「") > line.lastIndexOf("」");
  return inQuotes || happened.test(line) || law.test(line) || law.test(rest);
}

/**
 * Whether an offset is in a section about the past. It must be called with ascending offsets, as there may be
 * thousands of headings and matches.
 */
function historyOf(headings: readonly Heading[]): (offset: number) => boolean {
  let at = 0;
  return (offset) => {
    while (at < headings.length && headings[at]!.range.start.offset <= offset) at++;
    return at > 0 && history.test(headings[at - 1]!.text);
  };
}
