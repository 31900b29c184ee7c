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
    about: "the types that everything hangs on, and pure helpers that two rooms need",
    folders: [],
    packages: [],
  },
  read: {
    about:
      "bytes come in: finds skills, opens directories, archives' files and memory as a `SkillSource`, decodes",
    folders: ["core"],
    packages: ["ignore", "node:fs", "node:path", "tinyglobby"],
  },
  parse: {
    about:
      "text becomes values that know their place: SKILL.md, Markdown, YAML, JSON, TOML, scripts, suppressions",
    folders: ["core", "generated"],
    packages: ["acorn", "jsonc-parser", "smol-toml", "yaml"],
  },
  graph: {
    about: "which file of a skill leads to which",
    folders: ["core", "parse"],
    packages: [],
  },
  inventory: {
    about: "what a skill can be seen to run, call, name and touch",
    folders: ["core", "parse"],
    packages: [],
  },
  starter: {
    about: "the first files of a new skill",
    folders: ["core"],
    packages: [],
  },
  tokens: {
    about: "exact token counts",
    folders: ["core"],
    packages: ["gpt-tokenizer/bpeRanks/o200k_base", "gpt-tokenizer/encodingParams/constants"],
  },
  rules: {
    about: "one rule a file, and the lists of them",
    folders: ["core"],
    packages: [],
  },
  check: {
    about: "runs rules and stamps findings; fixes, suppressions, baseline",
    folders: ["core"],
    packages: [],
  },
  checkers: {
    about: "programs of the machine that are asked: git, python3, sh",
    folders: ["core"],
    packages: ["node:child_process", "node:path"],
  },
  dialects: {
    about: "what modelled programs are made of: Python, PyYAML, StrictYAML, click",
    folders: ["core"],
    packages: [],
  },
  clients: {
    about: "validators and uploaders as models: data with sources and pure functions",
    folders: ["core", "dialects", "reference"],
    packages: [],
  },
  reference: {
    about: "the reference validator's own words and order",
    folders: ["core", "dialects"],
    packages: [],
  },
  report: {
    about: "report in, text out: one format a file",
    folders: ["core"],
    packages: [],
  },
  archive: {
    about: "opens zip and tar.gz as a stranger's, twice; writes the one form of ours",
    folders: ["core"],
    packages: ["node:buffer", "node:zlib", "tar-stream", "yauzl"],
  },
  manifest: {
    about: "the list of a skill's files and digests: made, read, compared",
    folders: ["core", "generated", "parse"],
    packages: ["node:buffer", "node:crypto"],
  },
  pack: {
    about: "which files go into an archive",
    folders: ["core"],
    packages: ["ignore"],
  },
  write: {
    about: "files are written whole or not at all",
    folders: ["core"],
    packages: ["node:crypto", "node:fs", "node:path"],
  },
  install: {
    about: "skills put into place and taken away, with journal and lock",
    folders: ["core", "read", "write"],
    packages: ["node:buffer", "node:crypto", "node:fs", "node:path"],
  },
  harness: {
    about: "five systems of agents played without a model: registry, tools, permissions, scenarios, evals",
    folders: ["core", "dialects", "parse", "read", "write"],
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
      "check",
      "checkers",
      "clients",
      "reference",
      "dialects",
      "generated",
      "starter",
    ],
    packages: ["node:buffer"],
  },
  cli: {
    about: "arguments in, exit code out: one command a file",
    folders: ["core", "report", "api", "generated"],
    packages: ["commander", "node:fs", "node:v8"],
  },
  action: {
    about: "GitHub's runner: inputs, annotations, summary, outputs",
    folders: ["core", "report", "api", "cli"],
    packages: ["node:crypto", "node:fs", "node:os", "node:path"],
  },
  bin: {
    about: "the programs' first lines",
    folders: ["action", "cli"],
    packages: [],
  },
  "index.ts": {
    about: "the library: one function a use case, and the types",
    folders: ["core", "api"],
    packages: [],
  },
};
