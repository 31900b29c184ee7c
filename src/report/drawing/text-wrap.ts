import { widthOf } from "../../core/text-width.ts";

/** Matches color codes, which take no columns. */
const sgr = /\x1b\[(\d+)m/g;

// Hand-written: widths are measured by widthOf, and the only escape codes are those of a Paint.
/**
 * Wraps text at spaces; it may contain color codes, which then begin and end on each line. A word that is too long
 * overflows its line.
 */
export function wrap(text: string, columns: number): string[] {
  return withClosedColors(split(text, columns));
}

function split(text: string, columns: number): string[] {
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
  const [first = ""] = split(text, columns);
  const rest = text.slice(first.length + 1);
  if (rest === "") return [first];
  const [head = "", ...others] = withClosedColors([first, ...split(rest, columns - indent)]);
  return [head, ...others.map((line) => " ".repeat(indent) + line)];
}

/** Closes at each line's end what is open there, and opens it again on the next line: a pager shows lines apart. */
function withClosedColors(lines: readonly string[]): string[] {
  let open: readonly string[] = [];
  return lines.map((line) => {
    const before = open.map(escape).join("");
    for (const [, code = ""] of line.matchAll(sgr))
      open = isCloser(code) ? open.filter((each) => closerOf(each) !== code) : [...open, code];
    return `${before}${line}${open.map(closerOf).toReversed().map(escape).join("")}`;
  });
}

function escape(code: string): string {
  return `\x1b[${code}m`;
}

/** ECMA-48, 8.3.117: 22 ends bold and faint, and 39 ends a color. */
function closerOf(code: string): string {
  return code === "1" || code === "2" ? "22" : "39";
}

function isCloser(code: string): boolean {
  return code === "22" || code === "39";
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

/** The columns that a text takes, without its color codes. */
export function paintedWidth(text: string): number {
  return widthOf(text.replace(sgr, ""));
}
