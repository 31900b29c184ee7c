import type { Finding } from "../core/rule.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../core/skill.ts";
import { defineRule } from "./define.ts";
import { placeIn, promptFields, type StringField } from "./fields.ts";

export default defineRule({
  meta: {
    id: "prompt-hidden-text",
    category: "security",
    origin: "guidance",
    source: "https://trojansource.codes",
    summary: "Reports characters in `name` or `description` that hide or reorder text, or command a terminal.",
    why: "Clients put both fields into the system prompt of every session, where a model reads what a person reviewing the file cannot see.",
    remedy: "Delete the characters and read what they hid; do not use the skill before you know how they came there.",
    severity: "warning",
    danger: true,
    needs: ["document"],
    since: "0.1.0",
  },
  check: ({ subject: skill }) => promptFields(skill).filter(({ value }) => !printable.test(value)).flatMap((field) => Array.from(hiddenIn(skill.document!, field))),
});

/** A well-formed emoji tag sequence, such as the flag of Scotland; Unicode TR51 ED-14a. */
const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{3,6}\u{e007f}/gu;

const tags = /[\u{e0001}\u{e0020}-\u{e007f}]+/u;
const bidi = /[\u202a-\u202e\u2066-\u2069]+/u;
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]+/u;
// One selector after an emoji or an ideograph is how they are written; two in a row encode bytes.
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]+/u;
const neverText = /[\ufff9-\ufffb\p{Noncharacter_Code_Point}]+/u;

/** Most descriptions are this, and hide nothing. */
const printable = /^[\x20-\x7e\n]*$/;

function* hiddenIn(document: SkillDocument, field: StringField): Generator<Finding> {
  const text = field.value.replace(flags, "");
  const say = (pattern: RegExp, what: (found: string) => string): readonly Finding[] => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ file: document.file, range: placeIn(document, field, pattern), message: `${field.key} holds ${what(found)}` }];
  };
  yield* say(tags, (found) => `${count(points(found).length, "tag character")}, which nobody sees${hidden(decodeTags(found))}`);
  yield* say(selectors, (found) => `${count(points(found).length, "variation selector")} where none belongs, which nobody sees${hidden(decodeSelectors(found))}`);
  yield* say(bidi, (found) => `${quote(found)}, which changes the order that text is shown in`);
  yield* say(controls, (found) => `${quote(found)}, which a terminal may take for a command`);
  yield* say(neverText, (found) => `${quote(found)}, which is no text`);
}

function points(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

function hidden(message: string): string {
  return message ? `, saying ${quote(message)}` : "";
}

/** A tag is an ASCII character with 0xE0000 added. */
function decodeTags(found: string): string {
  return String.fromCodePoint(...points(found).slice(0, 200).map((code) => code - 0xe0000).filter((code) => code >= 0x20 && code < 0x7f));
}

/** The 256 selectors stand for the 256 bytes; https://paulbutler.org/2025/smuggling-arbitrary-data-through-an-emoji */
function decodeSelectors(found: string): string {
  const bytes = points(found).slice(0, 200).map((code) => (code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16));
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCodePoint(...bytes) : "";
}
