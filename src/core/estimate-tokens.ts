/**
 * About how many tokens a model's tokenizer makes of the text, without one. The weights were fitted to the counts of Anthropic's
 * published tokenizer (@anthropic-ai/tokenizer 0.0.4) and OpenAI's o200k_base over the bodies of 1,470 real skills, midway
 * between the two, which are 10 % apart: for nine skills in ten the estimate is within 15 % of either. A fourth of the
 * characters, the usual rule, is half of the truth for Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  let words = 0;
  let digits = 0;
  let punctuation = 0;
  let lineEnds = 0;
  let ideographs = 0;
  let others = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const letter = (unit | 32) >= 97 && (unit | 32) <= 122;
    if (letter && !inWord) words++;
    inWord = letter;
    if (letter) continue;
    if (unit > 127 && isIdeograph(unit)) ideographs++;
    else if (unit > 127) others++;
    else if (unit === 10) lineEnds++;
    else if (unit >= 48 && unit <= 57) digits++;
    else if (unit > 32) punctuation++;
  }
  return Math.round(1.1 * words + 0.5 * digits + 0.68 * punctuation + 0.88 * lineEnds + 0.89 * ideographs + 0.39 * others);
}

/** Chinese, Japanese and Korean, with their punctuation and full-width forms. */
function isIdeograph(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af) || (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xff00 && unit <= 0xffef);
}
