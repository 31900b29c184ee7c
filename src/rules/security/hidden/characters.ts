import { isMarkdown } from "../../../core/paths.ts";
import { unicodePattern } from "../../../core/unicode-pattern.ts";
import type { Finding } from "../../../model/rule.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";
import { fenceAt } from "../../parts/outline.ts";
import { scriptFiles } from "../../scripts/parts/script-files.ts";
import { nameCharacter } from "./parts/character-names.ts";
import { bidi } from "./parts/hidden-patterns.ts";
import { isInPatternRange } from "./parts/pattern-range.ts";
import { rightToLeft } from "./parts/right-to-left.ts";
import { bidiWords, controlWords, isWide, mayHoldStraySelector, unseenWords } from "./parts/unseen-bytes.ts";

export default defineRule({
  meta: {
    id: "hidden-characters",
    category: "security",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr36/",
    summary:
      "Reports invisible characters without a function in the surrounding text, such as a zero-width space between Latin letters, and control characters in files other than SKILL.md.",
    why: "They split words so that a search does not find them, break copied commands, and can carry a hidden message to a model.",
    remedy: "Delete the character; in an example that needs it, write its escape, such as \\u200b.",
    severity: "warning",
    words: [...unseenWords, ...controlWords, ...bidiWords],
    since: "0.1.0",
  },
  reportLimit: { max: 1, per: "message" },
  check: ({ subject: skill }) => {
    const { texts, document } = skill;
    return texts.flatMap((file) => [
      ...findings(file, file.path === document?.file),
      ...(!file.ascii && file.hasAny(bidiWords) && scriptFiles(skill).has(file) ? inPatterns(file) : []),
    ]);
  },
});

/** Characters that are legitimate in some texts, such as joiners in emoji and marks in Arabic. */
const suspects =
  /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028\u2029\u2060-\u2064\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]+/g;

/** Characters that a terminal interprets: NUL, bell, backspace, escape, delete, and the C1 controls. */
const controls = /[\0\x07\x08\x1b\x7f-\x9f]/g;

interface Occurrence {
  readonly code: number;
  readonly start: number;
  readonly length: number;
}

/** The first character that changes the order of the text in a script's pattern, which other scripts hide code with. */
function inPatterns({ path, source }: TextFile): readonly Finding[] {
  const found = Array.from(source.text.matchAll(bidiControls)).find(({ 0: run, index }) =>
    isInPatternRange(source.text, index, index + run.length),
  );
  if (!found) return [];
  const code = found[0].codePointAt(0)!;
  return [
    {
      file: path,
      range: source.range(found.index, found.index + found[0].length),
      message: `invisible character ${nameCharacter(code)} in a pattern; write its escape`,
      severity: "info",
    },
  ];
}

const bidiControls = new RegExp(bidi, "gu");

/** Maximum number of occurrences of a character that are examined in a file. */
const maxOccurrences = 1_000;

/** Maximum number of different characters that are reported in a file. */
const maxKinds = 5;

function findings(file: TextFile, isDocument: boolean): readonly Finding[] {
  const wide = isWide(file);
  // Control characters in SKILL.md are reported by control-characters.
  const controlled = !isDocument && (wide || file.hasAny(controlWords));
  const hidden = !file.ascii && (wide || file.hasAny(unseenWords) || mayHoldStraySelector(file.bytes));
  if (!controlled && !hidden) return [];
  const { source } = file;
  const { text, encoding } = source;
  if (encoding === "windows-1252") return [];
  const found = new Map<number, Occurrence[]>();
  if (hidden) collect(text, suspects, found);
  if (!isDocument) collect(text, controls, found);
  return Array.from(found.values())
    .slice(0, maxKinds)
    .flat()
    .map(({ code, start, length }) => ({
      file: file.path,
      range: source.range(start, start + length),
      message: `${isControl(code) ? "control" : "invisible"} character ${nameCharacter(code)}; delete it`,
      ...((isVerbatim(file, start) ||
        (lineBreaks.has(code) && data.test(file.path)) ||
        (lineBreaks.has(code) && isBetweenWords(file, start, start + length))) && {
        severity: "info",
      }),
    }));
}

/**
 * Whether a character is part of output that a block of Markdown shows, with a formula or other characters beyond ASCII
 * on its line, so that it is not copied as a command.
 */
function isVerbatim({ path, source: { text }, body }: TextFile, start: number): boolean {
  if (!isMarkdown(path)) return false;
  const fence = fenceAt(body, start);
  if (!fence || !/^(?:|text|txt|plain|plaintext|log|output|markdown|md)$/i.test(fence.language)) return false;
  const before = text.slice(Math.max(0, start - 300), start);
  const after = text.slice(start + 1, start + 300);
  const line = before.slice(before.lastIndexOf("\n") + 1) + (after.split("\n", 1)[0] ?? "");
  return /[^\x00-\xa0]/.test(line.replaceAll(suspects, ""));
}

/** Zero-width space, non-joiner and word joiner, which editors and websites add where a line may or may not end. */
const lineBreaks: ReadonlySet<number> = new Set([0x200b, 0x200c, 0x2060]);

/** Data, which is often extracted from pages and documents. */
const data = /\.(?:json|jsonl|ndjson|csv|tsv|xml|html?)$/i;

/** Whether a character is in a sentence, outside of code, and does not divide a word or number. */
function isBetweenWords({ path, source: { text }, body }: TextFile, start: number, end: number): boolean {
  if (!isMarkdown(path) || fenceAt(body, start)) return false;
  if (/[\w/.-]$/.test(text.slice(Math.max(0, start - 1), start)) && /^[\w/.-]/.test(text.slice(end, end + 1)))
    return false;
  const before = text.slice(Math.max(0, start - 300), start);
  const after = text.slice(end, end + 300);
  return (
    !before.slice(before.lastIndexOf("\n") + 1).includes("`") ||
    !(after.split("\n", 1)[0] ?? "").includes("`")
  );
}

