import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { ReactConfig } from "./react-actions-config.ts";
import { headingsOf } from "./react-actions-section.ts";

export interface CleanText {
  readonly text: string;
  /** What was done to it, for the model and the person. */
  readonly notes: readonly string[];
}

/** Takes out what nobody sees, and ends every line with LF. */
export function cleanBody(written: string): CleanText {
  const ends = written.match(/\r\n?/g)?.length ?? 0;
  const lines = written.replace(/\r\n?/g, "\n");
  const removed: string[] = [];
  const text = lines.replace(unseen, (character, at: number) => {
    if (isAtHome(character, lines, at)) return character;
    removed.push(character);
    return "";
  });
  const kinds = Array.from(
    new Set(removed),
    (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return {
    text,
    notes: [
      ...(removed.length > 0
        ? [
            `${count(removed.length, "invisible character")} ${removed.length === 1 ? "was" : "were"} removed: ${seriesAtMost(kinds, 5)}`,
          ]
        : []),
      ...(ends > 0 ? [`the ends of ${count(ends, "line")} were made LF`] : []),
    ],
  };
}

export type FittedBody = CleanText | { readonly objection: string };

/** A body that is too long is either not loaded at all, or as far as it may be, with the headings of what was left out. */
export function fitBody(
  { text, notes }: CleanText,
  { maxBodyLines: most, longBody }: Pick<ReactConfig, "maxBodyLines" | "longBody">,
): FittedBody {
  const lines = text.split("\n");
  const total = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (total <= most) return { text, notes };
  if (longBody === "refuse")
    return {
      objection: `its body has ${grouped(total)} lines, and ${grouped(most)} are the most; parts of it must move to files of their own, as under reference/`,
    };
  const left = headingsOf(lines).filter(({ line }) => line >= most);
  const how =
    left.length === 0
      ? ""
      : `; load_resource of SKILL.md has their sections by section_hint: ${series(left.map((heading) => quote(heading.text)))}`;
  return {
    text: `${lines.slice(0, most).join("\n")}\n`,
    notes: [...notes, `lines ${grouped(most + 1)} to ${grouped(total)} of the body were left out${how}`],
  };
}

const unseen = /[\p{Default_Ignorable_Code_Point}\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/gu;

// Alternatives where a class would do: V8 of Node 26.5 and later finds no class beyond U+FFFF at the end of a text.
const letterOrPictureBefore =
  /(?:(?![\0-\x7f])(?:\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier})|\ufe0f)$/u;
const letterOrPictureAfter = /^(?![\0-\x7f])(?:\p{L}|\p{M}|\p{Extended_Pictographic})/u;
const selectableBefore = /(?:\p{L}|\p{N}|\p{S}|[#*])$/u;

/** Joiners belong between letters of some scripts and within emoji, one selector behind what it chooses the look of. */
function isAtHome(character: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (character === "\u200c" || character === "\u200d")
    return letterOrPictureBefore.test(before) && letterOrPictureAfter.test(after);
  return (
    /^[\ufe00-\ufe0f]$/.test(character) && selectableBefore.test(before) && !/[\ufe00-\ufe0f]$/.test(before)
  );
}
