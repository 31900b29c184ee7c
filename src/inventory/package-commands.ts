import type { ShellWord } from "./shell-frames.ts";

/** A package that a command fetches. */
interface Fetched {
  readonly registry: string;
  readonly word: ShellWord;
}

interface Installer {
  readonly registry: string;
  /** The words behind the program; one of them is enough. "" where the program itself fetches what it runs. */
  readonly verbs: readonly string[];
  /** It takes one package, and what follows is that one's arguments. */
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

/** Options that the next word belongs to. */
const valued =
  /^(?:-[rcitfCvpewn]|-it?\b.*-p|--(?:requirement|constraint|index-url|extra-index-url|target|find-links|prefix|registry|cwd|filter|name|volume|env|env-file|publish|network|workdir|user|entrypoint|platform|python|index|group|channel|root|git|branch|features|version|from|with|scope|mount|gpus|memory|cpus|shm-size))$/;
const names = /^@?[A-Za-z0-9_][\w.@/+:~^=<>!,[\]-]{0,199}$/;

/** The packages that a call fetches by name. */
export function* fetchedBy(words: readonly ShellWord[]): Generator<Fetched> {
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

/** Behind the verb, before which options may stand. */
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
    // `npx -p create-x create`, `uvx --from x y`: the option's value is the package.
    if (/^(?:--package|--from|-p)(?:=|$)/.test(text) && words[at + 1] && !/^\d/.test(words[at + 1]!.text))
      continue;
    if (valued.test(text)) at++;
    else if (!text.startsWith("-")) yield words[at]!;
  }
}

/** A path, a placeholder and a number are none. */
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
