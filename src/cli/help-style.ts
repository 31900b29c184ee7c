import type { Paint } from "../model/paint.ts";

/** Adds color to a help text: headings in bold, options and commands in the color of notes. */
export function styleHelp(text: string, { bold, severity }: Paint): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/^[A-Z][A-Za-z' ]*:(?= |$)/, bold)
        .replace(
          /^( {2})(-{1,2}[A-Za-z].*?)(?= {2,}\S|$)/,
          (_, indent: string, option: string) => indent + severity.info(option),
        )
        .replace(
          /^( {2})(skills(?:-ref)? .*?)(?= {2,}\S|$)/,
          (_, indent: string, command: string) => indent + severity.info(command),
        ),
    )
    .join("\n");
}
