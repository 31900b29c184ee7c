/** Windows takes these for devices in every directory, whatever follows the first dot; also in superscript digits. From Microsoft's "Naming Files, Paths, and Namespaces", and the console's own names. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

export function deviceName(step: string): boolean {
  return device.test(step);
}

/** At most eight characters that end in "~" and digits, and an extension of at most three: the short name that Windows may have given to a file with a longer one, such as GIT~1 for .git. */
const short = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;

export function shortName(step: string): boolean {
  return short.test(step);
}

export interface ControlFile {
  /** As a reader knows it, such as ".git". */
  readonly file: string;
  /** Continues "which". */
  readonly effect: string;
}

/**
 * What a program acts on because it lies there, without being told of it by whoever unpacked the skill.
 * Programs look for it at any depth, as each directory may be opened or become the working directory.
 * Templates, docs and lists for tools, such as .gitignore, .github, .editorconfig or .vscode/extensions.json, start nothing and are no control files.
 */
const controlFiles: readonly (ControlFile & { readonly pattern: RegExp })[] = [
  // What a repository's own configuration names is run by git and hg: CVE-2022-24765, CVE-2014-9390.
  { pattern: at(String.raw`\.git`), file: ".git", effect: "can make git run programs" },
  { pattern: at(String.raw`\.hg`), file: ".hg", effect: "can make Mercurial run programs" },
  { pattern: at(String.raw`\.ssh`), file: ".ssh", effect: "decides who may log in" },
  { pattern: at(String.raw`\.gnupg`), file: ".gnupg", effect: "decides which signatures hold" },
  {
    pattern: at(String.raw`\.vscode/(?:settings|tasks|launch|mcp)\.json`),
    file: "settings of VS Code",
    effect: "can make it run programs",
  },
  // Hooks and servers that an agent starts: CVE-2025-59536, CVE-2026-21852.
  {
    pattern: at(
      String.raw`\.(?:claude|gemini|qwen)/settings[^/]*\.json|\.claude/hooks|\.cursor/(?:hooks|mcp)\.json|\.cursor/hooks|\.codex/(?:config\.toml|hooks\.json)|\.mcp\.json`,
    ),
    file: "settings of an agent",
    effect: "say what it may do and start",
  },
];

/** Case does not tell names apart on Windows and macOS. */
export function controlFile(path: string): ControlFile | undefined {
  return path.includes(".") ? controlFiles.find(({ pattern }) => pattern.test(path)) : undefined;
}

function at(names: string): RegExp {
  return new RegExp(`(?:^|/)(?:${names})(?:/|$)`, "iu");
}
