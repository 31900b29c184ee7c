import { memberOf } from "../core/json.ts";
import { standardModules } from "../model/standard-modules.ts";
import type { FactList, PackageFact, PackageKind } from "../model/inventory.ts";
import type { Script } from "../model/script.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import type { Call } from "./call.ts";
import { gatherAs, type Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";
import { scanShell } from "../parse/script/scan-shell.ts";
import { callsOf } from "./shell-calls.ts";
import type { ShellWord } from "../parse/script/shell-frames.ts";

interface PackageSighting extends Sighting<PackageKind> {
  readonly registry: string;
}

const kinds: readonly PackageKind[] = ["installed", "declared", "imported", "mentioned"];

/** The packages that commands install, files declare and scripts import, with their versions if given. */
export function packagesIn(
  regions: readonly Region[],
  calls: readonly Call[],
  skill: Skill,
): FactList<PackageFact> {
  const named = [
    ...installed(calls),
    ...regions.flatMap((region) => Array.from(declaredIn(region))),
    ...skill.scripts.flatMap((script) => Array.from(declaredByScript(script))),
  ];
  const imported = unnamed(importedBy(skill), named);
  const mentioned = unnamed(
    regions.flatMap((region) => Array.from(mentionedIn(region))),
    [...named, ...imported],
  );
  const sightings = [...named, ...imported, ...mentioned];
  return gatherAs(
    sightings,
    kinds,
    ({ registry, name }) => `${registry} ${name}`,
    (fact, { registry }) => ({ ...fact, registry }),
  );
}

/** Imports of packages that no other list contains. A module usually has almost the same name as its package. */
function unnamed(
  sightings: Iterable<PackageSighting>,
  others: readonly PackageSighting[],
): readonly PackageSighting[] {
  const known = new Set(others.map(({ name }) => plainName(name)));
  return Array.from(sightings).filter(({ name }) => !known.has(plainName(name)));
}

/** The name of a package without version and extras, normalized as PyPI does. */
function plainName(name: string): string {
  return name
    .replace(/(?<=.)[@\s[=<>!~][^]*$/, "")
    .replace(/_/g, "-")
    .toLowerCase();
}

function* installed(calls: readonly Call[]): Generator<PackageSighting> {
  for (const { region, words } of calls) {
    for (const { registry, word } of fetchedBy(words))
      yield {
        registry,
        name: word.text,
        kind: "installed",
        file: region.file,
        start: word.start,
        end: word.end,
      };
  }
}

const command =
  /\b(?:uv pip|pip3?|npm|pnpm|yarn|bun|brew|gem|cargo|go) (?:install|add|i) (?:-{1,2}[\w-]{1,30}(?:=\S{1,60})? ){0,4}@?[A-Za-z][^\s"'`<>|&;,)\\]{1,100}/g;

/** Installation hints that a script prints, such as "Run: pip install …". */
function* mentionedIn({ role, file, text, start, end }: Region): Generator<PackageSighting> {
  if (role !== "script" && role !== "sample") return;
  for (const match of text.slice(start, end).matchAll(command)) {
    const at = start + match.index;
    for (const words of scanShell(text, at, at + match[0].length).commands.flatMap((each) =>
      Array.from(callsOf(each)),
    )) {
      for (const { registry, word } of fetchedBy(words))
        yield { registry, name: word.text, kind: "mentioned", file, start: word.start, end: word.end };
    }
  }
}

/** A program that downloads packages. */
interface Fetched {
  readonly registry: string;
  readonly word: ShellWord;
}

interface Installer {
  readonly registry: string;
  /** The subcommands, one of which must be given; "" if the program itself downloads what it runs. */
  readonly verbs: readonly string[];
  /** Whether the command takes only one package; the words after the package are then its arguments. */
  readonly runs?: true;
}

const npm = (verbs: readonly string[]): Installer => ({ registry: "npm", verbs });

const npmRun = (verbs: readonly string[]): Installer => ({ registry: "npm", verbs, runs: true });

const pypi = (verbs: readonly string[]): Installer => ({ registry: "PyPI", verbs });

const pypiRun = (verbs: readonly string[]): Installer => ({ registry: "PyPI", verbs, runs: true });

const other = (registry: string, verbs: readonly string[]): readonly Installer[] => [{ registry, verbs }];

const system = other("the system's packages", ["install"]);

const installers: ReadonlyMap<string, readonly Installer[]> = new Map([
  ["pip", [pypi(["install", "download"])]],
  ["pip3", [pypi(["install", "download"])]],
  ["uv", [pypi(["pip install", "add", "tool install"]), pypiRun(["tool run"])]],
  ["uvx", [pypiRun([""])]],
  ["pipx", [pypi(["install", "inject"]), pypiRun(["run"])]],
  ["poetry", [pypi(["add"])]],
  ["npm", [npm(["install", "i", "add"]), npmRun(["exec"])]],
  ["pnpm", [npm(["install", "i", "add"]), npmRun(["dlx"])]],
  ["yarn", [npm(["add", "global add"]), npmRun(["dlx"])]],
  ["bun", [npm(["install", "i", "add"]), npmRun(["x"])]],
  ...["npx", "pnpx", "bunx"].map((name) => [name, [npmRun([""])]] as const),
  ["brew", other("Homebrew", ["install", "tap", "install --cask", "cask install"])],
  ...["apt", "apt-get", "dnf", "yum", "zypper", "pkg", "port"].map((name) => [name, system] as const),
  ["apk", other("the system's packages", ["add"])],
  ["pacman", other("the system's packages", ["-S", "-Sy", "-Syu"])],
  ["cargo", other("crates.io", ["install", "add"])],
  ["go", other("Go modules", ["install", "get"])],
  ["gem", other("RubyGems", ["install"])],
  ["composer", other("Packagist", ["require"])],
  ["dotnet", other("NuGet", ["tool install", "add package"])],
  ...["conda", "mamba", "micromamba"].map((name) => [name, other("conda", ["install"])] as const),
  ...["winget", "choco", "scoop"].map((name) => [name, other(name, ["install"])] as const),
  ["docker", [{ registry: "container images", verbs: ["pull", "run"], runs: true }]],
  ["podman", [{ registry: "container images", verbs: ["pull", "run"], runs: true }]],
]);

/** Options that take an argument. */
const valued =
  /^(?:-[rcitfCvpewn]|-it?\b.*-p|--(?:requirement|constraint|index-url|extra-index-url|target|find-links|prefix|registry|cwd|filter|name|volume|env|env-file|publish|network|workdir|user|entrypoint|platform|python|index|group|channel|root|git|branch|features|version|from|with|scope|mount|gpus|memory|cpus|shm-size))$/;

const names = /^@?[A-Za-z0-9_][\w.@/+:~^=<>!,[\]-]{0,199}$/;

/** The packages that a call downloads, by name. */
function* fetchedBy(words: readonly ShellWord[]): Generator<Fetched> {
  const [program, ...rest] = withoutPython(words);
  for (const { registry, verbs, runs } of installers.get(program?.text ?? "") ?? []) {
    const from = verbs.map((verb) => behind(rest, verb)).find((at) => at !== undefined);
    if (from === undefined) continue;
    for (const word of operands(rest.slice(from))) {
      if (isPackage(word)) yield { registry, word };
      if (runs) break;
    }
    return;
  }
}

/** `python3 -m pip install` is `pip install`. */
function withoutPython(words: readonly ShellWord[]): readonly ShellWord[] {
  return /^python[\d.]*$/.test(words[0]?.text ?? "") && words[1]?.text === "-m" ? words.slice(2) : words;
}

/** The words after the subcommand, which options may precede. */
function behind(words: readonly ShellWord[], verb: string): number | undefined {
  if (verb === "") return 0;
  const parts = verb.split(" ");
  let from = 0;
  while (/^--?[a-z]/.test(words[from]?.text ?? "") && words[from]?.text !== parts[0]) from++;
  return parts.every((part, at) => words[from + at]?.text === part) ? from + parts.length : undefined;
}

function* operands(words: readonly ShellWord[]): Generator<ShellWord> {
  for (let at = 0; at < words.length; at++) {
    const { text } = words[at]!;
    // `npx -p create-x create`, `uvx --from x y`: the package is the option's argument.
    if (/^(?:--package|--from|-p)(?:=|$)/.test(text) && words[at + 1] && !/^\d/.test(words[at + 1]!.text))
      continue;
    if (valued.test(text)) at++;
    else if (!text.startsWith("-")) yield words[at]!;
  }
}

/** Whether a word is a package, not a path, a placeholder or a number. */
function isPackage({ text, literal }: ShellWord): boolean {
  return (
    literal &&
    names.test(text) &&
    /[A-Za-z]/.test(text) &&
    !/^(?:https?:|git\+|file:|\.|your[-_])|\/\[|\.(?:txt|whl|tgz|tar\.gz|toml|deb|rpm)$|^[\w-]+\/$|\.\.\./.test(
      text,
    )
  );
}

/** The imported modules that neither the language nor the skill provides. */
function* importedBy({ scripts, files }: Skill): Generator<PackageSighting> {
  const own = new Set(files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.\w+$/, ""))));
  for (const script of scripts) {
    const python = script.language === "python";
    const standard = standardModules()[python ? "python" : "node"];
    if (!python && script.language !== "javascript" && script.language !== "typescript") continue;
    for (const { specifier, range } of script.imports) {
      const name = moduleOf(specifier, script);
      if (name === undefined || own.has(name) || standard.has(name)) continue;
      yield {
        registry: python ? "Python module" : "npm",
        name,
        kind: "imported",
        file: script.file,
        start: range.start.offset,
        end: range.end.offset,
      };
    }
  }
}

/**
 * The package of a module such as "cheerio/slim" or "@types/node"; undefined for a path, an alias, and a module that
 * the runtime downloads or provides.
 */
function moduleOf(specifier: string, { language }: Script): string | undefined {
  if (language === "python") return /^[A-Za-z_]\w{0,99}/.exec(specifier)?.[0];
  return /^(?:@[a-z0-9~][\w.-]{0,99}\/)?[a-z0-9][\w.-]{0,99}(?=\/|$)/i.exec(specifier)?.[0];
}

/** The dependencies in requirements.txt and package.json. */
function declaredIn(region: Region): Iterable<PackageSighting> {
  const { file, role } = region;
  if (role !== "data") return [];
  if (/(?:^|\/)package\.json$/.test(file.path)) return inPackageJson(file);
  return /(?:^|\/)requirements[\w.-]*\.txt$/.test(file.path) ? inRequirements(region) : [];
}

const requirement =
  /^[ \t]{0,20}([A-Za-z0-9][\w.-]{0,99}(?:\[[\w,. -]{0,99}\])?[ \t]{0,4}(?:[=<>!~]=?=?[ \t]{0,4}[\w.*+!,<>=~ -]{1,80})?)/;

function* inRequirements({ file, text, start, end }: Region): Generator<PackageSighting> {
  for (const match of text.slice(start, end).matchAll(/^[^\r\n#;]{1,200}/gm)) {
    const [lead, name] = requirement.exec(match[0]) ?? [];
    if (lead !== undefined && name !== undefined)
      yield python(file, name.trim(), start + match.index + lead.length - name.length);
  }
}

/** The dependencies in the inline metadata of a Python script. */
function* declaredByScript({ file, metadata }: Script): Generator<PackageSighting> {
  for (const { text, range } of metadata.flatMap(({ dependencies }) => dependencies))
    yield python(file, text, range.start.offset);
}

function python(file: TextFile, name: string, start: number): PackageSighting {
  return { registry: "PyPI", name, kind: "declared", file, start, end: start + name.length };
}

function* inPackageJson(file: TextFile): Generator<PackageSighting> {
  const { root } = file.json;
  if (root?.kind !== "object") return;
  for (const list of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]) {
    const packages = memberOf(root, list)?.value;
    if (packages?.kind !== "object") continue;
    for (const { key: name, keyRange, value } of packages.members) {
      const version = value.kind === "string" ? `@${value.value}` : "";
      yield {
        registry: "npm",
        name: `${name}${version}`,
        kind: "declared",
        file,
        start: keyRange.start.offset,
        end: keyRange.end.offset,
      };
    }
  }
}
