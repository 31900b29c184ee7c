/** A word in capitals that stands alone: it goes on with no name and no path. */
const word = /(?<![\w./-])(?:\$\{?|<|\{|%)?([A-Z][A-Z0-9_-]*[A-Z0-9])(?![\w-])(?!\/[\w.])(?!\.\w)/g;

/** What comes before a word whose meaning is said: "replace SCRIPTS", "where `SCRIPTS`", or a mark around it. */
const lead =
  /(?:[`"'“«*_(<${%[]|\b(?:as|call|called|define|export|let|placeholder|replace|set|substitute|variable|where|with)\s)$/i;

/** And behind it: "SCRIPTS is", "SCRIPTS=", "SCRIPTS: ", "SCRIPTS → ". */
const behind =
  /^[`"'”»*_)>}%\]]{0,4}(?:\s{0,2}(?:=|:|：|→|—|–|->|代表|表示|指|为|是)|\s(?:is|are|means?|stands|refers|denotes|points|represents|below|here|above)\b)/i;

/** How many characters before a word are looked at. */
const near = 24;

/** The words in capitals that a text says the meaning of, such as "SCRIPTS is the directory of this file", in one pass over it. */
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
