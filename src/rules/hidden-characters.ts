import type { Finding } from "../core/rule.ts";
import { count } from "../core/sentence.ts";
import type { TextFile } from "../core/text-file.ts";
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
    summary: "Reports invisible characters that the text around them has no use for, such as a zero-width space between Latin letters; and control characters in files other than SKILL.md.",
    why: "They split words so that no search finds them, break commands that are copied, and can carry a message to a model.",
    remedy: "Delete the character; where an example needs it, write its escape, such as \\u200b.",
    severity: "warning",
    words: [...unseenWords, ...controlWords],
    since: "0.1.0",
  },
  check: ({ subject: { texts, document } }) => texts.flatMap((file) => findings(file, file.path === document?.file)),
});

/** Each is ordinary somewhere, as joiners are in emoji and marks in Arabic. */
const suspects = /[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028\u2029\u2060-\u2064\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]+/g;

/** What a terminal acts on: NUL, bell, backspace, escape, delete, and the second set of controls. */
const controls = /[\0\x07\x08\x1b\x7f-\x9f]/g;

interface Occurrence {
  readonly code: number;
  readonly start: number;
  readonly length: number;
  times: number;
}

/** How many kinds are told of in one file. */
const shown = 5;

function findings(file: TextFile, isDocument: boolean): readonly Finding[] {
  const wide = isWide(file);
  // control-characters speaks of those in SKILL.md.
  const controlled = !isDocument && (wide || controlWords.some(file.has));
  const hidden = !file.ascii && (wide || unseenWords.some(file.has) || mayHoldStraySelector(file.bytes));
  if (!controlled && !hidden) return [];
  const { source } = file;
  const { text, encoding } = source;
  if (encoding === "windows-1252") return [];
  const found = new Map<number, Occurrence>();
  if (hidden) collect(text, suspects, found);
  if (!isDocument) collect(text, controls, found);
  return Array.from(found.values(), ({ code, start, length, times }) => ({
    file: file.path,
    range: source.range(start, start + length),
    message: `${nameCharacter(code)} stands ${times === 1 ? "here" : `here and in ${count(times - 1, "more place")}`}, ${isControl(code) ? "which a terminal may take for a command" : "which nobody sees"}`,
  })).slice(0, shown);
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0 && code !== 0x85);
}

/** The first of each kind, and how often it stands there. */
function collect(text: string, pattern: RegExp, found: Map<number, Occurrence>): void {
  let rightToLeftText: boolean | undefined;
  const isRightToLeft = (): boolean => (rightToLeftText ??= rightToLeft.test(text));
  for (const { 0: match, index: start } of text.matchAll(pattern)) {
    const code = match.codePointAt(0)!;
    const occurrence = found.get(code);
    if (isAtHome(match, text, start, isRightToLeft)) continue;
    if (occurrence) occurrence.times++;
    else found.set(code, { code, start, length: match.length, times: 1 });
  }
}
