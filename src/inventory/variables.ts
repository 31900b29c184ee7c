import type { FactList, VariableFact, VariableKind } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { declaredVariables } from "./declared.ts";
import { gatherAs, type Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";
import { assignedIn } from "./shell-calls.ts";

/** Variables that bash sets, and those that a client replaces before a shell sees them. */
const given = new Set(
  "_ BASH BASHPID BASH_SOURCE BASH_LINENO BASH_REMATCH BASH_VERSION BASH_VERSINFO COLUMNS COMP_WORDS COMP_CWORD COMPREPLY EUID FUNCNAME GROUPS IFS LINENO LINES OLDPWD OPTARG OPTIND PIPESTATUS PPID PWD RANDOM REPLY SECONDS SHLVL UID ARGUMENTS CLAUDE_SKILL_DIR CLAUDE_SESSION_ID".split(
    " ",
  ),
);

/** Environment variables are upper-case by convention; this also excludes placeholders in text. */
const capitals = /^[A-Z_][A-Z0-9_]{1,99}$/;

const reads: readonly RegExp[] = [
  /\benviron(?:\.get\(\s{0,40}|\[\s{0,40}|\.pop\(\s{0,40}|\.setdefault\(\s{0,40})["']([A-Za-z_]\w{0,99})["']/g,
  /\bgetenv\(\s{0,40}["']([A-Za-z_]\w{0,99})["']/gi,
  /\bprocess\.env(?:\.|\[\s{0,40}["'])([A-Za-z_]\w{0,99})/g,
  /\b(?:Bun\.env|import\.meta\.env)\.([A-Za-z_]\w{0,99})/g,
  /\bDeno\.env\.get\(\s{0,40}["']([A-Za-z_]\w{0,99})["']/g,
  /\$\{?env:([A-Za-z_]\w{0,99})/gi,
  /\bENV(?:\.fetch\(\s{0,40}|\[)["']([A-Za-z_]\w{0,99})["']/g,
  /\benv::var(?:_os)?\(\s{0,40}"([A-Za-z_]\w{0,99})"/g,
  /\$ENV\{["']?([A-Za-z_]\w{0,99})/g,
];
const destructured = /\{([^{}]{1,400})\}\s{0,40}=\s{0,40}process\.env\b/g;
const assigned = /^["'\])\s]{0,6}=(?![=>])/;

/** Environment variables in frontmatter, code, commands and prose. */
export function variablesOf(regions: readonly Region[], skill: Skill): FactList<VariableFact> {
  const sightings = [...declaredVariables(skill), ...variablesIn(regions)];
  const declaredNames = new Set(sightings.flatMap(({ kind, name }) => (kind === "declared" ? [name] : [])));
  return gatherAs(
    sightings,
    ["read", "set", "declared", "mentioned"],
    ({ name }) => name,
    (fact) => ({ ...fact, declared: declaredNames.has(fact.name) }),
  );
}

function* variablesIn(regions: readonly Region[]): Generator<Sighting<VariableKind>> {
  const own = assignedByFile(regions);
  for (const region of regions) {
    if (region.shell) yield* shellVariables(region, own.get(region.file) ?? new Set());
    else if (region.role === "script" || region.role === "sample") {
      yield* codeVariables(region);
      yield* configured(region);
    } else if (region.role === "prose") yield* secrets(region);
    else if (/\.jsonc?$/.test(region.file.path)) yield* configured(region);
    else if (/(?:^|\/)\.?env(?:\.[\w-]+)*$|\.env$/.test(region.file.path)) yield* declared(region);
  }
}

/** NAME=${NAME:-default} reads it from the environment, even if it is also set later. */
const defaulted = /^([A-Z_][A-Z0-9_]{0,99})=\$\{\1:/;

/** The variables that the shell code of each file sets; for Markdown, all commands of a file count together. */
function assignedByFile(regions: readonly Region[]): ReadonlyMap<TextFile, Set<string>> {
  const names = new Map<TextFile, Set<string>>();
  for (const { file, shell } of regions) {
    if (!shell) continue;
    const known = names.get(file) ?? new Set();
    names.set(file, known);
    for (const command of shell.commands) for (const name of assignedIn(command)) known.add(name);
  }
  for (const { file, shell } of regions)
    for (const [word] of shell?.commands ?? [])
      if (word) names.get(file)?.delete(defaulted.exec(word.text)?.[1] ?? "");
  return names;
}

function* shellVariables(
  { file, shell, role }: Region,
  own: ReadonlySet<string>,
): Generator<Sighting<VariableKind>> {
  for (const { name, start, end } of shell?.variables ?? []) {
    if (capitals.test(name) && !own.has(name) && !given.has(name))
      yield { name, kind: "read", file, start, end };
  }
  if (role === "script") return;
  for (const [first, ...words] of shell?.commands ?? []) {
    if (first?.text !== "export") continue;
    for (const { text, start } of words) {
      const name = /^[^=]{1,100}(?==)/.exec(text)?.[0];
      if (name !== undefined && capitals.test(name))
        yield { name, kind: "set", file, start, end: start + name.length };
    }
  }
}

function* codeVariables(region: Region): Generator<Sighting<VariableKind>> {
  const { file, text, start, end, role } = region;
  const whole = text.slice(start, end);
  if (!/env/i.test(whole)) return;
  const kindAt = (at: number, length: number): VariableKind =>
    role === "sample" || !region.isCode(at)
      ? "mentioned"
      : assigned.test(text.slice(at + length, at + length + 12))
        ? "set"
        : "read";
  for (const pattern of reads) {
    for (const match of whole.matchAll(pattern)) {
      const [all, name = ""] = match;
      const at = start + match.index + all.lastIndexOf(name);
      yield { name, kind: kindAt(at, name.length), file, start: at, end: at + name.length };
    }
  }
  for (const match of whole.matchAll(destructured)) {
    for (const part of (match[1] ?? "").matchAll(/(?:^|,)\s{0,40}([A-Z_]\w{0,99})/g)) {
      const at = start + match.index + 1 + part.index + part[0].length - part[1]!.length;
      yield { name: part[1]!, kind: kindAt(at, 0), file, start: at, end: at + part[1]!.length };
    }
  }
}

const secret = /\b[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)\b/g;

/**
 * In prose, variables and constants can be distinguished only by their names, so only the names of secrets are
 * recognized.
 */
function* secrets({ file, text, start, end }: Region): Generator<Sighting<VariableKind>> {
  for (const match of text.slice(start, end).matchAll(secret))
    yield {
      name: match[0],
      kind: "mentioned",
      file,
      start: start + match.index,
      end: start + match.index + match[0].length,
    };
}

const listed =
  /["']env["']\s{0,8}:\s{0,8}(?:\[([^\]]{0,1000})\]|(["'][^"'\n]{1,100}["'])|\{([^{}]{0,1000})\})/g;

/** The values of "env" in a configuration file: one name, a list or a map. */
function* configured({ file, text, start, end }: Region): Generator<Sighting<VariableKind>> {
  for (const match of text.slice(start, end).matchAll(listed)) {
    for (const part of match[0].slice(5).matchAll(/["']([A-Z_][A-Z0-9_]{1,99})["']/g)) {
      const at = start + match.index + 5 + part.index + 1;
      yield { name: part[1]!, kind: "declared", file, start: at, end: at + part[1]!.length };
    }
  }
}

/** The variables in an example environment file that users fill in. */
function* declared({ file, text, start, end }: Region): Generator<Sighting<VariableKind>> {
  for (const match of text.slice(start, end).matchAll(/^(?:export )?([A-Z_][A-Z0-9_]{1,99})=/gm)) {
    const at = start + match.index + match[0].length - 1 - match[1]!.length;
    yield { name: match[1]!, kind: "declared", file, start: at, end: at + match[1]!.length };
  }
}
