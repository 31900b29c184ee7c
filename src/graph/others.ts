import { directoryOf, nameOf } from "./targets.ts";

/** Files that lawyers, package managers, compilers and interpreters look for by name, in any directory. */
const anywhere =
  /^(?:\.|(?:licen[cs]e|copying|notice|readme|changelog)(?:[._-]|$)|(?:makefile|justfile|dockerfile|gemfile|rakefile)$|(?:package|package-lock|deno|composer|tsconfig|jsconfig)\b.*\.jsonc?$|(?:uv|bun|cargo|poetry|yarn|composer|gemfile)\.lockb?$|pnpm-(?:lock|workspace)\.yaml$|go\.(?:mod|sum)$|cargo\.toml$|pom\.xml$|build\.gradle(?:\.kts)?$|pubspec\.(?:yaml|lock)$|pyproject\.toml$|requirements[\w.-]*\.txt$|setup\.(?:py|cfg)$|__(?:init|main)__\.py$|py\.typed$)/i;

/** Whether a file name is so common that it may refer to another project's file. */
export function isCommonName(name: string): boolean {
  return anywhere.test(name);
}

/** Files at the root that are meant for maintainers, catalogs or users who install the skill. */
const atRoot =
  /^(?:(?:authors|contributors|contributing|code[_-]of[_-]conduct|security|changes|history|version|todo|roadmap|benchmarks?|skill[_-]?card|install|installation|setup|generation|sync|sources|attributions?|credits)(?:\.\w+)?|(?:agents|claude|gemini|skill\.[\w-]+)\.md|[\w-]+[_-](?:report|log)\.md|fixtures\.json|[\w.-]+\.(?:sig|asc|minisig)|(?:evals?|evaluations?)(?:[._-][\w.-]*)?\.(?:jsonl?|ya?ml|config)|(?:agent-)?(?:skills?(?:\.manifest|[.-]lock)?|manifest|plugin|marketplace|metadata|_meta|clawhub)\.(?:json|ya?ml))$/i;

/** Tests of the skill. */
const tests =
  /(?:^|\/)(?:evals?|benchmarks?|tests?|__tests__|testdata|(?:test[_-]?)?fixtures|expected[_-]outputs?)\//i;
/** The name without its last extension. */
const testStem = /(?:^|[_.-])(?:(?:self)?tests?|spec|regression|conftest|pytest)(?:[_.-]|$)/i;

/** Files of editors, settings of tools, what tools lock, and files that a compiler writes next to a program. */
const tooling =
  /\.(?:code-workspace|sublime-project|iml|lockb?)$|\.config\.[cm]?[jt]s$|\.[cm]?js\.map$|\.d\.[cm]?ts$/i;

/** A log of changes to the skill, at any depth. */
const ownLog = /(?:^|\/)(?:evolution|creation|change|decision)[_-]log\.md$/i;

/** Files that only one client uses: hidden directories, caches, agents/openai.yaml and similar. */
const clients = /(?:^|\/)(?:\.[^/]+|node_modules|__pycache__)\/|(?:^|\/)agents\/[^/]+\.ya?ml$/i;

/** Sources from which the skill's program is compiled. */
const sources = /^src\/.*\.[cm]?tsx?$/;

/** A `skills test` scenario and its trace. */
const scenario = /\.scenario\.ya?ml$/i;
const trace = /\.trace\.json$/i;

/** A script that updates the skill itself, for the user or a scheduler. */
const updater = /(?:^|\/)(?:self[_-]?update(?:r)?|update[_-]?(?:self|skill))\.\w{1,4}$/i;

/**
 * Texts about rights: licenses of fonts and of other parts, the directory that REUSE asks for, and notices in capital
 * letters, such as TRADEMARK-NOTICE.md.
 */
const notices =
  /(?:^|\/)(?:THIRD[_-]?PARTY[_-])?(?:COPYRIGHT|DISCLAIMER|LEGAL(?=[_-])|LICEN[CS]ES?|NOTICES?|PATENTS|TRADEMARKS?)(?:[_-](?:AND|DISCLAIMER|INFO|LEGAL|LICEN[CS]E|NOTICES?|POLICY|STATEMENT|TERMS|TEXT)){0,4}(?:\.(?:md|txt))?$/;
const legal = /(?:^|\/)LICENSES\/|[/._-]licen[cs]es?(?:\.txt)?$|(?:^|\/)ofl\.txt$/i;

/** Whether a file is not meant for the agent that uses the skill, or belongs to a nested skill. */
export function isForOthers(path: string, exists: (path: string) => boolean): boolean {
  if (anywhere.test(nameOf(path)) || atRoot.test(path) || isTest(path) || clients.test(path)) return true;
  if (legal.test(path) || notices.test(path) || tooling.test(path) || ownLog.test(path) || updater.test(path))
    return true;
  if (
    scenario.test(path) ||
    (trace.test(path) && ["yaml", "yml"].some((ending) => exists(path.replace(trace, `.scenario.${ending}`))))
  )
    return true;
  if (sources.test(path) && exists("tsconfig.json")) return true;
  for (let directory = directoryOf(path); directory !== ""; directory = directoryOf(directory))
    if (exists(`${directory}/SKILL.md`)) return true;
  return false;
}

function isTest(path: string): boolean {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  if (dot < 0) return tests.test(path) || testStem.test(name);
  return tests.test(path) || (/^\.\w+$/.test(name.slice(dot)) && testStem.test(name.slice(0, dot)));
}
