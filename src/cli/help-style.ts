/** Adds color to a help text: headings in bold, options and commands in the color of notes, prose in none. */
export function styleHelp(text: string): string {
  let section = "";
  return text
    .split("\n")
    .map((line) => {
      section = /^[A-Z].*:$/.exec(line)?.[0] ?? section;
      return colorTerm(line.replace(/^[A-Z][A-Za-z', ]*:(?= |$)/, bold), section === "Examples:");
    })
    .join("\n");
}

// Commander prints the help synchronously, so that no module for colors can be loaded first.
const bold = (words: string): string => `\u001b[1m${words}\u001b[22m`;
const cyan = (words: string): string => `\u001b[36m${words}\u001b[39m`;

/** The option or command at the start of an indented line, up to its description. */
function colorTerm(line: string, isExample: boolean): string {
  if (!/^ {2}(?:--?[A-Za-z]|(?:skills(?:-ref)?|(?:npx )?skillwright) (?! ))/.test(line)) return line;
  const gap = line.indexOf("  ", 2);
  if (gap < 0 && !isExample && !onlyTerm.test(line)) return line;
  const end = gap < 0 ? line.length : gap;
  return `  ${cyan(line.slice(2, end))}${line.slice(end)}`;
}

/** An option with its argument, whose description is on the next line. */
const onlyTerm = /^ {2}(?:-[A-Za-z], )?--[a-z-]+(?: [<[][^ ]+| [A-Z]+)?$/;
