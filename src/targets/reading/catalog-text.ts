import type { DescriptionCut } from "../../model/client-catalog.ts";
import { unicodePattern } from "../../core/unicode-pattern.ts";

/** Cut to a number of UTF-16 units with the mark at the end, which may leave half of a surrogate pair. */
export function cutUnits(text: string, max: number, mark: string): string {
  return text.length > max ? text.slice(0, max - mark.length) + mark : text;
}

/** Whether what a client lists is a cut description. */
export function isCut(listed: string, description: string, { max, unit, ellipsis }: DescriptionCut): boolean {
  const size = unit === "utf-16" ? listed.length : Array.from(listed).length;
  return size === max && listed !== description && listed.endsWith(ellipsis);
}

/** `<` and `>` as HTML references; `&` stays as it is. */
export function escapeAngles(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** With the five entities of XML. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** The field of a loaded skill, if a description is listed otherwise than loaded. */
export function listedAs(listed: string, description: string): { readonly listed?: string } {
  return listed === description ? {} : { listed };
}

/**
 * Without escape sequences of terminals, and with a space for each run of characters that are not visible: controls,
 * line ends, format characters and code points without a meaning. Emoji keep their joiners and selectors, and some
 * scripts the joiners between their letters.
 */
export function visibleText(text: string): string {
  if (/^[ -~]*$/.test(text) || !mayBeInvisible().test(text)) return text;
  return text.replace(terminalEscape, "").replace(invisible(), (_, kept?: string) => kept ?? " ");
}

/** Escape sequences begin with such a character too. */
const mayBeInvisible = unicodePattern("[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]");

// A string that only ST ends; one that BEL ends too; a control sequence; other escapes.
const terminalEscape =
  // oxlint-disable-next-line no-control-regex
  /(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x9c|\x1b\\)?|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x9c|\x1b\\)?|(?:\x1b\[|\x9b)[^\x1b\x40-\x7e]*[\x40-\x7e]?|\x1b(?:[ -/][ -~]?|[0-~])?/g;

const invisible = unicodePattern(
  [
    "(\\p{RGI_Emoji}",
    "(?<=[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d])[\\u200c\\u200d](?=[\\u0900-\\u0d7f])",
    "(?<=\\u0dca)\\u200d(?=\\p{Script=Sinhala})",
    "(?<=[\\p{Script=Arabic}&&\\p{L}])\\u200c(?=[\\p{Script=Arabic}&&\\p{L}]))",
    "[[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]--\\p{Extended_Pictographic}]+",
  ].join("|"),
  "gv",
);

/** Without tags: what `/<[^>]+>/` matches, in linear time. */
export function stripTags(text: string): string {
  let [kept, from] = ["", 0];
  for (let open = text.indexOf("<"); open !== -1; open = text.indexOf("<", from)) {
    const close = text.indexOf(">", open + 1);
    if (close === -1) break;
    // "<>" is no tag, but may begin one.
    const isTag = close > open + 1;
    kept += text.slice(from, isTag ? open : open + 1);
    from = isTag ? close + 1 : open + 1;
  }
  return kept + text.slice(from);
}
