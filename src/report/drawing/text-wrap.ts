import { widthOf } from "../../core/text-width.ts";

/** Matches color codes, which take no columns. */
const sgr = /\x1b\[\d+m/g;

// Hand-written: widths are measured by widthOf, and the only escape codes are those of a Paint.
/** Wraps text at spaces; it may contain color codes. A word that is too long overflows its line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const word of text.split(" ")) {
    const own = paintedWidth(word);
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

/**
 * The lines of `wrap`, with every line after the first indented; `columns` includes the indentation. The text must not
 * begin with a space.
 */
export function wrapHanging(text: string, columns: number, indent: number): string[] {
  const [first = ""] = wrap(text, columns);
  const rest = text.slice(first.length + 1);
  return rest === ""
    ? [first]
    : [first, ...wrap(rest, columns - indent).map((line) => " ".repeat(indent) + line)];
}

/** A label before a text, and the text's column, which includes the indent and the gap of two spaces each. */
interface NamedRow {
  readonly name: string;
  readonly column: number;
  readonly columns: number;
  readonly tint: (name: string) => string;
}

/** A wrapped text after its label; a digest that is too long for the column starts further left instead of wrapping. */
export function wrapNamed(text: string, { name, column, columns, tint }: NamedRow): string[] {
  const lines = wrap(text, columns - column).map(
    (line) => " ".repeat(paintedWidth(line) > columns - column ? 4 : column) + line,
  );
  if (name === "") return lines;
  const [first = "", ...rest] = lines;
  const head = `  ${tint(name.padEnd(column - 2))}`;
  return first.startsWith(" ".repeat(column))
    ? [`${head}${first.slice(column)}`, ...rest]
    : [`  ${tint(name)}`, ...lines];
}

function paintedWidth(text: string): number {
  return widthOf(text.replace(sgr, ""));
}
