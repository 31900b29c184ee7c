const name = String.raw`([a-z0-9]+(?:-[a-z0-9]+)+)`;

/** "use form-filler instead", "(see `form-filler`)", "via the form-filler skill". */
const sending = new RegExp(
  String.raw`\b(?:(?:[Uu]se|[Ss]ee|[Pp]refer|[Tt]ry|[Ii]nvoke|[Ll]oad)(?: the)? [\x60"'/]{0,2}${name}[\x60"']?(?= instead\b| skills?\b|[,;)]|\.(?:\s|$)|$)|(?:via|with|to|by)(?: the)? [\x60"'/]{0,2}${name}[\x60"']?(?= skills?\b))`,
  "g",
);

/** The skills that a description sends the reader to: names of several words alone, as "use pandas instead" is no skill. */
export function skillMentions(description: string): readonly string[] {
  return Array.from(description.matchAll(sending), ([, used, called]) => used ?? called ?? "");
}

/** Whether a text speaks of the skill: a name of one word must be marked as a name, or it is only a word. */
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
