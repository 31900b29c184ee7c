/** A letter, digit or space that Unicode takes for one of ASCII in another style: a ligature, a full-width or mathematical form, a Roman numeral, a space of another width. Raised, circled and squared ones are signs of their own. */
const styled = /[\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{Nl}\p{Zs}]/u;
const ascii = /^[A-Za-z0-9 ]+$/;
/** What is read as a full stop or a slash. */
const separators = /[\uff0e\ufe52\u2024\uff0f\u2100\u2101\u2105\u2106]/u;

/** The first character that is another way to write letters, digits, a space, a dot or a slash of ASCII, and which. */
export function disguisedCharacter(
  text: string,
): { readonly character: string; readonly plain: string } | undefined {
  for (const [character] of text.matchAll(/[^ -~]/gu)) {
    const plain = character.normalize("NFKC");
    if (plain !== character && ((styled.test(character) && ascii.test(plain)) || separators.test(character)))
      return { character, plain };
  }
  return undefined;
}

/** Greek letters that look like a Latin one, from confusables.txt of UTS #39; Δt, μm and λx mix scripts and deceive nobody. */
const greek =
  "\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c5\u03c7\u03d2\u03dc\u03f1-\u03f3\u03f9\u037f";
const alike = new RegExp(`[\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}${greek}]`, "u");
const latin = /\p{Script=Latin}/u;

/** The first word that has Latin letters and, among them, letters of a script whose letters are taken for Latin ones. */
export function mixedWord(text: string): string | undefined {
  return text.split(/[^\p{L}\p{M}]+/u).find((word) => latin.test(word) && alike.test(word));
}
