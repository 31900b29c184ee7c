import { widthOf } from "./width.ts";

/** A colour takes no column. */
const sgr = /\x1b\[\d+m/g;

/** The text, coloured or not, in lines of at most `columns`, broken at spaces; a longer word has a line of its own and overflows. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const word of text.split(" ")) {
    const own = widthOf(word.replace(sgr, ""));
    if (line !== "" && width + 1 + own > columns) {
      lines.push(line);
      [line, width] = [word, own];
    } else {
      width += (line === "" ? 0 : 1) + own;
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