const shownOnPurpose = [marksUp, isLiteral, isNamed, isInPatternRange];

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0 && code !== 0x85);
}

function collect(text: string, pattern: RegExp, found: Map<number, Occurrence[]>): void {
  let rightToLeftText: boolean | undefined;
  const isRightToLeft = (): boolean => (rightToLeftText ??= rightToLeft.test(text));
  for (const { 0: match, index: start } of text.matchAll(pattern)) {
    const code = match.codePointAt(0)!;
    const known = found.get(code);
    if ((known && known.length >= maxOccurrences) || hasFunction(match, text, start, isRightToLeft)) continue;
    if (shownOnPurpose.some((isShown) => isShown(text, start, start + match.length))) continue;
    const occurrence = { code, start, length: match.length };
    if (known) known.push(occurrence);
    else found.set(code, [occurrence]);
  }
}

/**
 * Whether the character is markup: in a heading's link to itself without a text, as documentation sites add, or
 * before a fence so that it does not close a code block.
 */
function marksUp(text: string, start: number, end: number): boolean {
  if (text.charAt(start - 1) === "[" && text.startsWith("](#", end)) return true;
  return (
    (text.startsWith("```", end) || text.startsWith("~~~", end)) &&
    /(?:^|[\r\n])[ \t>]{0,8}$/.test(text.slice(Math.max(0, start - 10), start))
  );
}

/**
 * Whether only invisible characters are between quotes or in a class of a pattern, as in a program that searches for
 * them.
 */
function isLiteral(text: string, start: number, end: number): boolean {
  const before = /(["'`[])(?:\\[nrtsfv]|[^\w"'`[\]\r\n]){0,8}$/.exec(
    text.slice(Math.max(0, start - 17), start),
  );
  const after = /^(?:\\[nrtsfv]|[^\w"'`[\]\r\n]){0,8}(["'`\]])/.exec(text.slice(end, end + 17));
  if (!before || !after || before[1] !== (after[1] === "]" ? "[" : after[1])) return false;
  const around = before[0].slice(1) + after[0].slice(0, -1);
  return around.replaceAll(suspects, "").replaceAll(/\\[nrtsfv]/g, "") === "";
}

/** A text that names an invisible character, as in a guide to these characters. */
const named =
  /zero[- ]width|invisible (?:char|unicode|separator|times)|\b(?:ZWSP|ZWNJ|ZWJ)\b|\bU\+(?:200[B-F]|206[0-4]|FEFF)\b|\\u(?:200[b-f]|206[0-4]|feff)|零宽|ゼロ幅/i;

function isNamed(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  const after = text.slice(end, end + 160);
  return named.test(before.slice(before.lastIndexOf("\n") + 1)) || named.test(after.split("\n", 1)[0] ?? "");
}

/** Scripts in which joiners select the form of a letter; Unicode 16, chapters 9, 12, 13 and 23.2. */
const joining = unicodePattern(
  String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Manichaean}\p{Script=Adlam}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hebrew}]`,
);

/**
 * Scripts without spaces between words, in which U+200B marks a possible line break. In Chinese, Japanese and Korean
 * it allows Markdown's `**` to close.
 */
const unspaced = unicodePattern(
  String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]`,
);

/**
 * Characters before and after the joiner of an emoji. They are not in a character class, as V8 in Node 26.5 and later
 * does not match a class beyond U+FFFF at the end of a string.
 */
const pictureBefore = unicodePattern(String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$`);

const pictureAfter = unicodePattern(String.raw`^\p{Extended_Pictographic}`);

/** A variation selector has no effect after one of these. */
const letterOrSpace = unicodePattern(
  String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s!-"$-)+-/:-@[-\x60{-~]`,
);

const markBefore = unicodePattern(String.raw`\p{M}$`);

const markAfter = unicodePattern(String.raw`^\p{M}`);

/** The nearest character that is not a combining mark or Markdown's emphasis. */
const lastBase = unicodePattern(String.raw`([^\p{M}*_~\x60])[\p{M}*_~\x60]*$`);

const firstBase = unicodePattern(String.raw`^[\p{M}*_~\x60]*([^\p{M}*_~\x60])`);

/** Number of UTF-16 units before and after a character that are searched for neighboring characters. */
const reach = 6;

/**
 * Whether an invisible character, or a run of variation selectors, has a function in the surrounding text.
 */
function hasFunction(found: string, text: string, at: number, isRightToLeft: () => boolean): boolean {
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
      // Fillers replace a missing part of an Old Korean syllable.
      return (
        /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/.test(before) ||
        /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/.test(after)
      );
    case 0x180e:
      return endsIn(joining(), before);
    case 0x034f:
      // The character separates combining marks, or keeps them in order.
      return markBefore().test(before) || markAfter().test(after);
    case 0xfeff:
      return at === 0;
    default:
      return false;
  }
}

/**
 * Whether a variation selector follows a letter or space, or is one of two or three in a row. Longer and mixed runs
 * are reported by hidden-text.
 */
function isStraySelector(found: string, text: string, at: number): boolean {
  if (text.charCodeAt(at + found.length) === 0xdb40) return false;
  if (found.length > 1) return /^\ufe0f{2,3}$/.test(found);
  return letterOrSpace().test(text.charAt(at - 1));
}

function endsIn(script: RegExp, before: string): boolean {
  const last = lastBase().exec(before)?.[1];
  return last !== undefined && script.test(last);
}

function beginsIn(script: RegExp, after: string): boolean {
  const first = firstBase().exec(after)?.[1];
  return first !== undefined && script.test(first);
}
