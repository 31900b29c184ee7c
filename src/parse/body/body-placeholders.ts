/** A word in capital letters that is not part of a longer name or a path. */
const word = /(?<![\w./-])(?:\$\{?|<|\{|%)?([A-Z][A-Z0-9_-]*[A-Z0-9])(?![\w-])(?!\/[\w.])(?!\.\w)/g;

/** Text that precedes a word and explains it: "replace SCRIPTS", "where `SCRIPTS`", or a marker around it. */
const lead =
  /(?:[`"'“«*_(<${%[]|\b(?:as|call|called|define|export|let|placeholder|replace|set|substitute|variable|where|with)\s)$/i;

/** Text that follows a word and explains it: "SCRIPTS is", "SCRIPTS=", "SCRIPTS: ", "SCRIPTS → ". */
const behind =
  /^[`"'”»*_)>}%\]]{0,4}(?:\s{0,2}(?:=|:|：|→|—|–|->|代表|表示|指|为|是)|\s(?:is|are|means?|stands|refers|denotes|points|represents|below|here|above)\b)/i;

/** Number of characters before a word that are examined. */
const near = 24;

/** The capitalized words that a text explains, such as "SCRIPTS is the directory of this file", found in one pass. */
export function definedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { 0: written, 1: name = "", index } of text.matchAll(word)) {
    if (words.has(name)) continue;
    const start = index + written.length - name.length;
    const end = index + written.length;
    if (lead.test(text.slice(Math.max(0, start - near), start)) || behind.test(text.slice(end, end + near)))
      words.add(name);
  }
  return words;
}
