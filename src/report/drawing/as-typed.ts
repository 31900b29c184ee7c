/** The commands of the program; a test compares them with those of the command line. */
export const commandNames = [
  "check",
  "validate",
  "lint",
  "merge-reports",
  "compat",
  "preview",
  "clients",
  "test",
  "doctor",
  "init",
  "rename",
  "plugin",
  "run",
  "hook",
  "mcp",
  "lsp",
  "pack",
  "verify",
  "digest",
  "install",
  "uninstall",
  "list",
  "explain",
  "rules",
  "inspect",
  "graph",
  "diff",
  "completions",
] as const;

const names = commandNames.join("|");
const words = `(?:--help|\\[COMMAND\\]|(?:help|${names})(?![\\w-]))`;

/** What is in double quotes is a name or a text of the user, except a command alone. */
const ours = new RegExp(`"skills (${names})"|"[^"\\n]*"|(?<=^|[\\s\`(])skills (?=${words})`, "gm");

/** Also what is in double quotes. */
const quotedToo = new RegExp(`(?<=^|[\\s\`("])skills (?=${words})`, "gm");

/**
 * A message of ours in which every command can be typed as it is: `skills init` may have to be `npx skillwright init`.
 */
export function asTyped(text: string, command: string): string {
  if (command === "skills") return text;
  return text.replace(ours, (found, alone: string | undefined) => {
    if (alone !== undefined) return `"${command} ${alone}"`;
    return found.startsWith('"') ? found : `${command} `;
  });
}

/** Like `asTyped`, for a text without any word of the user, such as a help text. */
export function allAsTyped(text: string, command: string): string {
  return command === "skills" ? text : text.replace(quotedToo, `${command} `);
}
