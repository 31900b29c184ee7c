const name = String.raw`([a-z0-9]+(?:-[a-z0-9]+)+)`;

/** Phrases such as "use form-filler instead", "(see `form-filler`)" and "via the form-filler skill". */
const sending = new RegExp(
  String.raw`\b(?:(?:[Uu]se|[Ss]ee|[Pp]refer|[Tt]ry|[Ii]nvoke|[Ll]oad)(?: the)? [\x60"'/]{0,2}${name}[\x60"']?(?= instead\b| skills?\b|[,;)]|\.(?:\s|$)|$)|(?:via|with|to|by)(?: the)? [\x60"'/]{0,2}${name}[\x60"']?(?= skills?\b))`,
  "g",
);

/**
 * The skills that a description refers to. Only names of several words count: in "use pandas instead", pandas
 * is not a skill.
 */
export function skillMentions(description: string): readonly string[] {
  return Array.from(description.matchAll(sending))
    .filter((match) => handsOver(description, match))
    .map(([, used, called]) => used ?? called ?? "");
}

/**
 * Whether a task is handed over, as in "for forms use form-filler" and "use form-filler instead". Without it the name
 * may be that of a library: "no raw elements (use form-ui)".
 */
function handsOver(description: string, { 0: found, 2: called, index }: RegExpExecArray): boolean {
  const end = index + found.length;
  if (called !== undefined || /^ (?:instead|skills?)\b/.test(description.slice(end, end + 10))) return true;
  const before = description.slice(Math.max(0, index - 200), index);
  const sentence = before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf(".\n")) + 1);
  return /\b(?:different from|distinct from|don['’]?t|for|if|not|rather than|skip|unlike|when)\b/i.test(
    sentence,
  );
}

/** Whether a text mentions the skill. A one-word name must be marked as a name; otherwise it is an ordinary word. */
export function namesSkill(text: string, name: string): boolean {
  const wanted = name.toLowerCase();
  const searched = text.toLowerCase();
  if (wanted === "") return false;
  for (let at = searched.indexOf(wanted); at !== -1; at = searched.indexOf(wanted, at + wanted.length)) {
    const [before, after] = [
      searched.slice(Math.max(0, at - 1), at),
      searched.slice(at + wanted.length, at + wanted.length + 6),
    ];
    if (/[\w-]/.test(before) || /^[\w-]/.test(after)) continue;
    if (wanted.includes("-") || /[`/$"']/.test(before) || after === " skill") return true;
  }
  return false;
}
