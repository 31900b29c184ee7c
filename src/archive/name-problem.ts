import { unicodePattern } from "../core/unicode-pattern.ts";
import { Buffer } from "node:buffer";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { type ArchiveCode, type ArchivedKind, archiveLimits } from "../model/archive.ts";

interface NameProblem {
  readonly code: ArchiveCode;
  /** One lower-case sentence without a full stop, safe to print on a terminal. */
  readonly message: string;
}

/**
 * Characters that Windows does not allow in names (Microsoft, "Naming Files, Paths, and Namespaces"). It treats a
 * backslash as a separator.
 */
const forbidden = /[\\<>:"|?*]/u;

/**
 * Invisible characters, some of which HFS+ ignores when it compares names (CVE-2014-9390), and unassigned characters,
 * which have no stable normal form or case.
 */
const hidden = unicodePattern(
  String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]`,
);

const plain = /^[ -~]*$/;

/** Forbidden segments of a path. `rest` continues the message after the segment. */
const stepRules: readonly {
  readonly code: ArchiveCode;
  readonly rest: string;
  readonly holds: (step: string) => boolean;
}[] = [
  // Windows drops trailing dots and spaces, and Info-ZIP's unzip drops a VMS version, such as ";1".
  {
    code: "name-edge",
    rest: 'which starts with a space or ends in a space, a dot or ";" and digits',
    holds: (step) => /^ |[. ]$|;[0-9]*$/.test(step),
  },
  { code: "name-reserved", rest: "which is a device name on Windows", holds: deviceName },
  { code: "name-short83", rest: "which Windows reads as the short name of another file", holds: shortName },
  {
    code: "name-lead",
    rest: 'which starts with "-" or "~"',
    holds: (step) => /^[-~]/.test(step),
  },
];

/**
 * Why a path is not allowed in an archive: it points elsewhere, means something else on another system, or misleads
 * the reader. Undefined if it is allowed. The path uses "/" as its separator and does not end in one, even if it is a
 * directory's.
 */
export function nameProblem(path: string, kind: ArchivedKind = "skill"): NameProblem | undefined {
  const problem = spelling(path, kind);
  if (problem || plain.test(path)) return problem;
  return lettering(path);
}

/** Checks that apply to every path. The order matters: later checks rely on what earlier ones exclude. */
function spelling(path: string, kind: ArchivedKind): NameProblem | undefined {
  if (path === "") return { code: "name-empty", message: "an entry has no name" };
  return characters(path) ?? extent(path) ?? segments(path) ?? controls(path, kind);
}

function characters(path: string): NameProblem | undefined {
  const unseen = plain.test(path) ? undefined : hidden().exec(path)?.[0];
  if (unseen !== undefined)
    return {
      code: "name-char",
      message: `name ${quote(path)} contains ${codePoint(unseen)}, which is not printable`,
    };
  const character = forbidden.exec(path)?.[0];
  if (character === undefined) return undefined;
  const rest = character === "\\" ? '; use "/" between directories' : ", which Windows does not allow";
  return { code: "name-char", message: `name ${quote(path)} contains "${character}"${rest}` };
}

function extent(path: string): NameProblem | undefined {
  const steps = path.split("/");
  if (steps.some((step) => step === "" || step === "." || step === "..")) {
    return {
      code: "name-segment",
      message: `name ${quote(path)} ${path.startsWith("/") ? "is an absolute path" : 'has an empty, "." or ".." segment'}`,
    };
  }
  const bytes = Buffer.byteLength(path);
  if (bytes > archiveLimits.pathBytes)
    return {
      code: "name-long",
      message: `name ${quote(path, 80)} is ${count(bytes, "byte")} long (maximum ${archiveLimits.pathBytes})`,
    };
  if (steps.length > archiveLimits.depth)
    return {
      code: "name-deep",
      message: `name ${quote(path, 80)} is ${steps.length} levels deep (maximum ${archiveLimits.depth})`,
    };
  return undefined;
}

function segments(path: string): NameProblem | undefined {
  for (const step of path.split("/")) {
    const broken = stepRules.find(({ holds }) => holds(step));
    if (broken)
      return {
        code: broken.code,
        message: `name ${quote(path)} has the segment ${quote(step)}, ${broken.rest}`,
      };
  }
  return undefined;
}

function controls(path: string, kind: ArchivedKind): NameProblem | undefined {
  if (kind === "plugin" && path === ".mcp.json") return undefined;
  const found = controlFile(path);
  return found === undefined
    ? undefined
    : {
        code: "name-control-dir",
        message: `name ${quote(path)} belongs to ${found.file}, which ${found.effect}`,
      };
}

/** Checks that apply only to paths with non-ASCII characters. */
function lettering(path: string): NameProblem | undefined {
  if (path.normalize("NFC") !== path)
    return {
      code: "name-not-nfc",
      message: `name ${quote(path)} is not in Unicode's composed form (NFC); rename it to ${quote(path.normalize("NFC"))} in that form`,
    };
  const disguise = disguisedCharacter(path);
  if (disguise)
    return {
      code: "name-compat",
      message: `name ${quote(path)} contains ${codePoint(disguise.character)}, which looks like ${quote(disguise.plain)}; write that instead`,
    };
  const normal = path.normalize("NFKC");
  if (normal !== path && spelling(normal, "skill"))
    return {
      code: "name-compat",
      message: `name ${quote(path)} becomes ${quote(normal)} when normalized, which is not allowed`,
    };
  const word = mixedWord(path);
  return word === undefined
    ? undefined
    : {
        code: "name-mixed-script",
        message: `name ${quote(path)} has Latin letters mixed with look-alikes in ${quote(word)}; use one script`,
      };
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Names that Windows treats as devices in every directory, whatever follows the first dot, including those with
 * superscript digits (Microsoft, "Naming Files, Paths, and Namespaces"), and the names of the console.
 */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

