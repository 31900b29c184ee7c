import { directoryOf, nameOf } from "./targets.ts";

/** What lawyers, package managers, compilers and interpreters look for by its name, wherever it stands. */
const anywhere =
  /^(?:\.|(?:licen[cs]e|copying|notice|readme|changelog)(?:[._-]|$)|(?:makefile|justfile|dockerfile|gemfile|rakefile)$|(?:package|package-lock|deno|composer|tsconfig|jsconfig)\b.*\.jsonc?$|(?:uv|bun|cargo|poetry|yarn|composer|gemfile)\.lockb?$|pnpm-(?:lock|workspace)\.yaml$|go\.(?:mod|sum)$|cargo\.toml$|pom\.xml$|build\.gradle(?:\.kts)?$|pubspec\.(?:yaml|lock)$|pyproject\.toml$|requirements[\w.-]*\.txt$|setup\.(?:py|cfg)$|__(?:init|main)__\.py$|py\.typed$)/i;

/** Whether so many projects have a file of this name that one who says it may mean another's. */
export function isCommonName(name: string): boolean {
  return anywhere.test(name);
}

/** What maintainers, catalogues and people who install the skill read at its root. */
const atRoot =
  /^(?:(?:authors|contributors|contributing|code[_-]of[_-]conduct|security|changes|history|version|todo|roadmap|benchmarks?|skill[_-]?card|install|installation|setup|generation|sync)(?:\.\w+)?|[\w-]+[_-](?:report|log)\.md|[\w.-]+\.(?:sig|asc|minisig)|evals?(?:[._-][\w.-]*)?\.(?:jsonl?|ya?ml|config)|(?:skills?(?:\.manifest|[.-]lock)?|manifest|plugin|marketplace|metadata|_meta|clawhub)\.(?:json|ya?ml))$/i;

/** What is there to test the skill. */
const tests =
  /(?:^|\/)(?:evals?|benchmarks?|tests?|__tests__|testdata|(?:test[_-]?)?fixtures|expected[_-]outputs?)\//i;
/** Before a file's last ending. */
const testStem = /(?:^|[_.-])(?:tests?|spec|regression|conftest|pytest)(?:[_.-]|$)/i;

/** A client's own: hidden directories, caches, and what agents/openai.yaml and its like say of the skill. */
const clients = /(?:^|\/)(?:\.[^/]+|node_modules|__pycache__)\/|^agents\/[^/]+\.ya?ml$/i;

/** What a compiler makes the skill's program of. */
const sources = /^src\/.*\.[cm]?tsx?$/;

/** A scenario that `skills test` plays, and the trace that it keeps beside one. */
const scenario = /\.scenario\.ya?ml$/i;
const trace = /\.trace\.json$/i;

/** Whether a file is there for others than the agent that uses the skill; or for another skill, one that lies inside this one. */
export function isForOthers(path: string, exists: (path: string) => boolean): boolean {
  if (anywhere.test(nameOf(path)) || atRoot.test(path) || isTest(path) || clients.test(path)) return true;
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
  return tests.test(path) || (/^\.\w+$/.test(name.slice(dot)) && testStem.test(name.slice(0, dot)));
}
