// Sets of skills for the catalog: what a client shows of their descriptions depends on all of them.

/** @typedef {import("./types.js").SetSkill} SetSkill */

/** Each description begins with the skill's name, and shows where it is cut. */
export const setNames = /** @type {const} */ (["accents", "lines", "many", "mixed", "thirty", "three"]);

/** @param {string} set @returns {readonly SetSkill[]} */
export function skillsOf(set) {
  switch (set) {
    case "accents":
      return numbered(60, (name) => filled(name, 700, "é"));
    case "lines":
      return numbered(40, (name) => `${filled(name, 449, "x")}\n${filled("second", 450, "y")}`);
    case "many":
      return numbered(80, (name) => filled(name, 900, "x"));
    case "mixed":
      return numbered(120, (name, index) => filled(name, 40 + ((index * 137) % 721), "x"));
    case "thirty":
      return numbered(30, (name) => filled(name, 300, "x"));
    case "three":
      return ["x", "é", "🚀"].map((filler, index) => {
        const name = `skill-${index}`;
        return { name, description: filled(name, 3000, filler) };
      });
    default:
      throw new Error(`no set "${set}"; one of ${setNames.join(", ")}`);
  }
}

/**
 * @param {number} count
 * @param {(name: string, index: number) => string} describe
 * @returns {readonly SetSkill[]}
 */
function numbered(count, describe) {
  return Array.from({ length: count }, (_, index) => {
    const name = `skill-${String(index).padStart(3, "0")}`;
    return { name, description: describe(name, index) };
  });
}

/** A text of so many characters, with its position every 20. @param {string} start @param {number} length @param {string} filler */
function filled(start, length, filler) {
  const characters = [...`${start} `];
  while (characters.length < length) {
    const mark = characters.length % 20 === 0 ? `${String(characters.length).padStart(4, "0")} ` : filler;
    characters.push(...mark);
  }
  return characters.slice(0, length).join("");
}

/** @param {SetSkill} skill */
export function skillFile({ name, description }) {
  const value = description.includes("\n") ? `|-\n  ${description.replaceAll("\n", "\n  ")}` : description;
  return `---\nname: ${name}\ndescription: ${value}\n---\n\n# ${name}\n`;
}

/**
 * A catalog in which each shown part of a description is replaced by its length: {{skill-001:216}} are its first 216
 * UTF-16 units, {{skill-001:900 spaces}} those of the description with spaces for newlines. {{own 3:321}} are the first
 * 321 units of line 3 (counted from 0) of the catalog without the set.
 * @param {string} text
 * @param {readonly SetSkill[]} skills
 * @param {string} own the catalog without the set
 */
export function abbreviated(text, skills, own) {
  let rest = text;
  for (const { name, description } of skills) {
    for (const [shown, note] of [
      [description, ""],
      [description.replaceAll("\n", " "), " spaces"],
    ]) {
      if (shown === undefined) continue;
      const start = rest.indexOf(shown.slice(0, name.length + 6));
      if (start === -1) continue;
      let length = 0;
      while (length < shown.length && rest[start + length] === shown[length]) length += 1;
      // The other reading may continue where this one ends.
      if (
        length < shown.length &&
        /\s/.test(shown[length] ?? "") &&
        note === "" &&
        rest[start + length] === " "
      )
        continue;
      rest = `${rest.slice(0, start)}{{${name}:${length}${note}}}${rest.slice(start + length)}`;
      break;
    }
  }
  const known = own.split("\n");
  return rest
    .split("\n")
    .map((line) => (line.length > 40 ? withoutOwn(line, known) : line))
    .join("\n");
}

/** @param {string} line @param {readonly string[]} known */
function withoutOwn(line, known) {
  for (const [index, other] of known.entries()) {
    let length = 0;
    while (length < line.length && line[length] === other[length]) length += 1;
    if (length >= 40) return `{{own ${index}:${length}}}${line.slice(length)}`;
  }
  return line;
}
