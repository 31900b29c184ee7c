/** Words that almost all English prose contains. */
const english = /\b(?:an?|and|as|by|for|from|in|into|is|of|on|or|that|the|this|to|using|with|your)\b/gi;

/** Equivalent words in other languages with Latin letters, except words that are also English. */
const otherLanguages =
  /\b(?:av|avec|aus|cuando|dan|dans|das|dei|del|della|dem|den|der|des|det|dla|eine|eines|el|els|ett|het|il|kan|les|los|med|mit|och|oder|oraz|pada|para|por|pour|que|quando|som|sur|um|uma|una|und|une|untuk|van|von|voor|wenn|yang|zum|zur)\b/gi;

const otherLetters = /[^\x00-\x7f]/g;

/** Whether the text is English, judged by its letters and function words; false if in doubt. */
export function isEnglish(text: string): boolean {
  const others = text.match(otherLetters)?.filter((character) => /\p{L}/u.test(character)).length ?? 0;
  if (others * 20 > text.length) return false;
  return (text.match(english)?.length ?? 0) > 2 * (text.match(otherLanguages)?.length ?? 0);
}
