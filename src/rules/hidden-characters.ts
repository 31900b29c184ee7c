import type { Finding } from "../model/rule.ts";
import type { TextFile } from "../model/text-file.ts";
import { nameCharacter } from "./parts/character-names.ts";
import { defineRule } from "./define.ts";
import { isAtHome } from "./parts/joining-scripts.ts";
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
  told: { places: 1, by: "message" },
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
