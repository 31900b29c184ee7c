import { unicodePattern } from "../../core/unicode-pattern.ts";

const lineBreaks = /[\r\n]+[ \t]*/g;
const marked = /[`*_[<\\]/;
const link = /!?\[([^[\]]*)\]\([^()]*\)/g;
const codeOrTag = /`[^`]*`|<\/?[A-Za-z][^<>]*>/g;
const emphasis = unicodePattern(String.raw`(\*\*|__|\*|_)(?=\S)([^*_]*?\S)\1(?![\p{L}\p{N}])`, "gu");
const dropped = unicodePattern(String.raw`[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]`, "gu");

/** A heading's text as rendered: without link targets, tags, emphasis and closing markers. */
export function headingText(written: string): string {
  const open = written.trim().replaceAll(lineBreaks, " ");
  const text = open.endsWith("#") ? stripClosing(open) : open;
  if (!marked.test(text)) return text.trim();
  return text
    .replaceAll(link, "$1")
    .replaceAll(codeOrTag, (found) => (found.startsWith("`") ? found : ""))
    .replaceAll(emphasis(), "$2")
    .replaceAll("`", "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}

/**
 * GitHub's anchor for a heading: lower case, with hyphens for spaces, and without any character but letters,
 * marks, decimal digits and connectors, so that "²" is dropped. Repeated anchors are numbered.
 */
export function headingAnchor(text: string): string {
  const small = text.toLowerCase();
  return (
    /^[\0-\x7f]*$/.test(small) ? small.replaceAll(/[^a-z0-9_\- ]/g, "") : small.replaceAll(dropped(), "")
  ).replaceAll(" ", "-");
}

function stripClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 35) end--;
  return end === 0 || " \t".includes(text.charAt(end - 1)) ? text.slice(0, end) : text;
}
