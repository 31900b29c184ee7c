/** A directory of `src`, or one of the two entry files next to them. */
export interface Room {
  /** Its purpose; a line of docs/architecture.md. */
  readonly about: string;
  /** The rooms that it may import, besides itself. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

/** The generated lists of models, by the room that they are a part of. */
export const registries: Readonly<Record<string, string>> = {
  "generated/clients.ts": "targets",
  "generated/common-clients.ts": "targets",
  "generated/real-clients.ts": "real",
  "generated/systems.ts": "harness",
  "generated/uploaders.ts": "targets",
  "generated/validators.ts": "targets",
};

/** The rooms, and what each may import. */
export const house: Readonly<Record<string, Room>> = {
  core: {
    about:
      "primitives that do not depend on skills: text and ranges, escapes, sentences, JSON, Unicode, paths, order",
    imports: [],
    packages: [],
  },
  model: {
    about:
      "the domain types and functions of a single value: skill, frontmatter, rule, report, target, archive, agent; `reports/` is the data of each command's report",
    imports: ["core", "generated"],
    packages: [],
  },
  read: {
    about:
      "bytes by one door: a directory, a file of an archive, a listing or memory as a `SkillSource`; decodes",
    imports: ["core", "model"],
    packages: ["ignore", "node:fs", "node:path", "tinyglobby"],
  },
  git: {
    about: "git in two halves: its index and ignore files read here, and git itself asked",
    imports: ["core", "model", "read", "programs"],
    packages: ["ignore", "node:fs", "node:path"],
  },
  find: {
    about: "where skills are: discovery, a client's roots, a project, what surrounds a skill",
    imports: ["core", "model", "read", "git", "generated"],
    packages: ["node:fs", "node:path", "tinyglobby"],
  },

  parse: {
    about: "parses text into values with locations: SKILL.md, Markdown, JSON, TOML, scripts, suppressions",
    imports: ["core", "model", "yaml", "generated"],
    packages: ["acorn", "jsonc-parser", "smol-toml"],
  },
  graph: {
    about: "which file of a skill refers to which",
    imports: ["core", "model", "parse"],
    packages: [],
  },
  inventory: {
    about: "the programs, hosts, packages and paths in a skill's text",
    imports: ["core", "model", "parse"],
    packages: [],
  },
  tokens: {
    about: "exact token counts",
    imports: ["core", "model"],
    packages: ["gpt-tokenizer/bpeRanks/o200k_base", "gpt-tokenizer/encodingParams/constants"],
  },
  rules: {
    about: "a directory per subject, a rule per file, and the lists of rules",
    imports: ["core", "model", "yaml"],
    packages: [],
  },
  own: {
    about: "rules that a config defines as data: reads and runs them, with patterns that do not backtrack",
    imports: ["core", "model", "yaml", "parse", "inventory", "rules"],
    packages: [],
  },
  lint: {
    about:
      "the stages of a lint run: loads skills, runs rules, adds ids and severities, applies fixes, suppressions and baseline, builds the report",
    imports: ["core", "model", "targets", "generated", "graph", "parse", "rules"],
    packages: [],
  },
  programs: {
    about: "runs installed programs (python3, sh, a browser)",
    imports: ["core", "model"],
    packages: ["node:child_process", "node:fs", "node:path"],
  },
  dialects: {
    about: "languages and libraries of modeled programs, YAML aside: Python, click, Java",
    imports: ["core"],
    packages: [],
  },
  yaml: {
    about:
      "all YAML: the subset that everyone reads alike; `ours`, with locations and mistakes; `theirs`, the recorded readers",
    imports: ["core", "model", "dialects"],
    packages: ["js-yaml", "js-yaml-3/lib/js-yaml/loader.js", "yaml"],
  },
  targets: {
    about: "validators, uploaders and loaders as models: data with sources and pure functions",
    imports: ["core", "model", "dialects", "yaml"],
    packages: [],
  },
  report: {
    about: "turns reports into text: one format per file",
    imports: ["core", "model"],
    packages: [],
  },
  archive: {
    about: "opens untrusted zip and tar.gz with two readers; writes reproducible archives",
    imports: ["core", "model"],
    packages: ["node:buffer", "node:zlib", "tar-stream", "yauzl"],
  },
  manifest: {
    about: "the list of a skill's files and digests: creates, reads, compares",
    imports: ["core", "model", "generated", "parse"],
    packages: ["node:buffer", "node:crypto"],
  },
  pack: {
    about: "which files go into an archive",
    imports: ["core", "model"],
    packages: ["ignore"],
  },
  write: {
    about: "writes files completely or not at all",
    imports: ["core", "model"],
    packages: ["node:crypto", "node:fs", "node:path"],
  },
  install: {
    about: "installs and removes skills, with journal and lock",
    imports: ["core", "model", "read", "find", "write"],
    packages: ["node:buffer", "node:crypto", "node:fs", "node:path"],
  },
  harness: {
    about: "five agent systems simulated without a model: registry, tools, permissions, scenarios, evals",
    imports: ["core", "generated", "model", "dialects", "yaml", "parse", "read", "find", "write"],
    packages: [
      "just-bash",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:net",
      "node:os",
      "node:path",
      "node:timers/promises",
      "node:vm",
      "node:worker_threads",
    ],
  },
  real: {
    about: "starts real clients with a mock model on loopback, without a network; `live` uses it too",
    imports: ["core", "model"],
    packages: ["node:child_process", "node:fs", "node:http", "node:os", "node:path", "node:stream"],
  },
  run: {
    about:
      "where the answers about skills come from: memory, the cache, other threads, this thread; watches the disk",
    imports: ["core", "model", "read", "git", "find", "parse", "lint", "write", "manifest"],
    packages: ["node:buffer", "node:fs", "node:os", "node:path", "node:worker_threads"],
  },
  api: {
    about: "use cases: the only room that joins the others",
    imports: [
      "core",
      "model",
      "archive",
      "harness",
      "manifest",
      "pack",
      "read",
      "git",
      "find",
      "run",
      "write",
      "install",
      "yaml",
      "parse",
      "graph",
      "inventory",
      "tokens",
      "rules",
      "own",
      "lint",
      "programs",
      "targets",
      "dialects",
      "generated",
      "real",
    ],
    packages: [
      "node:buffer",
      "semver/functions/satisfies.js",
      "semver/ranges/intersects.js",
      "semver/ranges/valid.js",
    ],
  },
  lsp: {
    about: "a language server: the protocol in, what an editor shows out; judges nothing itself",
    imports: ["core", "model", "generated", "report", "api"],
    packages: ["node:path", "node:url", "vscode-languageserver/node", "vscode-languageserver-textdocument"],
  },
  cli: {
    about: "turns arguments into an exit code: one command per file",
    imports: ["core", "model", "report", "lint", "run", "api", "lsp", "mcp", "generated", "programs"],
    packages: [
      "commander",
      "node:buffer",
      "node:crypto",
      "node:events",
      "node:fs",
      "node:http",
      "node:module",
      "node:path",
      "node:url",
      "node:util",
      "node:v8",
      "node:vm",
      "picocolors",
    ],
  },
  mcp: {
    about: "serves coding agents over MCP: tools, their schemas, resources",
    imports: ["core", "generated", "model", "report", "api", "run"],
    packages: ["@modelcontextprotocol/server", "@modelcontextprotocol/server/stdio", "zod"],
  },
  action: {
    about: "GitHub's runner: inputs, annotations, summary, outputs",
    imports: ["core", "model", "report", "api", "cli"],
    packages: ["node:crypto", "node:fs", "node:os", "node:path"],
  },
  bin: {
    about: "the entry points of the programs and of their threads",
    imports: ["action", "run", "api", "cli", "read", "find", "harness"],
    packages: [],
  },
  "engine.ts": {
    about: "the pure library: turns files in memory into a report; runs in a browser",
    imports: ["core", "generated", "model", "lint", "rules", "targets"],
    packages: [],
  },
  "engine-report.ts": {
    about:
      "the pure library without rules: draws and compares reports, applies their fixes, lists the rules; runs in a browser",
    imports: ["core", "generated", "model", "lint", "report"],
    packages: [],
  },
  "engine-rules.ts": {
    about: "rules of one's own for the pure library; runs in a browser",
    imports: ["core", "model", "own", "parse"],
    packages: [],
  },
  "index.ts": {
    about: "the library: one function per use case, and the types",
    imports: ["core", "model", "find", "install", "lint", "report", "run", "api"],
    packages: [],
  },
};
