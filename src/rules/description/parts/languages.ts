/** How a language says when a skill is used. */
interface Language {
  /** Its function words, or its letters. */
  readonly words: RegExp;
  /** Minimum number of them in a text. */
  readonly least: number;
  /** Any wording that may say when to use the skill. Broad on purpose, as in English. */
  readonly cue: RegExp;
}

const han = /\p{sc=Han}/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

const languages: readonly Language[] = [
  {
    words: kana,
    least: 5,
    cue: /とき|[時際](?:[には、。]|の[みに])|場合|使用|利用|使う|使い|使って|ために|ための|向け|用|求め|依頼|必要|必ず|トリガー|ユーザー|たい|なら|れば|たら|前に|後に|支援|対応/u,
  },
  {
    words: /\p{sc=Hangul}/gu,
    least: 8,
    cue: /때|경우|사용|위해|위한|용도|요청|필요|사용자|트리거|하려|싶|면 |면,|전에|후에|호출|활용|도움|돕|용$/u,
  },
  {
    words: han,
    least: 8,
    cue: /[当當若需供前]|(?<![小实實及临臨定同])[时時](?![间間段区區长長刻])|用于|用於|使用|适用|適用|场景|場景|触发|觸發|用户|用戶|如果|如何|以便|为了|為了|情况|情況|之前|之后|调用|帮助|协助|支持/u,
  },
  {
    words: /(?<!\p{L})(?:el|los|las|del|una|con|por|archivos?|y|en)(?!\p{L})/giu,
    least: 2,
    cue: /(?<!\p{L})(?:cuando|cuándo|si|para|us[aeo]\p{L}{0,6}|utili\p{L}{1,8}|mientras|antes|después|al|usuari\p{L}{1,3}|pid\p{L}{1,4}|pregunt\p{L}{1,5}|necesi\p{L}{1,5}|quier\p{L}{1,4}|ideal|casos?|tareas?|solicit\p{L}{1,5})(?!\p{L})/iu,
  },
  {
    words: /(?<!\p{L})(?:os|as|dos|das|do|da|um|uma|com|em|arquivos?|e)(?!\p{L})/giu,
    least: 2,
    cue: /(?<!\p{L})(?:quando|se|para|us[aeo]\p{L}{0,6}|utili\p{L}{1,8}|enquanto|antes|depois|após|ao|usuári\p{L}{1,3}|pe[dç]\p{L}{1,5}|pergunt\p{L}{1,5}|precis\p{L}{1,5}|quer\p{L}{0,4}|ideal|casos?|tarefas?|solicit\p{L}{1,5})(?!\p{L})/iu,
  },
  {
    words: /(?<!\p{L})(?:der|die|das|den|dem|des|ein|eine|einer|und|aus|mit|von|nach)(?!\p{L})/giu,
    least: 2,
    cue: /(?<!\p{L})(?:wenn|falls|sobald|bevor|nachdem|bei|beim|für|zum|zur|um|verwend\p{L}{1,5}|nutz\p{L}{1,5}|benutz\p{L}{1,5}|einsetz\p{L}{1,5}|nutzer\p{L}{0,5}|anfrag\p{L}{1,4}|möcht\p{L}{1,3}|will|soll\p{L}{0,4}|brauch\p{L}{1,4}|geeignet|immer|aufgaben?)(?!\p{L})/iu,
  },
  {
    words: /(?<!\p{L})(?:le|la|les|des|du|un|une|et|avec|dans|à|aux|fichiers?)(?!\p{L})/giu,
    least: 2,
    cue: /(?<!\p{L})(?:quand|lorsqu\p{L}{1,2}|lors|si|pour|afin|utilis\p{L}{1,8}|usage|avant|après|dès|utilisateu\p{L}{1,3}|demand\p{L}{1,6}|besoin|veut|veulent|souhait\p{L}{1,5}|idéal|cas|tâches?|permet|aide\p{L}{0,3})(?!\p{L})/iu,
  },
];

/** Words that only English has, as most descriptions in other languages contain names in English. */
const english = /\b(?:and|the|of|with|from|for|is|that|this|to)\b/gi;

/**
 * Whether a text in Japanese, Korean, Chinese, Spanish, Portuguese, German or French lacks any wording that may say
 * when to use the skill. False for other languages, and if the language is in doubt: the wordings of all possible
 * languages count.
 */
export function lacksCueElsewhere(text: string, remaining: string): boolean {
  const possible = languages.filter(({ words, least }) => (text.match(words)?.length ?? 0) >= least);
  const most = Math.max(0, ...possible.map(({ words }) => text.match(words)?.length ?? 0));
  if (most <= 2 * (text.match(english)?.length ?? 0)) return false;
  return possible.length > 0 && possible.every(({ cue }) => !cue.test(remaining));
}

const negative =
  /^[\s\p{P}]*(?:do not|don['’]t|never|avoid|skip|not (?:for|intended|meant|suitable)|should not|must not)\b|\b(?:do not|don['’]t|never|(?:should|must) not|shouldn['’]t)\s+(?:be used|use|trigger|invoke|activate|apply|load|call)\b|不要|[请請]勿|切勿|不[适適]用|不用[于於]|しない|使わない|対象外|하지 ?(?:마|않)|제외|(?<!\p{L})(?:no (?:us\p{L}{1,3}|utili\p{L}{1,6})|não (?:us\p{L}{1,3}|utili\p{L}{1,6})|nicht (?:verwenden|benutzen|nutzen|einsetzen)|ne pas (?:utiliser|employer|l['’]utiliser))(?!\p{L})/iu;

/** A text without the sentences that say when not to use the skill. */
export function withoutNegatives(text: string): string {
  return text
    .split(/(?<=[.!?;。！？；\n])/u)
    .filter((sentence) => !negative.test(sentence))
    .join("");
}
