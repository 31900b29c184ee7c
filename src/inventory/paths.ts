import type { UseKind } from "../model/inventory.ts";
import type { Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";

/** The characters of a path in text; ${…} and <…> are placeholders. */
const rest = String.raw`(?:[\w.@%+,=~/*-]|\\ |(?<=Application) (?=Support)|(?<=Program) (?=Files)|\$\{?\w{1,60}\}?|<[\w -]{1,40}>|\{[\w-]{1,40}\}){1,300}`;
const before = String.raw`(?<![\w.~/$}\\:@-])`;

/** Top-level directories of Unix and macOS that do not start a URL route or link. */
const roots =
  "etc|tmp|var|usr|opt|home|root|proc|dev|sys|bin|sbin|mnt|private|srv|run|boot|Users|Library|Applications|System|Volumes";

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`${before}~/${rest}`, "g"),
  new RegExp(
    String.raw`(?<![\w$])\$(?:HOME\b|\{HOME\}|\{?env:(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA)\}?)[\\/]${rest}`,
    "gi",
  ),
  new RegExp(String.raw`${before}/(?:${roots})/${rest}`, "g"),
  new RegExp(String.raw`${before}/(?:tmp|etc|opt|usr)(?=["'\s${"`"}])`, "g"),
  new RegExp(
    String.raw`%(?:APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMDATA|TEMP|HOMEPATH)%[\\/]${rest.replace("[", String.raw`[\\`)}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?<![\w])[A-Z]:\\{1,2}(?:Users|Windows|Program(?: Files(?: \\(x86\\))?)?|ProgramData|Temp)\b(?:[\\\w.-]|\$\w){0,200}`,
    "g",
  ),
  new RegExp(String.raw`${before}(?:\.\.[\\/]){1,20}(?:${rest})?`, "g"),
];

/** How Python and JavaScript refer to the home directory, with the path segments that follow. */
const home =
  /(?:\bPath\.home\(\)|\bhomedir\(\)|\bexpanduser\(\s{0,8}["']~["']\s{0,8}\))((?:\s{0,20}[/,]\s{0,20}["'`][^"'`\n]{1,100}["'`]){1,8})/g;

/** Paths that exist on every system and are not the user's files. */
const ignoredPaths = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random|fd)\b|^\/usr\/bin\/env\b/;

/** Paths outside the skill, in the order of the patterns above. */
export function* pathsIn(regions: readonly Region[]): Generator<Sighting<UseKind>> {
  for (const region of regions) {
    if (region.role === "data" && !/\.(?:json|jsonc|ya?ml|toml|ini|conf|cfg|env)$/i.test(region.file.path))
      continue;
    const { file, text, start, end } = region;
    const whole = text.slice(start, end);
    for (const pattern of patterns) {
      for (const match of whole.matchAll(pattern)) {
        const at = start + match.index;
        const name = trimmed(match[0] + quotedRest(region, at, at + match[0].length));
        if (isOutside(name, region, at))
          yield { name: homely(name), kind: kindAt(region, at), file, start: at, end: at + name.length };
      }
    }
    for (const match of whole.matchAll(home)) {
      const at = start + match.index;
      const parts = Array.from((match[1] ?? "").matchAll(/["'`]([^"'`]+)["'`]/g), ([, part]) => part);
      yield {
        name: `~/${parts.join("/")}`,
        kind: kindAt(region, at),
        file,
        start: at,
        end: at + match[0].length,
      };
    }
  }
}

function kindAt(region: Region, at: number): UseKind {
  return (region.role === "script" || region.role === "commands") && region.isCode(at) ? "used" : "mentioned";
}

/**
 * The rest of a quoted path after a space, as in "/opt/my forms/a.txt". A quoted sentence has no separator and no
 * extension.
 */
function quotedRest({ text, end }: Region, start: number, stop: number): string {
  const mark = text.charAt(start - 1);
  if (text.charAt(stop) !== " " || (mark !== '"' && mark !== "'")) return "";
  const [rest = ""] =
    /^(?: [\w.()-]{1,40}(?:\/[\w.()-]{1,40}){0,8}\/?){1,4}/.exec(
      text.slice(stop, Math.min(end, stop + 200)),
    ) ?? [];
  const isPath = text.charAt(stop + rest.length) === mark && /\/|\.\w{1,8}$/.test(rest);
  return isPath ? rest : "";
}

/** Removes punctuation at the end of a sentence, a clause or bold text, which is not part of the path. */
function trimmed(path: string): string {
  let end = path.length;
  while (end > 0) {
    if (path.endsWith("**", end)) end -= 2;
    else if (".,:;=".includes(path.charAt(end - 1))) end--;
    else break;
  }
  return path.slice(0, end).replace(/(?<=[^/])\/$/, "");
}

/** Replaces $HOME with ~, as both are the same directory. */
function homely(path: string): string {
  return path.replace(/^\$(?:HOME|\{HOME\})(?=\/)/, "~");
}

function isOutside(path: string, region: Region, at: number): boolean {
  if (ignoredPaths.test(path) || path === "~" || isShebang(region, at)) return false;
  if (
    /\b(?:from|import|require)\b\s{0,8}\(?\s{0,8}["']$/.test(
      region.text.slice(Math.max(region.start, at - 30), at),
    )
  )
    return false;
  if (!path.startsWith("..")) return true;
  // Imports in a sample refer to the code of the user.
  if (region.role === "sample") return false;
  const parts = path.split(/[\\/]/);
  const up = parts.filter((part) => part === "..").length;
  return up > region.file.path.split("/").length - 1 && parts.some((part) => /\w/.test(part));
}

function isShebang({ text, start }: Region, at: number): boolean {
  return at - start < 100 && text.startsWith("#!", start) && !text.slice(start, at).includes("\n");
}
