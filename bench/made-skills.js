// Skills generated for measurements, each with different words.

const words =
  "archive billing calendar deploy export fetch graph host invoice journal keyboard ledger migrate notes orders parcel query report schedule translate upload verify weather zip".split(
    " ",
  );

/** @param {number} number */
export function wordAt(number) {
  return words[number % words.length] ?? "";
}

/** The parts of a skill: name, description, the text of a reference, and all words. @param {number} at */
export function madeSkill(at) {
  /** @param {number} step */
  const word = (step) => wordAt(at * 7 + step * 5 + ((at >> (step % 4)) % 7));
  const lines = Array.from({ length: 80 }, (_, line) => `- ${word(line)} ${word(line + 3)}\n`);
  return {
    word,
    name: `${word(0)}-${word(1)}-${at}`,
    description: `${[2, 3, 4, 5, 6, 7, 8].map(word).join(" ")} number ${at}. Use when the user asks for ${word(9)}.`,
    more: `# More\n\n${lines.join("")}`,
  };
}
