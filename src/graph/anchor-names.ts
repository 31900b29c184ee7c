import { unicodePattern } from "../core/unicode-pattern.ts";
import { headingAnchor, headingText } from "../parse/body/headings.ts";

const heading = /^[ \t>]{0,8}#{1,6}[ \t]+([^\r\n]+)/gm;
/** A line with one of dashes or equals signs below it. */
const underlined = /(?<![^\r\n])[ \t>]{0,8}([^\s#>|][^\r\n]*)\r?\n[ \t>]{0,8}(?:={2,}|-{2,})[ \t]*$/gm;
const htmlHeading = /<h[1-6][^<>]{0,200}>([^<]{1,500})/gi;
const mark = /\b(?:id|name)\s{0,8}=\s{0,8}["']?([^"'\s<>]{1,500})|\{#([^{}\s]{1,500})\}/g;
const addedId = /(?<![ \t])[ \t]*\{#[^{}\s]{1,500}\}[ \t]*$/;

/** The names of a Markdown text's plain headings by GitHub's rules, and of what looks like one inside code. */
export function headingNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, written = ""] of text.matchAll(heading)) names.add(nameOf(written));
  return names;
}

/** Every name that a fragment could mean: those of other headings and marks too. */
export function anchorNames(text: string): ReadonlySet<string> {
  const names = headingNames(text);
  for (const pattern of [underlined, htmlHeading])
    for (const [, written = ""] of text.matchAll(pattern)) names.add(nameOf(written));
  for (const [, id, added] of text.matchAll(mark)) names.add((id ?? added ?? "").toLowerCase());
  return names;
}

/** Most headings are a few plain words. */
function nameOf(written: string): string {
  return /^[A-Za-z0-9 -]+$/.test(written)
    ? written.trim().toLowerCase().replaceAll(" ", "-")
    : headingAnchor(headingText(written.replace(addedId, "")));
}

/** Whether a fragment is one of the names; the second of two like headings has "-1" behind its name. */
export function isAnchor(fragment: string, names: ReadonlySet<string>): boolean {
  const name = fragment.replace(/^user-content-/, "");
  return name === "" || name === "top" || names.has(name) || names.has(name.replace(/-\d+$/, ""));
}

/** No program writes capitals or other signs than these into a heading's name. */
const rendered = unicodePattern(String.raw`^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_.\-]+$`);
const signs = unicodePattern(String.raw`[^\p{L}\p{N}]`, "gu");

/**
 * Whether some program may make the fragment of a heading, by the letters of all names. They differ in what becomes of signs:
 * GitHub drops them, GitLab and MkDocs make one hyphen of a run, VitePress makes hyphens of the signs too.
 */
export function isRendered(fragment: string, letters: ReadonlySet<string>): boolean {
  return rendered().test(fragment) && letters.has(lettersOf(fragment));
}

/** What all programs keep of a heading. */
export function lettersOf(name: string): string {
  const small = name.toLowerCase();
  return /^[\0-\x7f]*$/.test(small) ? small.replaceAll(/[^a-z0-9]/g, "") : small.replaceAll(signs(), "");
}