function deviceName(step: string): boolean {
  return device.test(step);
}

/**
 * At most eight characters that end in "~" and digits, and an extension of at most three: the short name that Windows
 * may have given to a file with a longer one, such as GIT~1 for .git.
 */
const short = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;

function shortName(step: string): boolean {
  return short.test(step);
}

interface ControlFile {
  /** What users call the file, such as ".git". */
  readonly file: string;
  /** What the file can do: the rest of a sentence after "which". */
  readonly effect: string;
}

/**
 * Files that a program acts on because of their location, without the user asking for it. They count at any depth, as
 * any directory may be opened or become the working directory. Templates, documents and tool configuration such as
 * .gitignore, .github, .editorconfig or .vscode/extensions.json run nothing, so they are not control files.
 */
const controlFiles: readonly (ControlFile & { readonly pattern: () => RegExp })[] = [
  // git and hg run programs that the repository's configuration names: CVE-2022-24765, CVE-2014-9390.
  { pattern: at(String.raw`\.git`), file: ".git", effect: "can make Git run programs" },
  { pattern: at(String.raw`\.hg`), file: ".hg", effect: "can make Mercurial run programs" },
  { pattern: at(String.raw`\.ssh`), file: ".ssh", effect: "controls who may log in" },
  { pattern: at(String.raw`\.gnupg`), file: ".gnupg", effect: "controls which signatures are trusted" },
  {
    pattern: at(String.raw`\.vscode/(?:settings|tasks|launch|mcp)\.json`),
    file: "the VS Code settings",
    effect: "can make it run programs",
  },
  // Hooks and servers that an agent starts: CVE-2025-59536, CVE-2026-21852.
  {
    pattern: at(
      String.raw`\.(?:claude|gemini|qwen)/settings[^/]*\.json|\.claude/hooks|\.cursor/(?:hooks|mcp)\.json|\.cursor/hooks|\.codex/(?:config\.toml|hooks\.json)|\.mcp\.json`,
    ),
    file: "an agent's settings",
    effect: "control what it may do and start",
  },
];

/** Compares without case, as Windows and macOS do. Each of these files, or a directory around it, starts with a dot. */
function controlFile(path: string): ControlFile | undefined {
  return /(?:^|\/)\./.test(path) ? controlFiles.find(({ pattern }) => pattern().test(path)) : undefined;
}

function at(names: string): () => RegExp {
  return unicodePattern(`(?:^|/)(?:${names})(?:/|$)`, "iu");
}

/**
 * Categories of characters that may be compatibility forms of ASCII letters, digits or spaces: ligatures, full-width
 * and mathematical letters, Roman numerals, spaces of other widths. Superscript, circled and squared characters are
 * in other categories.
 */
const styled = unicodePattern(String.raw`[\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{Nl}\p{Zs}]`);

const ascii = /^[A-Za-z0-9 ]+$/;

/** Characters that look like a full stop or contain a slash. */
const separators = /[\uff0e\ufe52\u2024\uff0f\u2100\u2101\u2105\u2106]/u;

/** The first character that is a variant of ASCII letters, digits, a space, a dot or a slash, with its plain form. */
function disguisedCharacter(
  text: string,
): { readonly character: string; readonly plain: string } | undefined {
  for (const [character] of text.matchAll(/[^ -~]/gu)) {
    const plain = character.normalize("NFKC");
    if (
      plain !== character &&
      ((styled().test(character) && ascii.test(plain)) || separators.test(character))
    )
      return { character, plain };
  }
  return undefined;
}

/**
 * Greek letters that look like Latin ones, from confusables.txt of UTS #39. Symbols such as Δt, μm and λx mix scripts
 * without looking like other words.
 */
const greek =
  "\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c5\u03c7\u03d2\u03dc\u03f1-\u03f3\u03f9\u037f";

const lookAlikes = unicodePattern(`[\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}${greek}]`);

const latin = unicodePattern(String.raw`\p{Script=Latin}`);

/** The first word that mixes Latin letters with letters of another script that look like them. */
function mixedWord(text: string): string | undefined {
  return text.split(/[^\p{L}\p{M}]+/u).find((word) => latin().test(word) && lookAlikes().test(word));
}
