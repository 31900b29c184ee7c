/** Small letters of other scripts, and digits, that look like the Latin letter before them; from confusables.txt of UTS #39, what a name of a skill can hold. */
const lookalikes = [
  "a\u0430\u03b1",
  "c\u0441\u03f2",
  "d\u0501",
  "e\u0435",
  "g\u0261",
  "h\u04bb",
  "i\u0456\u03b9\u0131",
  "j\u0458\u03f3",
  "k\u03ba\u043a",
  "l1\u04cf",
  "n\u0578",
  "o0\u043e\u03bf\u0585",
  "p\u0440\u03c1",
  "q\u051b",
  "s\u0455",
  "u\u03c5\u057d",
  "v\u03bd\u0475",
  "w\u051d",
  "x\u0445\u03c7",
  "y\u0443\u03b3",
];

const others = new RegExp(`[${lookalikes.map((letters) => letters.slice(1)).join("")}]`, "g");
const latin: ReadonlyMap<string, string> = new Map(
  lookalikes.flatMap(([letter = "", ...others]) => others.map((other) => [other, letter])),
);

/** What is left of a name without what the eye passes over: equal for names that look alike. */
export function skeleton(name: string): string {
  return withoutSeparators(name.normalize("NFKC").toLowerCase()).replace(
    others,
    (letter) => latin.get(letter) ?? letter,
  );
}

/** Those between two digits stay: v1-0 is not v10. */
export function withoutSeparators(name: string): string {
  return name.replace(/(?<!\d)[\s_.-]+|[\s_.-]+(?!\d)/g, "");
}
