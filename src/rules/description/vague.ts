import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";

/** Words that could appear in the description of any skill. */
const idle = new Set(
  "a an and any as at be by can do does etc for from general generic handle handles help helpful helper helpers helps in is it its make makes manage manages misc miscellaneous more my of on or other process processes processing simple skill skills some something stuff support supports task tasks the thing things this to tool toolkit tools use used useful user users using util utilities utility various with work working works you your data document documents file files content information code item items".split(
    " ",
  ),
);

/** Maximum number of words; longer descriptions are specific enough. */
const longest = 8;

export default defineRule({
  meta: {
    id: "description-vague",
    category: "clarity",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary:
      'Reports a short `description` with at most one specific word, such as "Helps with PDFs.", one of a few words, such as "Log reports.", or one that only repeats the name.',
    why: "With many skills installed, an agent cannot see what this skill does or when to use it.",
    remedy:
      "Say what the skill does, with which files or data, and when: `Extracts text and tables from PDF files. Use when …`.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    if (!field || !skill.document || !isVague(field.value, skill.name)) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message:
          "description is too vague for an agent to choose this skill; say what it does and when to use it",
      },
    ];
  },
});

/** Vague words in Chinese, in which words cannot be counted without a dictionary. */
const idleChinese =
  /帮助|帮忙|协助|辅助|支持|处理|管理|使用|用于|进行|完成|提供|相关|各种|通用|常用|实用|有用|用户|任务|工作|事情|东西|问题|内容|信息|数据|文档|文件|资料|功能|操作|工具|助手|技能|能力|一个|一些|一款|这个|可以|能够|[你您我他的了和与及或在对个等]/g;

/** Maximum number of characters in Chinese; longer descriptions are specific enough. */
const longestChinese = 20;

/** Words of other languages that connect words. */
const connecting = new Set(
  "da das de del dei den der des die do dos du e el en et für la las le les los mit o os para pour sur und von y zu".split(
    " ",
  ),
);

/** Maximum number of words, and of letters in languages without spaces, that can say neither what nor when. */
const fewWords = 3;
const fewLetters = 6;

/** Whether a description is vague: it repeats the name, has too few words, or words that fit every skill. */
export function isVague(text: string, name: string): boolean {
  if (text.length > 100) return false;
  const letters = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (letters.length === 0) return false;
  if (letters.join("") === name.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, "")) return true;
  return /[^\x00-\x7f]/.test(text)
    ? isShort(letters) || isVagueChinese(text)
    : isVagueEnglish(letters) || isShort(letters);
}

function isVagueEnglish(words: readonly string[]): boolean {
  return words.length <= longest && words.filter((word) => !idle.has(word)).length <= 1;
}

/** Only for Latin letters, and for Chinese, Japanese and Korean. */
function isShort(words: readonly string[]): boolean {
  const text = words.join("");
  if (/^[\p{sc=Latin}\p{N}\p{M}]+$/u.test(text))
    return (
      words.length <= fewWords &&
      words.filter((word) => !idle.has(word) && !connecting.has(word)).length < fewWords
    );
  return (
    text.length <= fewLetters && /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+$/u.test(text)
  );
}

/** Whether at most one word in Latin letters remains, as in "帮助处理 PDF。". */
function isVagueChinese(text: string): boolean {
  if (text.length > longestChinese || !/帮|助|处理|管理|工具|支持/.test(text)) return false;
  return /^[A-Za-z0-9.+#-]{0,16}$/.test(text.replace(idleChinese, "").replace(/[\s，。、！；：,.!;:]/g, ""));
}
