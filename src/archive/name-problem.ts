import { Buffer } from "node:buffer";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { type ArchiveCode, archiveLimits } from "../model/archive.ts";

interface NameProblem {
  readonly code: ArchiveCode;
  /** One sentence, lower-case, no full stop, fit for a terminal. */
  readonly message: string;
}

/** What Windows allows in no name, after Microsoft's "Naming Files, Paths, and Namespaces"; a backslash is a separator there. */
const forbidden = /[\\<>:"|?*]/u;

/** What cannot be seen, or has no fixed form: HFS+ passes over some of it when it compares names (CVE-2014-9390), and the normal form and case of an unassigned character are not settled. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

const plain = /^[ -~]*$/;

/** What one name of a path may not be; `rest` ends a sentence that begins with it. */
const stepRules: readonly {
  readonly code: ArchiveCode;
  readonly rest: string;
  readonly holds: (step: string) => boolean;
}[] = [
  // Windows drops dots and spaces at the end, and Info-ZIP's unzip a version of VMS, such as ";1".
  {
    code: "name-edge",
    rest: 'expected none that begins with a space or ends in a space, a dot or ";" and digits',
    holds: (step) => /^ |[. ]$|;[0-9]*$/.test(step),
  },
  { code: "name-reserved", rest: "which is a device on Windows", holds: deviceName },
  { code: "name-short83", rest: "which Windows takes for the short name of another file", holds: shortName },
  {
    code: "name-lead",
    rest: 'expected none that begins with "-" or "~"',
    holds: (step) => /^[-~]/.test(step),
  },
];

/**
 * Why a path may not stand in an archive, or nothing: it leads elsewhere, means something else on another system, or deceives who reads it.
 * It has "/" between names and none at its end, also where it is a directory's.
 */
export function nameProblem(path: string): NameProblem | undefined {
  const problem = spelling(path);
  if (problem || plain.test(path)) return problem;
  return lettering(path);
}

/** What can be said of any path, ASCII or not. In this order: what no further check should have to bear comes first. */
function spelling(path: string): NameProblem | undefined {
  if (path === "")
    return { code: "name-empty", message: 'an entry has no name, expected a path such as "demo/SKILL.md"' };
  return characters(path) ?? extent(path) ?? segments(path) ?? controls(path);
}

function characters(path: string): NameProblem | undefined {
  const unseen = hidden.exec(path)?.[0];
  if (unseen !== undefined)
    return {
      code: "name-char",
      message: `name ${quote(path)} holds ${codePoint(unseen)}, expected only characters that can be seen`,
    };
  const character = forbidden.exec(path)?.[0];
  if (character === undefined) return undefined;
  const expected =
    character === "\\" ? 'expected "/" between directories' : "which Windows allows in no name";
  return { code: "name-char", message: `name ${quote(path)} holds "${character}", ${expected}` };
}

function extent(path: string): NameProblem | undefined {
  const steps = path.split("/");
  if (steps.some((step) => step === "" || step === "." || step === "..")) {
    return {
      code: "name-segment",
      message: `name ${quote(path)} ${path.startsWith("/") ? "begins at the root" : 'has "", "." or ".." for a step'}, expected a path that leads downward only`,
    };
  }
  const bytes = Buffer.byteLength(path);
  if (bytes > archiveLimits.pathBytes)
    return {
      code: "name-long",
      message: `name ${quote(path, 80)} has ${count(bytes, "byte")}, expected at most ${archiveLimits.pathBytes}`,
    };
  if (steps.length > archiveLimits.depth)
    return {
      code: "name-deep",
      message: `name ${quote(path, 80)} is ${steps.length} names deep, expected at most ${archiveLimits.depth}`,
    };
  return undefined;
}

function segments(path: string): NameProblem | undefined {
  for (const step of path.split("/")) {
    const broken = stepRules.find(({ holds }) => holds(step));
    if (broken)
      return {
        code: broken.code,
        message: `name ${quote(path)} has the step ${quote(step)}, ${broken.rest}`,
      };
  }
  return undefined;
}

function controls(path: string): NameProblem | undefined {
  const found = controlFile(path);
  return found === undefined
    ? undefined
    : {
        code: "name-control-dir",
        message: `name ${quote(path)} leads to ${found.file}, which ${found.effect}`,
      };
}

/** What only letters beyond ASCII can do. */
function lettering(path: string): NameProblem | undefined {
  if (path.normalize("NFC") !== path)
    return {
      code: "name-not-nfc",
      message: `name ${quote(path)} is not in Unicode's composed form (NFC), expected ${quote(path.normalize("NFC"))} in that form`,
    };
  const disguise = disguisedCharacter(path);
  if (disguise)
    return {
      code: "name-compat",
      message: `name ${quote(path)} holds ${codePoint(disguise.character)}, expected ${quote(disguise.plain)}, which it looks like`,
    };
  const normal = path.normalize("NFKC");
  const behind = normal === path ? undefined : spelling(normal);
  if (behind)
    return {
      code: "name-compat",
      message: `name ${quote(path)} becomes ${quote(normal)} where names are normalised, expected a name that is allowed in that form too`,
    };
  const word = mixedWord(path);
  return word === undefined
    ? undefined
    : {
        code: "name-mixed-script",
        message: `name ${quote(path)} mixes in ${quote(word)} Latin letters with others that look like them, expected one script in a word`,
      };
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Windows takes these for devices in every directory, whatever follows the first dot; also in superscript digits. From Microsoft's "Naming Files, Paths, and Namespaces", and the console's own names. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

function deviceName(step: string): boolean {
  return device.test(step);
}

/** At most eight characters that end in "~" and digits, and an extension of at most three: the short name that Windows may have given to a file with a longer one, such as GIT~1 for .git. */
const short = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;

function shortName(step: string): boolean {
  return short.test(step);
}

interface ControlFile {
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
function controlFile(path: string): ControlFile | undefined {
  return path.includes(".") ? controlFiles.find(({ pattern }) => pattern.test(path)) : undefined;
}

function at(names: string): RegExp {
  return new RegExp(`(?:^|/)(?:${names})(?:/|$)`, "iu");
}

/** A letter, digit or space that Unicode takes for one of ASCII in another style: a ligature, a full-width or mathematical form, a Roman numeral, a space of another width. Raised, circled and squared ones are signs of their own. */
const styled = /[\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{Nl}\p{Zs}]/u;

const ascii = /^[A-Za-z0-9 ]+$/;

/** What is read as a full stop or a slash. */
const separators = /[\uff0e\ufe52\u2024\uff0f\u2100\u2101\u2105\u2106]/u;

/** The first character that is another way to write letters, digits, a space, a dot or a slash of ASCII, and which. */
function disguisedCharacter(
  text: string,
): { readonly character: string; readonly plain: string } | undefined {
  for (const [character] of text.matchAll(/[^ -~]/gu)) {
    const plain = character.normalize("NFKC");
    if (plain !== character && ((styled.test(character) && ascii.test(plain)) || separators.test(character)))
      return { character, plain };
  }
  return undefined;
}

/** Greek letters that look like a Latin one, from confusables.txt of UTS #39; Δt, μm and λx mix scripts and deceive nobody. */
const greek =
  "\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c5\u03c7\u03d2\u03dc\u03f1-\u03f3\u03f9\u037f";

const alike = new RegExp(`[\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}${greek}]`, "u");

const latin = /\p{Script=Latin}/u;

/** The first word that has Latin letters and, among them, letters of a script whose letters are taken for Latin ones. */
function mixedWord(text: string): string | undefined {
  return text.split(/[^\p{L}\p{M}]+/u).find((word) => latin.test(word) && alike.test(word));
}
