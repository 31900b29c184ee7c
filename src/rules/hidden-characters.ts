import { unicodePattern } from "../core/unicode-pattern.ts";
import type { Finding } from "../model/rule.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";
import { nameCharacter } from "./parts/character-names.ts";
import { rightToLeft } from "./parts/right-to-left.ts";
import { controlWords, isWide, mayHoldStraySelector, unseenWords } from "./parts/unseen-bytes.ts";

export default defineRule({
  meta: {
    id: "hidden-characters",
    category: "security",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr36/",
    summary:
      "Reports invisible characters that the text around them has no use for, such as a zero-width space between Latin letters; and control characters in files other than SKILL.md.",
    why: "They split words so that no search finds them, break commands that are copied, and can carry a message to a model.",
    remedy: "Delete the character; where an example needs it, write its escape, such as \\u200b.",
    severity: "warning",
    words: [...unseenWords, ...controlWords],
    since: "0.1.0",
  },
  reportLimit: { max: 1, per: "message" },
  check: ({ subject: { texts, document } }) =>
    texts.flatMap((file) => findings(file, file.path === document?.file)),
});

/** Each is ordinary somewhere, as joiners are in emoji and marks in Arabic. */
const suspects =
  /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028\u2029\u2060-\u2064\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]+/g;

/** What a terminal acts on: NUL, bell, backspace, escape, delete, and the second set of controls. */
const controls = /[\0\x07\x08\x1b\x7f-\x9f]/g;

interface Occurrence {
  readonly code: number;
  readonly start: number;
  readonly length: number;
}

/** How many of one kind are weighed in one file, and how many kinds. */
const weighed = 1_000;

const kinds = 5;

function findings(file: TextFile, isDocument: boolean): readonly Finding[] {
  const wide = isWide(file);
  // control-characters speaks of those in SKILL.md.
  const controlled = !isDocument && (wide || controlWords.some(file.has));
  const hidden = !file.ascii && (wide || unseenWords.some(file.has) || mayHoldStraySelector(file.bytes));
  if (!controlled && !hidden) return [];
  const { source } = file;
  const { text, encoding } = source;
  if (encoding === "windows-1252") return [];
  const found = new Map<number, Occurrence[]>();
  if (hidden) collect(text, suspects, found);
  if (!isDocument) collect(text, controls, found);
  return Array.from(found.values())
    .slice(0, kinds)
    .flat()
    .map(({ code, start, length }) => ({
      file: file.path,
      range: source.range(start, start + length),
      message: `${nameCharacter(code)} stands here, ${isControl(code) ? "which a terminal may take for a command" : "which nobody sees"}`,
    }));
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0 && code !== 0x85);
}

/** Where each kind stands. */
function collect(text: string, pattern: RegExp, found: Map<number, Occurrence[]>): void {
  let rightToLeftText: boolean | undefined;
  const isRightToLeft = (): boolean => (rightToLeftText ??= rightToLeft.test(text));
  for (const { 0: match, index: start } of text.matchAll(pattern)) {
    const code = match.codePointAt(0)!;
    const known = found.get(code);
    if ((known && known.length >= weighed) || isAtHome(match, text, start, isRightToLeft)) continue;
    const occurrence = { code, start, length: match.length };
    if (known) known.push(occurrence);
    else found.set(code, [occurrence]);
  }
}

/** Scripts in which joiners choose the form of a letter; Unicode 16, chapters 9, 12, 13 and 23.2. */
const joining = unicodePattern(
  String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Manichaean}\p{Script=Adlam}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hebrew}]`,
);

/** Scripts that put no blank between words, so that U+200B says where a line may break; in Chinese, Japanese and Korean it lets Markdown's `**` close. */
const unspaced = unicodePattern(
  String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]`,
);

/** What may stand before and after the joiner of an emoji. No class, as V8 of Node 26.5 and later finds none beyond U+FFFF at the end of a text. */
const pictureBefore = unicodePattern(String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$`);

const pictureAfter = unicodePattern(String.raw`^\p{Extended_Pictographic}`);

/** Behind one of these a selector changes nothing. */
const letterOrBlank = unicodePattern(
  String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s!-"$-)+-/:-@[-\x60{-~]`,
);

/** Next to the joiner, or behind marks and asterisks. */
const markBefore = unicodePattern(String.raw`\p{M}$`);

const markAfter = unicodePattern(String.raw`^\p{M}`);

const lastBase = unicodePattern(String.raw`([^\p{M}*_~\x60])[\p{M}*_~\x60]*$`);

const firstBase = unicodePattern(String.raw`^[\p{M}*_~\x60]*([^\p{M}*_~\x60])`);

/** How far the neighbours are looked for behind marks and asterisks. */
const reach = 6;

/** Whether the text around an unseen character, or a run of variation selectors, has a use for it. */
function isAtHome(found: string, text: string, at: number, isRightToLeft: () => boolean): boolean {
  const code = found.charCodeAt(0);
  if (code >= 0xfe00 && code <= 0xfe0f) return !isStraySelector(found, text, at);
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at + 1, at + 1 + reach);
  switch (code) {
    case 0x200c:
    case 0x200d:
      return (
        (code === 0x200d && pictureBefore().test(before) && pictureAfter().test(after)) ||
        endsIn(joining(), before) ||
        beginsIn(joining(), after)
      );
    case 0x200b:
      return endsIn(unspaced(), before) || beginsIn(unspaced(), after);
    case 0x200e:
    case 0x200f:
    case 0x061c:
      return isRightToLeft();
    case 0x115f:
    case 0x1160:
      // Fillers stand for the missing part of an old syllable.
      return (
        /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/.test(before) ||
        /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/.test(after)
      );
    case 0x180e:
      return endsIn(joining(), before);
    case 0x034f:
      // It keeps marks apart, or in order.
      return markBefore().test(before) || markAfter().test(after);
    case 0xfeff:
      return at === 0;
    default:
      return false;
  }
}

/** Behind a letter or a blank, or written twice or thrice; of longer and mixed runs hidden-text speaks. */
function isStraySelector(found: string, text: string, at: number): boolean {
  if (text.charCodeAt(at + found.length) === 0xdb40) return false;
  if (found.length > 1) return /^\ufe0f{2,3}$/.test(found);
  return letterOrBlank().test(text.charAt(at - 1));
}

function endsIn(script: RegExp, before: string): boolean {
  const last = lastBase().exec(before)?.[1];
  return last !== undefined && script.test(last);
}

function beginsIn(script: RegExp, after: string): boolean {
  const first = firstBase().exec(after)?.[1];
  return first !== undefined && script.test(first);
}
