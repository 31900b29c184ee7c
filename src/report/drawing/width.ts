import { show } from "../../core/show.ts";
import { widthOf } from "../../core/text-width.ts";

/**
 * The runners of GitHub and Azure treat "##[…]" and "##vso[…]" anywhere on a line of the log as commands
 * (actions/runner src/Runner.Common/ActionCommand.cs, microsoft/azure-pipelines-agent WorkerCommandManager.cs).
 */
const runnerCommand = /##(?=\[|vso)/gi;

/** GitHub's runner treats "::word …::" at the start of a line as a command, and wrapping can move any word there. */
const lineCommand = /(?<!\S)::(?=[a-z])/gi;

/** Escapes untrusted text for a terminal and for the log of a CI runner. */
export function clean(text: string, limit = Infinity): string {
  return show(text, limit).replace(runnerCommand, "#\\x23").replace(lineCommand, ":\\x3a");
}

/** A path for the start of a line: one that would start a command, such as "::…::", gets the prefix "./". */
export function cleanPath(path: string): string {
  return clean(path.startsWith("::") ? `./${path}` : path);
}

/** Pads a text to a number of terminal columns. */
export function padTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** Truncates a text that does not fit. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && widthOf(characters.join("")) >= columns)
    characters.length -= Math.max(1, Math.ceil((characters.length - columns) / 2));
  return `${characters.join("")}…`;
}
