/** A room of the house: a folder of `src`, or the one file that stands beside them. */
export interface Room {
  /** What it is for; a line of docs/architecture.md. */
  readonly about: string;
  /** The rooms that it may import, beside itself. */
  readonly folders: readonly string[];
  readonly packages: readonly string[];
}

/** Who may import whom. */
export const house: Readonly<Record<string, Room>> = {
  core: {
    about:
      "primitives that know nothing of skills: text and ranges, escapes, sentences, JSON, Unicode, paths, order",
    folders: [],
    packages: [],
  },
  model: {
    about:
      "the domain as types, and what can be said of a value from itself: skill, frontmatter, rule, report, target, archive, agent",
    folders: ["core"],
    packages: [],
  },
  results: {
    about: "one file a command: the data of its report, as JSON has it",
    folders: ["core", "model"],
    packages: [],
  },
  read: {
    about:
      "bytes come in: finds skills, opens directories, archives' files and memory as a `SkillSource`, decodes",
    folders: ["core", "model"],
    packages: ["ignore", "node:fs", "node:path", "tinyglobby"],
  },
  parse: {
    about:
      "text becomes values that know their place: SKILL.md, Markdown, YAML, JSON, TOML, scripts, suppressions",
    folders: ["core", "model", "generated"],
    packages: ["acorn", "jsonc-parser", "smol-toml", "yaml"],
  },
  graph: {
    about: "which file of a skill leads to which",
    folders: ["core", "model", "parse"],
    packages: [],
  },
  inventory: {
    about: "what a skill can be seen to run, call, name and touch",
    folders: ["core", "model", "parse"],
    packages: [],
  },
  tokens: {
    about: "exact token counts",
    folders: ["core", "model"],
    packages: ["gpt-tokenizer/bpeRanks/o200k_base", "gpt-tokenizer/encodingParams/constants"],
  },
  rules: {
    about: "one rule a file, and the lists of them",
    folders: ["core", "model"],
    packages: [],
  },
  lint: {
    about:
      "the stages of lint over one run: reads a skill from its source, runs rules and stamps findings, fixes, suppressions, baseline, report",
    folders: ["core", "model", "results", "clients", "generated", "graph", "parse", "rules"],
    packages: [],
  },
  programs: {
    about: "programs of the machine that are asked: git, python3, sh",
    folders: ["core", "model"],
    packages: ["node:child_process", "node:path"],
  },
  dialects: {
    about: "what modelled programs are made of: Python, PyYAML, StrictYAML, click",
    folders: ["core"],
    packages: [],
  },
  clients: {
    about: "validators and uploaders as models: data with sources and pure functions",
    folders: ["core", "model", "dialects", "reference"],
    packages: [],
  },
  reference: {
    about: "the reference validator's own words and order",
    folders: ["core", "model", "dialects"],
    packages: [],
  },
  report: {
    about: "report in, text out: one format a file",
    folders: ["core", "model", "results"],
    packages: [],
  },
  archive: {
    about: "opens zip and tar.gz as a stranger's, twice; writes the one form of ours",
    folders: ["core", "model"],
    packages: ["node:buffer", "node:zlib", "tar-stream", "yauzl"],
  },
  manifest: {
    about: "the list of a skill's files and digests: made, read, compared",
    folders: ["core", "model", "generated", "parse"],
    packages: ["node:buffer", "node:crypto"],
  },
  pack: {
    about: "which files go into an archive",
    folders: ["core", "model"],
    packages: ["ignore"],
  },
  write: {
    about: "files are written whole or not at all",
    folders: ["core", "model"],
    packages: ["node:crypto", "node:fs", "node:path"],
  },
  install: {
    about: "skills put into place and taken away, with journal and lock",
    folders: ["core", "model", "read", "write"],
    packages: ["node:buffer", "node:crypto", "node:fs", "node:path"],
  },
  harness: {
    about: "five systems of agents played without a model: registry, tools, permissions, scenarios, evals",
    folders: ["core", "model", "dialects", "parse", "read", "write"],
    packages: [
      "node:child_process",
      "node:fs",
      "node:net",
      "node:os",
      "node:path",
      "node:timers/promises",
      "node:vm",
    ],
  },
  api: {
    about: "use cases: the only room that joins the others",
    folders: [
      "core",
      "model",
      "results",
      "archive",
      "harness",
      "manifest",
      "pack",
      "read",
      "write",
      "install",
      "parse",
      "graph",
      "inventory",
      "tokens",
      "rules",
      "lint",
      "programs",
      "clients",
      "reference",
      "dialects",
      "generated",
    ],
    packages: ["node:buffer"],
  },
  cli: {
    about: "arguments in, exit code out: one command a file",
    folders: ["core", "model", "results", "report", "lint", "api", "generated"],
    packages: ["commander", "node:fs", "node:v8", "picocolors"],
  },
  action: {
    about: "GitHub's runner: inputs, annotations, summary, outputs",
    folders: ["core", "model", "results", "report", "api", "cli"],
    packages: ["node:crypto", "node:fs", "node:os", "node:path"],
  },
  bin: {
    about: "the programs' first lines",
    folders: ["action", "cli"],
    packages: [],
  },
  "engine.ts": {
    about:
      "the pure library: files and what is known of their place in memory, a report out; runs in a browser",
    folders: ["core", "model", "lint"],
    packages: [],
  },
  "index.ts": {
    about: "the library: one function a use case, and the types",
    folders: ["core", "model", "results", "lint", "api"],
    packages: [],
  },
};
